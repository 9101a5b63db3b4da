// A unit of systemd as its files say it, one after the other: sections, keys, and what a key's values come to.

/// One `Key=value` of a unit, and where it stands.
struct Assignment: Hashable, Sendable {
    let section: String
    let key: String
    let value: String
    let place: Place
}

/// A unit put together of the file that brings it and of drop-ins.
struct Unit {
    let name: String
    private let assignments: [Assignment]
    /// The same by their sections and keys: of some there are many, and all keys are asked for.
    private let byKey: [[String]: [Assignment]]
    private let specifiers: [Character: String]
    /// Keys that somebody has asked for.
    private var asked: Set<[String]> = []

    /// - Parameters:
    ///   - parts: In the order in which they count.
    ///   - specifiers: What `%h` and the like stand for, by their letters; those of the name are known here.
    init(_ name: String, _ parts: [ForeignSource], _ specifiers: [Character: String]) {
        self.name = name
        assignments = Self.afterResets(parts.flatMap(Self.assignments))
        byKey = Dictionary(grouping: assignments) { [$0.section, $0.key] }
        self.specifiers = specifiers.merging(Self.specifiers(of: name, at: parts.first?.path)) { $1 }
    }

    /// An empty value of one of a timer's times, or of one condition, forgets all times or conditions before it.
    private static func afterResets(_ all: [Assignment]) -> [Assignment] {
        var resets: [String: Int] = [:]
        for (place, written) in all.enumerated() where written.value.isEmpty {
            if let list = sharedList(of: written) { resets[list] = place }
        }
        guard !resets.isEmpty else { return all }
        return all.enumerated().filter { place, written in
            guard let list = sharedList(of: written), let reset = resets[list] else { return true }
            return reset < place
        }.map(\.element)
    }

    private static func sharedList(of written: Assignment) -> String? {
        switch written.section {
        case "Timer" where times.contains(written.key): "times"
        case "Unit" where written.key.hasPrefix("Condition"): "conditions"
        case "Unit" where written.key.hasPrefix("Assert"): "assertions"
        case _: nil
        }
    }

    private static let times: Set = [
        "OnActiveSec", "OnBootSec", "OnStartupSec", "OnUnitActiveSec", "OnUnitInactiveSec", "OnCalendar",
    ]

    /// The same with a name for its file, of which nothing was read.
    var place: Place { Place(path: assignments.first?.place.path ?? name, line: nil, subject: name) }

    // MARK: - Values

    /// What a list has come to: an empty value forgets those before it.
    mutating func all(_ section: String, _ key: String) -> [Assignment] {
        let written = asking(section, key)
        guard let reset = written.lastIndex(where: \.value.isEmpty) else { return written }
        return Array(written[(reset + 1)...])
    }

    /// What a list has come to that nothing resets: systemd.unit(5) has it so for all that is about other units.
    mutating func everything(_ section: String, _ key: String) -> [Assignment] {
        asking(section, key).filter { !$0.value.isEmpty }
    }

    /// The value that counts where there is one: the last.
    mutating func last(_ section: String, _ key: String) -> Assignment? {
        asking(section, key).last.flatMap { $0.value.isEmpty ? nil : $0 }
    }

    private mutating func asking(_ section: String, _ key: String) -> [Assignment] {
        asked.insert([section, key])
        return byKey[[section, key]] ?? []
    }

    /// All that says on what it depends whether it is started.
    var conditions: [Assignment] {
        assignments.filter {
            $0.section == "Unit" && ($0.key.hasPrefix("Condition") || $0.key.hasPrefix("Assert"))
        }
    }

    /// Those that nobody has asked for and that count, in their order.
    var unasked: [Assignment] {
        var forgotten = byKey.filter { !asked.contains($0.key) }.mapValues(Self.forgotten)
        return assignments.filter { written in
            let id = [written.section, written.key]
            guard let count = forgotten[id] else { return false }
            forgotten[id] = count - 1
            return count <= 0
        }
    }

    /// How many of a key's values do not count: an empty one forgets those before it and itself, and so does a last one that switches the
    /// setting off. An empty set of capabilities is a value.
    private static func forgotten(_ all: [Assignment]) -> Int {
        if let last = all.last,
            last.key == "CapabilityBoundingSet" && last.value.isEmpty
                || SettingFate.isOff(last.key, last.value)
        {
            return all.count - 1
        }
        return (all.lastIndex(where: \.value.isEmpty) ?? -1) + 1
    }

