// The rows of `bgrun status`: what concerns people most stands first.
import BGRunCalendar
import BGRunJob
import BGRunWire

/// A table of jobs, those that are over among them.
struct JobList {
    /// A row: a job, or one that is over.
    private enum Entry {
        case job(JobReport)
        case over(EndedReport, HistoryEntry)

        var id: JobID {
            switch self {
            case .job(let job): job.id
            case .over(_, let entry): entry.job
            }
        }

        /// What it is called; one that nobody has named goes by its command.
        var title: String? {
            switch self {
            case .job(let job): job.title?.shownTitle ?? (job.identifier.isGenerated ? job.commandLine : nil)
            case .over(_, let entry): entry.title?.shownTitle
            }
        }

        var recent: [RecentEnds.End] {
            switch self {
            case .job(let job): job.recent
            case .over(let report, let entry):
                report.recent.isEmpty ? [RecentEnds.End(entry.outcome, entry.exit)] : report.recent
            }
        }

        var lastSuccess: WallTime? {
            switch self {
            case .job(let job): job.lastRun?.lastSuccess
            case .over(let report, let entry):
                entry.outcome == .succeeded ? entry.ended : report.lastSuccess
            }
        }

        /// Of those that stand alike, what comes first.
        func instant(_ standing: Standing) -> WallTime {
            switch self {
            case .over(_, let entry): return entry.ended
            case .job(let job):
                let instant = standing == .running ? job.run?.started : job.planned?.starts
                return instant ?? WallTime(microseconds: .max)
            }
        }
    }

    private typealias Row = (standing: Standing, entry: Entry)

    /// Of more jobs that wait for the same, so many are shown where they are folded.
    private static let fewest = 3

    /// Longer lists leave out the second line of a job in trouble, where the first has the trouble whole.
    private static let mostWithRest = 12

    /// A title has so many columns at least.
    private static let titleColumns = 16
    /// Up to this width the column of identifiers may leave, or lose what tells one from another.
    private static let identifiedFrom = 80

    private var rows: [Row]
    /// How many more than those that are shown wait for the same, by what that is.
    private var folded: [(cause: String, count: Int)] = []
    private let disabled: Int
    private let clock: LocalClock
    private let screen: Screen
    private let owners: OwnerNames

    init(
        _ status: StatusCall.Reply, clock: LocalClock, screen: Screen, owners: OwnerNames,
        extent: StatusExtent
    ) {
        (self.clock, self.screen, self.owners) = (clock, screen, owners)
        var rows: [Row] = status.jobs.map { (Standing($0), .job($0)) }
        let all = rows.count
        if case .usual = extent { rows.removeAll { $0.standing == .disabled } }
        disabled = all - rows.count
        rows += status.ended.compactMap { report in
            report.entry.map { (Standing($0), .over(report, $0)) }
        }
        self.rows = rows.sorted { one, other in
            guard one.standing == other.standing else { return one.standing < other.standing }
            let (first, second) = (one.entry.instant(one.standing), other.entry.instant(other.standing))
            // Of those that are over, the last one concerns people most.
            guard first == second else { return (first < second) == (one.standing != .over) }
            return one.entry.id < other.entry.id
        }
    }

    var isEmpty: Bool { rows.isEmpty }

    /// In their order, for whoever chooses one of them.
    var jobs: [JobID] { rows.map(\.entry.id) }

    /// Leaves out, of many jobs that wait for the same and with which nothing is wrong, all but the first few; they are counted.
    mutating func fold() {
        func cause(_ row: Row) -> String? {
            guard row.standing == .waiting, case .job(let job) = row.entry, job.health.troubles.isEmpty else {
                return nil
            }
            return JobWords(job, clock: clock).cause
        }
        let causes = rows.map(cause)
        var counts: [String: Int] = [:]
        for cause in causes.compactMap(\.self) { counts[cause, default: 0] += 1 }
        var (seen, kept): ([String: Int], [Row]) = ([:], [])
        for (row, cause) in zip(rows, causes) {
            guard let cause else {
                kept.append(row)
                continue
            }
            seen[cause, default: 0] += 1
            // In place of two rows one line is no gain.
            if seen[cause, default: 0] <= Self.fewest || counts[cause, default: 0] <= Self.fewest + 1 {
                kept.append(row)
            } else if let place = folded.firstIndex(where: { $0.cause == cause }) {
                folded[place].count += 1
            } else {
                folded.append((cause, 1))
            }
        }
        rows = kept
    }

    /// What is left out.
    var rest: [Line] {
        guard disabled > 0 else { return [] }
        let words = disabled == 1 ? "1 disabled job is" : "\(disabled) disabled jobs are"
        return [Line("\(words) not listed; bgrun status --all has \(disabled == 1 ? "it" : "them")", .dim)]
    }

    var lines: [Line] {
        let lines = table.lines
        guard !folded.isEmpty else { return lines }
        let place = 1 + (rows.lastIndex { $0.standing == .waiting } ?? rows.count - 1) + 1
        return lines[..<place]
            + folded.map {
                Line("   and \($0.count) more wait for \($0.cause); --all lists them", .dim)
            } + lines[place...]
    }

