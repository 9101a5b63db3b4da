// One line of a crontab or an anacrontab: nothing, a variable, or an entry.

/// A line, as load_env and load_entry of Debian's cron tell them apart, and as anacron does.
enum CrontabLine: Hashable {
    enum Table: String { case crontab, anacrontab }

    case nothing
    case variable(name: String, value: String)
    case entry(Substring)

    init(_ line: Substring, of table: Table = .crontab) {
        let text = line.drop(while: \.isBlank)
        guard let first = text.first, first != "#" else {
            self = .nothing
            return
        }
        self = (table == .crontab ? Self.variable(text) : Self.plainVariable(text)) ?? .entry(text)
    }

    /// Anacron takes all that stands behind the sign, and knows no quotes.
    private static func plainVariable(_ text: Substring) -> CrontabLine? {
        let name = text.prefix { !$0.isBlank && $0 != "=" }
        let behind = text[name.endIndex...].drop(while: \.isBlank)
        guard !name.isEmpty, behind.first == "=" else { return nil }
        return .variable(name: String(name), value: String(behind.dropFirst()))
    }

    /// Why a line that looks as if it set a variable does not do so in a crontab.
    static func fault(of text: Substring) -> (reason: String, advice: String)? {
        guard case .variable? = plainVariable(text) else { return nil }
        return (
            "nothing stands behind a value in quotation marks, which are two",
            "write them around the whole value, or leave them out"
        )
    }

    /// `NAME = "value"`, with either kind of quotes, or none, around both.
    private static func variable(_ text: Substring) -> CrontabLine? {
        let (name, rest): (Substring, Substring)
        if let quote = text.first, "\"'".contains(quote) {
            let inner = text.dropFirst()
            guard let end = inner.firstIndex(of: quote) else { return nil }
            (name, rest) = (inner[..<end], inner[inner.index(after: end)...])
        } else {
            name = text.prefix { !$0.isBlank && $0 != "=" }
            rest = text[name.endIndex...]
        }
        let behind = rest.drop(while: \.isBlank)
        guard !name.isEmpty, behind.first == "=" else { return nil }
        let value = String(behind.dropFirst()).trimmed
        guard let quote = value.first, "\"'".contains(quote) else {
            return .variable(name: String(name), value: value)
        }
        // The mark that comes next ends the value, and behind it there is nothing.
        let inner = value.dropFirst()
        guard inner.last == quote, !inner.dropLast().contains(quote) else { return nil }
        return .variable(name: String(name), value: String(inner.dropLast()))
    }

    /// The first words of an entry, and the rest of the line; nil where there are too few.
    static func split(_ text: Substring, after count: Int) -> (words: [Substring], rest: Substring)? {
        var (words, rest): ([Substring], Substring) = ([], text)
        for _ in 0..<count {
            rest = rest.drop(while: \.isBlank)
            let word = rest.prefix { !$0.isBlank }
            guard !word.isEmpty else { return nil }
            words.append(word)
            rest = rest[word.endIndex...]
        }
        return (words, rest.drop(while: \.isBlank))
    }
}

extension ForeignSource {
    /// More than any table has.
    private static let mostEntries = 2000

    /// The lines of a table that say something; of those that are too many the first is refused, and the others go with it.
    ///
    /// - Parameters:
    ///   - table: What it is called: `crontab`.
    ///   - isJoined: A backslash at the end of a line continues it.
    func lines(of table: CrontabLine.Table, joined isJoined: Bool = false, _ imported: inout Imported) -> [(
        place: Place, line: CrontabLine
    )] {
        guard !text.utf8.contains(0) else {
            imported.say(
                Remark(
                    .refused, Place(path: path, line: nil, subject: ""),
                    "this is no \(table.rawValue), since it has a zero byte", advice: "check which file it is"
                ))
            return []
        }
        var (found, entries): ([(place: Place, line: CrontabLine)], Int) = ([], 0)
        for (number, text) in isJoined ? joinedLines : lines {
            let line = CrontabLine(text, of: table)
            if line == .nothing { continue }
            let place = Place(path: path, line: number, subject: String(text.drop(while: \.isBlank)))
            if case .entry = line { entries += 1 }
            guard entries <= Self.mostEntries else {
                imported.say(
                    Remark(
                        .refused, place,
                        "a table has \(Self.mostEntries) entries at most: this one and all below it are left out",
                        advice: "split the table"))
                break
            }
            found.append((place, line))
        }
        return found
    }
}
