// The tokens by which the loop knows what is ready.

/// What the loop waits for; connections have the numbers from `firstConnection` on.
enum Token: UInt64 {
    case listener, signals, wallClock, bootClock, awakeClock, power, network, launcher, files
    case bus, localZone, paths, wallAlarm, bootAlarm, subjects

    static let firstConnection: UInt64 = 16
}
