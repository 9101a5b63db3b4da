// What becomes of a run when the machine sleeps.

/// What becomes of a run when the machine is about to sleep.
package enum SleepRule: String, CaseIterable, Sendable {
    /// It stands still, and goes on after waking.
    case freeze
    /// It is told to end, and its occurrence stays due.
    case stop
}
