// What lint and submit say of a descriptor: what its text leaves to doubt, what this machine lacks, and what was before.
import BGRunCalendar
import BGRunClient
import BGRunDevice
import BGRunImport
import BGRunJSON
import BGRunJob
import BGRunLinux
import BGRunText
import BGRunWire
import Glibc

/// The doubts about a descriptor, each with what it rests on.
struct Doubts {
    /// Whose job it is to be: paths are looked at with our rights, which may be others than its owner's.
    enum Whose {
        case ours
        /// Nobody has said; what is closed to us may be open to them.
        case anyones
        case others

        /// A job that is submitted to the daemon.
        static func of(_ daemon: DaemonOptions) -> Whose {
            daemon.owner == nil || daemon.owner == UserID(Machine.effectiveUser) ? .ours : .others
        }
    }

    private let descriptor: JobDescriptor
    private let review: DescriptorReview
    private let object: JSONObject

    /// - Parameter object: As its author wrote it.
    init(_ descriptor: JobDescriptor, _ object: JSONObject, at now: WallTime = .present) {
        (self.descriptor, self.object) = (descriptor, object)
        review = DescriptorReview(
            descriptor, zones: MachineZones.known(for: [descriptor]), now: now,
            isBudgetWritten: object["timeBudget"] != nil)
    }

    /// Says what there is to doubt of a descriptor that was accepted all the same, or printed.
    static func say(_ file: DescriptorFile, _ daemon: DaemonOptions) {
        let lines = Doubts(file.descriptor, file.object).warnings(.of(daemon), daemon).map {
            "\($0.line)\n"
        }
        if !lines.isEmpty { Terminal.writeError(lines.joined()) }
    }

    /// - Parameter daemon: Asked for earlier runs and other jobs. One that does not answer says nothing.
    func warnings(_ whose: Whose, _ daemon: DaemonOptions) -> [WarningText] {
        warnings(whose, daemon, beside: [], isAsking: true)
    }

    /// - Parameters:
    ///   - arriving: Jobs that are submitted with it.
    ///   - isAsking: Whether the daemon is asked.
    func warnings(
        _ whose: Whose, _ daemon: DaemonOptions, beside arriving: Set<JobIdentifier>, isAsking: Bool
    ) -> [WarningText] {
        let past = isAsking ? PastRuns.of(descriptor.identifier, daemon)?.warnings(of: review) ?? [] : []
        let known =
            isAsking
            ? resources(daemon) + Companions.warnings(of: descriptor, daemon, beside: arriving) : []
        return program + service(whose, daemon) + ArgumentDoubts(descriptor.program).warnings
            + TransactionDoubts(descriptor).warnings + hooks
            + LaunchDoubts(descriptor).warnings + rootsOwn(whose) + hiddenValues
            + (warningsOfKeys(whose, daemon, isAsking: isAsking) + past).map { WarningText($0) }
            + zones
            + known
    }

    /// Keys that only root's jobs may have, where the caller is not root and names no owner.
    private func rootsOwn(_ whose: Whose) -> [WarningText] {
        guard whose == .anyones, UserID(Machine.effectiveUser) != .root else { return [] }
        return descriptor.launchRules.mistakes.map {
            WarningText(
                "rootsOwn", at: "\($0.keyPath)", $0.reason, advice: "have root submit it, or remove the key",
                basis: .intent)
        }
    }

    /// What the job is to be held to and nothing holds it to here, as a daemon says that answers.
    private func resources(_ daemon: DaemonOptions) -> [WarningText] {
        let holds = descriptor.launchRules.resources.holds.map(\.hold)
        guard !holds.isEmpty else { return [] }
        let unheld =
            daemon.glance { connection, deadline in
                (try? connection.call(DoctorCall(), until: deadline))?.unheldResources
            } ?? []
        return holds.filter { unheld.contains($0.rawValue) }.map { hold in
            let effect = hold.isLimit ? "so its runs can't be launched" : "so it changes nothing"
            return WarningText(
                "unheldResource", at: "resources.\(hold.rawValue)",
                "nothing holds a run to this on this machine, \(effect)",
                advice: "see bgrun doctor for the reason", basis: .machine)
        }
    }

    /// What the text itself leaves to doubt, and what this machine lacks.
    func warningsOfKeys(
        _ whose: Whose, _ daemon: DaemonOptions, isAsking: Bool = true
    ) -> [DescriptorWarning] {
        review.warnings + lacks(whose, daemon, isAsking: isAsking)
    }

    private func lacks(_ whose: Whose, _ daemon: DaemonOptions, isAsking: Bool) -> [DescriptorWarning] {
        let sight = MachineSight(
            sysfs: { isAsking ? daemon.facts?.sysfs : nil }, policy: daemon.usualPolicy)
        return review.warnings(
            onMachineThat: DescriptorReview.Lacks(
                knowledge: { requirement in
                    if whose == .others, case .pathExists = requirement.condition { return nil }
                    return sight.lack(of: requirement)
                },
                alarmClock: { sight.alarmClockLack },
                watch: { trigger in
                    whose == .others
                        ? nil : PathSight.faultOfWatch(on: trigger.path, isOwner: whose == .ours)
                },
                remedy: { sight.remedy(of: $0) }))
    }

