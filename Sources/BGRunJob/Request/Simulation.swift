// What can be played without the machine's doing it.

/// What `bgrun simulate` plays.
package enum Simulation: Hashable, Sendable {
    case launch
    case stop(StopReason)
}
