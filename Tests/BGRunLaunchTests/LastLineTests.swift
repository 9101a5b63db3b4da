// The last line of what an errand writes, however it comes.
import Testing

@testable import BGRunLaunch

// B-104
@Suite struct `The last line that a process writes` {
    private func line(of parts: String...) -> String? {
        var last = LastLine()
        for part in parts { last.add(Array(part.utf8)[...]) }
        return last.text
    }

    @Test func `is the last in which anything stands, in however many pieces it comes`() {
        #expect(line(of: "one\ntwo\n") == "two")
        #expect(line(of: "one\ntw", "o\n\n", "  \n") == "two")
        #expect(line(of: "one\n", "two") == "two")
        #expect(line(of: "one\n", " ") == "one")
        #expect(line(of: "", "\n\n") == nil)
        #expect(line(of: "one", " and\n\ntwo\n \n", "\n") == "two")
        #expect(line(of: "one", "\n\n\n") == "one")
        #expect(line(of: "one", " more\n \n") == "one more")
        #expect(line(of: "one\ntwo", "\nthree\n\nfour\n ", "\t\n") == "four")
    }

    @Test func `is cut where it is long, and takes no more room however long it goes on`() {
        let long = String(repeating: "x", count: 300)
        #expect(line(of: long, long, long, "\nshort") == "short")
        #expect(line(of: long, long)?.count == 400)
    }
}
