// Reads the text of a Varlink interface: enough of the grammar to hold our descriptions to it.

/// An interface as its description tells it.
struct InterfaceScanner {
    indirect enum FieldKind: Equatable {
        case named(String)
        case choice([String])
        case structure([Member])
        case list(FieldKind)
        /// Of any keys.
        case map(FieldKind)
        case optional(FieldKind)
    }

    struct Member: Equatable {
        let name: String
        let kind: FieldKind
    }

    struct Fault: Error { let place: String }

    private(set) var name = ""
    private(set) var types: [String: FieldKind] = [:]
    private(set) var methods: [String: (input: [Member], output: [Member])] = [:]
    private(set) var errors: [String: [Member]] = [:]

    private var tokens: ArraySlice<Substring>

    init(_ text: String) throws {
        tokens = Self.tokens(text)[...]
        try expect("interface")
        name = try word()
        while let keyword = tokens.popFirst() {
            let member = try word()
            switch keyword {
            case "type": types[member] = try parenthesised()
            case "method":
                let input = try fields()
                try expect("->")
                methods[member] = (input, try fields())
            case "error": errors[member] = try fields()
            default: throw Fault(place: "\(keyword)")
            }
        }
    }

    private static func tokens(_ text: String) -> [Substring] {
        text.split(separator: "\n").flatMap { line -> [Substring] in
            let code = line.prefix { $0 != "#" }
            var tokens: [Substring] = []
            var rest = code[...]
            while let first = rest.first {
                if first.isWhitespace {
                    rest = rest.dropFirst()
                } else if rest.hasPrefix("->") || rest.hasPrefix("[]") {
                    tokens.append(rest.prefix(2))
                    rest = rest.dropFirst(2)
                } else if rest.hasPrefix("[string]") {
                    tokens.append(rest.prefix(8))
                    rest = rest.dropFirst(8)
                } else if "(),:?".contains(first) {
                    tokens.append(rest.prefix(1))
                    rest = rest.dropFirst()
                } else {
                    let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" }
                    tokens.append(word.isEmpty ? rest.prefix(1) : word)
                    rest = rest.dropFirst(max(1, word.count))
                }
            }
            return tokens
        }
    }

    private mutating func expect(_ token: String) throws {
        guard let next = tokens.popFirst(), next == token else { throw Fault(place: "before \(token)") }
    }

    private mutating func word() throws -> String {
        guard let next = tokens.popFirst(), next.first?.isLetter == true else { throw Fault(place: "a name") }
        return String(next)
    }

    private mutating func fields() throws -> [Member] {
        guard case .structure(let fields) = try parenthesised() else { throw Fault(place: "fields") }
        return fields
    }

    private mutating func parenthesised() throws -> FieldKind {
        try expect("(")
        if tokens.first == ")" {
            tokens.removeFirst()
            return .structure([])
        }
        var names: [String] = []
        var members: [Member] = []
        while true {
            let name = try word()
            if tokens.first == ":" {
                tokens.removeFirst()
                members.append(Member(name: name, kind: try kind()))
            } else {
                names.append(name)
            }
            if tokens.first == "," { tokens.removeFirst() } else { break }
        }
        try expect(")")
        guard names.isEmpty || members.isEmpty else { throw Fault(place: "a mix of fields and words") }
        return names.isEmpty ? .structure(members) : .choice(names)
    }

    private mutating func kind() throws -> FieldKind {
        switch tokens.first {
        case "?":
            tokens.removeFirst()
            return .optional(try kind())
        case "[]":
            tokens.removeFirst()
            return .list(try kind())
        case "[string]":
            tokens.removeFirst()
            return .map(try kind())
        case "(": return try parenthesised()
        default: return .named(try word())
        }
    }
}
