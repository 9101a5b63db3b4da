// How a run's main process left, or what an application has said of its task.

/// How the run's main process left, as `waitid(2)` tells it; of a task, the word of its application.
package enum ExitStatus: Hashable, Sendable, CustomStringConvertible {
    case code(Int32)
    case signal(Int32)
    /// Nobody could learn it: the daemon was not the parent any more.
    case lost
    /// The application has said that its task is complete, and whether it was a success.
    case completed(Bool)
    /// The host of the task has said no word about its end: it ended itself, or its handler has not let go.
    case abandoned

    /// "Not now": the occurrence stays due (`EX_TEMPFAIL` of sysexits.h).
    package static let deferred = ExitStatus.code(75)

    package var description: String {
        switch self {
        case .code(let code): "exit \(code)"
        case .signal(let number): "signal \(number)"
        case .lost: "unknown"
        case .completed(true): "completed"
        case .completed(false): "completed unsuccessfully"
        case .abandoned: "abandoned"
        }
    }

    /// What ``description`` says, for people.
    package var words: String {
        switch self {
        case .lost: "exit unknown"
        case .abandoned: "its program did not complete it"
        case .code, .signal, .completed: description
        }
    }

    /// Reads back what ``description`` has written.
    package init?(_ text: String) {
        let plain: [ExitStatus] = [.lost, .completed(true), .completed(false), .abandoned]
        if let status = plain.first(where: { $0.description == text }) {
            self = status
            return
        }
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        switch (words.first, words.count == 2 ? words.last.flatMap { Int32($0) } : nil) {
        case ("exit", let code?): self = .code(code)
        case ("signal", let number?): self = .signal(number)
        case (_, _): return nil
        }
    }
}
