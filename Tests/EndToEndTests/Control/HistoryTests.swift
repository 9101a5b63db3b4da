// History as it is asked for: whole, in parts, and by dates.
import BGRunCalendar
import BGRunClient
import BGRunJob
import BGRunLinux
import BGRunStore
import BGRunTestSupport
import BGRunWire
import Foundation
import Testing

/// A history of runs that ended a minute apart, the last one a minute ago.
private struct LongPast {
    let daemon: DaemonFixture
    let now = WallTime(microseconds: Clock.read(.realtime))
    let count: Int

    init(_ count: Int, of identifier: String = "a", failure: String? = nil) throws {
        self.count = count
        daemon = try DaemonFixture()
        let job = JobID(owner: UserID(geteuid()), identifier: try daemon.name(identifier))
        let boot = try String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
        let (store, _) = try Store.open(
            directory: daemon.scratch.path("state"), bootID: boot.trimmingCharacters(in: .newlines),
            now: Now(
                wall: now, boot: BootTime(microseconds: Clock.read(.boottime)),
                awake: AwakeTime(microseconds: Clock.read(.monotonic))),
            historyLimit: 10_000)
        var saves: [Change] = []
        for number in 1...count {
            let at = ended(number)
            saves.append(
                .append(
                    .run(
                        HistoryEntry(
                            run: RunID(Int64(number)), job: job, due: at, started: at, ended: at,
                            outcome: .succeeded, exit: .code(0), failure: failure))))
            if number % 10 == 0 {
                let skip = Skip(due: at, skipped: at, reason: .missed)
                saves.append(.append(.skip(skip, of: job, title: nil)))
            }
        }
        _ = try store.write(saves)
    }

    /// When a run ended, counted from 1.
    func ended(_ number: Int) -> WallTime {
        now.advanced(by: .seconds(-60) * (count - number + 1))
    }

    func lines(_ call: HistoryCall) throws -> [HistoryLine] { try daemon.call(call).entries }
}

@Suite struct `A long history` {
    // B-20 B-49
    @Test func `is told whole, in parts, in its order`() throws {
        let past = try LongPast(3000, failure: String(repeating: "x", count: 500))
        try past.daemon.start()
        let lines = try past.lines(HistoryCall(limit: 100_000))
        #expect(lines.count == 3300)
        #expect(lines.compactMap(\.run).map(\.run.rawValue) == (1...3000).reversed())
        #expect(try past.lines(HistoryCall()) == Array(lines.prefix(20)))
        #expect(try past.lines(HistoryCall(limit: 1001)) == Array(lines.prefix(1001)))
        let line = try Line(to: past.daemon.socket)
        try line.say(
            #"{"method":"org.bgrun.Scheduler.History","parameters":{"limit":100000},"more":true}"# + "\0")
        let parts = try line.answers(to: 1)
        #expect(parts.count > 1 && parts.map(\.bytes.count).max() ?? 0 < 2 << 20)
        let printed = try Person(daemon: past.daemon).says("history", "--limit", "5000", "a")
        #expect(printed.split(separator: "\n").count == 3301)
        #expect(try past.daemon.stop() == 0)
    }

    // B-20
    @Test func `is told from one instant to another`() throws {
        let past = try LongPast(100)
        try past.daemon.start()
        let some = try past.lines(HistoryCall(since: past.ended(31), until: past.ended(61)))
        #expect(some.compactMap(\.run).map(\.run.rawValue) == (31...60).reversed())
        #expect(some.count == 33)
        #expect(try past.lines(HistoryCall(since: past.ended(31))).count == 77)
        #expect(try past.lines(HistoryCall(since: past.ended(31), limit: 5)).count == 5)
        #expect(try past.lines(HistoryCall(until: past.ended(31))).count == 20)
        let person = Person(daemon: past.daemon)
        #expect(try person.says("history", "--since", "3h").split(separator: "\n").count == 111)
        #expect(try person.says("history", "--since", "1s") == "no run has ended in this time\n")
        #expect(
            try person.says("history", "--since", past.ended(91).rfc3339).split(separator: "\n").count == 12)
        #expect(
            try person.says("history", "--since", "1999-12-31", "-n", "7").split(separator: "\n").count == 8)
        #expect(
            try person.says("history", "--until", "1999-12-31 23:59") == "no run has ended in this time\n")
        for wrong in [["--since", "soon"], ["--limit", "0"], ["--since", "1h", "--until", "2h"]] {
            #expect(try person.bgrun(["history"] + wrong).status == 2)
        }
        #expect(try past.daemon.stop() == 0)
    }
}