    /// Those that count of which a reader has said nothing, although it has asked for them. Of several values outside of `[Unit]` that is the
    /// last: lists are told one by one.
    func untold(by remarks: [Remark]) -> [Assignment] {
        let told = Set(remarks.map { Place(path: $0.path, line: $0.line, subject: "") })
        return byKey.sorted { $0.key.lexicographicallyPrecedes($1.key) }.flatMap { id, all in
            let counting = all.dropFirst(Self.forgotten(all))
            return asked.contains(id) ? counting.suffix(id[0] == "Unit" ? counting.count : 1) : []
        }.filter {
            !$0.value.isEmpty && !told.contains(Place(path: $0.place.path, line: $0.place.line, subject: ""))
        }
    }

    static func boolean(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "1", "yes", "y", "true", "t", "on": true
        case "0", "no", "n", "false", "f", "off": false
        case _: nil
        }
    }

    // MARK: - Specifiers

    /// A value with what its specifiers stand for, or the first one that has no value here. What is neither a letter nor a digit stands
    /// behind a `%` as it is, as systemd has it.
    ///
    /// - Parameter isCommand: It is a command, in which a variable may stand for what is known at its run alone.
    func expanded(_ text: String, isCommand: Bool = false) -> Result<String, UnknownSpecifier> {
        var (result, isOpen) = ("", false)
        for character in text {
            guard isOpen else {
                if character == "%" { isOpen = true } else { result.append(character) }
                continue
            }
            isOpen = false
            if character == "%" {
                result.append("%")
            } else if let value = specifiers[character] ?? (isCommand ? Specifier.variables[character] : nil)
            {
                result += value
            } else if character.isASCIILetter || ("0"..."9").contains(character) {
                return .failure(UnknownSpecifier(letter: character))
            } else {
                result += "%\(character)"
            }
        }
        if isOpen { result.append("%") }
        return .success(result)
    }

    /// What in a text stands for something that may change, by its letters, and what that is now.
    func passing(in text: String) -> [(letter: Character, value: String)] {
        let pairs = text.replacing("%%", with: "").split(separator: "%", omittingEmptySubsequences: false)
        return pairs.dropFirst().compactMap { $0.first }.filter(Specifier.passing.contains).compactMap {
            letter in
            specifiers[letter].map { (letter, $0) }
        }
    }

    /// - Parameter path: Of the file that brings it.
    private static func specifiers(of name: String, at path: String?) -> [Character: String] {
        let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
        let at = stem.firstIndex(of: "@")
        let prefix = at.map { String(stem[..<$0]) } ?? stem
        let instance = at.map { String(stem[stem.index(after: $0)...]) } ?? ""
        let last = prefix.split(separator: "-").last.map(String.init) ?? prefix
        var known: [Character: String] = [
            "n": name, "N": stem, "p": prefix, "P": unescaped(prefix), "i": instance,
            "I": unescaped(instance),
            "j": last, "J": unescaped(last), "f": "/" + unescaped(at == nil ? prefix : instance),
        ]
        if let path, path.first == "/", let slash = path.lastIndex(of: "/") {
            known["y"] = path
            known["Y"] = String(path[..<slash])
        }
        return known
    }

    /// `-` is a slash, and `\x2d` a byte by its number.
    static func unescaped(_ text: String) -> String {
        var (bytes, rest): ([UInt8], Substring.UTF8View) = ([], text[...].utf8)
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\\"), rest.first == UInt8(ascii: "x"),
                let number = UInt8(String(decoding: rest.dropFirst().prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(number)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte == UInt8(ascii: "-") ? UInt8(ascii: "/") : byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: - Text

    private static func assignments(_ source: ForeignSource) -> [Assignment] {
        var (section, found): (String, [Assignment]) = ("", [])
        // In pieces: a text of many lines that go on is not copied for each of them.
        var open: (number: Int, pieces: [String])?
        for (number, line) in source.lines {
            let text = line.drop { $0.isBlank || number == 1 && $0 == "\u{FEFF}" }
            // A comment may stand inside a value that goes on, and an empty line ends none.
            if text.first == "#" || text.first == ";" { continue }
            let piece = open == nil ? String(text) : String(line)
            let start = open?.number ?? number
            if piece.last == "\\" {
                if open == nil { open = (start, []) }
                open?.pieces.append(piece.dropLast() + " ")
                continue
            }
            let whole = ((open?.pieces ?? []) + [piece]).joined()
            open = nil
            if whole.hasPrefix("["), let end = whole.firstIndex(of: "]") {
                section = String(whole[whole.index(after: whole.startIndex)..<end])
            } else if let mark = whole.firstIndex(of: "=") {
                let key = String(whole[..<mark]).trimmed
                let value = String(whole[whole.index(after: mark)...]).trimmed
                found.append(
                    Assignment(
                        section: section, key: key, value: value,
                        place: Place(path: source.path, line: start, subject: "\(key)=\(value)")))
            }
        }
        return found
    }
}
