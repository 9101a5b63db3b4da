// A line of text with styles, and what becomes of it on a terminal and in a pipe.

/// How a piece of text stands out.
package enum Style: Sendable {
    case plain, bold, dim, good, waiting, bad, active

    /// The SGR parameter of ECMA-48; nil for plain text.
    var code: Int? {
        switch self {
        case .plain: nil
        case .bold: 1
        case .dim: 2
        case .good: 32
        case .waiting: 33
        case .bad: 31
        case .active: 36
        }
    }
}

/// A piece of text in one style.
package struct Span: Hashable, Sendable {
    package var text: String
    package var style: Style

    package init(_ text: String, _ style: Style = .plain) {
        self.text = text
        self.style = style
    }
}

/// One line: spans one after the other.
package struct Line: Hashable, Sendable {
    package var spans: [Span]
    /// The row of a table that it shows, whose columns make room for each other.
    private var row: TableRow?

    package init(_ spans: [Span] = []) {
        self.spans = spans
    }

    package init(_ text: String, _ style: Style = .plain) {
        spans = [Span(text, style)]
    }

    /// A space at which no line is broken (NO-BREAK SPACE); written as a plain one.
    static let unbreakable: Unicode.Scalar = "\u{A0}"

    private static func plain(_ span: Span) -> Span {
        guard span.text.unicodeScalars.contains(unbreakable) else { return span }
        let scalars = span.text.unicodeScalars.map { $0 == unbreakable ? " " : $0 }
        return Span(String(String.UnicodeScalarView(scalars)), span.style)
    }

    init(row: TableRow) {
        spans = row.spans
        self.row = row
    }

    package var text: String { spans.map(\.text).joined() }

    var isEmpty: Bool { spans.allSatisfy(\.text.isEmpty) }

    package var columns: Int { spans.reduce(0) { $0 + $1.text.columns } }

    /// The line as it is written to `screen`, without a line feed at its end.
    package func text(on screen: Screen) -> String { rows(on: screen).joined(separator: "\n") }

    /// The rows of `screen` that it takes.
    package func rows(on screen: Screen) -> [String] {
        let rows = screen.width.map(rows) ?? [spans]
        return rows.map { row in
            Self.written(row.map { screen.alphabet.spelling(Self.plain($0)) }, in: screen.colour)
        }
    }

    private func rows(_ width: Int) -> [[Span]] {
        // Of a table, all rows have the same columns, also those that would have room for more.
        if let row { return row.shape.fits(width) ? [row.spans] : row.rows(width) }
        return wrapped(toColumns: width, indent: nil)
    }

    private static func written(_ spans: [Span], in colour: Screen.Colour) -> String {
        switch colour {
        case .off: spans.map(\.text).joined()
        case .on:
            spans.map { span in
                guard let code = span.style.code, !span.text.isEmpty else { return span.text }
                return "\u{1B}[\(code)m\(span.text)\u{1B}[0m"
            }.joined()
        }
    }
}

/// Where lines are shown.
package struct Screen: Hashable, Sendable {
    package enum Colour: Sendable { case on, off }

    package var colour: Colour
    /// Columns of the terminal; nil in a pipe, where no line is broken.
    package var width: Int?
    package var alphabet: Alphabet
    /// What commands that are advised on it need.
    package let reach: Reach

    package init(colour: Colour, width: Int?, alphabet: Alphabet = .unicode, reach: Reach = .usual) {
        self.reach = reach
        self.colour = colour
        self.width = width
        self.alphabet = alphabet
    }

    /// The same without an edge.
    package var unbroken: Screen {
        var screen = self
        screen.width = nil
        return screen
    }

    /// A pipe or a file.
    package static let pipe = Screen(colour: .off, width: nil)
}
