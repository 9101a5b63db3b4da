// A hook: a program that a job calls when an occurrence of it has ended.
import BGRunCalendar

/// A program that is told how an occurrence has ended, as its author wrote it.
package struct HookCommand: Hashable, Sendable {
    package static let usualTimeBudget: Duration = .seconds(60)
    package static let longestTimeBudget: Duration = .seconds(600)

    /// Never empty.
    package let arguments: [String]
    /// How long it may take, while the machine is awake; then it is killed.
    package let timeBudget: Duration

    package init(arguments: [String], timeBudget: Duration = usualTimeBudget) {
        self.arguments = arguments
        self.timeBudget = timeBudget
    }
}

/// Which ends a hook is called for.
package enum HookKind: String, CaseIterable, Sendable {
    /// A failure that is not tried again.
    case onFailure
    /// A success that follows such failures.
    case onRecovery
    case onSuccess
}
