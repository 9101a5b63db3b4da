// How much of a countdown is left, by a clock that goes on while the machine sleeps.
import BackgroundTasksUIKitNames

/// A countdown to zero and never below.
///
/// `ContinuousClock` counts suspend, and nobody sets it. So nothing has to be noted when the program is stopped or the machine
/// sleeps: whoever looks next sees what is left.
struct Countdown {
    private enum Course {
        case running(until: ContinuousClock.Instant)
        case paused(left: Duration)
    }

    private let clock = ContinuousClock()
    private var course: Course

    init(_ span: Duration) { course = .paused(left: span) }

    var isRunning: Bool { if case .running = course { true } else { false } }

    var left: Duration {
        switch course {
        case .running(let end): max(.zero, clock.now.duration(to: end))
        case .paused(let left): left
        }
    }

    mutating func pause() { course = .paused(left: left) }

    mutating func resume() { course = .running(until: clock.now.advanced(by: left)) }
}

/// The countdown of articles: they note the date when the application leaves, and subtract when it is back.
struct ArticleCountdown {
    private(set) var left: Int
    private var leftAt: Date?

    init(_ count: Int) { left = count }

    mutating func tick() { left -= 1 }

    mutating func leave() { leftAt = Date() }

    /// Whoever sets the clock meanwhile sets the countdown; and nothing keeps it from passing zero, where it was to end.
    mutating func comeBack(_ second: Double) {
        guard let leftAt else { return }
        left -= Int((Date().timeIntervalSince(leftAt) / second).rounded())
        self.leftAt = nil
    }
}
