// Whether somebody uses the machine, as logind knows it.

/// Whether somebody uses the machine.
package enum LogindPresence: Equatable, Sendable {
    case somebody
    /// All sessions are idle or the lid is closed, and nobody but us keeps the machine awake.
    case nobody
    case unknown(String)
}
