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
