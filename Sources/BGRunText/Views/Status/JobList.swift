// The rows of `bgrun status`: what concerns people most stands first.
import BGRunCalendar
import BGRunJob
import BGRunWire

/// A table of jobs, those that are over among them.
struct JobList {
    /// A row: a job, or one that is over.
    private enum Entry {
        case job(JobReport)
        case over(HistoryEntry)

        var id: JobID {
            switch self {
            case .job(let job): job.id
            case .over(let entry): entry.job
            }
        }

        var title: String? {
            switch self {
            case .job(let job): job.title
            case .over(let entry): entry.title
            }
        }

        /// Of those that stand alike, what comes first.
        func instant(_ standing: Standing) -> WallTime {
            switch self {
            case .over(let entry): return entry.ended
            case .job(let job):
                let instant = standing == .running ? job.run?.started : job.due
                return instant ?? WallTime(microseconds: .max)
            }
        }
    }

    private let entries: [(standing: Standing, entry: Entry)]
    private let disabled: Int
    private let clock: LocalClock
    private let screen: Screen
    private let owners: OwnerNames

    init(
        _ status: StatusCall.Reply, clock: LocalClock, screen: Screen, owners: OwnerNames,
        extent: StatusExtent
    ) {
        (self.clock, self.screen, self.owners) = (clock, screen, owners)
        var entries = status.jobs.map { (standing: Standing($0), entry: Entry.job($0)) }
        let all = entries.count
        if case .usual = extent { entries.removeAll { $0.standing == .disabled } }
        disabled = all - entries.count
        entries += status.ended.compactMap(\.entry).map { (standing: Standing($0), entry: .over($0)) }
        self.entries = entries.sorted { one, other in
            guard one.standing == other.standing else { return one.standing < other.standing }
            let (first, second) = (one.entry.instant(one.standing), other.entry.instant(other.standing))
            // Of those that are over, the last one concerns people most.
            guard first == second else { return (first < second) == (one.standing != .over) }
            return one.entry.id < other.entry.id
        }
    }

    var isEmpty: Bool { entries.isEmpty }

    /// In their order, for whoever chooses one of them.
    var jobs: [JobID] { entries.map(\.entry.id) }

    /// What is left out.
    var rest: [Line] {
        guard disabled > 0 else { return [] }
        let words = disabled == 1 ? "1 disabled job is" : "\(disabled) disabled jobs are"
        return [Line("\(words) not listed; bgrun status --all has \(disabled == 1 ? "it" : "them")", .dim)]
    }

    var lines: [Line] {
        let hasTitles = entries.contains { $0.entry.title != nil }
        let hasOwners = owners.areShown(entries.map(\.entry.id.owner))
        var columns = [Column("")]
        if hasTitles {
            columns.append(.wrapping("JOB", to: 18, rank: 4))
            columns.append(
                Column(
                    "IDENTIFIER",
                    yield: .init(
                        rank: 3, least: 16, narrowing: .losesMiddle, lastResort: .stacks, lastRank: 6)))
        } else {
            columns.append(.naming("JOB", to: 18, rank: 4))
        }
        if hasOwners { columns.append(.naming("OWNER", to: 6, rank: 7)) }
        columns += [
            Column(
                "STATE", yield: .init(rank: 0, least: 9, narrowing: .wraps, lastResort: .drops, lastRank: 1)),
            Column("LATELY", yield: .init(rank: 5, least: 6, narrowing: .losesBeginning, isForced: true)),
            Column(
                "LAST", yield: .init(rank: 0, least: 20, narrowing: .wraps, lastResort: .drops, lastRank: 2)),
            Column("WHAT NEXT"),
        ]
        var table = Table(heading: columns, lastWants: 32)
        for (standing, entry) in entries {
            var cells: [Table.Cell] = [[standing.mark]]
            let isOver = standing == .over
            let name = entry.id.identifier.text
            let style: Style = isOver ? .dim : .bold
            if hasTitles {
                // One without a title goes by what is its own in its name.
                let title = entry.title?.shownTitle ?? Self.ownPart(of: name)
                cells += [[Span(title, style)], [Span(name, .dim)]]
            } else {
                cells.append([Span(name, style)])
            }
            if hasOwners { cells.append([Span(owners.name(entry.id.owner).visible, isOver ? .dim : .plain)]) }
            switch entry {
            case .job(let job): cells += self.cells(of: job, standing)
            case .over(let entry): cells += EndedText(entry, clock: clock).cells
            }
            table.add(cells: cells)
        }
        return table.lines
    }

    /// `backup` of `org.example.backup`; a number, as `submit` makes one, says less than what stands before it.
    private static func ownPart(of name: String) -> String {
        let parts = name.split(separator: ".")
        guard let last = parts.last, last.allSatisfy(\.isNumber) else { return String(parts.last ?? "") }
        return String(parts.dropLast().last ?? last)
    }

    private func cells(of job: JobReport, _ standing: Standing) -> [Table.Cell] {
        let words = JobWords(job, clock: clock)
        var next: [Span] = []
        if job.isSimulated { next.append(Span("SIMULATED: ", .bad)) }
        for trouble in words.troubles { next += [Span(trouble, .bad), Span("; ")] }
        next.append(words.next(on: screen))
        return [
            [Span(job.state.rawValue, job.state.style)],
            job.recent.isEmpty ? [Span("–", .dim)] : job.recent.strip,
            [job.lastOccurrence(clock) ?? Span("–", .dim)],
            next,
        ]
    }
}
