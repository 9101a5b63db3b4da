// How a run ended.

/// The outcome of a run, as history and `wait` tell it.
package enum Outcome: String, CaseIterable, Sendable {
    case succeeded, failed, expired, interrupted, deferred, cancelled, couldNotLaunch
}
