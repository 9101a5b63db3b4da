// bgrun release: timers of systemd as they were before bgrun adopt.
import ArgumentParser
import BGRunCalendar
import BGRunClient
import BGRunImport
import BGRunJSON
import BGRunJob
import BGRunText
import BGRunWire

struct ReleaseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "release",
        abstract: "Give adopted timers back to systemd.",
        usage: """
            bgrun release UNIT.timer…
            bgrun release --all
            """,
        discussion: """
            The job is removed, and the timer is enabled or started as it was before bgrun adopt. A run that the job is \
            making is stopped. What the job has run since is not run again by a timer that makes up for what it has missed.
            """)

    @Argument(
        help: ArgumentHelp("Timers, or the jobs in their place.", valueName: "timer"),
        completion: .adoptedTimers)
    var timers: [String] = []

    @Flag(help: "All that were adopted.")
    var all = false

    @OptionGroup var call: CallOptions

    func validate() throws {
        guard timers.isEmpty == all else {
            throw ValidationError(
                all
                    ? "name timers, or say --all, not both"
                    : "name timers, or say --all; bgrun adopt lists what was adopted")
        }
    }

    func run() throws {
        try call.daemon.refuseOwner(because: AdoptedTimers.owners)
        try OwnPlaces.require(for: call.daemon)
        let place = try AdoptionPlace(call.daemon, to: "releases")
        let (known, unreadable) = try place.records.all()
        let chosen =
            try all
            ? known
            : timers.map { word in
                let names = [word, "\(word).timer"]
                guard let timer = known.first(where: { names.contains($0.timer) || $0.job.text == word })
                else {
                    try Failure.end(with: unreadable.filter { names.contains($0.timer) }.map(\.complaint))
                    throw Failure(
                        .refused,
                        Complaint(
                            "\(word.visible) was not adopted",
                            advice: "bgrun adopt\(call.daemon.userFlag) lists what was adopted"))
                }
                return timer
            }
        var faults = all ? unreadable.map(\.complaint) : []
        if chosen.isEmpty, faults.isEmpty, !call.output.json {
            Terminal.write(sentences: "no timer was adopted\n")
        }
        var released: [AdoptedTimer] = []
        for timer in chosen {
            // One that can't be keeps no other from being systemd's again.
            do {
                try place.release(timer, ranAt: lastRun(of: timer.job))
                released.append(timer)
            } catch let failure as Failure {
                if let complaint = failure.complaint { faults.append(complaint) }
                continue
            }
            if !call.output.json {
                Terminal.write(
                    sentences: "\(timer.timer.visible) is systemd's again, and the job \(timer.job) is gone\n"
                )
            }
        }
        if call.output.json {
            Terminal.write(json: ["released": .array(released.map { $0.report(in: place.jobs) })])
        }
        try Failure.end(with: faults)
    }

    /// When its job did its work last, by the daemon's word.
    private func lastRun(of job: JobIdentifier) -> Int64? {
        let selection = JobSelection(job, of: call.daemon.asker)
        let past = call.daemon.glance { connection, deadline in
            try? connection.call(HistoryCall(selection, limit: 100), until: deadline)
        }
        let instants = (past?.entries ?? []).compactMap { line -> Int64? in
            guard case .run(let entry) = line, entry.outcome == .succeeded else { return nil }
            return entry.started.microseconds
        }
        return instants.max()
    }
}
