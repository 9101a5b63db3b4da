// The tokens by which the loop knows what is ready.

/// What the loop itself waits for. Sources have the numbers from `firstSource` on, in the order in which they joined,
/// connections those from `firstConnection` on.
enum Token: UInt64 {
    case listener, signals, wallClock, bootClock, awakeClock, wallAlarm, bootAlarm

    static let firstSource: UInt64 = 16
    static let firstConnection: UInt64 = 64
}
