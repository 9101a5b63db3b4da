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

    package init(_ spans: [Span] = []) {
        self.spans = spans
    }

    package init(_ text: String, _ style: Style = .plain) {
        spans = [Span(text, style)]
    }

    package var columns: Int { spans.reduce(0) { $0 + $1.text.columns } }

    /// The line as it is written to `screen`, without a line feed.
    package func text(on screen: Screen) -> String {
        let spans = screen.width.map { cut(toColumns: $0) } ?? self.spans
        switch screen.colour {
        case .off: return spans.map(\.text).joined()
        case .on:
            return spans.map { span in
                guard let code = span.style.code, !span.text.isEmpty else { return span.text }
                return "\u{1B}[\(code)m\(span.text)\u{1B}[0m"
            }.joined()
        }
    }

    private func cut(toColumns limit: Int) -> [Span] {
        guard columns > limit else { return spans }
        var room = limit
        var kept: [Span] = []
        for span in spans {
            kept.append(Span(span.text.cut(toColumns: room), span.style))
            room -= span.text.columns
            if room < 0 { break }
        }
        return kept
    }
}

/// Where lines are shown.
package struct Screen: Hashable, Sendable {
    package enum Colour: Sendable { case on, off }

    package var colour: Colour
    /// Columns of the terminal; nil in a pipe, where nothing is cut.
    package var width: Int?

    package init(colour: Colour, width: Int?) {
        self.colour = colour
        self.width = width
    }

    /// A pipe or a file.
    package static let pipe = Screen(colour: .off, width: nil)
}
