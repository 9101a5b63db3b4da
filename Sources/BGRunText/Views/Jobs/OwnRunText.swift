// What `bgrun job reason` prints: why a run is told to end, or why it runs.
import BGRunCalendar
import BGRunJob
import BGRunWire

/// A run's account of itself, in words.
package struct OwnRunText {
    private let account: RunAccount
    private let clock: LocalClock

    package init(_ account: RunAccount, clock: LocalClock) {
        self.account = account
        self.clock = clock
    }

    /// `timeBudget`, as the file of `BGRUN_STOP_REASON_FILE` has it, or
    /// `due since 02:30, begun 3 h late, without externalPower`.
    package var reason: String {
        if let reason = account.stopReason { return reason.description }
        let cause = account.isByHand ? "called up by hand" : "due since \(clock.date(account.due))"
        let late =
            account.isByHand || account.lateness < .seconds(1)
            ? nil : "begun \(account.lateness.rounded) late"
        let without =
            account.relaxed.isEmpty
            ? nil : "without \(account.relaxed.map(\.visible).joined(separator: ", "))"
        return [cause, late, without].compactMap(\.self).joined(separator: ", ")
    }
}
