// Which ends of runs a job's owner is told of on the desktop.

/// Of which ends a notice is shown.
package enum NotifyRule: String, CaseIterable, Sendable {
    /// Of the first failure after a success, of the success after failures, and of giving up.
    case failure
    /// Of each success and each failure.
    case always
    case never
}
