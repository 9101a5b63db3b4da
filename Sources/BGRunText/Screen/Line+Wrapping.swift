// What becomes of a line that is longer than the screen is wide.

extension Line {
    /// A last column that would be narrower goes below the others instead.
    private static let narrowest = 24
    private static let indentBelow = 4
    /// Of a line of no table.
    private static let usualIndent = 2

    /// A character, with how it stands out.
    private struct Letter {
        let scalar: Unicode.Scalar
        let style: Style
        var columns: Int { String(scalar).columns }
    }

    /// Broken between words, or inside one that is too long; each further row is indented.
    func wrapped(toColumns width: Int) -> [[Span]] {
        guard columns > width else { return [spans] }
        let tooNarrow = lastColumn.flatMap { width - $0 < Self.narrowest ? $0 : nil }
        let indent = tooNarrow != nil ? Self.indentBelow : lastColumn ?? ownIndent
        let room = max(width - min(indent, width / 2), 1)
        var rest = letters[...]
        var rows: [[Span]] = []
        while !rest.isEmpty {
            let end =
                rows.isEmpty
                ? Self.end(ofRow: rest, width, before: tooNarrow) : Self.end(ofRow: rest, room, before: nil)
            let row = Self.spans(Self.trimmed(rest[..<end]))
            rows.append(
                rows.isEmpty ? row : [Span(String(repeating: " ", count: width - room))] + row)
            rest = rest[end...].drop { $0.scalar == " " }
        }
        return rows
    }

    /// What stands further right than the lines around it stays there.
    private var ownIndent: Int {
        let spaces = letters.prefix { $0.scalar == " " }.count
        return spaces > 0 ? spaces : Self.usualIndent
    }

    private var letters: [Letter] {
        spans.flatMap { span in span.text.unicodeScalars.map { Letter(scalar: $0, style: span.style) } }
    }

    /// Where a row ends: behind its last whole word, and before a parenthesis that it could not end, unless it were half
    /// empty then.
    ///
    /// - Parameter column: Where the last column of a table begins, which is to stand alone.
    private static func end(ofRow letters: ArraySlice<Letter>, _ room: Int, before column: Int?) -> Int {
        var (used, end, hasWord) = (0, letters.startIndex, false)
        var lastBreak: Int?
        var outerBreak: (end: Int, used: Int)?
        var depth = 0
        while end < letters.endIndex {
            let letter = letters[end]
            if letter.scalar == " " {
                if hasWord, !isInsideAmount(letters, at: end) {
                    lastBreak = end
                    if depth == 0 { outerBreak = (end, used) }
                }
            } else {
                hasWord = true
            }
            if used + letter.columns > room || used == column && hasWord && used > 0 {
                if let outerBreak, 2 * outerBreak.used > room { return outerBreak.end }
                return lastBreak ?? max(end, letters.startIndex + 1)
            }
            if letter.scalar == "(" { depth += 1 }
            if letter.scalar == ")" { depth = max(0, depth - 1) }
            used += letter.columns
            end += 1
        }
        return end
    }

    /// Whether a space stands between a number and its unit (`52 s`, `9 min`, `62 %`), which people read as one word.
    private static func isInsideAmount(_ letters: ArraySlice<Letter>, at space: Int) -> Bool {
        guard let before = letters[..<space].last?.scalar, ("0"..."9").contains(before) else { return false }
        let word = letters[(space + 1)...].prefix { $0.scalar != " " }.prefix { !marks.contains($0.scalar) }
        return units.contains(word.map { String($0.scalar) }.joined())
    }

    private static let units: Set<String> = ["s", "min", "h", "d", "%"]
    /// What may follow a unit.
    private static let marks: Set<Unicode.Scalar> = [",", ";", ":", ".", ")"]

    private static func trimmed(_ letters: ArraySlice<Letter>) -> ArraySlice<Letter> {
        var letters = letters
        while letters.last?.scalar == " " { letters.removeLast() }
        return letters
    }

    private static func spans(_ letters: ArraySlice<Letter>) -> [Span] {
        var spans: [Span] = []
        for letter in letters {
            if spans.last?.style == letter.style, let last = spans.indices.last {
                spans[last].text.unicodeScalars.append(letter.scalar)
            } else {
                spans.append(Span(String(letter.scalar), letter.style))
            }
        }
        return spans
    }
}
