// Which of several jobs that may start goes first.

/// Which of several jobs that may start goes first.
package enum Priority: String, CaseIterable, Sendable {
    case low
    case `default`
    case high

    /// What lateness is multiplied with.
    package var weight: Int64 {
        switch self {
        case .low: 1
        case .default: 4
        case .high: 16
        }
    }
}
