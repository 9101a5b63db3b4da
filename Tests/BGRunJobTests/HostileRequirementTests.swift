// Trees of requirements made to do harm: each is refused, and nothing else happens.
import BGRunJob
import Testing

// B-21
@Suite struct `A hostile tree of requirements` {
    @Test func `may be four deep, and no deeper`() {
        func tree(_ depth: Int) -> String {
            String(repeating: #"{"not": "#, count: depth - 1) + #"{"lid": "open"}"#
                + String(repeating: "}", count: depth - 1)
        }
        #expect(refusal(ofMember: #""requires": \#(tree(4))"#) == "accepted")
        #expect(
            refusal(ofMember: #""requires": \#(tree(5))"#)
                == "requires.not.not.not.not: this stands 5 deep, 4 at most; write it flatter: conditions that "
                + "must all hold stand side by side in one object")
        #expect(
            refusal(ofMember: #""prefers": {"for": "1h", "anyOf": [{"lid": "open"}, \#(tree(4))]}"#)
                .hasPrefix("prefers.anyOf[1].not.not.not: this stands 5 deep"))
        #expect(refusal(ofMember: #""requires": \#(tree(28))"#).contains("this stands 5 deep"))
    }

    @Test func `may have eight alternatives, and no more`() {
        let nine = Array(repeating: #"{"lid": "open"}"#, count: 9).joined(separator: ", ")
        #expect(
            refusal(ofMember: #""requires": {"anyOf": [\#(nine)]}"#)
                == "requires.anyOf: the list has 9 entries, 8 at most; remove some")
        #expect(
            refusal(ofMember: #""requires": {"anyOf": []}"#)
                == #"requires.anyOf: the list is empty; write a list such as [{"externalPower": true}, {"batteryLevel": 80}], or remove the key"#
        )
    }

    @Test(arguments: [
        #""requires": {"anyOf": [\#(Array(repeating: "{}", count: 20_000).joined(separator: ","))]}"#,
        #""requires": {"pathExists": [\#(Array(repeating: #""/x""#, count: 10_000).joined(separator: ","))]}"#,
        #""requires": {"device": {\#((0..<6_000).map { #""K\#($0)":1"# }.joined(separator: ","))}}"#,
        #""requires": {\#((0..<6_000).map { #""k\#($0)":1"# }.joined(separator: ","))}"#,
        #""requires": {"lid": "open", "lid": "closed"}"#,
        #""requires": {"not": {"device": {"A": "1", "\u0041": "1"}}}"#,
    ])
    func `is refused whatever its length`(member: String) {
        let words = refusal(ofMember: member)
        #expect(words != "accepted" && words.split(separator: "\n").count <= 21)
    }
}
