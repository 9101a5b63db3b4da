// What refusals advise: each text between quotation marks is taken where it is to be written.
import BGRunJSON
import BGRunJob
import BGRunTestSupport
import GeneratedSamples
import Testing

/// What an advice says between quotation marks.
private enum Quoted: Hashable {
    case text(String)
    /// A value with its key, as in `"for": "3d"`; the value as JSON.
    case member(String, String)
    /// An object or a list, as JSON.
    case json(String)

    static func all(in advice: String) -> [Quoted] {
        var found: [Quoted] = []
        var rest = ""
        var letters = Array(advice)[...]
        while let letter = letters.first {
            if letter == "{" || letter == "[", rest.suffix(3) != "\": ", let json = json(at: letters) {
                found.append(.json(json))
                letters = letters.dropFirst(json.count)
            } else {
                rest.append(letters.removeFirst())
            }
        }
        let member = /"([A-Za-z]+)": ("[^"]*"|\[[^\]]*\]|\{(?:[^{}]|\{[^}]*\})*\}|true|false)/
        found += rest.matches(of: member).map { .member(String($0.1), String($0.2)) }
        rest.replace(member, with: "")
        return found + rest.matches(of: /"([^"]*)"/).map { .text(String($0.1)) }
    }

    /// What stands between quotation marks in it.
    var texts: [String] {
        switch self {
        case .text(let text): [text]
        case .member(_, let json), .json(let json): json.matches(of: /"([^"]*)"/).map { String($0.1) }
        }
    }

    private static func json(at letters: ArraySlice<Character>) -> String? {
        let ends = letters.indices.filter { letters[$0] == "}" || letters[$0] == "]" }
        return ends.reversed().map { String(letters[...$0]) }.first {
            (try? JSONValue(parsing: $0, limits: .descriptor)) != nil
        }
    }
}

/// One kind of text, with what reads it.
private struct Reader: Sendable {
    let schema: JSONValue
    /// A text with this member, and sound but for that.
    let base: @Sendable (_ member: String) -> String
    /// Texts that no single wrong value makes.
    let others: [String]
    let errors: @Sendable (JSONValue) -> [FieldError]

    static let all = [descriptor, manifest, policy, template]

    private static func errors(_ read: () throws(DescriptorError) -> Void) -> [FieldError] {
        do throws(DescriptorError) {
            try read()
            return []
        } catch {
            if case .fields(let errors) = error { return errors }
            return []
        }
    }

