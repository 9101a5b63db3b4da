// The three ways to ask for a run.

/// How `bgrun run` is meant.
package enum RunMode: String, CaseIterable, Sendable {
    /// Now, whatever its dates say; refused while a requirement does not hold.
    case now
    /// Now, whatever anything says, and losing a requirement does not stop it.
    case force
    /// Due from now on; it starts when nothing blocks it.
    case whenPossible
}
