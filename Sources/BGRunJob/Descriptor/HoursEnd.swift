// What becomes of a run when the hours end in which its job may start.

/// What becomes of a run when the job's allowed hours end.
package enum HoursEnd: String, CaseIterable, Sendable {
    /// It goes on.
    case finish
    /// It is told to end, and its occurrence goes on when they begin again.
    case stop
    /// It stands still until they begin again.
    case freeze
}
