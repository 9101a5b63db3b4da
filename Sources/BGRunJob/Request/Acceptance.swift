// What became of a submission.

/// How a submission was taken in.
package enum Acceptance: String, CaseIterable, Sendable {
    case new
    /// It replaced the pending job of that name.
    case replaced
    /// A run of the job is active; the new request follows it.
    case follows
    /// The job of that name stays what it is, as was asked for.
    case kept

    /// Those that a task's request may have.
    package static let ofTasks: [Acceptance] = [.new, .replaced, .follows]
}

/// A job that was submitted, and how it was taken in.
package struct AcceptedJob: Hashable, Sendable {
    package var job: JobID
    package var acceptance: Acceptance

    package init(_ job: JobID, _ acceptance: Acceptance) {
        self.job = job
        self.acceptance = acceptance
    }
}
