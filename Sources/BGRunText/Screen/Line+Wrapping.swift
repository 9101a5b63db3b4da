// What becomes of a line that is longer than the screen is wide.

extension Line {
    /// Of a line of no table.
    private static let usualIndent = 2

    /// A character, with how it stands out.
    private struct Letter {
        let scalar: Unicode.Scalar
        let style: Style
        var columns: Int { String(scalar).columns }
    }

    /// Broken between words, or inside one that is too long; each further row is indented.
    ///
    /// - Parameter indent: Nil for as far as the line itself, or a little.
    func wrapped(toColumns width: Int, indent: Int?) -> [[Span]] {
        guard columns > width else { return [spans] }
        let room = max(width - min(indent ?? ownIndent, width / 2), 1)
        var rest = letters[...]
        var rows: [[Span]] = []
        while !rest.isEmpty {
            let end = Self.end(ofRow: rest, rows.isEmpty ? width : room)
            let row = Self.spans(Self.trimmed(rest[..<end]))
            let isIndented = !rows.isEmpty && room < width
            rows.append(isIndented ? [Span(String(repeating: " ", count: width - room))] + row : row)
            rest = rest[end...].drop { $0.scalar == " " }
        }
        return rows
    }

    /// Its first columns, with an ellipsis in place of what is lost.
    func cut(toColumns width: Int) -> [Span] {
        guard columns > width else { return spans }
        var room = width
        var cut: [Span] = []
        for span in spans where room > 0 {
            // What just fits is cut all the same where more would follow.
            let isLast = span.text.columns >= room
            cut.append(isLast ? Span((span.text + "…").cut(toColumns: room), span.style) : span)
            room -= isLast ? room : span.text.columns
        }
        return cut
    }

    /// The last columns of it.
    func newest(columns width: Int) -> [Span] {
        var letters = letters[...]
        while letters.reduce(0, { $0 + $1.columns }) > width { letters.removeFirst() }
        return Self.spans(letters)
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
    private static func end(ofRow letters: ArraySlice<Letter>, _ room: Int) -> Int {
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
            if used + letter.columns > room {
                if let outerBreak, 5 * outerBreak.used >= 2 * room { return outerBreak.end }
                return lastBreak ?? max(end, letters.startIndex + 1)
            }
            if letter.scalar == "(" { depth += 1 }
            if letter.scalar == ")" { depth = max(0, depth - 1) }
            used += letter.columns
            end += 1
        }
        return end
    }

    /// Whether a space stands between a number and its unit (`52 s`, `9 min`, `62 %`), or between two of these (`3 min 41 s`),
    /// which people read as one word.
    private static func isInsideAmount(_ letters: ArraySlice<Letter>, at space: Int) -> Bool {
        let word = word(letters[(space + 1)...])
        guard isDigit(letters[..<space].last) else {
            let before = letters[..<space].reversed().prefix { $0.scalar != " " }.reversed()
            let rest = letters[(space + 1)...].dropFirst(word.count + 1)
            return units.contains(text(before)) && !word.isEmpty && word.allSatisfy(isDigit)
                && units.contains(text(Self.word(rest)))
        }
        return units.contains(text(word))
    }

    private static func isDigit(_ letter: Letter?) -> Bool {
        letter.map { ("0"..."9").contains($0.scalar) } ?? false
    }

    private static func text(_ letters: some Sequence<Letter>) -> String {
        letters.map { String($0.scalar) }.joined()
    }

    /// The next word, without the mark behind it.
    private static func word(_ letters: ArraySlice<Letter>) -> ArraySlice<Letter> {
        letters.prefix { $0.scalar != " " }.prefix { !marks.contains($0.scalar) }
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
