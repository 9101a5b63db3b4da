// What the reader accepts of a job's order among others, what it refuses, and the exact words.
import BGRunJob
import Testing

/// What the descriptor with every key says of other jobs.
let everyOrder = OrderRules(
    tags: labels("media", "night"), conflictGroup: labels("disk-heavy").first,
    conflicts: JobIdentifier("org.example.index").map { [.job($0)] }.map {
        $0 + labels("disk-heavy").map { .group($0) }
    } ?? [],
    isExclusive: true, queue: labels("disk").first.map { JobQueue($0, limit: 2) },
    after: ["org.example.snapshot", "org.example.check"].compactMap { JobIdentifier($0) })

private func labels(_ texts: String...) -> [Label] { texts.compactMap { Label($0) } }

@Suite struct `The tags of a descriptor` {
    @Test func `may be one word or several, and are sorted`() throws {  // B-73
        let one = try descriptor(#"{"identifier": "a", "command": ["true"], "tags": "media"}"#)
        #expect(one.tags.map(\.text) == ["media"])
        let two = try descriptor(#"{"identifier": "a", "command": ["true"], "tags": ["night", "media"]}"#)
        #expect(two.tags.map(\.text) == ["media", "night"])
        #expect(two.json.text().contains(#""tags":["media","night"]"#))
    }

    @Test(arguments: [
        (
            #""tags": "a b""#,
            #"tags: "a b" is not made of letters, digits, '.', '_' and '-', beginning with a letter or a digit, or has more than 64 bytes; write a word such as "media""#
        ),
        (#""tags": []"#, #"tags: the list is empty; write a word such as "media", or remove the key"#),
        (#""tags": ["a", "a"]"#, "tags[1]: the list has this entry already; remove one of them"),
        (#""tags": 1"#, #"tags: found a number; write a word such as "media", or a list of such"#),
        (
            #""tags": ["1", "2", "3", "4", "5", "6", "7", "8", "9"]"#,
            "tags: the list has 9 entries, 8 at most; remove some"
        ),
    ])
    func `are refused with what to write`(member: String, words: String) {
        #expect(refusal(ofMember: member) == words)
    }
}

@Suite struct `The order of a descriptor` {
    @Test func `is written as shortly as it can be`() throws {  // B-74 B-76
        let job = try descriptor(
            #"{"identifier": "a", "command": ["true"], "conflicts": ["b"], "queue": {"name": "disk"}, "exclusive": false}"#
        )
        #expect(job.json.text() == #"{"identifier":"a","command":["true"],"conflicts":"b","queue":"disk"}"#)
    }

    @Test(arguments: [
        (
            #""conflicts": "a""#,
            "conflicts: this is the job itself, of which there is never more than one run; remove it"
        ),
        (
            #""conflicts": ["b", "a"]"#,
            "conflicts[1]: this is the job itself, of which there is never more than one run; remove it"
        ),
        (
            #""conflicts": {"group": "b c"}"#,
            #"conflicts.group: "b c" is not made of letters, digits, '.', '_' and '-', beginning with a letter or a digit, or has more than 64 bytes; write a word such as "disk-heavy""#
        ),
        (
            #""queue": {"name": "q", "limit": 0}"#,
            "queue.limit: the number is out of range; write a whole number from 1 to 1000"
        ),
        (
            #""queue": {"limit": 2}"#,
            #"queue.name: the key is missing; write its name, such as "name": "disk""#
        ),
        (#""after": "a""#, "after: the job would wait for itself; remove it"),
        (#""after": ["b", "a"]"#, "after[1]: the job would wait for itself; remove it"),
        (
            #""after": "a b""#,
            #"after: an identifier is made of letters, digits, '.', '_' and '-'; write a name such as "org.example.backup""#
        ),
        (#""exclusive": 1"#, "exclusive: found a number; write true or false"),
    ])
    func `is refused with what to write`(member: String, words: String) {
        #expect(refusal(ofMember: member) == words)
    }
}

@Suite struct `A circle of jobs` {
    private func find(_ after: [String: [String]]) -> String? {
        func job(_ text: String) -> JobIdentifier? { JobIdentifier(text) }
        guard let first = job("a") else { return nil }
        return OrderCycle.find(through: [first]) { (after[$0.text] ?? []).compactMap { job($0) } }
            .map { OrderCycle.text(of: $0) }
    }

    @Test func `is told by the way round it`() {  // B-78
        #expect(find(["a": ["b"], "b": ["c"], "c": ["a"]]) == "a after b after c after a")
        #expect(find(["a": ["b", "x"], "b": ["d"], "x": ["y"], "y": ["a"]]) == "a after x after y after a")
        // Others may wait for each other without it.
        #expect(find(["a": ["b"], "b": ["c"], "c": ["b"]]) == nil)
        #expect(find(["a": ["b", "c"], "b": ["d"], "c": ["d"]]) == nil)
    }

    @Test func `of thousands is found and told in short`() {  // B-21
        let long = Dictionary(uniqueKeysWithValues: (1..<5000).map { ("j\($0)", ["j\($0 + 1)"]) })
        let all = long.merging(["a": ["j1"], "j5000": ["a"]]) { $1 }
        #expect(find(all) == "a after j1 after j2 after j3 after j4 after j5 after j6 after … after a")
    }
}

@Suite struct `What a job has waited for` {
    @Test func `comes back from its text`() throws {
        let (a, b) = (try #require(JobIdentifier("a")), try #require(JobIdentifier("b.c")))
        for successes in [
            Successes(before: [b, a]), Successes(before: [a], during: [a, b]), Successes(during: [b]),
        ] {
            #expect(Successes(text: successes.text) == successes)
        }
        #expect(Successes(before: [a], during: [b]).text == "a +b.c")
        var kept = Successes(before: [a, b], during: [b])
        kept.keep([a])
        #expect(kept == Successes(before: [a]))
        let endless = Array(repeating: "a", count: 65).joined(separator: " ")
        for text in ["", "a ", "a  b", "+", "a/b", endless] { #expect(Successes(text: text) == nil) }
    }
}
