// The programs of a run speak for it, and people see what they say.
import BGRunJob
import BGRunTestSupport
import BGRunWire
import Foundation
import Testing

@Suite struct `A run of a daemon's` {
    // B-91 B-92 B-93 B-94
    @Test func `is asked about, told of and put off by its own programs alone`() throws {
        let daemon = try DaemonFixture()
        try daemon.start()
        let person = Person(daemon: daemon)
        let bgrun = Repository.program("bgrun")
        let (pipe, said) = (daemon.scratch.path("pipe"), daemon.scratch.path("said"))
        #expect(try Command.run(["/usr/bin/mkfifo", pipe]).status == 0)
        // What is usual for it.
        for _ in 0..<3 {
            let quick = #"{"identifier": "a", "command": ["/bin/true"]}"#
            #expect(try person.bgrun("submit", "--wait", "-", input: quick).status == 0)
        }
        let shell = """
            exec 2>&1 >\(said)
            \(bgrun) job extend 1h && \(bgrun) job reason && \(bgrun) job extend 9h; \(bgrun) job progress 140
            test -n \\"$BGRUN_DUE\\" && test -S \\"$NOTIFY_SOCKET\\" && \(bgrun) job progress 40 copying
            read line < \(pipe)
            (setsid \(bgrun) job defer --for 2h)
            """.replacing("\n", with: "; ")
        _ = try person.says(
            "submit", "-",
            input: #"{"identifier": "a", "shell": "\#(shell)", "timeBudget": "1h", "maxTimeBudget": "3h"}"#)
        let seen = try daemon.status(becomes: "it has told how far it is") {
            $0.jobs.first?.run?.progress?.percent == 40
        }
        #expect(seen.jobs.first?.run?.usual == .seconds(1))
        #expect(seen.jobs.first?.run?.timeBudget == .seconds(3 * 3600))
        #expect(try person.says("status").contains("40 %  copying, "))
        let lines = daemon.lines("said")
        #expect(lines.count == 3, "\(lines)")
        #expect(lines.first.flatMap { Int($0) }.map { (7000...7200).contains($0) } ?? false)
        #expect(lines.dropFirst().first?.hasPrefix("due since ") ?? false)
        // Who is of no run says nothing for one, whatever it claims.
        let number = try #require(seen.jobs.first?.run?.run)
        for words in [["job", "time-left"], ["job", "defer"], ["job", "progress", "99"]] {
            let refused = try person.bgrun(words)
            #expect(refused.status == 5)
            #expect(refused.errors.contains("this is no process of a run: process "))
        }
        #expect(try person.bgrun("job", "progress", "140").status == 2)
        try Data("go\n".utf8).write(to: URL(filePath: pipe))
        try daemon.settles("it has put the rest off") { try daemon.history("a").first?.run == number }
        #expect(try daemon.history("a").first?.outcome == .deferred)
        #expect(try person.says("why", "a").contains("asked to be run later"))
        _ = try person.says("cancel", "a")
    }
}
