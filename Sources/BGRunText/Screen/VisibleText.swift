// Somebody else's text, made fit for a terminal.

extension String {
    /// The text without anything a terminal acts on: no control characters (so no escape sequences), no
    /// change of the writing direction, nothing invisible. A line break or a tab becomes a space.
    package var visible: String {
        guard !utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { return self }
        var shown = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar {
            case "\n", "\t", "\r": shown.append(" ")
            case _ where scalar.isVisible: shown.append(scalar)
            case _: continue
            }
        }
        return String(shown)
    }

    /// The same for text that has lines, such as the output of a run: line breaks and tabs stay.
    package var visibleLines: String {
        // A log may have megabytes, and nearly all of them are plain.
        guard !utf8.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x0A || $0 == 0x09 }) else {
            return self
        }
        return String(
            String.UnicodeScalarView(
                unicodeScalars.filter { $0 == "\n" || $0 == "\t" || $0.isVisible }))
    }

    /// A title as lists show it: whoever gives a job one of many lines is not to push others out.
    var shownTitle: String { String(unicodeScalars.prefix(400)).visible.cut(toColumns: 80) }

    /// The same with spaces at which no line is broken.
    var unbroken: String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0 == " " ? Line.unbreakable : $0 }))
    }

    /// How many columns a terminal needs for the text: wide characters take two, combining ones none.
    package var columns: Int {
        unicodeScalars.reduce(0) { $0 + $1.columns }
    }

    /// The text cut to a number of columns, with an ellipsis in place of what is lost.
    package func cut(toColumns limit: Int) -> String {
        guard columns > limit else { return self }
        guard limit > 0 else { return "" }
        var room = limit - 1
        var kept = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            guard scalar.columns <= room else { break }
            room -= scalar.columns
            kept.append(scalar)
        }
        return String(kept) + "…"
    }
}

extension String {
    /// The text cut to a number of columns, with an ellipsis in place of its middle; of its end there stays more, since that
    /// tells one from another: `org.ex…backup`.
    package func withoutMiddle(toColumns limit: Int) -> String {
        guard columns > limit else { return self }
        guard limit > 2 else { return cut(toColumns: limit) }
        let head = (limit - 1) * 2 / 5
        var tail = limit - 1
        var kept = String.UnicodeScalarView()
        for scalar in cut(toColumns: head + 1).unicodeScalars.dropLast() {
            tail -= scalar.columns
            kept.append(scalar)
        }
        var end: [Unicode.Scalar] = []
        for scalar in unicodeScalars.reversed() {
            guard scalar.columns <= tail else { break }
            tail -= scalar.columns
            end.append(scalar)
        }
        kept.append("…")
        kept.append(contentsOf: end.reversed())
        return String(kept)
    }

    /// A dotted name cut to a number of columns, with an ellipsis in place of its first parts: `…backup`. Where not even the last
    /// part has room, that loses its middle.
    package func withoutHead(toColumns limit: Int) -> String {
        guard columns > limit else { return self }
        var rest = self[...]
        while let dot = rest.firstIndex(of: "."), dot != rest.index(before: rest.endIndex) {
            rest = rest[rest.index(after: dot)...]
            if String(rest).columns < limit { return "…\(rest)" }
        }
        return String(rest).withoutMiddle(toColumns: limit)
    }
}

extension Unicode.Scalar {
    fileprivate var isVisible: Bool {
        // The tables are slow to ask, and say this of these.
        if value < 0x7F { return value >= 0x20 }
        return switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned:
            false
        // Categories are the standard's, not ours, and may grow.
        case _: true
        }
    }

    fileprivate var columns: Int {
        switch value {
        case 0x20...0x7E: 1
        // The blocks whose characters East Asian Width (UAX #11) calls wide, as ranges.
        case 0x1100...0x115F, 0x231A...0x231B, 0x23E9...0x23EC, 0x23F0, 0x23F3, 0x25FD...0x25FE,
            0x2614...0x2615,
            0x2648...0x2653, 0x267F, 0x2693, 0x26A1, 0x26AA...0x26AB, 0x26BD...0x26BE, 0x26C4...0x26C5,
            0x26CE, 0x26D4, 0x26EA,
            0x26F2...0x26F3, 0x26F5, 0x26FA, 0x26FD, 0x2705, 0x270A...0x270B, 0x2728, 0x274C, 0x274E,
            0x2753...0x2755, 0x2757,
            0x2795...0x2797, 0x27B0, 0x27BF, 0x2B1B...0x2B1C, 0x2B50, 0x2B55, 0x2E80...0x303E,
            0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF,
            0x1F7E0...0x1F7EB, 0x1F900...0x1F9FF, 0x1FA70...0x1FAFF, 0x20000...0x3FFFD:
            2
        case _:
            switch properties.generalCategory {
            case .nonspacingMark, .enclosingMark: 0
            case _: 1
            }
        }
    }
}
