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
            meaning goes to standard error. bgrun release UNIT.timer undoes it. Without a name: what was adopted. \
            Exit code 1 where a timer can't be adopted.
            """)

    @Argument(
        help: ArgumentHelp("Timers, such as fstrim.timer.", valueName: "timer"), completion: .timers)
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
        try call.daemon.refuseOwner(because: AdoptedTimers.owners)
        try OwnPlaces.require(for: call.daemon)
        guard !timers.isEmpty else { return try list() }
        var plans: [AdoptionPlan] = []
        for word in timers {
            let plan = try AdoptionPlan(word, call.daemon)
            if !plans.contains(where: { $0.timer == plan.timer }) { plans.append(plan) }
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
                    advice: "start it: systemctl\(call.daemon.userFlag) enable --now bgrund"))
        }
        try refuseTaken(plans, place)
        var adopted: [AdoptedTimer] = []
        do {
            for plan in plans {
                tell(plan)
                adopted.append(try place.adopt(plan))
            }
        } catch {
            // All of them, or none. What is wrong with that is said, and does not keep the others.
            for timer in adopted {
                do {
                    try place.release(timer)
                } catch let failure as Failure {
                    if let complaint = failure.complaint { Terminal.writeError("bgrun: \(complaint.text)\n") }
                }
            }
            throw error
        }
        show(adopted, in: place.jobs)
    }

    private func refuseTaken(_ plans: [AdoptionPlan], _ place: borrowing AdoptionPlace) throws {
        if let twice = plans.first(where: { place.records.has($0.timer) }) {
            throw Failure(
                .refused,
                Complaint(
                    "\(twice.timer) was adopted already",
                    advice: "bgrun release \(twice.timer)\(call.daemon.userFlag) gives it back"))
        }
        for plan in plans {
            let known = place.found(plan.job.name)?.first
            let path = place.jobs.has(plan.job.name) ? place.jobs.path(of: plan.job.name) : known?.file
            guard path != nil || known != nil else { continue }
            throw Failure(
                .refused,
                path.map { path in
                    Complaint(
                        "\(plan.timer) was not adopted, since \(path.visible) is there already",
                        advice: "remove that file, which brings a job of the same name")
                }
                    ?? Complaint(
                        "\(plan.timer) was not adopted, since there is a job \(plan.job.name) already",
                        advice: "bgrun cancel \(plan.job.name)\(call.daemon.userFlag) removes it"))
        }
    }

    /// Descriptors as files have them, or all of it as `bgrun import --json` has it.
    private func show(_ plans: [AdoptionPlan]) {
        guard !call.output.json else {
            return Terminal.write(json: ImportReport.json(plans.map(\.job.object), plans.flatMap(\.remarks)))
        }
        for plan in plans {
            tell(plan)
            Terminal.write(json: .object(Terminal.shows(plan.job.object)))
        }
    }

    private func show(_ adopted: [AdoptedTimer], in jobs: InstalledJobs) {
        guard !call.output.json else { return show(reportOf: adopted, in: jobs) }
        for timer in adopted {
            Terminal.write(
                sentences:
                    "\(timer.timer.visible) is the job \(timer.job) now (\(jobs.path(of: timer.job).visible)); bgrun release \(timer.timer.visible)\(call.daemon.userFlag) undoes it\n"
            )
        }
    }

    /// The same for those that are adopted now, and for those that were.
    private func show(reportOf timers: [AdoptedTimer], in jobs: InstalledJobs) {
        Terminal.write(json: ["adopted": .array(timers.map { $0.report(in: jobs) })])
    }

    private func tell(_ plan: AdoptionPlan) {
        Terminal.writeError(
            plan.remarks.filter { $0.verdict != .kept }.map { "\($0.text.visible)\n" }.joined())
    }

    // MARK: - What was adopted

    private func list() throws {
        let jobs = try InstalledJobs(readBy: call.daemon)
        let (timers, faults) = try AdoptedTimers(of: call.daemon).all()
        if call.output.json {
            show(reportOf: timers, in: jobs)
        } else if timers.isEmpty, faults.isEmpty {
            Terminal.write(
                sentences: "no timer was adopted; systemctl list-timers has those that there are\n")
        } else {
            show(timers, of: jobs)
        }
        try Failure.end(with: faults.map(\.complaint))
    }

    private func show(_ timers: [AdoptedTimer], of jobs: InstalledJobs) {
        for timer in timers {
            Terminal.write(
                sentences: jobs.has(timer.job)
                    ? "\(timer.timer.visible) is the job \(timer.job)\n"
                    : "\(timer.timer.visible) is off, and the file of its job \(timer.job) is not there; bgrun release \(timer.timer.visible)\(call.daemon.userFlag) switches it on\n"
            )
        }
    }
}
