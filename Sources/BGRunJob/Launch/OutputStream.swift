// The two streams that a run writes.

/// A stream of a run's output, by the key of the descriptor that may send it elsewhere.
package enum OutputStream: String, CaseIterable, Sendable {
    case standardOutput, standardError
}
