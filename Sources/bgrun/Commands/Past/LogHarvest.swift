// The last lines of many runs, of which no more is kept than is shown.
import BGRunCalendar
import BGRunJob
import BGRunJSON
import BGRunText
import BGRunWire

/// Lines as they are gathered, from the run that has ended last to the one that has ended first.
struct LogHarvest {
    static let usualLines = 100
    static let mostLines = 100_000
    /// So many runs are looked at, at most.
    static let mostRuns = 1000

    struct Run {
        let job: JobID
        let run: RunID
        let started: WallTime
        /// Nil of one that is active.
        let ended: WallTime?
    }

    /// How much of a run was told.
    struct End {
        let job: JobID
        let isActive: Bool
        /// Of the text.
        var bytes: Int
    }

    private let most: Int
    private let since: WallTime?
    /// In the order of time, and those of one run in theirs.
    private(set) var lines: [LogLine] = []
    /// Whether there were more.
    private(set) var isCut = false
    private(set) var ends: [RunID: End] = [:]

    init(most: Int?, since: WallTime?) {
        self.most = most ?? (since == nil ? Self.usualLines : Self.mostLines)
        self.since = since
    }

    /// The active ones first, then those that have ended last.
    static func inTurn(_ runs: [Run]) -> [Run] {
        let active = runs.filter { $0.ended == nil }
        let ended = runs.filter { $0.ended != nil }.sorted {
            ($0.ended ?? $0.started) > ($1.ended ?? $1.started)
        }
        return active + ended
    }

    /// Whether a run may have a line that is shown: of one that has ended before all of these none is.
    func needs(_ run: Run) -> Bool {
        guard lines.count >= most, let ended = run.ended, let first = lines.first?.at else { return true }
        return ended >= first
    }

    mutating func note(_ piece: LogsCall.Reply, of run: Run) {
        ends[run.run, default: End(job: run.job, isActive: run.ended == nil, bytes: 0)].bytes +=
            piece.text.utf8.count
    }

    /// - Parameter new: All lines of the run.
    mutating func add(_ new: [LogLine], of run: Run) {
        if ends[run.run] == nil { ends[run.run] = End(job: run.job, isActive: run.ended == nil, bytes: 0) }
        let wanted = new.filter { line in since.map { (line.at ?? run.started) >= $0 } ?? true }
        // Of lines without a time, its beginning stands for it.
        let placed = (lines + wanted).enumerated().sorted { one, two in
            let (first, second) = (one.element.at ?? run.started, two.element.at ?? run.started)
            return first == second ? one.offset < two.offset : first < second
        }
        isCut = isCut || placed.count > most
        lines = placed.suffix(most).map(\.element)
    }
}

extension LogLine {
    /// `{"identifier": …, "owner": …, "run": …, "at": …, "stream": …, "text": …}`; of what nobody knows, null.
    var report: JSONValue {
        [
            "identifier": .string(job.identifier.text), "owner": .integer(Int64(job.owner.rawValue)),
            "run": .integer(run.rawValue), "at": at.map { .string($0.rfc3339) } ?? .null,
            "stream": stream.map { .string($0.rawValue) } ?? .null, "text": .string(text),
        ]
    }
}