    static let descriptor = Reader(
        schema: JobDescriptor.jsonSchema,
        base: { member in
            let hasHours = member.hasPrefix("\"onAllowedHoursEnd\"")
            return jobText(with: (hasHours ? #""allowedHours": "22:00-06:00", "# : "") + member)
        }, others: ["{}"] + wrongMembers.map(jobText(with:)),
        errors: { value in errors { () throws(DescriptorError) in _ = try JobDescriptor(value: value) } })

    private static let manifest = Reader(
        schema: ApplicationManifest.jsonSchema,
        base: { member in
            let needed = [
                #""application": "com.example.a""#, #""command": ["/bin/a"]"#,
                #""tasks": {"com.example.a.x": {"kind": "refresh"}}"#,
            ]
            let rest = needed.filter { !$0.hasPrefix(member.prefix { $0 != ":" }) }
            return "{\((rest + [member]).joined(separator: ", "))}"
        },
        others: [
            "{}", #"{"tasks": {"b c": {}}}"#,
            "{\"tasks\": {\((0..<65).map { "\"t\($0)\": {}" }.joined(separator: ", "))}}",
        ],
        errors: { value in errors { () throws(DescriptorError) in _ = try ApplicationManifest(value: value) }
        })

    private static let policy = Reader(
        schema: Policy.jsonSchema,
        base: { member in
            "{\(member.replacing(#""rest": {"longest""#, with: #""rest": {"initial": "1s", "longest""#))}"
        }, others: [#"{"rest": {"initial": "1h", "longest": "1m"}}"#],
        errors: { value in
            errors { () throws(DescriptorError) in
                _ = try Policy(json: value.bytes()) { $0 == "root" ? .root : nil }
            }
        })

    private static let template = Reader(
        schema: [:], base: { $0 },
        others: [
            #"{"instances": ["a"]}"#, #"{"identifier": "a", "instances": ["a"]}"#,
            #"{"identifier": "a b", "instances": ["a"]}"#,
            #"{"identifier": "a@"}"#, #"{"identifier": "a@", "instances": []}"#,
        ],
        errors: { value in
            guard case .object(let object) = value else { return [] }
            return errors { () throws(DescriptorError) in _ = try JobTemplate(object) }
        })

    /// Texts with something wrong at each key: what is of no use anywhere, and nearly right values of their kind.
    var wrong: [String] {
        var seen: Set<String> = []
        var texts = others
        for key in SchemaKey.all(of: schema) {
            let name: String = key.path.last?.name ?? ""
            // Names of instances stand in a template, which is no descriptor.
            guard name != "instances", seen.insert(name + key.rule.text).inserted else { continue }
            for value in wrongValues + (wrongTexts[name] ?? []) { texts.append(base(key.member(value))) }
        }
        return texts
    }

    static let keys = Set(
        all.flatMap { SchemaKey.all(of: $0.schema) }.compactMap {
            if case .key(let key)? = $0.path.last { key } else { nil }
        })
}

private let wrongValues = [
    "null", "true", "false", "0", "-1", "1.5", "99999999999999", #""""#, #"" ""#, #""x y""#, #""?!""#,
    #""/""#,
    #""a/b""#, #""/a//b""#, #""/a/""#, #""~/x""#, #""@x""#, #""a@b""#, #""0s""#, #""1ms""#, #""40000d""#,
    #""1 fortnight""#, #""\u0000""#, #""\u001b""#, "[]", "[[]]", #"["a", "a"]"#, "{}", #"{"a": 1}"#,
    #""\#(String(repeating: "a", count: 5000))""#,
    "[\(Array(repeating: #""a""#, count: 1100).joined(separator: ", "))]",
]

/// Of keys whose values have a grammar of their own.
private let wrongTexts: [String: [String]] = [
    "cron": quoted([
        "30 2 * *", "0 0 30 2 *", "0 0 31W 4 *", "@daily now", "@every 90m", "@every", "@reboot", "@noon",
        "61 * * * *", "1-x * * * *", "22-2 * * * *", "0 22-2/2 * * *", "5/10 * * * *", "*/0 * * * *",
        "1,,2 * * * *",
        "0 0 32 * *", "0 0 L-40 * *", "0 0 15W,16W * *", "0 0 15W-20 * *", "0 0 * 13 *", "0 0 * dec-jan *",
        "0 0 * * 8", "0 0 * * L", "0 0 * * fri#6", "0 0 * * 5#0", "0 0 * * fri-sun", "0 0 * * fri-mon",
    ]),
    "calendar": quoted([
        "Feb 30", "*-02-30", "Mon..Fri,", "Fri..Mon 02:30", "friday-monday 02:30", "Mon;Tue 02:30",
        "Mon,02:30",
        "*-*-* 25:00", "*-13-01", "*-*-00", "*~32", "*-*~30", "22..2:00", "22..2/2:00", "*/2:00",
        "*-*-*/2 02:30", "*-*/2-01",
        "*/2-01-01", "23/1:00", "*:59/5", "02:30:00.5", "@1900000000 Europe/Berlin", "@x", "02:30 CEST+",
        "*:0/0",
        "2030..2020-01-01",
    ]),
    "allowedHours": quoted([
        "10pm-6am", "22:00-22:00", "24:00-06:00", "Fri-Mon", "Friday..Monday 22:00-06:00", "Mon 22:00",
    ]) + ["[]", #"["22:00-06:00", 12]"#],
    "except": quoted(["2027-02-29", "13-01", "2027-01-02/2027-01-01", "Mon-Fri"]),
    "from": quoted(["start", "2026-12-01T09:00:00+01:00"]),
    "event": quoted(["mounted", "devices", "path", "boots"]),
    "schedule": [
        "[\(Array(repeating: #"{"event": "boot"}"#, count: 17).joined(separator: ", "))]", #""30 2 * * *""#,
    ],
]

private func quoted(_ texts: [String]) -> [String] { texts.map { "\"\($0)\"" } }

/// Of a descriptor: keys that contradict each other.
private let wrongMembers = [
    #""schedule": {"every": "6h"}, "latestBegin": "2026-03-29T00:00:00Z""#, #""prefers": {"lid": "open"}"#,
    #""maxTimeBudget": "1h""#, #""title": "a", "onAllowedHoursEnd": "stop""#,
    #""kind": "service", "retry": {"initial": "1s"}"#, #""retry": {"initial": "1h", "longest": "1m"}"#,
    #""kind": "service", "schedule": {"every": "6h"}"#,
    #""keepAwake": {"when": "never", "withLidClosed": true}"#,
    #""schedule": {"every": "90m", "timeZone": "UTC"}"#,
    #""schedule": {"cron": "@daily", "calendar": "daily"}"#,
    #""requires": {"command": {"command": ["sh", "-c", "true"], "every": "1m"}}"#,
    #""standardOutput": {"path": "/x", "keep": 3}"#,
]

/// What stands between quotation marks and is to be written nowhere: marks that a text has, what is refused, what a key is
/// told by, and names of other programs' settings.
private let notToWrite: Set = [
    ",", "-", ".", "..", "/", "//", ":", "@", "]", "_", "e", "}", "~", "%i", "@every", "@reboot", "not now",
    "30s", "KillSignal=", "WatchdogSec=", "externalPower=off", "1234-ABCD", "bgrun cancel", "bgrun disable",
    "bgrun logs", "bgrun run",
]

// B-21
@Suite struct `An advice` {
    /// Whether it is taken where it is to be written: in place of what was refused or of a part of it, as its name, beside it
    /// or within it.
    private static func isTaken(
        _ quoted: Quoted, _ error: FieldError, _ document: JSONValue, _ reader: Reader
    ) -> Bool {
        let path = error.keyPath.steps
        let outer = Array(path.dropLast())
        func isFine(_ value: JSONValue?, at path: [JSONKeyPath.Step]) -> Bool {
            guard let value else { return false }
            return !reader.errors(value).contains { $0.keyPath.steps.starts(with: path) }
        }
        func isFine(setting value: JSONValue, at path: [JSONKeyPath.Step]) -> Bool {
            isFine(document.setting(value, at: path), at: path)
        }
        switch quoted {
        case .json(let text):
            guard let json = try? JSONValue(parsing: text, limits: .descriptor) else { return false }
            return [path, outer].contains { isFine(setting: json, at: $0) }
        case .member(let key, let text):
            guard case .array(let values)? = try? JSONValue(parsing: "[\(text)]", limits: .descriptor) else {
                return false
            }
            let around = path.indices.map { Array(path[..<$0]) } + [path]
            return around.contains { isFine(setting: values[0], at: $0 + [.key(key)]) }
        case .text(let text):
            if Reader.keys.contains(text) { return true }
            var values: [JSONValue] = [.string(text), .array([.string(text)])]
            if case .string(let old)? = document.value(at: path) {
                let parts = error.reason.matches(of: /"([^"]*)"/).map { String($0.1) }
                values += parts.map { .string(old.replacing($0, with: text)) }
            }
            if values.contains(where: { isFine(setting: $0, at: path) }) { return true }
            let others: [JSONValue] = ["a", [:]]
            let renamed = document.setting(nil, at: path)
            return others.contains { value in
                isFine(renamed?.setting(value, at: outer + [.key(text)]), at: outer + [.key(text)])
                    || isFine(setting: value, at: path + [.key(text)])
            }
        }
    }

    /// What stands between quotation marks in the texts of a room, as far as it is not put together there.
    private static func written(in room: String, _ pattern: Regex<Substring>) throws -> Set<String> {
        let lines = try Repository.files(below: "Sources/\(room)", suffix: ".swift").flatMap {
            try Repository.text($0).split(separator: "\n").filter { !$0.isComment }
        }
        let texts = lines.flatMap { $0.matches(of: pattern).map { String($0.output) } }
        return Set(
            texts.filter { !$0.contains("\\(") && !$0.contains("…") }.map { $0.replacing("\\\"", with: "\"") }
        )
    }

    @Test func `is taken as it is quoted, whatever was refused`() throws {
        var (taken, faults): (Set<String>, Set<String>) = (Reader.keys.union(notToWrite), [])
        for reader in Reader.all {
            var played: Set<String> = []
            for text in reader.wrong {
                let document = try JSONValue(parsing: text, limits: .descriptor)
                for error in reader.errors(document) {
                    let place: String = error.keyPath.steps.last.map { "\($0)" } ?? ""
                    guard played.insert(place + error.advice).inserted else { continue }
                    for quoted in Quoted.all(in: error.advice) {
                        taken.formUnion(quoted.texts)
                        guard !Self.isTaken(quoted, error, document, reader) else { continue }
                        faults.insert("\(quoted) of \(error) in \(text.prefix(200))")
                    }
                }
            }
        }
        #expect(faults.isEmpty, "\(faults.sorted().joined(separator: "\n"))")
        // An advice that no text above is refused with is played by none: it belongs to them, or is none.
        let pattern = /\\"(?:[^"\\]|\\\([^)]*\))*\\"/
        let unplayed = try ["BGRunCalendar", "BGRunJSON", "BGRunJob"].flatMap { room in
            try Self.written(in: room, pattern).filter { !taken.contains(String($0.dropFirst().dropLast())) }
        }
        #expect(unplayed.isEmpty)
        // Other rooms tell of members of descriptors.
        let member = /\\"[A-Za-z]+\\": (?:\\"[^"\\]*\\"|true|\[[^\]]*\]|\{(?:[^{}]|\{[^}]*\})*\})/
        let rooms = ["BGRunImport", "BGRunJob/Status", "BGRunText", "bgrun"]
        for text in try rooms.flatMap({ try Self.written(in: $0, member) }) {
            let places = [
                text, "\"schedule\": {\(text)}", "\"schedule\": {\"every\": \"2w\", \(text)}",
                "\"requires\": {\(text)}", "\"resources\": {\(text)}",
            ]
            #expect(places.contains { refusal(of: jobText(with: $0)) == "accepted" }, "\(text)")
        }
    }
}

