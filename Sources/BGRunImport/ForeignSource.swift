// A text of another scheduler, as its readers are given it.

/// A text of another scheduler, and what it is called where something is said of it.
package struct ForeignSource: Hashable, Sendable {
    package let path: String
    package let text: String

    package init(path: String, text: String) {
        self.path = path
        self.text = text
    }

    /// The same, where a backslash at the end of a line continues it: put together in pieces, since there may be many.
    var joinedLines: [(number: Int, text: Substring)] {
        var joined: [(number: Int, text: Substring)] = []
        var (pieces, start): ([Substring], Int?) = ([], nil)
        for (number, line) in lines {
            let goesOn = line.last == "\\"
            pieces.append(goesOn ? line.dropLast() : line)
            if goesOn {
                start = start ?? number
                continue
            }
            joined.append((start ?? number, pieces.count == 1 ? line : pieces.joined()[...]))
            (pieces, start) = ([], nil)
        }
        if let start { joined.append((start, pieces.joined()[...])) }
        return joined
    }

    /// The lines with their numbers, from 1 on.
    var lines: [(number: Int, text: Substring)] {
        text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.enumerated().map {
            (number: $0.offset + 1, text: $0.element)
        }
    }
}
