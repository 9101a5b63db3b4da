// A text of another scheduler, as its readers are given it.

/// A text of another scheduler, and what it is called where something is said of it.
package struct ForeignSource: Hashable, Sendable {
    package let path: String
    package let text: String

    package init(path: String, text: String) {
        self.path = path
        self.text = text
    }

    /// The lines with their numbers, from 1 on.
    var lines: [(number: Int, text: Substring)] {
        text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.enumerated().map {
            (number: $0.offset + 1, text: $0.element)
        }
    }
}
