// Jobs played over what a daemon has recorded of the last days.
import BGRunCalendar
import BGRunClient
import BGRunForecast
import BGRunJob
import BGRunLinux
import BGRunRehearsal
import BGRunText
import BGRunWire

/// How jobs would have gone in the last days, had they been submitted then.
struct RehearsedPast {
    let machine: MachineTimeline
    let jobs: [JobTimeline]
    let facts: RehearsalText.Facts
    /// Why one of them would not have been accepted.
    let refusal: Failure?

    init(
        _ descriptors: [JobDescriptor], owner: UserID, days: Int,
        assuming assumed: [Requirement.Kind: Verdict],
        takes: Duration?, zones: KnownZones, _ clock: LocalClock, _ daemon: DaemonOptions
    ) throws {
        var connection = try daemon.connect()
        let first = clock.local(clock.now).daysSinceEpoch - Int64(days - 1)
        let since = clock.instant(of: CivilTime(seconds: first * CivilTime.secondsPerDay))
        let record = try connection.call(ConditionHistoryCall(.all(owner: daemon.owner), since: since))
        let leaves = descriptors.flatMap { job in
            (job.requirements.leaves + (job.preference?.requirements.leaves ?? [])).map {
                (requirement: $0, owner: owner)
            }
        }
        let always = [Requirement.externalPower, .network].map { (requirement: $0, owner: UserID.root) }
        let seen = Hindsight(record.changes, from: record.from, to: record.to).machine(always + leaves)

        var terms = Rehearsal.Terms(
            owner: owner, policy: daemon.policy ?? Policy(), zones: zones,
            work: Story.Work(takes ?? RehearseCommand.usualWork))
        var facts = RehearsalText.Facts()
        for descriptor in descriptors where descriptor.kind != .service {
            let usual =
                takes == nil
                ? try Self.usual(of: JobSelection(descriptor.identifier, of: daemon.owner), &connection) : nil
            if let usual { terms.works[descriptor.identifier] = Story.Work(usual.span) }
            facts.works.append(
                .init(
                    descriptor.identifier, usual?.span ?? terms.work.span,
                    by: takes != nil ? .asked : usual.map { .runs($0.count) } ?? .guess))
        }
        var story = Story(seen, assuming: assumed)
        // Nothing is known of the time before the record. Where there is none, only what is assumed counts.
        if !record.changes.isEmpty { story.begin = max(story.begin, seen.begin) }
        var rehearsal = Rehearsal(
            of: descriptors, over: story, terms,
            power: PowerReading(verdict: .unknown, reason: "nothing is recorded of it"),
            network: NetworkReading(verdict: .unknown, reason: "nothing is recorded of it"))
        let outcome = rehearsal.play()

        var hindsight = Hindsight(outcome.changes, from: seen.from, to: outcome.end)
        machine = hindsight.machine(always + leaves)
        let lines = Dictionary(grouping: outcome.lines, by: \.job)
        let holds = Dictionary(grouping: outcome.holds, by: \.job)
        jobs = descriptors.map { descriptor in
            let id = JobID(owner: owner, identifier: descriptor.identifier)
            return hindsight.timeline(
                of: JobPast(descriptor, id, lines[id] ?? [], holds[id] ?? [], outcome.records[id]),
                title: descriptor.title)
        }
        facts.unknown = Self.unknown(in: seen, leaves.map(\.requirement), assumed)
        facts.begin = story.begin
        facts.end = outcome.end
        facts.cut = outcome.cut
        facts.notDue = descriptors.compactMap { descriptor in
            let id = JobID(owner: owner, identifier: descriptor.identifier)
            guard lines[id] == nil, let record = outcome.records[id], record.occurrence.dueSince == nil,
                record.activeRun == nil
            else { return nil }
            return (descriptor.identifier, record.occurrence.plan.at)
        }
        self.facts = facts
        refusal = outcome.firstRefusal
    }

    /// How long runs of the job take that succeed, and of how many that is known.
    private static func usual(
        of job: JobSelection, _ connection: inout Connection
    ) throws -> (span: Duration, count: Int)? {
        let past: HistoryCall.Reply
        do throws(ClientError) {
            past = try connection.call(HistoryCall(job, limit: EarlierRuns.most))
        } catch {
            // There was no such job so far.
            guard case .refused(.scheduler(.unknownJob)) = error else { throw error }
            return nil
        }
        let spans = past.entries.compactMap { line -> Duration? in
            guard case .run(let run) = line, run.outcome == .succeeded, !run.isSimulated else { return nil }
            return run.duration
        }.sorted()
        return spans.isEmpty ? nil : (max(spans[spans.count / 2], .seconds(1)), spans.count)
    }

    /// Of what nothing was recorded at all, and nothing is assumed.
    private static func unknown(
        in seen: MachineTimeline, _ requirements: [Requirement], _ assumed: [Requirement.Kind: Verdict]
    ) -> [Requirement] {
        var unknown: [Requirement] = []
        for requirement in requirements.map(\.condition)
        where assumed[requirement.kind] == nil && !unknown.contains(requirement) {
            let lane = seen.lanes.first { $0.text == requirement.text }
            let isSeen = lane?.stretches.contains { $0.verdict == .yes || $0.verdict == .no } ?? false
            if !isSeen { unknown.append(requirement) }
        }
        return unknown
    }
}

extension DaemonOptions {
    /// The daemon's settings, where they lie in the usual place and can be read.
    fileprivate var policy: Policy? {
        guard let usualPolicy, let bytes = try? File.contents(of: usualPolicy, limit: JobDescriptor.byteLimit)
        else { return nil }
        return try? Policy(json: bytes) { name in
            (try? UserAccount.with(name: name)).flatMap(\.self).map { UserID($0.user) }
        }
    }
}

extension JobPast {
    fileprivate init(
        _ descriptor: JobDescriptor, _ id: JobID, _ lines: [HistoryLine], _ holds: [HoldChange],
        _ record: JobRecord?
    ) {
        self.init(
            job: id, requirements: descriptor.requirements,
            preferred: descriptor.preference?.requirements ?? .none,
            prefersFor: Self.span(of: descriptor.preference, latestBegin: descriptor.latestBegin),
            holds: holds,
            dueSince: record?.occurrence.dueSince, activeRun: record?.activeRun)
        take(lines)
    }
}
