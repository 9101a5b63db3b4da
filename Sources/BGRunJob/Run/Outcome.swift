// How a run ended.

/// The outcome of a run, as history and `wait` tell it.
package enum Outcome: String, CaseIterable, Sendable {
    case succeeded, failed, expired, interrupted, deferred, cancelled, couldNotLaunch

    /// Whether a job fails that ends so.
    package var isFailure: Bool {
        switch self {
        case .failed, .couldNotLaunch: true
        case .succeeded, .expired, .interrupted, .deferred, .cancelled: false
        }
    }
}