    private var program: [WarningText] {
        // A job that is switched off may be for a program that is not there yet.
        guard descriptor.isEnabled, let name = descriptor.program.arguments?.first else { return [] }
        let rules = descriptor.launchRules
        return Self.warnings(
            ofProgram: name,
            searchPath: rules.environmentFile == nil ? Self.searchPath(descriptor.environment) : nil)
    }

    /// The PATH that these leave.
    static func searchPath(_ environment: [JobDescriptor.Variable]) -> String {
        environment.last { $0.name == "PATH" }?.value ?? UserID(Machine.effectiveUser).searchPath
    }

    /// A service that its manager does not have here. Of another user's nothing is known.
    private func service(_ whose: Whose, _ daemon: DaemonOptions) -> [WarningText] {
        guard descriptor.isEnabled, let unit = descriptor.program.unit, whose != .others else { return [] }
        switch UnitFiles(isUser: daemon.user || Machine.effectiveUser != 0).find(unit.text) {
        case .parts: return []
        case .refused(let reason, let advice):
            return [WarningText("unit", at: "unit", reason, advice: advice, basis: .machine)]
        case .nowhere:
            return [
                WarningText(
                    "unit", at: "unit", "there is no file of \"\(unit)\" here",
                    advice: "check its name: systemctl list-unit-files", basis: .machine)
            ]
        }
    }

    /// The same of the programs of hooks. They have the job's environment, but those of another user's run.
    private var hooks: [WarningText] {
        let path = Self.searchPath(descriptor.launchRules.user == nil ? descriptor.environment : [])
        return HookKind.allCases.flatMap { kind -> [WarningText] in
            guard let words = descriptor[hook: kind]?.arguments, let name = words.first else { return [] }
            var key = kind.rawValue
            if case .object? = object[key] { key += ".command" }
            return (descriptor.isEnabled ? Self.warnings(ofProgram: name, at: key, searchPath: path) : [])
                + ArgumentDoubts(.command(words), at: key).warnings
        }
    }

    /// What was copied from a screen, which shows no value of these.
    private var hiddenValues: [WarningText] {
        let variables = descriptor.environment.filter { $0.value == JobDescriptor.hiddenMark }
            .map { "environment.\($0.name)" }
        let places =
            variables + (descriptor.standardInput == JobDescriptor.hiddenMark ? ["standardInput"] : [])
        return places.map { place in
            WarningText(
                "hiddenValue", at: place,
                "\"\(JobDescriptor.hiddenMark)\" stands for a value that is shown on no screen",
                advice: "write the value; into a file or a pipe bgrun prints all of it")
        }
    }

    /// The first word of a command.
    ///
    /// - Parameter searchPath: Its PATH, where that is known.
    static func warnings(
        ofProgram name: String, at key: String = "command", searchPath: String? = nil
    ) -> [WarningText] {
        // A line in one word, as a shell would take it.
        if let first = name.split(separator: " ").first, first.utf8.count < name.utf8.count,
            unsafe access(name, F_OK) != 0, (try? CallerProgram.path(of: String(first))) != nil
        {
            let words = name.split(separator: " ").map { "\"\($0)\"" }.joined(separator: ", ")
            return [
                WarningText(
                    "oneWord", at: key,
                    "\"\(name)\" is one word, and no program is called so; \"\(first)\" is one",
                    advice: "write [\(words)], or the line as \"shell\"", basis: .machine)
            ]
        }
        guard name.contains("/") else {
            return [
                WarningText(
                    "program", at: key, "\"\(name)\" is looked for on the daemon's PATH",
                    advice: "write its full path")
            ]
        }
        guard name.hasPrefix("/") else {
            return [
                WarningText(
                    "program", at: key, "\"\(name)\" is looked for in the job's working directory",
                    advice: "write its full path")
            ]
        }
        if PathSight.mayWait(at: name) { return [] }
        let fault = ProgramFault.find(at: name, searchPath: searchPath) { !PathSight.mayWait(at: $0) }
        if let fault {
            let what = fault.isDoubt ? "may fail" : "can't be executed here"
            return [
                WarningText(
                    "program", at: key, "\"\(name)\" \(what): \(fault.reason)",
                    advice: fault.advice(for: ShellWord.typed(name)), basis: .machine)
            ]
        }
        if unsafe access(name, X_OK) == 0 { return [] }
        if errno == EACCES {
            return [
                WarningText(
                    "program", at: key, "\"\(name)\" can't be looked at: \(SystemError.text(of: EACCES))",
                    advice:
                        "see that its user may enter each directory above it: namei -l \(ShellWord.typed(name))",
                    basis: .machine)
            ]
        }
        return [
            WarningText(
                "program", at: key, "\"\(name)\" is not there", advice: "install it, or correct its name",
                basis: .machine)
        ]
    }

    /// A machine without any zones says nothing of a name.
    private var zones: [WarningText] {
        descriptor.schedules.enumerated().compactMap { place, schedule in
            guard let name = schedule.zoneName, let fault = MachineZones.absence(of: name) else { return nil }
            let key = if case .calendar(_, nil) = schedule { "calendar" } else { "timeZone" }
            return WarningText(
                "noZones", at: "\(descriptor.keyPath(ofSchedule: place, key))", fault.reason,
                advice: fault.advice, basis: .machine)
        }
    }
}

extension WallTime {
    /// Now, by the machine's clock.
    static var present: WallTime { WallTime(microseconds: Clock.read(.realtime)) }
}
