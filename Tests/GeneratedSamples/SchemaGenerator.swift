// Values that a JSON schema describes, from a seed.
import BGRunJSON
import BGRunTestSupport

/// Generates values. What a schema says between keys (`allOf`, `if`) is ignored, so the reader may still refuse a value.
struct SchemaGenerator {
    private var random: SeededGenerator
    private let schema: JSONValue
    private let invalidOneIn: Int?
    private var patterns: [String: (generator: PatternGenerator, times: [String])] = [:]

    /// - Parameter invalidOneIn: How often a value breaks its rule: one in this many; nil for never.
    init(of schema: JSONValue, seed: UInt64, invalidOneIn: Int?) {
        self.schema = schema
        random = SeededGenerator(seed: seed)
        self.invalidOneIn = invalidOneIn
    }

    mutating func next() -> JSONValue { value(of: schema) }

    /// Texts whose grammar no pattern has, by their key.
    private static let textsByKey: [String: [String]] = [
        "cron": ScheduleSamples.crons, "calendar": ScheduleSamples.calendars,
        "timeZone": ScheduleSamples.zones,
    ]
    /// Durations and dates, of which a pattern takes many more than the reader.
    private static let times =
        ScheduleSamples.spans + ScheduleSamples.spans.map { "+" + $0 } + ScheduleSamples.dates
    private static let invalidValues: [JSONValue] = [
        .null, true, false, -1, 0, 1, .number(1.5), .integer(.max), "", " ", "/", "a", "1s", "%i", [], [""],
        [:], ["a": 1],
    ]

    /// - Parameter key: The key whose value it is, if it is one's.
    private mutating func value(of rule: JSONValue, at key: String = "", depth: Int = 0) -> JSONValue {
        guard case .object(let rule) = rule.followed(in: schema) else {
            preconditionFailure("a rule is an object")
        }
        let valid = valid(for: rule, key, depth)
        guard let invalidOneIn, isOne(in: invalidOneIn) else { return valid }
        return invalid(beside: valid)
    }

    private mutating func valid(for rule: JSONObject, _ key: String, _ depth: Int) -> JSONValue {
        if let value = rule["const"] { return value }
        if let text = Self.textsByKey[key].flatMap({ pick($0) }) { return .string(text) }
        if let value = pick(rule.list("enum")) { return value }
        if isOne(in: 8), let example = pick(rule.list("examples")) { return example }
        if let other = pick(rule.list("anyOf")) { return value(of: other, at: key, depth: depth) }
        switch rule["type"] {
        case "boolean": return .bool(isOne(in: 2))
        case "integer": return .integer(integer(in: rule.integer("minimum")...rule.integer("maximum")))
        // The only one with a fraction, in hundredths.
        case "number":
            return .number(Double(integer(in: rule.hundredths("minimum")...rule.hundredths("maximum"))) / 100)
        case "array": return .array(list(rule, depth))
        case "object": return .object(object(rule, depth))
        default: return .string(text(rule))
        }
    }

    /// A number that is off by one, a text with one more character, or another type.
    private mutating func invalid(beside value: JSONValue) -> JSONValue {
        switch value {
        case .integer(let number) where isOne(in: 2):
            return .integer(isOne(in: 2) ? number &+ 1 : number &- 1)
        case .string(let text) where isOne(in: 2):
            var letters = Array(text)
            letters.insert(
                pick(PatternGenerator.anything) ?? "a", at: Int(integer(in: 0...Int64(letters.count))))
            return .string(String(letters))
        default: return pick(Self.invalidValues) ?? .null
        }
    }

    private mutating func text(_ rule: JSONObject) -> String {
        let (generator, times) = pattern(rule.text("pattern") ?? #"^[\s\S]{0,20}$"#)
        if isOne(in: 2), let time = pick(times) { return time }
        while true {
            let text = String(
                generator.next(using: &random).prefix(Int(rule.integer("maxLength", else: 4096))))
            if text.count >= rule.integer("minLength", else: 0), generator.matches(text) { return text }
        }
    }

    private mutating func pattern(_ text: String) -> (generator: PatternGenerator, times: [String]) {
        if let known = patterns[text] { return known }
        let generator = PatternGenerator(text)
        // A pattern of names takes a duration, too.
        let times = generator.matches("s1") ? [] : Self.times.filter(generator.matches)
        patterns[text] = (generator, times)
        return (generator, times)
    }

    private mutating func list(_ rule: JSONObject, _ depth: Int) -> [JSONValue] {
        guard let items = rule["items"] else { return [] }
        let least = rule.integer("minItems", else: 0)
        let most = isOne(in: 12) ? rule.integer("maxItems", else: 20) : 3
        let count = Int(integer(in: least...max(least, most)))
        let first = rule.list("prefixItems").first
        let values = (0..<count).map { value(of: $0 == 0 ? first ?? items : items, depth: depth) }
        guard rule["uniqueItems"] == true else { return values }
        return values.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    private mutating func object(_ rule: JSONObject, _ depth: Int) -> JSONObject {
        let least = rule.integer("minProperties", else: 0)
        var object = JSONObject()
        while true {
            if case .object(let properties)? = rule["properties"] {
                add(properties, of: rule, to: &object, depth)
            }
            if let names = rule["propertyNames"], let values = rule["additionalProperties"] {
                for _ in 0..<integer(in: least...max(least, 3)) {
                    guard case .string(let name) = value(of: names) else { continue }
                    object[name] = value(of: values, depth: depth + 1)
                }
            }
            if object.members.count >= least { return object }
        }
    }

    private mutating func add(
        _ properties: JSONObject, of rule: JSONObject, to object: inout JSONObject, _ depth: Int
    ) {
        let choices = rule.list("oneOf").compactMap {
            if case .object(let choice) = $0 { choice.required } else { nil }
        }
        let chosen = pick(choices) ?? []
        let excluded = choices.joined().filter { !chosen.contains($0) }
        let required = rule.required + chosen
        // Requirements stand in requirements: the deeper, the fewer.
        let areRequirements = properties["not"] != nil
        let keepOneIn = areRequirements ? 1 + 2 * depth : depth == 0 ? 3 : 2
        for member in properties.members where !excluded.contains(member.key) {
            guard required.contains(member.key) || isOne(in: keepOneIn) else { continue }
            object[member.key] = value(of: member.value, at: member.key, depth: depth + 1)
        }
        guard case .object(let needs)? = rule["dependentSchemas"] ?? rule["dependentRequired"] else { return }
        for need in needs.members where !need.value.isMet(by: object) { object[need.key] = nil }
    }

    private mutating func integer(in range: ClosedRange<Int64>) -> Int64 {
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
    /// Whether an object has the keys that stand here in a list, in `required`, or in one of several such.
    fileprivate func isMet(by object: JSONObject) -> Bool {
        switch self {
        case .array(let keys):
            keys.allSatisfy { if case .string(let key) = $0 { object[key] != nil } else { false } }
        case .object(let rule):
            rule.required.allSatisfy { object[$0] != nil }
                && (rule["anyOf"] == nil || rule.list("anyOf").contains { $0.isMet(by: object) })
        default: false
        }
    }
}

extension JSONObject {
    /// A bound that every number has.
    fileprivate func integer(_ key: String) -> Int64 {
        guard case .integer(let bound)? = self[key] else {
            preconditionFailure("a whole number of the schema has no \(key)")
        }
        return bound
    }

    fileprivate func hundredths(_ key: String) -> Int64 {
        guard case .number(let bound)? = self[key] else {
            preconditionFailure("a number of the schema has no \(key)")
        }
        return Int64((bound * 100).rounded())
    }
}
