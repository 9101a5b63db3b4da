// What can be simulated without the machine's doing it.

/// What `bgrun simulate` does.
package enum Simulation: Hashable, Sendable {
    case launch
    case stop(StopReason)
}
