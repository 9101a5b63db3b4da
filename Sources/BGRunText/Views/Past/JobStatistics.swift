// What the runs of a job came to, summed up from history.
import BGRunCalendar
import BGRunJob

/// The runs of one job that have ended. What was skipped, and what never began, took no time and used nothing.
package struct JobStatistics: Equatable, Sendable {
    package let job: JobID
    package private(set) var runs = 0
    /// How many ended so.
    package private(set) var outcomes: [Outcome: Int] = [:]
    /// So many of those that have succeeded did so with warnings.
    package private(set) var withWarnings = 0
    /// Of those that have succeeded; nil where none has.
    package private(set) var median: Duration?
    /// Of all that began.
    package private(set) var longest: Duration?
    /// Of all runs together, at most 292,000 years.
    package private(set) var processorTime: Duration = .zero
    package private(set) var peakMemoryKiB: Int64 = 0
    /// Of all runs together.
    package private(set) var readBytes: Int64 = 0
    package private(set) var writtenBytes: Int64 = 0

    /// Jobs by their names, then by their owners; each with all that the lines tell of it.
    package static func of(_ lines: [HistoryLine]) -> [JobStatistics] {
        var entries: [JobID: [HistoryEntry]] = [:]
        for case .run(let entry) in lines { entries[entry.job, default: []].append(entry) }
        return entries.map { JobStatistics($0, $1) }.sorted {
            ($0.job.identifier.text, $0.job.owner.rawValue) < ($1.job.identifier.text, $1.job.owner.rawValue)
        }
    }

    private init(_ job: JobID, _ entries: [HistoryEntry]) {
        self.job = job
        runs = entries.count
        var succeeded: [Duration] = []
        for entry in entries {
            outcomes[entry.outcome, default: 0] += 1
            if RecentEnds.End(entry.outcome, entry.exit) == .succeededWithWarnings { withWarnings += 1 }
            if entry.outcome != .couldNotLaunch, let took = entry.duration.map({ max($0, .zero) }) {
                longest = max(longest ?? .zero, took)
                if entry.tellsUsual { succeeded.append(took) }
            }
            guard let processes = entry.usage.processes else { continue }
            for span in [processes.userTime, processes.systemTime] {
                processorTime = .microseconds(
                    Self.sum(processorTime.wholeMicroseconds, span.wholeMicroseconds))
            }
            peakMemoryKiB = max(peakMemoryKiB, processes.peakMemoryKiB)
            readBytes = Self.sum(readBytes, processes.readBytes)
            writtenBytes = Self.sum(writtenBytes, processes.writtenBytes)
        }
        median = UsualSpan.median(of: succeeded)
    }

    private static func sum(_ one: Int64, _ other: Int64) -> Int64 {
        let (sum, overflow) = one.addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
