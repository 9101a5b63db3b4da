// What hangs, where a run's words go, and when a job may come up, as people write it and see it.
import BGRunJob
import BGRunTestSupport
import BGRunWire
import Foundation
import Testing

@Suite struct `A job that is watched` {
    // B-108 B-109 B-110 B-111
    @Test func `hangs, writes to its own file, and tells when it may come up`() throws {
        let daemon = try DaemonFixture()
        try daemon.start()
        let person = Person(daemon: daemon)
        let bgrun = Repository.program("bgrun")
        let log = daemon.scratch.path("words")
        let hang = try daemon.scratch.file(
            "hang.py",
            """
            import os, socket, time
            s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            s.connect(os.environ["NOTIFY_SOCKET"])
            s.send(b"WATCHDOG=trigger")
            time.sleep(1000)
            """)
        let shell = """
            trap 'exit 0' TERM; test $WATCHDOG_USEC = 3600000000 && \(bgrun) job alive && echo alive; \
            python3 \(hang) & wait
            """
        let watched = """
            {"identifier": "a", "shell": "\(shell)", "watchdog": "1h", "standardOutput": "\(log)"}
            """
        // Who hangs has failed, however well it leaves.
        #expect(try person.bgrun("submit", "--wait", "-", input: watched).status == 1)
        #expect(daemon.lines("words") == ["alive"])
        let ended = try #require(try daemon.history("a").first)
        #expect(ended.outcome == .failed && ended.stopReason == .unresponsive && ended.exit == .code(0))
        #expect(try person.says("why", "a").contains("it has said that it hangs"))
        #expect(try person.says("logs", "a") == "bgrun: standard output is appended to \(log)\n")
        let refused = try person.bgrun(
            "submit", "--wait", "-",
            input: #"{"identifier": "b", "command": ["/bin/true"], "standardError": "/dev/null"}"#)
        #expect(refused.status == 1)
        #expect(try person.says("history", "b").contains("/dev/null: it is no regular file"))
        // A date far ahead, whatever day it is.
        let patient = """
            {"identifier": "c", "command": ["/bin/true"], "accuracy": "15m",
             "schedule": {"calendar": "2190-12-24..26 02:00 UTC", "except": ["12-24"]}}
            """
        _ = try person.says("submit", "-", input: patient)
        for words in [" at the latest", "its schedule leaves that day out"] {
            #expect(try person.says("why", "c").contains(words))
        }
        #expect(try person.says("status", "c").contains("its schedule leaves that day out"))
        #expect(try person.says("next", "c").contains("or up to 15 min later"))
        let job = try #require(try daemon.status().jobs.first { $0.identifier.text == "c" })
        #expect(job.due?.rfc3339 == "2190-12-25T02:00:00Z" && job.dueBy?.rfc3339 == "2190-12-25T02:15:00Z")
        #expect(job.excepted?.rfc3339 == "2190-12-24T02:00:00Z")
        _ = try person.says("cancel", "--all")
    }
}
