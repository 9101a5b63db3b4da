// bgrun adopt: jobs in the place of systemd's timers, whose services they start.
import ArgumentParser
import BGRunClient
import BGRunImport
import BGRunJSON
import BGRunJob
import BGRunLinux
import BGRunText
import BGRunWire

struct AdoptCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "adopt",
        abstract: "Have a timer of systemd waited for and started by bgrun.",
        usage: "bgrun adopt [UNIT.timer…] [--print]",
        discussion: """
            The timer is switched off, and a job is installed that is due when it was and starts the same service, which systemd \
            goes on to run as it says. What the service asks of the machine (ConditionACPower= and the like) the job waits for. \
            What changes in meaning goes to standard error. bgrun release undoes it exactly. Without a name: what was adopted.
            """)

    @Argument(help: ArgumentHelp("Timers, such as fstrim.timer.", valueName: "timer"))
    var timers: [String] = []

    @Flag(help: "Print the descriptors, and change nothing.")
    var print = false

    @OptionGroup var call: CallOptions

    func run() throws {
        guard !timers.isEmpty else { return try list() }
        var plans: [Plan] = []
        for word in timers { plans.append(try plan(word)) }
        guard !print else {
            for plan in plans {
                tell(plan)
                Terminal.write(json: .object(Terminal.shows(plan.object)))
            }
            return
        }
        let place = try Place(call.daemon)
        // Nobody else would run what the timer did.
        guard
            call.daemon.glance({ connection, deadline in try? connection.call(DoctorCall(), until: deadline) }
            ) != nil
        else {
            throw Failure(
                .noDaemon,
                Complaint("no daemon answers, so nothing was adopted", advice: "systemctl start bgrund"))
        }
        let known = Set(try place.records.all().map(\.timer))
        if let twice = plans.first(where: { known.contains($0.timer) }) {
            throw Failure(
                .refused,
                Complaint(
                    "\(twice.timer) was adopted already", advice: "bgrun release \(twice.timer) gives it back"
                ))
        }
        var adopted: [(AdoptedTimer, path: String)] = []
        for plan in plans {
            tell(plan)
            adopted.append(try place.adopt(plan))
        }
        if call.output.json {
            return Terminal.write(
                json: [
                    "adopted": .array(
                        adopted.map { timer, path in
                            [
                                "timer": .string(timer.timer), "job": .string(timer.job.text),
                                "path": .string(path),
                            ]
                        })
                ])
        }
        for (timer, path) in adopted {
            Terminal.write(
                sentences:
                    "\(timer.timer) is the job \(timer.job) now (\(path.visible)); bgrun release \(timer.timer) undoes it\n"
            )
        }
    }

    // MARK: - Before anything is changed

    fileprivate struct Plan {
        let timer: String
        let standing: TimerStanding
        let way: AdoptedTimer.Way
        let object: JSONObject
        let job: JobIdentifier
        let remarks: [Remark]
    }

    private func plan(_ word: String) throws -> Plan {
        guard !word.contains("/") else {
            throw Failure.usage(
                "\(word.visible) is a path", advice: "name the timer as systemctl list-timers does")
        }
        let name = word.contains(".") ? word : "\(word).timer"
        guard name.hasSuffix(".timer"), name.count > ".timer".count else {
            throw Failure.usage("\(word.visible) is no timer", advice: "name one such as fstrim.timer")
        }
        var imported = Imported()
        let isUser = call.daemon.user
        TimerReader.read(
            name, as: .unit, specifiers: UnitFiles.specifiers(isUser: isUser), in: nil, into: &imported,
            find: UnitFiles(isUser: isUser).find)
        var made: (object: JSONObject, job: JobIdentifier)?
        imported.refuse { object in
            do throws(DescriptorError) {
                made = (object, try JobDescriptor(value: .object(object), rules: rules).identifier)
                return nil
            } catch {
                return DescriptorMistake.all(of: error).map(\.text.visible).joined(separator: "; ")
            }
        }
        guard imported.refusals.isEmpty, let made else {
            throw Failure(
                .unsuccessful,
                Complaint(
                    (["\(name.visible) can't be adopted:"] + imported.refusals.map { "  \($0.text.visible)" })
                        .joined(
                            separator: "\n")))
        }
        let standing = try TimerSwitch(isUser: isUser).standing(of: name)
        guard standing.load == "loaded", let way = standing.way else {
            throw Failure(
                .unsuccessful,
                Complaint(
                    "\(name.visible) can't be adopted: systemd has it as \(standing.load.visible), \(standing.file.visible)",
                    advice: "systemctl status \(name.visible) tells more"))
        }
        return Plan(
            timer: name, standing: standing, way: way, object: made.object, job: made.job,
            remarks: imported.remarks)
    }

    /// What a daemon would hold it to.
    private var rules: DescriptorRules {
        var rules = MachineZones.rules
        rules.owner = call.daemon.user ? UserID(Machine.effectiveUser) : nil
        return rules
    }

    private func tell(_ plan: Plan) {
        Terminal.writeError(
            plan.remarks.filter { $0.verdict != .kept }.map { "\($0.text.visible)\n" }.joined())
        if plan.way == .untouched {
            Terminal.writeError("\(plan.timer): note: it was off; the job is not\n")
        }
    }

    // MARK: - What was adopted

    private func list() throws {
        let timers = try Place(call.daemon).records.all()
        if call.output.json { return Terminal.write(json: ["adopted": .array(timers.map(\.json))]) }
        guard !timers.isEmpty else {
            return Terminal.write(
                sentences: "no timer was adopted; systemctl list-timers has those that there are\n")
        }
        for timer in timers {
            Terminal.write(sentences: "\(timer.timer.visible) is the job \(timer.job)\n")
        }
    }

    /// Where jobs, records and timers lie.
    struct Place {
        let jobs: InstalledJobs
        let records: AdoptedTimers
        let manager: TimerSwitch

        init(_ daemon: DaemonOptions) throws {
            jobs = try InstalledJobs(daemon)
            records = AdoptedTimers(beside: jobs)
            manager = TimerSwitch(isUser: daemon.user)
        }

        /// First what undoes it, then the timer, then the job: at no time do both run it, and whatever is cut short can be undone.
        fileprivate func adopt(_ plan: Plan) throws -> (AdoptedTimer, path: String) {
            var timer = AdoptedTimer(
                timer: plan.timer, job: plan.job, way: plan.way, wasActive: plan.standing.isActive)
            try records.write(timer)
            do {
                let before = manager.links()
                if !timer.switchingOff.isEmpty { try manager.systemctl(timer.switchingOff) }
                timer.links = before.subtracting(manager.links()).sorted { $0.path < $1.path }
                try records.write(timer)
                let paths = try jobs.write([(plan.job.text, plan.object)], replacing: false)
                return (timer, paths.first ?? jobs.directory)
            } catch {
                // The timer as it was; what is wrong with that too is said instead.
                try release(timer, removingJob: false)
                throw error
            }
        }

        /// - Parameter removingJob: Whether the job is its own; one of that name may be somebody else's.
        func release(_ timer: AdoptedTimer, removingJob: Bool = true, ranAt instant: Int64? = nil) throws {
            if removingJob { try jobs.remove(timer.job.text) }
            try manager.restore(timer.links)
            if let instant { manager.note(timer.timer, ranAt: instant) }
            for words in timer.switchingOn { try manager.systemctl(words) }
            try records.remove(timer)
        }
    }
}
