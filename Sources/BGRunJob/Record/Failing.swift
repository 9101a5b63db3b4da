// That a job's runs fail, one after the other.
import BGRunCalendar

/// Failures in a row, none of which was tried again, since the last success.
package struct Failing: Hashable, Sendable {
    package var count: Int
    /// When the first of them ended.
    package var since: WallTime
    /// How the last one left.
    package var exit: ExitStatus?
    /// Why the last one could not be launched, or what of the machine it lacked.
    package var reason: String?

    package init(count: Int = 1, since: WallTime, exit: ExitStatus? = nil, reason: String? = nil) {
        self.count = count
        self.since = since
        self.exit = exit
        self.reason = reason
    }

    /// A clause whose subject is the job: `failed 6 times since 2026-03-29 03:00: exit 3`.
    package func words(date: (WallTime) -> String) -> String {
        let how = count == 1 ? "failed \(date(since))" : "failed \(count) times since \(date(since))"
        return cause.map { "\(how): \($0)" } ?? how
    }

    /// Why the last one has failed, as far as that is known.
    package var cause: String? {
        guard let reason else { return exit?.words }
        return exit == nil ? "could not be launched: \(reason)" : reason
    }

    /// The same with one more failure.
    package func again(exit: ExitStatus?, reason: String?) -> Failing {
        Failing(count: count < .max ? count + 1 : count, since: since, exit: exit, reason: reason)
    }
}