    private var table: Table {
        let hasTitles = rows.contains { $0.entry.title != nil }
        let hasOwners = owners.areShown(rows.map(\.entry.id.owner))
        var columns = [Column("")]
        if hasTitles {
            columns.append(.titling("JOB", to: Self.titleColumns, rank: 4))
            columns.append(
                Column(
                    "IDENTIFIER",
                    yield: .init(rank: 3, least: 10, narrowing: .losesHead, isForced: true, leavesAt: 6)))
        } else {
            columns.append(.naming("JOB", to: 18, rank: 4))
        }
        if hasOwners { columns.append(.naming("OWNER", to: 6, rank: 8)) }
        columns += [
            .leaving("STATE", rank: 1),
            Column(
                "LATELY",
                yield: .init(rank: 5, least: 6, narrowing: .losesBeginning, isForced: true, leavesAt: 7)),
            // Whether a backup is fresh is what people look for, so it never leaves.
            Column("GOOD"), .leaving("LAST", rank: 2), Column("WHAT NEXT"),
        ]
        var table = Table(heading: columns, lastWants: 38, isBrief: true)
        let titles = rows.map(\.entry).map(title)
        // Of those that begin alike, what tells one from the others.
        let alike = Dictionary(grouping: zip(titles, rows)) { $0.0.cut(toColumns: Self.titleColumns) }
            .mapValues { DistinctNames($0.map(\.1.entry.id.identifier)) }
        for (row, title) in zip(rows, titles) {
            let own = alike[title.cut(toColumns: Self.titleColumns)]?.own(row.entry.id.identifier)
            add(row, to: &table, hasTitles ? shown(title, own) : nil, own, hasOwners)
        }
        return table
    }

    /// One without a title goes by what is its own in its name.
    private func title(of entry: Entry) -> String { entry.title ?? entry.id.identifier.ownPart }

    /// A title as its row has it. One long title must not push out what the rows say; a pipe has room.
    ///
    /// - Parameter own: What tells its job from others of that title, which would read alike where the identifiers have no room.
    private func shown(_ title: String, _ own: String?) -> String {
        guard let width = screen.width else { return title }
        let whole = width < Self.identifiedFrom ? own.map { "\($0): \(title)" } ?? title : title
        return whole.cut(toColumns: max(Self.titleColumns, width / 3))
    }

    /// An identifier beside a title. Narrowed, it loses its head, in which it may differ from those of the same title.
    private func shown(_ name: JobIdentifier, _ own: String?) -> String {
        guard let own, let width = screen.width, width <= Self.identifiedFrom, !name.text.hasSuffix(own),
            !own.hasPrefix("…")
        else { return name.text }
        return "\(own)…"
    }

    private func add(_ row: Row, to table: inout Table, _ title: String?, _ own: String?, _ hasOwners: Bool) {
        let (standing, entry) = row
        let isOver: Bool
        if case .over = entry { isOver = true } else { isOver = false }
        let name = entry.id.identifier
        let style: Style = standing == .over ? .dim : .bold
        var cells: [Table.Cell] = [[standing.mark]]
        if let title {
            cells += [[Span(title, style)], [Span(shown(name, own), .dim)]]
        } else {
            cells.append([Span(name.text, style)])
        }
        if hasOwners {
            cells.append([Span(owners.name(entry.id.owner).visible, standing == .over ? .dim : .plain)])
        }
        let (state, last, whole) = words(of: entry)
        cells += [
            [state], entry.recent.isEmpty ? [Span("–", .dim)] : entry.recent.strip,
            [entry.lastSuccess.map { Span(clock.age(of: $0)) } ?? Span("–", .dim)], [last], whole,
        ]
        // A pipe has room for all.
        guard screen.width != nil else { return table.add(cells: cells) }
        let isTrouble = isOver ? standing == .failing : standing <= .late || troubles(of: entry)
        let words = briefWords(of: entry)
        func below(_ cell: [Span]) -> [Span]? {
            isTrouble ? (title != nil ? [Span("\(name): ", .dim)] + cell : cell) : nil
        }
        table.add(
            cells: cells, shorter: words.shorter, below: below(words.detail), complete: words.complete,
            rest: rows.count > Self.mostWithRest ? nil : below(words.rest))
    }

    private func troubles(of entry: Entry) -> Bool {
        if case .job(let job) = entry { !job.health.troubles.isEmpty } else { false }
    }

    private func words(of entry: Entry) -> (state: Span, last: Span, whole: [Span]) {
        switch entry {
        case .job(let job):
            let last = job.lastOccurrence(clock) ?? Span("–", .dim)
            return (
                Span(job.state.rawValue, job.state.style), last, JobWords(job, clock: clock).whole(on: screen)
            )
        case .over(_, let end):
            let words = EndedText(end, clock: clock)
            return (Span("over", .dim), words.last, screen.reach.added(to: words.whole))
        }
    }

    private func briefWords(
        of entry: Entry
    ) -> (shorter: [[Span]], detail: [Span], complete: Int, rest: [Span]) {
        switch entry {
        case .job(let job):
            let words = JobWords(job, clock: clock)
            return (
                words.shorter(on: screen), words.detail(on: screen), words.complete.count,
                [words.next(on: screen)]
            )
        case .over(_, let end):
            let words = EndedText(end, clock: clock)
            return (words.shorter, screen.reach.added(to: words.detail), 0, [])
        }
    }
}

extension JobIdentifier {
    /// Its last part is a number, as `submit` makes one.
    fileprivate var isGenerated: Bool {
        text.split(separator: ".").last?.allSatisfy(\.isNumber) ?? false
    }

    /// `backup` of `org.example.backup`; a number says less than what stands before it.
    fileprivate var ownPart: String {
        let parts = text.split(separator: ".")
        return String((isGenerated ? parts.dropLast().last : nil) ?? parts.last ?? "")
    }
}

extension JobReport {
    /// `make -C work`, without where the program lies.
    fileprivate var commandLine: String? {
        switch descriptor.program {
        case .command(let arguments):
            guard let program = arguments.first else { return nil }
            let name = program.split(separator: "/").last.map(String.init) ?? program
            return ([name] + arguments.dropFirst()).joined(separator: " ").shownTitle
        case .shell(let line): return line.isEmpty ? nil : line.shownTitle
        case .unit, .task: return nil
        }
    }
}
