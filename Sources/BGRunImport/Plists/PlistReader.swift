// The text of a property list in XML, from its first mark to its last.

/// Reads what plist(5) of macOS has in XML: a handful of elements without attributes that mean anything.
///
/// Ours: Foundation's decoder makes the program half as large again, for one command. It knows no declarations: a `DOCTYPE` is passed
/// over, and what it would declare is a fault where it is used.
struct PlistReader {
    /// Where something is wrong, by lines from 1.
    struct Broken: Error {
        let line: Int
        let reason: String
    }

    /// So many lists and dictionaries; no job needs them, and each in another is a call of this reader.
    static let mostContainers = 256
    private static let mostDepth = 32

    private let bytes: [UInt8]
    private var place = 0
    private var containers = 0

    /// - Throws: Nothing is made of a text that is wrong anywhere.
    static func value(of text: String) throws(Broken) -> PlistValue {
        var reader = PlistReader(bytes: Array(text.utf8))
        try reader.skipBetween()
        guard var mark = try reader.mark() else { throw reader.broken("nothing is in it") }
        let isWrapped = mark.name == "plist"
        if isWrapped {
            if mark.isEmpty { throw reader.broken("nothing is in it") }
            try reader.skipBetween()
            guard let inner = try reader.mark() else { throw reader.broken("nothing is in it") }
            mark = inner
        }
        let value = try reader.value(mark, depth: 0)
        if isWrapped {
            try reader.skipBetween()
            try reader.expectEnd(of: "plist")
        }
        try reader.skipBetween()
        guard reader.place == reader.bytes.count else { throw reader.broken("more comes behind its end") }
        return value
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private func broken(_ reason: String) -> Broken {
        Broken(line: 1 + bytes[..<min(place, bytes.count)].count { $0 == UInt8(ascii: "\n") }, reason: reason)
    }

    // MARK: - Marks

    private struct Mark {
        let name: String
        /// `<true/>`: it has no end of its own.
        let isEmpty: Bool
    }

    private func isAhead(_ text: StaticString) -> Bool {
        bytes[place...].starts(with: text.description.utf8)
    }

    /// Passes over everything up to the text, and the text.
    private mutating func skip(behind end: StaticString, of what: String) throws(Broken) {
        let end = Array(end.description.utf8)
        while place < bytes.count {
            if bytes[place...].starts(with: end) {
                place += end.count
                return
            }
            place += 1
        }
        throw broken("\(what) does not end")
    }

    /// Passes over blanks, comments, instructions and the document's type.
    private mutating func skipBetween() throws(Broken) {
        while place < bytes.count {
            if Self.isBlank(bytes[place]) {
                place += 1
            } else if isAhead("<!--") {
                try skip(behind: "-->", of: "a comment")
            } else if isAhead("<?") {
                try skip(behind: "?>", of: "an instruction")
            } else if isAhead("<!DOCTYPE") {
                try skip(behind: ">", of: "the document's type")
            } else {
                return
            }
        }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

    /// The mark that begins an element; nil where one ends.
    private mutating func mark() throws(Broken) -> Mark? {
        guard place < bytes.count, bytes[place] == UInt8(ascii: "<") else {
            throw broken(place < bytes.count ? "text stands where a mark belongs" : "it ends too early")
        }
        if isAhead("</") { return nil }
        place += 1
        let name = self.name()
        guard !name.isEmpty else { throw broken("a mark has no name") }
        // Attributes say nothing that matters, and may hold a `>` between quotes.
        var quote: UInt8?
        while place < bytes.count {
            let byte = bytes[place]
            place += 1
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                return Mark(name: name, isEmpty: place > 1 && bytes[place - 2] == UInt8(ascii: "/"))
            }
        }
        throw broken("a mark does not end")
    }

    private mutating func name() -> String {
        let start = place
        while place < bytes.count, !Self.isBlank(bytes[place]), bytes[place] != UInt8(ascii: ">"),
            bytes[place] != UInt8(ascii: "/")
        { place += 1 }
        return String(decoding: bytes[start..<place], as: UTF8.self)
    }

    private mutating func expectEnd(of name: String) throws(Broken) {
        guard isAhead("</") else { throw broken("<\(name)> does not end where it should") }
        place += 2
        guard self.name() == name else { throw broken("something else ends than <\(name)>") }
        while place < bytes.count, Self.isBlank(bytes[place]) { place += 1 }
        guard place < bytes.count, bytes[place] == UInt8(ascii: ">") else {
            throw broken("a mark does not end")
        }
        place += 1
    }

    // MARK: - Values

    private mutating func value(_ mark: Mark, depth: Int) throws(Broken) -> PlistValue {
        switch mark.name {
        case "true", "false":
            if !mark.isEmpty { try expectEnd(of: mark.name) }
            return .bool(mark.name == "true")
        case "string": return .text(try text(in: mark))
        case "integer":
            let text = try text(in: mark)
            guard let number = Int64(text.filter { !$0.isWhitespace }) else {
                throw broken("an integer is none")
            }
            return .number(number)
        case "real", "date", "data":
            _ = try text(in: mark)
            return .other
        case "array", "dict":
            containers += 1
            if containers > Self.mostContainers || depth >= Self.mostDepth {
                throw broken(
                    "more than \(Self.mostContainers) lists, or \(Self.mostDepth) in each other"
                )
            }
            if mark.isEmpty { return mark.name == "dict" ? .object([:]) : .list([]) }
            return mark.name == "dict" ? try object(depth: depth) : try list(depth: depth)
        case _: throw broken("<\(mark.name)> is no element of a property list")
        }
    }

    private mutating func list(depth: Int) throws(Broken) -> PlistValue {
        var values: [PlistValue] = []
        while true {
            try skipBetween()
            guard let mark = try mark() else {
                try expectEnd(of: "array")
                return .list(values)
            }
            values.append(try value(mark, depth: depth + 1))
        }
    }

    private mutating func object(depth: Int) throws(Broken) -> PlistValue {
        var values: [String: PlistValue] = [:]
        while true {
            try skipBetween()
            guard let key = try mark() else {
                try expectEnd(of: "dict")
                return .object(values)
            }
            guard key.name == "key" else { throw broken("<\(key.name)> stands where a key belongs") }
            let name = try text(in: key)
            try skipBetween()
            guard let mark = try mark() else { throw broken("a key has no value") }
            guard values.updateValue(try value(mark, depth: depth + 1), forKey: name) == nil else {
                throw broken("a key stands twice")
            }
        }
    }

    /// What stands in an element that has no others in it.
    private mutating func text(in mark: Mark) throws(Broken) -> String {
        if mark.isEmpty { return "" }
        var text: [UInt8] = []
        while place < bytes.count {
            if bytes[place] == UInt8(ascii: "&") {
                text += try reference().utf8
            } else if bytes[place] != UInt8(ascii: "<") {
                text.append(bytes[place])
                place += 1
            } else if isAhead("<![CDATA[") {
                place += 9
                let start = place
                try skip(behind: "]]>", of: "a quotation")
                text += bytes[start..<(place - 3)]
            } else if isAhead("<!--") {
                try skip(behind: "-->", of: "a comment")
            } else {
                try expectEnd(of: mark.name)
                return String(decoding: text, as: UTF8.self)
            }
        }
        throw broken("<\(mark.name)> does not end")
    }

    /// `&amp;`, `&#38;` or `&#x26;`.
    private mutating func reference() throws(Broken) -> String {
        let rest = bytes[(place + 1)...].prefix(16)
        guard let end = rest.firstIndex(of: UInt8(ascii: ";")) else { throw broken("a & stands for nothing") }
        let name = String(decoding: rest[..<end], as: UTF8.self)
        let known = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
        let number =
            name.hasPrefix("#x")
            ? UInt32(name.dropFirst(2), radix: 16)
            : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
        guard let text = known[name] ?? number.flatMap({ Unicode.Scalar($0) }).map({ String(Character($0)) })
        else {
            throw broken("nobody knows what &\(name); stands for")
        }
        place = end + 1
        return text
    }
}
