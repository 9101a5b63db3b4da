// The events that make jobs due.

/// A change of the device that makes a job due; the raw value is its spelling everywhere.
package enum TriggerEvent: String, CaseIterable, Hashable, Sendable {
    /// The machine was started. Once for each boot, and not when the daemon alone was restarted.
    case boot
    /// The machine woke up from sleep.
    case wake
    /// External power came, and has settled.
    case externalPower
    /// A network came, and has settled.
    case network
    /// The owner's first session began; for root anybody's.
    case login
    /// The owner's session was unlocked; for root anybody's.
    case unlock

    /// In a sentence: "waits for the machine to wake up".
    package var words: String {
        switch self {
        case .boot: "the next boot"
        case .wake: "the machine to wake up"
        case .externalPower: "external power to come"
        case .network: "a network to come"
        case .login: "its owner to log in"
        case .unlock: "its owner to unlock the screen"
        }
    }
}
