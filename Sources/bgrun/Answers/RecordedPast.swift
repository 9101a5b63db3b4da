// What a daemon has recorded of the machine and of jobs, put together for those who draw it.
import BGRunCalendar
import BGRunClient
import BGRunForecast
import BGRunJob
import BGRunLinux
import BGRunWire

/// What some jobs went through, and the machine meanwhile.
struct RecordedPast {
    /// Of any of the jobs' requirements nothing may be known; who draws shows external power and the network always.
    private static let always = [Requirement.externalPower, .network]

    let daemon: DaemonReport?
    let reports: [JobReport]
    /// Those that are over and still listed.
    let ended: [EndedReport]
    let machine: MachineTimeline
    /// In the order of their names; also those that have left and have runs in the window.
    let jobs: [JobTimeline]
    /// How likely each of the machine's lanes holds in the hours of a week, by its text.
    let chances: [String: HourChances]

    /// Asks the daemon of the time from an instant on.
    static func asked(_ selection: JobSelection, since: WallTime, _ call: CallOptions) throws -> RecordedPast
    {
        var connection = try call.daemon.connect()
        let history = HistoryCall(selection, since: since, limit: .max)
        let status: StatusCall.Reply?
        do throws(ClientError) {
            status = try connection.call(StatusCall(selection))
        } catch {
            // A job that has left is known by its runs alone.
            guard case .refused(.scheduler(.unknownJob)) = error, case .job = selection else { throw error }
            status = nil
        }
        let entries = try call.daemon.naming { try connection.call(history) }.entries
        // Nobody knows any more what it required; when the machine slept is known all the same.
        let asked =
            selection.isOfOne && status?.jobs.isEmpty ?? true
            ? JobSelection.all(owner: call.daemon.owner) : selection
        let record = try connection.call(ConditionHistoryCall(asked, since: since))
        return RecordedPast(status, entries, record, isOfAll: !selection.isOfOne)
    }

    private init(
        _ status: StatusCall.Reply?, _ entries: [HistoryLine], _ record: ConditionHistoryCall.Reply,
        isOfAll: Bool
    ) {
        reports = status?.jobs ?? []
        ended = status?.ended ?? []
        daemon = status?.daemon
        var hindsight = Hindsight(record.changes, from: record.from, to: record.to)
        let leaves = reports.flatMap { report in
            report.descriptor.requires.leaves.map { (requirement: $0, owner: report.id.owner) }
        }
        let always = isOfAll ? Self.always.map { (requirement: $0, owner: UserID.root) } : []
        machine = hindsight.machine(always + leaves)
        let zone = LocalZone.zone
        var chances: [String: HourChances] = [:]
        for (requirement, owner) in always + leaves where chances[requirement.condition.text] == nil {
            let alone = Requirements([.requirement(requirement.condition)])
            chances[requirement.condition.text] = hindsight.chances(of: alone, owner: owner, in: zone).all
        }
        self.chances = chances
        var lines = Dictionary(grouping: entries, by: \.job)
        let holds = Dictionary(grouping: record.holds, by: \.job)
        var jobs = reports.map { report in
            hindsight.timeline(
                of: JobPast(
                    report, lines.removeValue(forKey: report.id) ?? [], holds[report.id] ?? [], at: record.to),
                title: report.title)
        }
        for (job, lines) in lines {
            jobs.append(
                hindsight.timeline(
                    of: JobPast(job: job, requirements: .none, lines: lines), title: lines.first?.title))
        }
        self.jobs = jobs.sorted {
            ($0.job.identifier.text, $0.job.owner.rawValue) < ($1.job.identifier.text, $1.job.owner.rawValue)
        }
    }
}

extension JobPast {
    fileprivate init(_ report: JobReport, _ lines: [HistoryLine], _ holds: [HoldChange], at now: WallTime) {
        self.init(job: report.id, requirements: report.descriptor.requires, lines: lines)
        preferred = report.descriptor.prefers?.requirements ?? .none
        prefersFor = Self.span(
            of: report.descriptor.prefers, latestBegin: report.descriptor.timing.latestBegin)
        self.holds = holds
        dueSince = report.state.dueSince(report.due, at: now)
        activeRun = report.run.map { JobRecord.ActiveRun(run: $0.run, started: $0.started) }
    }

    fileprivate init(job: JobID, requirements: Requirements, lines: [HistoryLine]) {
        self.init(job: job, requirements: requirements)
        take(lines)
    }
}

extension JobPast {
    /// What has become of its occurrences.
    mutating func take(_ lines: [HistoryLine]) {
        for line in lines {
            switch line {
            case .run(let entry): runs.append(entry)
            case .skip(let skip, _, _): skips.append(skip)
            }
        }
    }
}

extension HistoryLine {
    fileprivate var title: String? {
        switch self {
        case .run(let entry): entry.title
        case .skip(_, _, let title): title
        }
    }
}

extension JobSelection {
    fileprivate var isOfOne: Bool {
        if case .job = self { true } else { false }
    }
}
