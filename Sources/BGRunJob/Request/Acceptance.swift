// What became of a submission.

/// How a submission was taken in.
package enum Acceptance: String, CaseIterable, Sendable {
    case new
    /// It replaced the pending job of that name.
    case replaced
    /// A run of the job is active; the new request follows it.
    case follows
}
