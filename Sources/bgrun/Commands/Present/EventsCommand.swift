// bgrun events: each visible change, as it happens.
import ArgumentParser
import BGRunClient
import BGRunJob
import BGRunText
import BGRunWire

struct EventsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "events", abstract: "Tell each change of jobs, runs and the device as it happens.",
        discussion: """
            With names or patterns, only of the jobs that they mean.
            """)

    @Argument(
        help: ArgumentHelp(
            "Only of these jobs: by identifiers, parts of them that no other has, or patterns such as 'org.example.*'.",
            valueName: "identifier"),
        completion: .jobs, transform: Words.jobName)
    var names: [JobName] = []

    @OptionGroup var tagged: TagOption
    @OptionGroup var call: CallOptions

    func validate() throws {
        try tagged.validate(beside: names.first)
    }

    func run() throws {
        var text = EventText(Words.owners)
        // Titles, which no change has.
        let known = try jobs()
        text.note(known)
        let tagged = tagged.tag == nil ? nil : Set(known.map(\.id))
        let names = try named()
        try call.follow(EventsCall()) { reply in
            let event = reply.event
            guard isMeant(event, tagged, names) else { return }
            if call.output.json { return Terminal.writeLine(json: event) }
            if let line = text.line(event, facts(event, text), LocalZone.clock) { Terminal.write([line]) }
        }
    }

    private func jobs() throws -> [JobReport] {
        if tagged.tag == nil, call.output.json { return [] }
        var connection = try call.daemon.connect()
        return try connection.call(StatusCall(tagged.selection(nil, of: call.daemon.owner))).jobs
    }

    /// The names with parts of names made whole. A pattern means also jobs that are still to come.
    private func named() throws -> [JobName] {
        let failures = Failures()
        let found = try names.flatMap { name in
            name.isPattern
                ? [name] : try call.daemon.targets([name], failures).map { JobName($0.identifier) }
        }
        try failures.end()
        return found
    }

    /// - Parameter tagged: Those that have the tag; nil where none is asked for.
    private func isMeant(_ event: Transition, _ tagged: Set<JobID>?, _ names: [JobName]) -> Bool {
        guard let job = event.job else { return names.isEmpty && tagged == nil && call.daemon.owner == nil }
        if let tagged, !tagged.contains(job) { return false }
        if let owner = call.daemon.owner, owner != job.owner { return false }
        return names.isEmpty
            || names.contains {
                $0.identifier == job.identifier
                    || $0.isPattern && !$0.meant(among: [job], called: \.identifier).isEmpty
            }
    }

    /// What makes a sentence of it; where it can't be learned, the sentence is shorter.
    private func facts(_ event: Transition, _ text: EventText) -> EventText.Facts {
        guard let job = event.job else { return EventText.Facts() }
        let target = Target(identifier: job.identifier, owner: job.owner)
        switch event.change {
        case .jobChanged(_, .running), .jobChanged(_, .expiring), .jobLeft, .conditionChanged, .runExpiring,
            .occurrenceSkipped:
            return EventText.Facts()
        case .runStarted:
            return text.knows(job) ? EventText.Facts() : EventText.Facts(job: report(of: target))
        case .jobChanged: return EventText.Facts(job: report(of: target))
        case .runEnded(_, let run, _, _):
            return EventText.Facts(entry: RunEnd(of: run, of: target, call.daemon)?.entry)
        }
    }

    private func report(of job: Target) -> JobReport? {
        call.daemon.glance { connection, deadline in
            (try? connection.call(WhyCall(job), until: deadline))?.job
        }
    }
}
