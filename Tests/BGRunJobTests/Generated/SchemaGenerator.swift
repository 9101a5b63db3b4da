// Values that a rule of the schema describes, drawn from a seed.
import BGRunJSON
import BGRunTestSupport

/// Draws values. What no schema can say is not heeded, so that the reader may refuse them still.
struct DrawnValues {
    private var random: SeededGenerator
    private let schema: JSONValue
    private let oneStrayIn: Int?
    private var patterns: [String: PatternText] = [:]

    /// - Parameter oneStrayIn: One value in so many is another than its rule describes; nil for none.
    init(of schema: JSONValue, seed: UInt64, oneStrayIn: Int?) {
        self.schema = schema
        random = SeededGenerator(seed: seed)
        self.oneStrayIn = oneStrayIn
    }

    mutating func next() -> JSONValue { value(of: schema) }

    /// Texts whose grammar no pattern tells, by the key at which they stand.
    private static let texts: [String: [String]] = [
        "cron": ScheduleSamples.crons, "calendar": ScheduleSamples.calendars,
        "timeZone": ScheduleSamples.zones,
    ]
    private static let strays: [JSONValue] = [
        .null, true, false, -1, 0, 1, .number(1.5), .integer(.max), "", " ", "/", "a", "1s", "%i", [], [""],
        [:], ["a": 1],
    ]

    /// - Parameter key: The key whose value it is, if it is one's.
    private mutating func value(of rule: JSONValue, at key: String = "", depth: Int = 0) -> JSONValue {
        guard case .object(let rule) = rule.followed(in: schema) else {
            preconditionFailure("a rule is an object")
        }
        let drawn = sound(rule, key, depth)
        guard let oneStrayIn, isOne(in: oneStrayIn) else { return drawn }
        return stray(beside: drawn)
    }

    private mutating func sound(_ rule: JSONObject, _ key: String, _ depth: Int) -> JSONValue {
        if let value = rule["const"] { return value }
        if let text = Self.texts[key].flatMap({ pick($0) }) { return .string(text) }
        if let value = pick(rule.list("enum")) { return value }
        if isOne(in: 8), let example = pick(rule.list("examples")) { return example }
        if let other = pick(rule.list("anyOf")) { return value(of: other, at: key, depth: depth) }
        switch rule["type"] {
        case "boolean": return .bool(isOne(in: 2))
        case "integer":
            return .integer(
                whole(rule.whole("minimum", else: -(1 << 40))...rule.whole("maximum", else: 1 << 60)))
        case "number":
            return .number(Double(whole(1...10_000)) / 100)
        case "array": return .array(list(rule, depth))
        case "object": return .object(object(rule, depth))
        default: return .string(text(rule))
        }
    }

    /// Its neighbour, or something else.
    private mutating func stray(beside value: JSONValue) -> JSONValue {
        switch value {
        case .integer(let number) where isOne(in: 2): return .integer(number &+ 1 - 2 * whole(0...1))
        case .string(let text) where isOne(in: 2):
            var letters = Array(text)
            letters.insert(pick(PatternText.anything) ?? "a", at: Int(whole(0...Int64(letters.count))))
            return .string(String(letters))
        default: return pick(Self.strays) ?? .null
        }
    }

    private mutating func text(_ rule: JSONObject) -> String {
        let pattern = rule.text("pattern") ?? #"^[\s\S]{0,20}$"#
        // Of all durations few are neither too short nor too long.
        if pattern.hasSuffix("[0-9]{1,15}(ms|s|m|h|d)$"), isOne(in: 2), let span = pick(ScheduleSamples.spans)
        {
            return pattern.contains("+") ? "+" + span : span
        }
        if pattern.hasPrefix("^[0-9]{4}-"), let date = pick(ScheduleSamples.dates) { return date }
        let parsed = patterns[pattern] ?? PatternText(pattern)
        patterns[pattern] = parsed
        return String(parsed.draw(using: &random).prefix(Int(rule.whole("maxLength", else: 4096))))
    }

    private mutating func list(_ rule: JSONObject, _ depth: Int) -> [JSONValue] {
        guard let items = rule["items"] else { return [] }
        let most = isOne(in: 20) ? rule.whole("maxItems", else: 20) : 3
        let count = Int(whole(rule.whole("minItems", else: 0)...max(most, 1)))
        let first = rule.list("prefixItems").first
        let drawn = (0..<count).map { value(of: $0 == 0 ? first ?? items : items, depth: depth) }
        guard rule["uniqueItems"] == true else { return drawn }
        return drawn.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    private mutating func object(_ rule: JSONObject, _ depth: Int) -> JSONObject {
        var object = JSONObject()
        if case .object(let properties)? = rule["properties"] {
            let choices = rule.list("oneOf").map { $0.required }
            let chosen = pick(choices) ?? []
            let excluded = choices.joined().filter { !chosen.contains($0) }
            let required = JSONValue.object(rule).required + chosen
            // Requirements stand in requirements without end.
            let rarity = properties["not"] != nil ? 1 + 2 * depth : depth == 0 ? 3 : 2
            for member in properties.members where !excluded.contains(member.key) {
                guard required.contains(member.key) || isOne(in: rarity) else { continue }
                object[member.key] = value(of: member.value, at: member.key, depth: depth + 1)
            }
        }
        if let names = rule["propertyNames"], let values = rule["additionalProperties"] {
            for _ in 0..<whole(0...3) {
                guard case .string(let name) = value(of: names) else { continue }
                object[name] = value(of: values, depth: depth + 1)
            }
        }
        return object
    }

    private mutating func whole(_ range: ClosedRange<Int64>) -> Int64 {
        switch random.next() % 6 {
        case 0: range.lowerBound
        case 1: range.upperBound
        default: .random(in: range, using: &random)
        }
    }

    private mutating func isOne(in count: Int) -> Bool { random.next() % UInt64(count) == 0 }

    private mutating func pick<Value>(_ values: [Value]) -> Value? { values.randomElement(using: &random) }
}

extension JSONValue {
    /// The keys that an object of this rule must have.
    fileprivate var required: [String] {
        guard case .object(let rule) = self else { return [] }
        return rule.list("required").compactMap { if case .string(let key) = $0 { key } else { nil } }
    }
}
