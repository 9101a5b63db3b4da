// The program that `requires.command` names.
import BGRunJSON

/// A program that says by exit 0 that a condition holds.
package struct CommandCheck: Hashable, Sendable {
    /// Never empty.
    package let arguments: [String]
    /// How long an answer is good for.
    package let interval: Duration
    /// How long it may take; then it is killed, and does not hold.
    package let timeBudget: Duration

    package init(arguments: [String], interval: Duration, timeBudget: Duration) {
        self.arguments = arguments
        self.interval = interval
        self.timeBudget = timeBudget
    }
}

extension CommandCheck {
    /// The arguments on one line, quoted where they are not plain, so that no two commands have one text.
    package var text: String {
        arguments.map { argument in
            let isPlain =
                !argument.isEmpty
                && argument.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") }
            return isPlain ? argument : JSONValue.string(argument).text()
        }.joined(separator: " ")
    }

    /// The program as people call it, without its directory.
    package var name: String {
        arguments.first.map { String($0.split(separator: "/").last ?? "/") } ?? ""
    }
}
