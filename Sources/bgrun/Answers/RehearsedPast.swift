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
    /// What was recorded of the machine, as far as the jobs have to do with it.
    private struct Record {
        let machine: MachineTimeline
        /// Nothing at all was recorded of what one's jobs ask for.
        let isEmpty: Bool
    }

    private typealias Asked = [(requirement: Requirement, owner: UserID)]

    /// As it was in the play.
    let machine: MachineTimeline
    let jobs: [JobTimeline]
    private(set) var facts = RehearsalText.Facts()
    let cut: Rehearsal.Cut?

    /// - Parameters:
    ///   - days: So many local days, up to today.
    ///   - assumed: What is taken for the truth where nothing is recorded of a kind.
    ///   - takes: How long runs work; nil where history is to tell.
    /// - Throws: Where the daemon can't be asked, or would not accept the jobs.
    init(
        _ descriptors: [JobDescriptor], days: Int, assuming assumed: [Requirement.Kind: Verdict],
        takes: Duration?, _ clock: LocalClock, _ daemon: DaemonOptions
    ) throws {
        var connection = try daemon.connect()
        let conditions = Rehearsal.conditions(of: descriptors)
        // External power and the network are drawn always.
        let asked: Asked =
            [(.externalPower, .root), (.network, .root)] + conditions.map { ($0, daemon.asker) }
        let record = try Self.record(of: asked, days: days, clock, daemon, &connection)
        var terms = Rehearsal.Terms(
            owner: daemon.asker, policy: daemon.policy ?? Policy(),
            zones: MachineZones.known(for: descriptors), work: Story.Work(takes ?? RehearseCommand.usualWork))
        // Delays are drawn from it: an occurrence comes when the daemon would have it.
        terms.seed = Fingerprint.seed(ofInstallation: Machine.installationIdentifier)
        for descriptor in descriptors where descriptor.kind != .service {
            let job = JobSelection(descriptor.identifier, of: daemon.owner)
            let usual = takes == nil ? try Self.usual(of: job, &connection) : nil
            if let usual { terms.works[descriptor.identifier] = Story.Work(usual.span) }
            facts.works.append(
                RehearsalText.Facts.Work(
                    descriptor.identifier, usual?.span ?? terms.work.span,
                    by: takes != nil ? .asked : usual.map { .runs($0.count) } ?? .guess))
        }
        var story = Story(record.machine, assuming: assumed)
        // Nothing is known of the time before the record. Where there is none, only what is assumed counts.
        if !record.isEmpty { story.begin = max(story.begin, record.machine.begin) }
        story.skipGap(of: record.machine)
        let unknown = PowerReading(verdict: .unknown, reason: "nothing is known of it")
        var rehearsal = Rehearsal(
            of: descriptors, over: story, terms, power: unknown,
            network: NetworkReading(verdict: .unknown, reason: unknown.reason))
        let played = rehearsal.play()
        if let refusal = played.firstRefusal { throw refusal }

        var hindsight = Hindsight(played.changes, from: record.machine.from, to: played.end)
        machine = hindsight.machine(asked)
        let lines = Dictionary(grouping: played.lines, by: \.job)
        let holds = Dictionary(grouping: played.holds, by: \.job)
        jobs = descriptors.map { descriptor in
            let id = JobID(owner: daemon.asker, identifier: descriptor.identifier)
            return hindsight.timeline(
                of: JobPast(descriptor, id, lines[id] ?? [], holds[id] ?? [], played.records[id]),
                title: descriptor.title)
        }
        cut = played.cut
        facts.unknown = Self.gaps(in: record.machine, from: story.begin, conditions, assumed)
        let names = Set(descriptors.map(\.identifier))
        facts.missing = Set(descriptors.flatMap(\.order.after)).subtracting(names).sorted {
            $0.text < $1.text
        }
        facts.begin = story.begin
        facts.end = played.end
        facts.cut = played.cut?.words
        facts.notDue = descriptors.compactMap { descriptor in
            let id = JobID(owner: daemon.asker, identifier: descriptor.identifier)
            guard lines[id] == nil, let record = played.records[id], record.occurrence.dueSince == nil,
                record.activeRun == nil
            else { return nil }
            return (descriptor.identifier, record.occurrence.plan.at)
        }
        facts.hasUnseenTriggers = descriptors.flatMap(\.schedules).contains(where: \.isUnrecorded)
    }

    private static func record(
        of asked: Asked, days: Int, _ clock: LocalClock, _ daemon: DaemonOptions,
        _ connection: inout Connection
    ) throws -> Record {
        let first = clock.local(clock.now).daysSinceEpoch - Int64(days - 1)
        let since = clock.instant(of: CivilTime(seconds: first * CivilTime.secondsPerDay))
        let told = try connection.call(ConditionHistoryCall(.all(owner: daemon.owner), since: since))
        let hindsight = Hindsight(told.changes, from: told.from, to: told.to)
        return Record(machine: hindsight.machine(asked), isEmpty: told.changes.isEmpty)
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
        let spans = UsualSpan.spans(of: past.entries.compactMap(\.entry))
        // One that is known says more than a guess, and how many there are is told.
        return UsualSpan.median(of: spans).map { (max($0, .seconds(1)), spans.count) }
    }

    /// From when on something is known of each of these, as far as that is later than the begin of the play by more than a
    /// few minutes; nil where nothing is.
    private static func gaps(
        in seen: MachineTimeline, from begin: WallTime, _ requirements: [Requirement],
        _ assumed: [Requirement.Kind: Verdict]
    ) -> [(requirement: Requirement, until: WallTime?)] {
        requirements.filter { assumed[$0.kind] == nil }.compactMap { requirement in
            let lane = seen.lanes.first { $0.text == requirement.text }
            let first = lane?.stretches.first { $0.to > begin && ($0.verdict == .yes || $0.verdict == .no) }
            guard let first else { return (requirement, nil) }
            return first.from > begin.advanced(by: .seconds(900)) ? (requirement, first.from) : nil
        }
    }
}

extension Schedule {
    /// What brings it up leaves no trace in history.
    fileprivate var isUnrecorded: Bool {
        switch self {
        case .path, .event(.named(.login), _), .event(.named(.unlock), _): true
        case .event, .every, .cron, .calendar: false
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
