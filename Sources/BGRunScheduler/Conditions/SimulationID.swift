// The name of a simulation.

/// Tells the simulations of one daemon's life apart.
struct SimulationID: Hashable, Comparable {
    let number: UInt64

    static func < (left: SimulationID, right: SimulationID) -> Bool { left.number < right.number }
}
