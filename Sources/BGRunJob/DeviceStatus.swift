// The device as people are shown it.
import BGRunCalendar

/// The device as the scheduler sees it.
package struct DeviceStatus: Hashable, Sendable {
    /// One requirement: what was read last, since when, and from when on it counts.
    package struct Condition: Hashable, Sendable {
        package var verdict: Verdict
        package var reason: String
        /// When the verdict last changed; nil before the first reading.
        package var since: WallTime?
        /// Set while it holds and does not count yet.
        package var settlesAt: WallTime?

        package init(verdict: Verdict, reason: String, since: WallTime?, settlesAt: WallTime?) {
            self.verdict = verdict
            self.reason = reason
            self.since = since
            self.settlesAt = settlesAt
        }
    }

    package var externalPower: Condition
    package var batteryLevel: Int?
    package var network: Condition
    /// The supplies of this machine change without an event, as was seen or as the policy says.
    package var isPowerSilent: Bool

    package init(externalPower: Condition, batteryLevel: Int?, network: Condition, isPowerSilent: Bool) {
        self.externalPower = externalPower
        self.batteryLevel = batteryLevel
        self.network = network
        self.isPowerSilent = isPowerSilent
    }
}
