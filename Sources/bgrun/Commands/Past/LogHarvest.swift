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
    /// In the order of time, and those of one run in theirs. A line without a time stands where its run began.
    private var placed: [(at: WallTime, line: LogLine)] = []
    /// Whether there were more.
    private(set) var isCut = false
    private(set) var ends: [RunID: End] = [:]

    init(most: Int?, since: WallTime?) {
        self.most = most ?? (since == nil ? Self.usualLines : Self.mostLines)
        self.since = since
    }

    var lines: [LogLine] { placed.map(\.line) }

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
        guard placed.count >= most, let ended = run.ended, let first = placed.first else { return true }
        return ended >= first.at
    }

    /// Of one run no more lines than are shown of all are kept, or a few more for a while.
    func trim(_ lines: inout [LogLine]) {
        if lines.count > most + 10_000 { lines.removeFirst(lines.count - most) }
    }

    /// Older runs are not looked at.
    mutating func leaveOut() { isCut = true }

    mutating func note(_ piece: LogsCall.Reply, of run: Run) {
        ends[run.run, default: End(job: run.job, isActive: run.ended == nil, bytes: 0)].bytes +=
            piece.text.utf8.count
    }

    /// - Parameter new: All lines of the run.
    mutating func add(_ new: [LogLine], of run: Run) {
        if ends[run.run] == nil { ends[run.run] = End(job: run.job, isActive: run.ended == nil, bytes: 0) }
        let wanted = new.map { (at: $0.at ?? run.started, line: $0) }.filter { line in
            since.map { line.at >= $0 } ?? true
        }
        if wanted.isEmpty { return }
        let all = Self.merged(
            placed,
            wanted.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(
                \.element))
        isCut = isCut || all.count > most
        placed = Array(all.suffix(most))
    }

    /// Both are in the order of time; of one instant the first ones come first.
    private static func merged(
        _ one: [(at: WallTime, line: LogLine)], _ other: [(at: WallTime, line: LogLine)]
    ) -> [(at: WallTime, line: LogLine)] {
        var all: [(at: WallTime, line: LogLine)] = []
        all.reserveCapacity(one.count + other.count)
        var next = 0
        for line in one {
            while next < other.count, other[next].at < line.at {
                all.append(other[next])
                next += 1
            }
            all.append(line)
        }
        return all + other[next...]
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
