// Whom a job never runs beside.

/// One entry of `conflicts`: a job of the same owner, or all of a group.
package enum JobConflict: Hashable, Sendable {
    case job(JobIdentifier)
    /// Every job whose `conflictGroup` is this.
    case group(Label)
}
