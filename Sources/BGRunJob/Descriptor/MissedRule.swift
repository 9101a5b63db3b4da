// What becomes of occurrences that nobody could run in time.

/// What becomes of occurrences whose instant passed while bgrun could not look at it.
package enum MissedRule: String, CaseIterable, Sendable {
    /// They collapse into one run.
    case once
    /// They are skipped, and the skip is recorded.
    case skip
    /// Each has its own run, one after the other.
    case all
}
