// Texts that a pattern of the schema matches, from a seed.
import BGRunTestSupport

/// Generates texts that a regular expression matches, as far as JSON Schema and ours use them.
struct PatternGenerator {
    private let root: Part
    private let regex: Regex<AnyRegexOutput>

    private indirect enum Part {
        case characters([Character])
        case sequence([Part])
        case choice([Part])
        case repeated(Part, ClosedRange<Int>)
    }

    /// What stands for "any character", and what a class that leaves some out takes from.
    static let anything: [Character] = [
        "a", "Z", "7", " ", "\"", "\\", "/", "é", "e\u{301}", "日", "👩‍💻", "\n", "\t", "\0", "\u{1}", "'", "$",
        "%", ".", "-", "_",
        "*", ":", "@", "~", "=",
    ]

    init(_ pattern: String) {
        var rest = Array(pattern)[...]
        root = Self.choice(&rest)
        precondition(
            rest.isEmpty, "a pattern of the schema has more than is understood here: \(String(rest))")
        do {
            // As in JSON Schema: by Unicode scalar.
            regex = try Regex(pattern).matchingSemantics(.unicodeScalar)
        } catch {
            preconditionFailure("Swift can't read the pattern \(pattern): \(error)")
        }
    }

    /// Whether the whole text matches.
    func matches(_ text: String) -> Bool { (try? regex.wholeMatch(in: text)) != nil }

    /// One of which look-aheads were ignored: it may not match.
    func next(using random: inout SeededGenerator) -> String { Self.next(root, using: &random) }

    private static func next(_ part: Part, using random: inout SeededGenerator) -> String {
        switch part {
        case .characters(let characters): characters.randomElement(using: &random).map { String($0) } ?? ""
        case .sequence(let parts): parts.map { next($0, using: &random) }.joined()
        case .choice(let parts): parts.randomElement(using: &random).map { next($0, using: &random) } ?? ""
        case .repeated(let part, let count):
            (0..<times(count, using: &random)).map { _ in next(part, using: &random) }.joined()
        }
    }

    /// Seldom many: the reader takes no duration of fifteen digits.
    private static func times(_ count: ClosedRange<Int>, using random: inout SeededGenerator) -> Int {
        let most = random.next() % 8 == 0 ? count.upperBound : min(count.upperBound, count.lowerBound + 2)
        return Int.random(in: count.lowerBound...most, using: &random)
    }

    // MARK: - Taking a pattern apart

    private static func choice(_ rest: inout ArraySlice<Character>) -> Part {
        var parts = [sequence(&rest)]
        while rest.first == "|" {
            rest.removeFirst()
            parts.append(sequence(&rest))
        }
        return parts.count == 1 ? parts[0] : .choice(parts)
    }

    private static func sequence(_ rest: inout ArraySlice<Character>) -> Part {
        var parts: [Part] = []
        while let next = rest.first, next != "|", next != ")" {
            rest.removeFirst()
            guard next != "^", next != "$" else { continue }
            if let part = part(next, &rest) { parts.append(repeated(part, &rest)) }
        }
        return parts.count == 1 ? parts[0] : .sequence(parts)
    }

    /// Nil for a look-ahead.
    private static func part(_ first: Character, _ rest: inout ArraySlice<Character>) -> Part? {
        switch first {
        case "(":
            let isLookAhead = rest.starts(with: "?=") || rest.starts(with: "?!")
            if isLookAhead { rest.removeFirst(2) }
            let inner = choice(&rest)
            precondition(rest.popFirst() == ")", "a group of a pattern ends")
            return isLookAhead ? nil : inner
        case "[": return .characters(members(&rest))
        case ".": return .characters(anything.filter { $0 != "\n" })
        case "\\": return .characters(escaped(&rest))
        default: return .characters([first])
        }
    }

    private static func repeated(_ part: Part, _ rest: inout ArraySlice<Character>) -> Part {
        let longest = 12
        switch rest.first {
        case "*": rest.removeFirst(); return .repeated(part, 0...longest)
        case "+": rest.removeFirst(); return .repeated(part, 1...longest)
        case "?": rest.removeFirst(); return .repeated(part, 0...1)
        case "{":
            let bounds = String(rest.dropFirst().prefix { $0 != "}" }).split(separator: ",").compactMap {
                Int($0)
            }
            rest = rest.drop { $0 != "}" }.dropFirst()
            guard let least = bounds.first, let most = bounds.last else {
                preconditionFailure("a count of a pattern is a number")
            }
            return .repeated(part, least...min(most, max(least, longest)))
        default: return part
        }
    }

    /// The characters of a class, whose opening bracket is gone already.
    private static func members(_ rest: inout ArraySlice<Character>) -> [Character] {
        let leavesOut = rest.first == "^"
        if leavesOut { rest.removeFirst() }
        var members: [Character] = []
        while let next = rest.popFirst(), next != "]" {
            let found = next == "\\" ? escaped(&rest) : [next]
            if let first = found.first, found.count == 1, rest.first == "-", rest.dropFirst().first != "]" {
                rest.removeFirst()
                let end = rest.popFirst()
                members += range(from: first, to: end == "\\" ? escaped(&rest).first : end)
            } else {
                members += found
            }
        }
        return leavesOut ? anything.filter { !members.contains($0) } : members
    }

    private static func range(from first: Character, to last: Character?) -> [Character] {
        guard let first = first.unicodeScalars.first?.value, let last = last?.unicodeScalars.first?.value,
            first <= last
        else {
            preconditionFailure("a range of a pattern has a beginning and an end")
        }
        return (first...last).compactMap { Unicode.Scalar($0) }.map { Character($0) }
    }

    /// What an escape stands for, whose backslash is gone already.
    private static func escaped(_ rest: inout ArraySlice<Character>) -> [Character] {
        switch rest.popFirst() {
        case "u":
            let code = UInt32(String(rest.prefix(4)), radix: 16).flatMap { Unicode.Scalar($0) }
            rest.removeFirst(4)
            return code.map { [Character($0)] } ?? []
        case "t": return ["\t"]
        case "s": return anything.filter(\.isWhitespace)
        case "S": return anything.filter { !$0.isWhitespace }
        case let other?: return [other]
        case nil: preconditionFailure("a pattern ends within an escape")
        }
    }
}
