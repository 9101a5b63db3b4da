// Patterns of names, as interfaces and properties of devices are asked for.
import BGRunJob
import Testing

@Suite struct `A pattern` {
    @Test(arguments: [
        ("", "", true), ("", "a", false), ("*", "", true), ("*", "any", true), ("a*", "abc", true),
        ("a*", "ba", false),
        ("*c", "abc", true), ("*c", "ca", false), ("a*c", "ac", true), ("a*c", "abbc", true),
        ("ab*ba", "aba", false),
        ("a*b*c", "a.b.c", true), ("a*b*c", "acb", false), ("**", "x", true), ("a**b", "ab", true),
        ("[a]?", "[a]?", true), ("[a]?", "ab", false), ("*ab*ab*", "abab", true), ("*ab*ab*", "abb", false),
    ]) func `has stars for any text, and means all else as it is`(pattern: String, text: String, fits: Bool) {
        #expect(TextPattern(pattern).matches(text) == fits, "\(pattern) on \(text)")
    }

    @Test func `of many stars is compared in a time that grows with the text and not with their number`() {
        let pattern = TextPattern(String(repeating: "a*", count: 500) + "b")
        #expect(!pattern.matches(String(repeating: "a", count: 4000)))
    }
}
