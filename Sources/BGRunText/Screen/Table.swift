// Rows in aligned columns.

/// Lays out rows so that their columns stand below each other. On a screen that is too narrow, columns give up what they can,
/// and the last one goes on below its own beginning, or says less.
package struct Table: Sendable {
    package typealias Cell = [Span]

    private let columns: [Column]?
    private let wanted: Int
    private let isBrief: Bool
    private var rows: [(cells: [Cell], brief: TableRow.Brief?)] = []

    /// - Parameters:
    ///   - wanted: So wide the last column should be where it has as much to say; others give way to that.
    ///   - isBrief: No row is broken: what does not fit says less, or is cut.
    package init(
        heading: [Column], lastWants wanted: Int = TableShape.narrowest, isBrief: Bool = false
    ) {
        columns = heading
        self.wanted = wanted
        self.isBrief = isBrief
        rows.append((heading.map { [Span($0.heading, .dim)] }, nil))
    }

    /// Rows without a heading.
    package init(columns: [Column]? = nil, lastWants wanted: Int = TableShape.narrowest) {
        self.columns = columns
        self.wanted = wanted
        isBrief = false
    }

    package mutating func add(_ row: [Span]) { rows.append((row.map { [$0] }, nil)) }

    /// The same of cells that have several pieces of text.
    ///
    /// - Parameters:
    ///   - shorter: What the last cell may say in place of all, the most first.
    ///   - below: What stands in a second line where it does.
    ///   - complete: How many of the shorter forms need no more than `rest` beside them.
    ///   - rest: What stands in the second line below one of these.
    package mutating func add(
        cells: [Cell], shorter: [Cell] = [], below: Cell? = nil, complete: Int = 0, rest: Cell? = nil
    ) {
        let brief = TableRow.Brief(shorter: shorter, below: below, complete: complete, rest: rest)
        rows.append((cells, brief))
    }

    package var lines: [Line] {
        let count = rows.map(\.cells.count).max() ?? 0
        let widths = (0..<count).map { column in
            rows.map { $0.cells.count > column ? Line($0.cells[column]).columns : 0 }.max() ?? 0
        }
        var columns = columns ?? []
        columns += (columns.count..<max(count, columns.count)).map { _ in Column("") }
        let shape = TableShape(columns: columns, natural: widths, wanted: wanted, isBrief: isBrief)
        return rows.map { Line(row: TableRow(cells: $0.cells, shape: shape, brief: $0.brief)) }
    }
}

/// What all rows of a table have in common.
package struct TableShape: Hashable, Sendable {
    /// A last column that would be narrower goes below the others instead.
    package static let narrowest = 24
    /// Where each row is one line, others are narrowed so that it has as many, but do not leave for it.
    static let brief = 30
    static let gap = 2

    let columns: [Column]
    /// How wide each would be where there is room for all.
    let natural: [Int]
    let wanted: Int
    /// Each row is one line, but for what stands below it.
    var isBrief = false

    /// Whether all columns have room, as wide as they are.
    func fits(_ width: Int) -> Bool {
        natural.reduce(0, +) + Self.gap * max(0, natural.count - 1) <= width
    }

    /// Where each column stands on a screen.
    struct Layout: Hashable {
        /// Nil where it is not shown, or goes below.
        var widths: [Int?]
        /// The last one has no place beside the others.
        var isLastBelow = false

        /// What the columns take but for the last one, with the gaps behind them.
        func others(_ last: Int) -> Int {
            widths.indices.reduce(0) { $1 == last ? $0 : $0 + (widths[$1].map { $0 + TableShape.gap } ?? 0) }
        }
    }

    /// How the columns share a width.
    func layout(_ width: Int) -> Layout {
        let last = natural.count - 1
        guard last >= 0 else { return Layout(widths: []) }
        var layout = Layout(widths: natural)
        func missing(_ layout: Layout, _ room: Int) -> Int { layout.others(last) + room - width }
        let room = min(natural[last], max(wanted, Self.narrowest))
        let least = min(natural[last], Self.narrowest)
        for step in steps {
            let missing = missing(
                layout,
                !step.isForced ? room : isBrief && !step.leaves ? min(natural[last], Self.brief) : least)
            guard missing > 0 else { continue }
            if step.leaves {
                layout.widths[step.column] = nil
            } else {
                give(up: step.column, missing, &layout)
            }
        }
        grow(&layout, by: -missing(layout, natural[last]), last)
        let left = width - layout.others(last)
        layout.isLastBelow = !isBrief && left < min(natural[last], Self.narrowest)
        layout.widths[last] = layout.isLastBelow ? nil : left
        return layout
    }

    private struct Step {
        let rank: Int
        let column: Int
        /// The column leaves its place.
        let leaves: Bool
        let isForced: Bool
    }

    /// What is given up, in its order.
    private var steps: [Step] {
        var steps: [Step] = []
        for (column, yield) in zip(columns, natural).dropLast().map(\.0.yield).enumerated() {
            guard let yield else { continue }
            steps.append(Step(rank: yield.rank, column: column, leaves: false, isForced: yield.isForced))
            if let rank = yield.leavesAt {
                steps.append(Step(rank: rank, column: column, leaves: true, isForced: yield.isForced))
            }
        }
        return steps.sorted { ($0.rank, $0.column) < ($1.rank, $1.column) }
    }

    private func give(up column: Int, _ missing: Int, _ layout: inout Layout) {
        guard let yield = columns[column].yield, let width = layout.widths[column] else { return }
        layout.widths[column] = max(min(width, yield.least), width - missing)
    }

    /// What is left over goes to those that gave up most easily last.
    private func grow(_ layout: inout Layout, by spare: Int, _ last: Int) {
        var spare = spare
        for column in steps.reversed().filter({ !$0.leaves }).map(\.column) where spare > 0 {
            guard let width = layout.widths[column], width < natural[column] else { continue }
            let more = min(spare, natural[column] - width)
            layout.widths[column] = width + more
            spare -= more
        }
    }
}

