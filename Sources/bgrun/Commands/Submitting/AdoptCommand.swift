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
        abstract: "Replace a timer of systemd by a job that starts the same service.",
        usage: "bgrun adopt [UNIT.timer…] [--print]",
        discussion: """
            The timer is switched off, and a job is installed in /etc/bgrun/jobs.d (with --user in your own jobs directory), \
            which is for root. The job is due when the timer was, waits for what the service asks of the machine \
            (ConditionACPower= and the like), and starts the service, which systemd goes on to run as it says. What changes in \
            meaning goes to standard error. bgrun release UNIT.timer undoes it. Without a name: what was adopted.
            """)

    @Argument(help: ArgumentHelp("Timers, such as fstrim.timer.", valueName: "timer"))
    var timers: [String] = []

    @Flag(help: "Print the descriptors, and change nothing.")
    var print = false

    @OptionGroup var call: CallOptions

    func validate() throws {
        if timers.isEmpty, print {
            throw ValidationError("name the timers whose descriptors are to be printed")
        }
    }

    func run() throws {
        guard !timers.isEmpty else { return try list() }
        var plans: [Plan] = []
        for plan in try timers.map(plan) where !plans.contains(where: { $0.timer == plan.timer }) {
            plans.append(plan)
        }
        guard !print else { return show(plans) }
        let place = try AdoptionPlace(call.daemon, to: "adopts")
        // Nobody else would run what the timer did.
        guard
            call.daemon.glance({ connection, deadline in
                try? connection.call(DoctorCall(), until: deadline)
            }) != nil
        else {
            throw Failure(
                .noDaemon,
                Complaint(
                    "no daemon answers, so nothing was adopted",
                    advice: "start it: systemctl\(user) start bgrund"))
        }
        try refuseTaken(plans, place)
        var adopted: [(timer: AdoptedTimer, path: String)] = []
        do {
            for plan in plans {
                tell(plan)
                adopted.append(try place.adopt(plan))
            }
        } catch {
            // All of them, or none. What is wrong with that is said, and does not keep the others.
            for (timer, _) in adopted {
                do {
                    try place.release(timer)
                } catch let failure as Failure {
                    if let complaint = failure.complaint { Terminal.writeError("bgrun: \(complaint.text)\n") }
                }
            }
            throw error
        }
        show(adopted)
    }

    /// ` --user`, where it is to be given again.
    private var user: String { call.daemon.user ? " --user" : "" }

    private func refuseTaken(_ plans: [Plan], _ place: borrowing AdoptionPlace) throws {
        if let twice = plans.first(where: { place.records.has($0.timer) }) {
            throw Failure(
                .refused,
                Complaint(
                    "\(twice.timer) was adopted already",
                    advice: "bgrun release \(twice.timer)\(user) gives it back"))
        }
        for plan in plans where place.knows(plan.job) == true {
            throw Failure(
                .refused,
                Complaint(
                    "\(plan.timer) was not adopted, since there is a job \(plan.job) already",
                    advice: "bgrun cancel \(plan.job)\(user) removes it"))
        }
        for plan in plans where place.jobs.has(plan.job.text) {
            let path = "\(place.jobs.directory)/\(plan.job).json".visible
            throw Failure(
                .refused,
                Complaint(
                    "\(plan.timer) was not adopted, since \(path) is there already",
                    advice: "move that file away"))
        }
    }

    /// Descriptors as files have them, or all of it as `bgrun import --json` has it.
    private func show(_ plans: [Plan]) {
        guard !call.output.json else {
            return Terminal.write(json: ImportReport.json(plans.map(\.object), plans.flatMap(\.remarks)))
        }
        for plan in plans {
            tell(plan)
            Terminal.write(json: .object(Terminal.shows(plan.object)))
        }
    }

    private func show(_ adopted: [(timer: AdoptedTimer, path: String)]) {
        guard !call.output.json else {
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
                    "\(timer.timer.visible) is the job \(timer.job) now (\(path.visible)); bgrun release \(timer.timer.visible)\(user) undoes it\n"
            )
        }
    }

    // MARK: - Before anything is changed

    struct Plan {
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
                    "\(name.visible) can't be adopted: \(standing.lack.visible)",
                    advice: "systemctl\(user) status \(name.visible) tells more"))
        }
        if way == .untouched {
            imported.note("it was off; the job is not", of: made.job.text, in: name)
        }
        // Of a target it may be by a link that goes with the timer.
        if let other = standing.needers.first(where: { !$0.hasSuffix(".target") }) {
            throw Self.isNeeded(name, by: other)
        }
        return Plan(
            timer: name, standing: standing, way: way, object: made.object, job: made.job,
            remarks: imported.remarks)
    }

    static func isNeeded(_ timer: String, by other: String) -> Failure {
        Failure(
            .unsuccessful,
            Complaint(
                "\(timer.visible) can't be adopted: \(other.visible) requires it, and fails or is stopped without it",
                advice: "bgrun import systemd \(timer.visible) makes a job beside it"))
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
    }

    // MARK: - What was adopted

    private func list() throws {
        let (timers, faults) = try AdoptedTimers(of: call.daemon).all()
        if call.output.json {
            Terminal.write(json: ["adopted": .array(timers.map(\.json))])
        } else if timers.isEmpty, faults.isEmpty {
            Terminal.write(
                sentences: "no timer was adopted; systemctl list-timers has those that there are\n")
        } else {
            try show(timers)
        }
        try Failure.end(with: faults.map(\.complaint))
    }

    private func show(_ timers: [AdoptedTimer]) throws {
        let directory = try InstalledJobs.directory(of: call.daemon)
        for timer in timers {
            let isThere = (try? File.status(of: "\(directory)/\(timer.job).json")) != nil
            Terminal.write(
                sentences: isThere
                    ? "\(timer.timer.visible) is the job \(timer.job)\n"
                    : "\(timer.timer.visible) is off, and the file of its job \(timer.job) is not there; bgrun release \(timer.timer.visible)\(user) switches it on\n"
            )
        }
    }
}
