// Text made to trap the reader, or to keep it busy.
import BGRunJSON
import Testing

@Suite struct `Hostile JSON text` {
    private static let samples = [
        #"{"identifier":"org.example.backup","command":["/usr/bin/restic","backup"],"enabled":true}"#,
        #"{"tags":["é\u00e9\ud83d\ude00"],"schedule":[{"every":"6h"},{"cron":"30 2 * * 1-5"}]}"#,
        #"{"timeBudget":"20m","maxRuns":-12,"retry":{"factor":1.5e0,"max":"5h"}}"#,
        #"{"title":"Ein Titel mit \"Zitat\" und \\","notes":null}"#,
        "{\n  \"environment\": {\"A\": \"1\", \"B\": \"\"}\n}\n",
        #"[[[[]]],{"a":{"b":{"c":[0,-0,1e10,0.5]}}},"😀",false]"#,
    ]
    /// Bytes that mean something somewhere in JSON or UTF-8.
    private static let spice =
        Array("{}[]:,\"\\/0129-+.eEutfnbr \n\t".utf8) + [
            0x00, 0x1F, 0x7F, 0x80, 0xC0, 0xC3, 0xED, 0xEF, 0xF0, 0xF4, 0xFF,
        ]

    // B-21
    @Test func `is refused or read, never a trap`() throws {
        var random = Seeded(42)
        var accepted = 0
        for round in 0..<20_000 {
            var bytes = Array(Self.samples[round % Self.samples.count].utf8)
            for _ in 0..<Int.random(in: 1...4, using: &random) { mutate(&bytes, &random) }
            do {
                let value = try JSONValue(parsing: bytes, limits: .descriptor)
                accepted += 1
                #expect(try JSONValue(parsing: value.bytes(), limits: .descriptor) == value, "round \(round)")
            } catch {
                #expect((0...bytes.count).contains(error.offset) && error.line >= 1 && error.column >= 1)
                #expect(!error.description.contains("\n"), "round \(round)")
            }
        }
        #expect((1_000..<19_000).contains(accepted), "mutations that mostly hit or mostly miss prove nothing")
    }

    private func mutate(_ bytes: inout [UInt8], _ random: inout Seeded) {
        guard let place = bytes.indices.randomElement(using: &random) else { return }
        let spice = Self.spice.randomElement(using: &random) ?? 0
        switch Int.random(in: 0..<6, using: &random) {
        case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1: bytes[place] = spice
        case 2: bytes.insert(spice, at: place)
        case 3: bytes.remove(at: place)
        case 4: bytes.removeSubrange(place...)
        default:
            let end = min(bytes.count, place + Int.random(in: 1...12, using: &random))
            bytes.insert(contentsOf: bytes[place..<end], at: place)
        }
    }

    @Test func `is read at every length of a good text`() {
        for sample in Self.samples {
            let bytes = Array(sample.utf8)
            let whole = bytes.last == UInt8(ascii: "\n") ? bytes.count - 1 : bytes.count
            for length in 0..<whole {
                #expect(throws: JSONError.self) {
                    try JSONValue(parsing: Array(bytes[..<length]), limits: .descriptor)
                }
            }
        }
    }

    // The next three run into their time limit where finding a key twice is quadratic.

    @Test(.timeLimit(.minutes(1))) func `has a hundred thousand keys`() throws {
        let members = (0..<100_000).map { "\"k\($0)\":0" }
        #expect(try self.members(of: members).count == 100_000)
        let error = #expect(throws: JSONError.self) { try self.members(of: members + ["\"k\\u0030\":1"]) }
        #expect(error?.kind == .duplicateKey("k0"))
    }

    @Test(.timeLimit(.minutes(1))) func `has keys that are all equal in normal form`() throws {
        // Marks of different combining classes commute under normalisation: 9! orders, one normal form, one `String` hash.
        let marks: [Unicode.Scalar] = [
            "\u{0301}", "\u{0316}", "\u{0321}", "\u{031B}", "\u{0334}", "\u{0345}", "\u{05B0}", "\u{05B1}",
            "\u{05B2}",
        ]
        var random = Seeded(7)
        var keys: Set<[UInt8]> = []
        while keys.count < 30_000 {
            keys.insert(
                marks.shuffled(using: &random).reduce(into: Array("a".utf8)) { $0 += Array(String($1).utf8) })
        }
        let members = keys.map { "\"" + String(decoding: $0, as: UTF8.self) + "\":0" }
        #expect(try self.members(of: members).count == 30_000)
    }

    @Test(.timeLimit(.minutes(1))) func `has a thousand objects of many keys`() throws {
        let object = "{" + (0..<60).map { "\"k\($0)\":0" }.joined(separator: ",") + "}"
        let text = "[" + Array(repeating: object, count: 1_000).joined(separator: ",") + "]"
        #expect(throws: Never.self) { try JSONValue(parsing: text, limits: .message) }
    }

    @Test(arguments: [15, 16, 17, 18, 40]) func `repeats a key at any distance`(_ count: Int) throws {
        let members = (0..<count).map { "\"k\($0)\":0" }
        for repeated in 0..<count {
            let error = #expect(throws: JSONError.self) {
                try self.members(of: members + ["\"k\(repeated)\":1"])
            }
            #expect(error?.kind == .duplicateKey("k\(repeated)"))
        }
    }

    @Test(.timeLimit(.minutes(1))) func `has a number of half a million digits`() throws {
        let digits = String(repeating: "9", count: 500_000)
        #expect(throws: JSONError.self) { try JSONValue(parsing: digits, limits: .message) }
        #expect(try JSONValue(parsing: "0." + digits, limits: .message) == 1.0)
    }

    private func members(of members: [String]) throws -> [JSONObject.Member] {
        let limits = JSONLimits(bytes: 2 << 20)
        let value = try JSONValue(parsing: "{" + members.joined(separator: ",") + "}", limits: limits)
        return try JSONField(value).object().members
    }
}
