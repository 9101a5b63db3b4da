// Descriptors made to do harm: each is refused, and nothing else happens.
import BGRunCalendar
import BGRunJSON
import BGRunJob
import BGRunTestSupport
import GeneratedSamples
import Testing

// B-21
@Suite struct `A hostile descriptor` {
    private let byteLimit = JobDescriptor.byteLimit

    /// A sound descriptor of exactly so many bytes.
    private func text(bytes: Int) -> String {
        let frame = #"{"identifier":"a","command":["true"],"standardInput":""}"#
        return
            #"{"identifier":"a","command":["true"],"standardInput":"\#(String(repeating: "x", count: bytes - frame.utf8.count))"}"#
    }

    @Test func `of a message that is too long is not even looked into`() {
        let hours = JSONValue.array((0..<75_000).map { _ in "nonsense" })
        let value: JSONValue = ["identifier": "a", "allowedHours": hours]
        let error = #expect(throws: DescriptorError.self) { _ = try JobDescriptor(value: value) }
        #expect(error?.description.contains("bytes, 65536 at most") == true)
    }

    @Test func `may have 64 KiB and no byte more`() {
        #expect(refusal(of: text(bytes: byteLimit)) == "accepted")
        #expect(
            refusal(of: text(bytes: byteLimit + 1))
                == "line 1, column 65537: the text is longer than 65536 bytes; shorten it")
    }

    @Test func `may have no more in a message or by a short alias`() throws {
        let frame = #"{"identifier":"a","command":["true"],"earliestBegin":"+1h","standardInput":""}"#
        let input = String(repeating: "x", count: byteLimit - frame.utf8.count)
        let members = #""earliestBegin":"+1h","standardInput":"\#(input)""#
        let words = "the descriptor has 65540 bytes, 65536 at most; shorten it; long input belongs in a file"
        #expect(refusal(of: #"{"identifier":"a","command":["true"],\#(members)}"#) == words)
        let value: JSONValue = [
            "identifier": "a", "command": ["true"],
            "standardInput": .string(String(repeating: "\u{1}", count: 20_000)),
        ]
        #expect(throws: DescriptorError.self) { try JobDescriptor(value: value) }
    }

    @Test(arguments: ["[", #"{"a":"#, #"{"identifier":"a","environment":{"A":["#])
    func `may nest ten thousand deep to no effect`(opening: String) {
        let words = refusal(of: String(repeating: opening, count: 10_000 / opening.utf8.count))
        #expect(words.contains("nested more than 32 deep"), "\(words)")
    }

    @Test(
        arguments: [
            [0xFF], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82], [0x80],
        ] as [[UInt8]])
    func `is no text where it is not UTF-8`(bytes: [UInt8]) {
        let head = Array(#"{"identifier":"a","command":["true"],"title":""#.utf8)
        #expect(
            refusal(of: head + bytes + Array(#""}"#.utf8))
                == "line 1, column 47, in title: the bytes are not UTF-8; save the text as UTF-8")
    }

    @Test(arguments: [
        #""title": "a", "title": "b""#, #""title": "a", "t\u0069tle": "b""#,
        #""environment": {"A": "1", "A": "2"}"#, #""environment": {"A": "1", "\u0041": "2"}"#,
        #""schedule": {"every": "1h", "every": "2h"}"#,
        #""schedule": [{"cron": "@daily", "cron": "@daily"}]"#,
        #""keepAwake": {"when": "never", "when": "always"}"#, #""identifier": "b""#, #""command": ["false"]"#,
    ])
    func `can't say a key twice`(member: String) {
        let words = refusal(ofMember: member)
        #expect(words.contains("is given twice"), "\(words)")
    }

    @Test func `is refused for every wrong type of every key, at that key`() {
        let wrong = WrongTypes.members(of: JobDescriptor.jsonSchema)
        #expect(wrong.count > 1000)
        #expect(wrong.contains { $0.place == "requires.anyOf[0].network.unmetered" })
        for member in wrong {
            let words = refusal(of: jobText(with: member.text))
            // What stands around it may be missing too.
            let lines = words.split(separator: "\n").filter { $0.hasPrefix(member.place) }
            #expect(!lines.isEmpty, "\(member.text): \(words)")
            #expect(lines.allSatisfy { $0.contains("; ") || $0.contains("remove it") }, "\(words)")
        }
    }

    @Test(arguments: [
        "{" + (0..<5_000).map { #""k\#($0)":0"# }.joined(separator: ",") + "}",
        #"{"identifier":"a","command":["# + String(repeating: "1,", count: 30_000) + "1]}",
        #"{"identifier":"a","command":["x"],"environment":{"#
            + (0..<5_000).map { #""\#($0)":0"# }.joined(separator: ",") + "}}",
    ])
    func `is told of its first twenty mistakes, not of thousands`(text: String) throws {
        let lines = refusal(of: text).split(separator: "\n")
        #expect(lines.count == 21)
        #expect(lines.last == "there may be more mistakes behind these")
    }

    @Test func `changed at random is read or refused, and what is read prints and reads again`() throws {
        var random = SeededGenerator(seed: 21)
        let samples = try [
            Repository.everyKey(of: "descriptor"),
            #"{"identifier":"a","shell":"true","earliestBegin":"+15m","schedule":{"every":"6h"}}"#,
            #"{"identifier":"a","shell":"true","schedule":[{"cron":"30 2 L * *"},{"calendar":"daily UTC"}]}"#,
            #"{"identifier":"a","shell":"true","allowedHours":"22:00-06:00","keepAwake":"always"}"#,
            #"{"identifier":"a","shell":"true","requires":{"anyOf":[{"load":0.5},{"not":{"lid":"open"}}]}}"#,
            #"{"identifier":"a","shell":"true","prefers":{"network":{"reachable":"a:1"},"for":"1d"}}"#,
        ]
        .map { Array($0.utf8) }
        let pieces = [
            "null", "true", "1e999", "-0", "\"", "\\", "\\u0000", "\\ud800", "{", "}", "[", "]", ",", ":",
            "\0", "é",
            "\"every\"", "\"0s\"", "\"999999999999999d\"", "99999999999999999999",
            "\"9999-12-31T23:59:59-23:59\"", "\"* * * * *\"", "*/", "#5", "..", "~", "\"24:00-00:00\"",
            "\"timeZone\"", "\"path\"", "\"not\"", "\"anyOf\":[{", "0.005", "1e-2", "[::]:1", "UUID=", "/..",
        ].map { Array($0.utf8) }
        var accepted = 0
        for _ in 0..<10_000 {
            var bytes = samples.randomElement(using: &random) ?? []
            for _ in 0...random.next() % 3 { Self.mutate(&bytes, pieces: pieces, using: &random) }
            guard let job = try? JobDescriptor(json: bytes) else { continue }
            accepted += 1
            #expect(
                try JobDescriptor(json: job.json.bytes()) == job, "\(String(decoding: bytes, as: UTF8.self))")
        }
        #expect(accepted > 150)
    }

    private static func mutate(_ bytes: inout [UInt8], pieces: [[UInt8]], using random: inout SeededGenerator)
    {
        guard !bytes.isEmpty else { return }
        let place = Int.random(in: 0..<bytes.count, using: &random)
        let end = min(bytes.count, place + Int.random(in: 0...12, using: &random))
        switch random.next() % 5 {
        case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &random)
        case 1: bytes.removeSubrange(place..<end)
        case 2:
            bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &random))
        case 3: bytes.insert(contentsOf: pieces.randomElement(using: &random) ?? [], at: place)
        case _: bytes.replaceSubrange(place..<end, with: pieces.randomElement(using: &random) ?? [])
        }
    }
}
