// The tokens by which the loop knows what is ready.

/// What the loop itself waits for. Sources have the numbers from `firstSource` on, in the order in which they joined,
/// connections those from `firstConnection` on.
enum Token: UInt64 {
    case listener, signals, wallClock, bootClock, awakeClock, wallAlarm, bootAlarm

    /// Whether it tells that an instant has come.
    var isOfTime: Bool {
        switch self {
        case .wallClock, .bootClock, .awakeClock, .wallAlarm, .bootAlarm: true
        case .listener, .signals: false
        }
    }

    static let firstSource: UInt64 = 16
    static let firstConnection: UInt64 = 64
}
