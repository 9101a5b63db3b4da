// Names as people type them, and the jobs that they mean.
import Testing

@testable import BGRunJob

@Suite struct `The name of a job` {
    private static let jobs = [
        "backup2", "net.example.sync", "org.example.backup", "org.example.backup@home", "org.example.mail",
        "org.example.mailbox",
    ]

    private func meant(_ text: String, among jobs: [String] = jobs) -> [String] {
        guard let name = JobName(text) else { return ["refused"] }
        return name.meant(among: jobs.compactMap(JobIdentifier.init), called: \.self).map(\.text)
    }

    // B-115
    @Test func `means the job that is called so, whatever others it is a part of`() {
        #expect(meant("org.example.mail") == ["org.example.mail"])
        #expect(meant("org.example.backup") == ["org.example.backup"])
    }

    // B-115
    @Test func `means by whole parts before it means by letters`() {
        #expect(meant("backup") == ["org.example.backup"])
        #expect(meant("home") == ["org.example.backup@home"])
        #expect(meant("net") == ["net.example.sync"])
        #expect(meant("example.sync") == ["net.example.sync"])
        #expect(meant("mail") == ["org.example.mail"])
        #expect(meant("box") == ["org.example.mailbox"])
        #expect(meant("back") == ["backup2"])
        // What begins a part comes before what only stands in one.
        #expect(meant("bac", among: ["org.example.backup", "org.tabacco"]) == ["org.example.backup"])
        #expect(meant("example").count > 1 && meant("Mail").isEmpty && meant("q").isEmpty)
    }

    // B-115
    @Test func `may mean several, and all that a pattern matches`() {
        #expect(meant("org").count == 4)
        #expect(meant("org.example.*").count == 4)
        #expect(meant("*mail") == ["org.example.mail"])
        #expect(meant("org.example.mail?*") == ["org.example.mailbox"])
        #expect(meant("[!o]*") == ["backup2", "net.example.sync"])
        #expect(meant("*@*") == ["org.example.backup@home"])
        #expect(meant("n*.sync*") == ["net.example.sync"])
    }

    @Test func `is refused where no job could have it`() {
        for text in ["", "a b", "a..b", ".mail", "mail@", "a/b", String(repeating: "*", count: 256)] {
            #expect(JobName(text) == nil, "\(text)")
        }
        #expect(JobName.fault(in: "a b") == JobIdentifier.fault(in: "a b"))
        #expect(JobName.fault(in: "a*") == nil)
    }
}

@Suite struct `A pattern of names` {
    private func matches(_ pattern: String, _ text: String) -> Bool { NamePattern(pattern).matches(text) }

    @Test func `has stars, question marks and sets as a shell has them`() {
        #expect(matches("*", "") && matches("*", "abc") && matches("**a**", "a"))
        #expect(matches("a*c*e", "abcde") && !matches("a*c*e", "abcd"))
        #expect(matches("a?c", "abc") && !matches("a?c", "ac") && !matches("?", ""))
        #expect(matches("[a-c]x", "bx") && !matches("[a-c]x", "dx"))
        #expect(matches("[^a-c]x", "dx") && matches("[!a]", "b") && !matches("[!a]", "a"))
        #expect(matches("[]x]", "]") && matches("[a-]", "-") && matches("[a-]", "a"))
        #expect(!matches("abc", "ab") && !matches("ab", "abc") && matches("", ""))
    }

    @Test func `takes a bracket that is never closed for itself`() {
        #expect(matches("a[b", "a[b") && !matches("a[b", "ab") && matches("[", "["))
        #expect(matches("[!", "[!") && !matches("[z-a]", "m"))
    }

    @Test func `is found not to match in a bounded time`() {
        let pattern = String(repeating: "a*", count: 127) + "b"
        #expect(!matches(pattern, String(repeating: "a", count: 255)))
    }
}
