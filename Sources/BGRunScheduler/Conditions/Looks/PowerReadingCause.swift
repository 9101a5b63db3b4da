// Where a reading of the power supplies came from.

/// Where a power reading came from; a change found without an event marks the machine as silent.
package enum PowerReadingCause: String, CaseIterable, Sendable {
    /// The kernel reported a change, or the daemon has just started.
    case event
    /// The scheduler asked for it.
    case asked
}
