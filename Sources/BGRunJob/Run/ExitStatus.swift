// How a run's main process left.

/// How the run's main process left, as `waitid(2)` tells it.
package enum ExitStatus: Hashable, Sendable, CustomStringConvertible {
    case code(Int32)
    case signal(Int32)
    /// Nobody could learn it: the daemon was not the parent any more.
    case lost

    /// "Not now": the occurrence stays due (`EX_TEMPFAIL` of sysexits.h).
    package static let deferred = ExitStatus.code(75)

    package var description: String {
        switch self {
        case .code(let code): "exit \(code)"
        case .signal(let number): "signal \(number)"
        case .lost: "unknown"
        }
    }

    /// Reads back what ``description`` has written.
    package init?(_ text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        switch (words.first, words.count == 2 ? words.last.flatMap { Int32($0) } : nil) {
        case ("exit", let code?): self = .code(code)
        case ("signal", let number?): self = .signal(number)
        case ("unknown", nil) where words.count == 1: self = .lost
        case (_, _): return nil
        }
    }
}
