// Rows in aligned columns.

/// Lays out rows so that their columns stand below each other. The last column is as long as it likes: what does not fit
/// goes on below its beginning.
package struct Table: Sendable {
    package var rows: [[Span]] = []
    private static let gap = 2

    package init(heading: [String]) {
        rows.append(heading.map { Span($0, .dim) })
    }

    /// Rows without a heading.
    package init() {}

    package mutating func add(_ row: [Span]) {
        rows.append(row)
    }

    package var lines: [Line] {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in
            rows.map { $0.count > column ? $0[column].text.columns : 0 }.max() ?? 0
        }
        let lastColumn = widths.dropLast().reduce(0) { $0 + $1 + Self.gap }
        return rows.map { row in
            var spans: [Span] = []
            for (column, span) in row.enumerated() {
                spans.append(span)
                guard column < row.count - 1 else { break }
                let missing = widths[column] - span.text.columns + Self.gap
                spans.append(Span(String(repeating: " ", count: missing)))
            }
            var line = Line(spans)
            line.lastColumn = lastColumn
            return line
        }
    }
}