extension Substring {
    fileprivate var isComment: Bool { drop { $0 == " " }.hasPrefix("//") }
}

extension JSONObject {
    fileprivate var text: String { JSONValue.object(self).text() }
}

extension SchemaKey.Step {
    fileprivate var name: String? {
        switch self {
        case .key(let key), .name(let key): key
        case .element: nil
        }
    }
}

extension JSONValue {
    fileprivate func value(at path: [JSONKeyPath.Step]) -> JSONValue? {
        guard let step = path.first else { return self }
        switch (self, step) {
        case (.object(let object), .key(let key)): return object[key]?.value(at: Array(path.dropFirst()))
        case (.array(let values), .index(let index)) where values.indices.contains(index):
            return values[index].value(at: Array(path.dropFirst()))
        default: return nil
        }
    }

    /// The same with another value there, or with none; nil where nothing can stand.
    fileprivate func setting(_ value: JSONValue?, at path: [JSONKeyPath.Step]) -> JSONValue? {
        guard let step = path.first else { return value }
        let rest = Array(path.dropFirst())
        switch (self, step) {
        case (.object(var object), .key(let key)) where value == nil && rest.isEmpty:
            object[key] = nil
            return .object(object)
        case (.object(var object), .key(let key)):
            guard let inner = (object[key] ?? .null).setting(value, at: rest) else { return nil }
            object[key] = inner
            return .object(object)
        case (.array(var values), .index(let index)) where values.indices.contains(index):
            guard let inner = values[index].setting(value, at: rest) else { return nil }
            values[index] = inner
            return .array(values)
        default: return nil
        }
    }
}
