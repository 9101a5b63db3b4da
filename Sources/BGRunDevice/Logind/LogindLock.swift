// The locks that logind gives, in its own words.

/// A lock of logind's, as Inhibit of org.freedesktop.login1(5) has them.
package enum LogindLock: String, CaseIterable, Sendable {
    /// Sleep waits for us, for as long as logind's `InhibitDelayMaxSec` allows.
    case sleepDelay
    /// So does a shutdown.
    case shutdownDelay
    /// Sleep and idleness don't happen. A lock of its own, so that the lid's comes and goes without a gap in it.
    case awake
    /// The lid's switch is ignored.
    case lidSwitch

    /// The first argument of Inhibit.
    var what: String {
        switch self {
        case .sleepDelay: "sleep"
        case .shutdownDelay: "shutdown"
        case .awake: "sleep:idle"
        case .lidSwitch: "handle-lid-switch"
        }
    }

    /// The fourth argument of Inhibit.
    var mode: String {
        switch self {
        case .sleepDelay, .shutdownDelay: "delay"
        case .awake, .lidSwitch: "block"
        }
    }
}
