// From bytes to one value: strict RFC 8259 in a single pass, with a bound on everything.

extension JSONValue {
    /// Reads one value and nothing but white space around it.
    ///
    /// Stricter than many readers: no comments, trailing commas or byte order mark, no key twice in an object
    /// (compared after unescaping), no half of a surrogate pair, only valid UTF-8.
    package init(parsing bytes: [UInt8], limits: JSONLimits) throws(JSONError) {
        var reader = JSONReader(bytes: bytes, limits: limits)
        do {
            self = try reader.document()
        } catch {
            throw JSONError(kind: error.kind, offset: error.offset, keyPath: error.keyPath, in: bytes)
        }
    }

    /// Reads one value from a text that is at hand as a string.
    package init(parsing text: String, limits: JSONLimits) throws(JSONError) {
        try self.init(parsing: Array(text.utf8), limits: limits)
    }
}

/// A walk over the bytes. Each method starts at the first byte of what it is named for and ends behind its
/// last.
struct JSONReader {
    /// An error before its line, column and whole key path are known; each level on the way out adds its
    /// step.
    struct Fault: Error {
        let kind: JSONError.Kind
        let offset: Int
        private(set) var keyPath = JSONKeyPath.root

        init(_ kind: JSONError.Kind, at offset: Int) {
            self.kind = kind
            self.offset = offset
        }

        func inside(_ step: JSONKeyPath.Step) -> Fault {
            var fault = self
            fault.keyPath.prepend(step)
            return fault
        }
    }

    let bytes: [UInt8]
    var index = 0
    let limits: JSONLimits
    private var depth = 0

    init(bytes: [UInt8], limits: JSONLimits) {
        self.bytes = bytes
        self.limits = limits
    }

    mutating func document() throws(Fault) -> JSONValue {
        guard bytes.count <= limits.bytes else {
            throw Fault(.tooLong(limit: limits.bytes), at: limits.bytes)
        }
        guard !bytes.starts(with: [0xEF, 0xBB, 0xBF]) else { throw Fault(.byteOrderMark, at: 0) }
        skipSpace()
        let value = try value(or: .value)
        skipSpace()
        guard let byte = peek() else { return value }
        throw Fault(byte == UInt8(ascii: "/") ? .comment : .textAfterValue, at: index)
    }

    private mutating func value(or wanted: JSONError.Wanted) throws(Fault) -> JSONValue {
        guard let byte = peek() else { throw unexpected(wanted) }
        return switch byte {
        case UInt8(ascii: "\""): .string(try string())
        case UInt8(ascii: "{"): .object(try object())
        case UInt8(ascii: "["): .array(try array())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
        case UInt8(ascii: "t"): try word("true", meaning: .bool(true))
        case UInt8(ascii: "f"): try word("false", meaning: .bool(false))
        case UInt8(ascii: "n"): try word("null", meaning: .null)
        default: throw unexpected(wanted)
        }
    }

    // MARK: Lists and objects

    private mutating func object() throws(Fault) -> JSONObject {
        let end = UInt8(ascii: "}")
        try enter()
        guard !take(end) else { return leave(with: JSONObject()) }
        var members: [JSONObject.Member] = []
        var keys = JSONKeySet()
        repeat {
            guard peek() == UInt8(ascii: "\"") else { throw unexpected(members.isEmpty ? .keyOrEnd : .key) }
            let start = index
            let key = try string()
            guard keys.isNew(key, after: members) else {
                throw Fault(.duplicateKey(key), at: start).inside(.key(key))
            }
            do {
                members.append(JSONObject.Member(key: key, value: try memberValue()))
            } catch {
                throw error.inside(.key(key))
            }
        } while try another(before: end, wanted: .commaOrEndOfObject)
        return leave(with: JSONObject(distinct: members))
    }

    private mutating func memberValue() throws(Fault) -> JSONValue {
        skipSpace()
        guard take(UInt8(ascii: ":")) else { throw unexpected(.colon) }
        skipSpace()
        return try value(or: .value)
    }

    private mutating func array() throws(Fault) -> [JSONValue] {
        let end = UInt8(ascii: "]")
        try enter()
        guard !take(end) else { return leave(with: []) }
        var elements: [JSONValue] = []
        repeat {
            do {
                elements.append(try value(or: elements.isEmpty ? .valueOrEnd : .value))
            } catch {
                throw error.inside(.index(elements.count))
            }
        } while try another(before: end, wanted: .commaOrEndOfArray)
        return leave(with: elements)
    }

    /// Takes the opening bracket. The depth is bounded here, so hostile nesting ends before the stack does.
    private mutating func enter() throws(Fault) {
        guard depth < limits.depth else { throw Fault(.tooDeep(limit: limits.depth), at: index) }
        depth += 1
        index += 1
        skipSpace()
    }

    private mutating func leave<Collection>(with collection: Collection) -> Collection {
        depth -= 1
        return collection
    }

    /// Whether a comma announces another element; otherwise the closing bracket has been taken.
    private mutating func another(before end: UInt8, wanted: JSONError.Wanted) throws(Fault) -> Bool {
        skipSpace()
        if take(end) { return false }
        let comma = index
        guard take(UInt8(ascii: ",")) else { throw unexpected(wanted) }
        skipSpace()
        guard peek() != end else { throw Fault(.trailingComma, at: comma) }
        return true
    }

    // MARK: Bytes

    private mutating func word(_ word: String, meaning value: JSONValue) throws(Fault) -> JSONValue {
        guard bytes[index...].starts(with: word.utf8) else { throw unexpected(.value) }
        index += word.utf8.count
        return value
    }

    func peek() -> UInt8? {
        index < bytes.count ? bytes[index] : nil
    }

    /// Steps over the byte if it is the next one.
    mutating func take(_ byte: UInt8) -> Bool {
        guard peek() == byte else { return false }
        index += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = peek(), byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
            index += 1
        }
    }

    private func unexpected(_ wanted: JSONError.Wanted) -> Fault {
        switch peek() {
        case nil: Fault(.unexpectedEnd(wanted: wanted), at: index)
        case UInt8(ascii: "/"): Fault(.comment, at: index)
        case let byte?: Fault(.unexpectedByte(byte, wanted: wanted), at: index)
        }
    }
}