/// A row of a table, which is laid out where it is shown.
struct TableRow: Hashable, Sendable {
    /// What it says where there is no room for all.
    struct Brief: Hashable, Sendable {
        /// In place of the last cell, the most first.
        let shorter: [Table.Cell]
        /// In a second line, as far as that goes.
        let below: Table.Cell?
        /// So many of the shorter forms need no more than the rest beside them, which stands below them then.
        let complete: Int
        let rest: Table.Cell?
    }

    /// As far as what stands behind the mark of a row.
    private static let belowIndent = 3

    let cells: [Table.Cell]
    let shape: TableShape
    var brief: Brief?

    /// On one line, as wide as it is.
    var spans: [Span] {
        var spans: [Span] = []
        for (column, cell) in cells.enumerated() {
            spans += cell
            guard column < cells.count - 1 else { break }
            let missing = shape.natural[column] - Line(cell).columns + TableShape.gap
            spans.append(Span(String(repeating: " ", count: missing)))
        }
        return spans
    }

    /// On as many lines as it takes.
    func rows(_ width: Int) -> [[Span]] {
        let layout = shape.layout(width)
        // Where not even the columns have room, the row is a line like any other.
        guard layout.others(shape.natural.count - 1) <= width else {
            let cells = cells.filter { !Line($0).isEmpty }
            let line = Line(Array(cells.joined(separator: [Span("  ")])))
            return shape.isBrief ? [line.cut(toColumns: width)] : line.wrapped(toColumns: width, indent: nil)
        }
        if shape.isBrief { return briefRows(layout, width) }
        let blocks = cells.enumerated().compactMap { column, cell in
            layout.widths[column].map { (width: $0, rows: Self.fit(cell, shape.columns[column], $0)) }
        }
        var rows = Self.side(by: blocks)
        if layout.isLastBelow, let cell = cells.last, cells.count == shape.natural.count {
            let others = layout.others(cells.count - 1)
            // A heading, or a short word, has room beside the others all the same.
            if rows.count == 1, others + Line(cell).columns <= width {
                let missing = others - Line(rows[0]).columns
                rows[0] += [Span(String(repeating: " ", count: max(0, missing)))] + cell
                return rows
            }
            let indent = [Span(String(repeating: " ", count: min(4, width / 2)))]
            rows += Line(cell).wrapped(toColumns: max(1, width - 4), indent: 0).map { indent + $0 }
        }
        return rows
    }

    /// One line, and one below it where something is left to be said.
    private func briefRows(_ layout: TableShape.Layout, _ width: Int) -> [[Span]] {
        let last = shape.natural.count - 1
        var below: Table.Cell?
        let blocks = cells.enumerated().compactMap { column, cell -> (width: Int, rows: [[Span]])? in
            guard let room = layout.widths[column] else { return nil }
            guard column == last, Line(cell).columns > room else {
                return (room, Self.fit(cell, shape.columns[column], room))
            }
            guard let brief, let form = brief.shorter.firstIndex(where: { Line($0).columns <= room }) else {
                below = brief?.below
                return (room, [Line(brief?.shorter.last ?? cell).cut(toColumns: room)])
            }
            below = form < brief.complete ? brief.rest : brief.below
            return (room, [brief.shorter[form]])
        }
        let rows = Self.side(by: blocks)
        guard let below, width > 2 * Self.belowIndent else { return rows }
        let indent = Span(String(repeating: " ", count: Self.belowIndent))
        return rows + [[indent] + Line(below).cut(toColumns: width - Self.belowIndent)]
    }

    private static func fit(_ cell: Table.Cell, _ column: Column, _ width: Int) -> [[Span]] {
        let line = Line(cell)
        guard line.columns > width else { return [cell] }
        switch column.yield?.narrowing {
        case nil: return line.wrapped(toColumns: width, indent: 0)
        case .losesHead:
            return [[Span(line.text.withoutHead(toColumns: width), cell.first?.style ?? .plain)]]
        case .losesEnd: return [line.cut(toColumns: width)]
        case .losesBeginning: return [line.newest(columns: width)]
        }
    }

    private static func side(by blocks: [(width: Int, rows: [[Span]])]) -> [[Span]] {
        let height = blocks.map(\.rows.count).max() ?? 0
        return (0..<height).map { number in
            var row: [Span] = []
            var missing = 0
            for block in blocks {
                let cell = block.rows.indices.contains(number) ? block.rows[number] : []
                // Nothing but spaces at the end of a line.
                if !Line(cell).isEmpty {
                    if missing > 0 { row.append(Span(String(repeating: " ", count: missing))) }
                    row += cell
                    missing = 0
                }
                missing += block.width - Line(cell).columns + TableShape.gap
            }
            return row
        }
    }
}
