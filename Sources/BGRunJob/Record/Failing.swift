// That a job's runs fail, one after the other.
import BGRunCalendar

/// Runs in a row that have failed, since the last success.
package struct Failing: Hashable, Sendable {
    package var count: Int
    /// How many of them were final: nothing of their occurrence was tried again.
    package var givenUp: Int
    /// When the first of them ended.
    package var since: WallTime
    /// How the last one left.
    package var exit: ExitStatus?
    /// Why the last one could not be launched, or what of the machine it lacked.
    package var reason: String?

    /// - Parameter givenUp: All of them, where nothing is said.
    package init(
        count: Int = 1, givenUp: Int? = nil, since: WallTime, exit: ExitStatus? = nil, reason: String? = nil
    ) {
        self.count = count
        self.givenUp = givenUp ?? count
        self.since = since
        self.exit = exit
        self.reason = reason
    }

    /// - Parameters:
    ///   - before: Those before it.
    ///   - isFinal: Nothing of its occurrence is tried again.
    package init(_ entry: HistoryEntry, after before: Failing?, isFinal: Bool) {
        self.init(
            count: Self.sum(before?.count, 1), givenUp: Self.sum(before?.givenUp, isFinal ? 1 : 0),
            since: before?.since ?? entry.ended, exit: entry.exit, reason: entry.failure)
    }

    private static func sum(_ before: Int?, _ more: Int) -> Int {
        let (sum, overflow) = (before ?? 0).addingReportingOverflow(more)
        return overflow ? .max : sum
    }

    /// Whether the job *fails*: an occurrence was given up, or a second run has failed. A single failure that is tried again
    /// may be chance.
    package var isLasting: Bool { givenUp > 0 || count > 1 }

    /// A clause whose subject is the job: `failed 6 times since 2026-03-29 03:00: exit 3`.
    package func words(date: (WallTime) -> String) -> String {
        let how = count == 1 ? "failed \(date(since))" : "failed \(count) times since \(date(since))"
        return cause.map { "\(how): \($0)" } ?? how
    }

    /// Why the last one has failed, as far as that is known.
    package var cause: String? {
        guard let reason else { return exit?.words }
        return isOfLaunch ? "could not be launched: \(reason)" : reason
    }

    /// Whether the last one has not begun.
    package var isOfLaunch: Bool { reason != nil && exit == nil }
}
