// A loop around the bus, as the daemon has one.
import BGRunCalendar
import BGRunDevice
import BGRunLinux
import BGRunScheduler
import Testing

@testable import BGRunDaemon

extension BusSource {
    /// What the loop hears until what is waited for is there: it waits for the descriptor and the source's own instant,
    /// and for nothing else.
    ///
    /// - Parameter wish: What a wish has told at once; the answer may be among it.
    func events(after wish: [Event] = [], until isThere: ([Event]) -> Bool) throws -> [Event] {
        var events = wish
        let deadline = Clock.read(.monotonic) + 30_000_000
        while !isThere(events) {
            let latest = min(attendAt?.microseconds ?? deadline, deadline)
            if try Readiness.wait(for: descriptor, to: .read, until: latest) {
                events += news()
            } else if latest < deadline {
                events += attend(at: .now)
            } else {
                Issue.record("there is only \(events)")
                return events
            }
        }
        return events
    }
}
