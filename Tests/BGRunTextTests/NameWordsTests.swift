// What is said of a name that is no job's whole identifier.
import BGRunJob
import Testing

@testable import BGRunText

@Suite struct `A name that is not written out` {
    private func words(_ name: String, _ jobs: [String]) throws -> NameWords {
        NameWords(try #require(JobName(name)), for: jobs.compactMap(JobIdentifier.init))
    }

    private let many = (1...7).map { "org.example.job\($0)" }

    // B-115
    @Test func `is told to mean several, of which five are named`() throws {
        #expect(
            try words("mail", ["a.mail", "b.mail"]).doubt.text
                == "mail may be any of 2 jobs: a.mail, b.mail; write more of its name")
        #expect(
            try words("org", many).doubt.text.contains(
                "any of 7 jobs: org.example.job1, org.example.job2, org.example.job3, org.example.job4, org.example.job5, and 2 more;"
            ))
        #expect(try words("x*", []).doubt.text == "no job matches x*; bgrun status lists your jobs")
    }

    // B-115
    @Test func `is asked about before something ends, or has to be written out`() throws {
        let jobs = ["a.mail", "b.mail"].compactMap(JobIdentifier.init)
        #expect(NameWords.question("stop", [jobs[0]]) == "stop a.mail? [y/N] ")
        #expect(
            NameWords.question("cancel", jobs)
                == "cancel these 2 jobs: a.mail, b.mail? [y/N] ")
        #expect(
            try words("mail", ["a.mail"]).refusal("cancel --purge").text
                == "mail is not a full identifier, and there is no terminal to ask whether to cancel --purge a.mail; write:\n  bgrun cancel --purge a.mail"
        )
        #expect(try words("*", many).refusal("stop").text.hasSuffix("org.example.job5 …"))
    }

    @Test func `reaches no terminal as it is`() throws {
        #expect(try words("*\u{1B}[2J\u{202E}", []).doubt.text.hasPrefix("no job matches *[2J;"))
    }
}
