// Jobs with schedules in a real daemon, by the machine's own clock.
import BGRunCalendar
import BGRunJSON
import BGRunJob
import BGRunTestSupport
import BGRunWire
import Foundation
import TestConditions
import Testing

@Suite struct `A job with a schedule` {
    private let daemon: DaemonFixture

    init() throws {
        daemon = try DaemonFixture()
        try daemon.start()
    }

    /// A calendar expression for one instant, on the clock of Tokyo: nine hours ahead of UTC, without summer time.
    private func inTokyo(_ instant: WallTime) -> String {
        let local = instant.advanced(by: .seconds(9 * 3600)).rfc3339
        return local.prefix(19).replacing("T", with: " ") + " Asia/Tokyo"
    }

    private func wholeSecond(in seconds: Int64) -> WallTime {
        WallTime(microseconds: (Int64(Date().timeIntervalSince1970) + seconds) * 1_000_000)
    }

    // B-13 B-14
    @Test func `runs at the instants of its zone's clock, and at each once`() throws {
        try daemon.submit([
            "identifier": "a", "shell": "exit 0", "maxRuns": 3,
            "schedule": ["cron": "*/2 * * * * *", "timeZone": "Asia/Tokyo"],
        ])
        try daemon.status(becomes: "without a") { $0.jobs.isEmpty }
        let runs = try daemon.history("a").reversed()
        #expect(runs.map(\.outcome) == [.succeeded, .succeeded, .succeeded])
        let due = runs.map(\.due.microseconds)
        #expect(due.allSatisfy { $0.isMultiple(of: 2_000_000) })
        #expect(Set(due).count == 3 && due == due.sorted())
        #expect(runs.allSatisfy { $0.started >= $0.due })
    }

    // B-14
    @Test func `follows each of its schedules`() throws {
        let (first, second) = (wholeSecond(in: 3), wholeSecond(in: 5))
        try daemon.submit([
            "identifier": "a", "shell": "exit 0",
            "schedule": [["calendar": .string(inTokyo(second))], ["calendar": .string(inTokyo(first))]],
        ])
        let next = try daemon.call(NextCall(Target(identifier: try daemon.name("a"))))
        #expect(next.next.map(\.at) == [first, second])
        try daemon.status(becomes: "with a without an instant") {
            $0.jobs.isEmpty || $0.jobs.contains { $0.blockers.contains { $0.requirement == "ended" } }
        }
        #expect(try daemon.history("a").map(\.due) == [second, first])
    }

    // B-12 B-14
    @Test func `keeps what it has had across a daemon that was killed`() throws {
        try daemon.submit([
            "identifier": "a", "shell": "exit 0", "schedule": ["cron": "* * * * * *"], "maxRuns": 4,
        ])
        try daemon.job("a", becomes: "run once") { $0.lastRun != nil }
        try daemon.kill()
        try daemon.start()
        try daemon.status(becomes: "without a") { $0.jobs.isEmpty }
        let due = try daemon.history("a").filter { $0.outcome == .succeeded }.map(\.due)
        #expect(Set(due).count == 4)
    }

    // B-13
    @Test func `is refused by the daemon too where its zone is not there`() throws {
        for name in ["Europe/Berln", "../../etc/passwd", "/etc/passwd", "right/UTC", "Europe"] {
            let job: JSONObject = [
                "identifier": "a", "shell": "exit 0",
                "schedule": ["cron": "@daily", "timeZone": .string(name)],
            ]
            let fault = #expect(throws: (any Error).self) { try daemon.submit(job) }
            #expect("\(fault.map { "\($0)" } ?? "")".contains("timeZone"), "\(name)")
        }
        #expect(try daemon.status().jobs.isEmpty)
    }
}

@Suite struct `Occurrences that passed while no daemon ran` {
    private let daemon: DaemonFixture

    init() throws {
        daemon = try DaemonFixture()
        try daemon.start()
    }

    /// An hourly job that is known for a while, and then the machine is off for hours.
    private func sleepThrough(_ keys: [String: JSONValue]) throws {
        var members: [String: JSONValue] = [
            "identifier": "a", "shell": "exit 0", "schedule": ["every": "1h"],
        ]
        members.merge(keys) { $1 }
        let job = JSONObject(members.map { JSONObject.Member(key: $0.key, value: $0.value) })
        try daemon.submit(job)
        // The first occurrence of a grid is due at once.
        try daemon.job("a", becomes: "run once") { $0.occurrence == 2 && $0.state == .scheduled }
        #expect(try daemon.stop() == 0)
        try daemon.age(bySeconds: 5 * 3600 + 1800)
        try daemon.start()
        try daemon.job("a", becomes: "at rest") { $0.state == .scheduled }
    }

    // B-14
    @Test func `become one`() throws {
        try sleepThrough([:])
        #expect(try daemon.past("a") == ["run succeeded", "run succeeded"])
        // The grid is kept: half an hour is left of the hour that runs now.
        let next = try #require(try daemon.job("a")?.due)
        let left = next.microseconds - Int64(Date().timeIntervalSince1970 * 1_000_000)
        #expect((1_500_000_000...1_800_000_000).contains(left))
    }

    // B-14
    @Test func `are run one after the other`() throws {
        try sleepThrough(["missed": "all"])
        #expect(try daemon.past("a") == Array(repeating: "run succeeded", count: 6))
    }

    // B-14
    @Test func `are skipped, and people are told`() throws {
        try sleepThrough(["missed": "skip"])
        #expect(try daemon.past("a").filter { $0.hasPrefix("run") }.count == 1)
        #expect(try daemon.past("a").first == "skip missed")
        let person = Person(daemon: daemon)
        #expect(try person.says("status", "a").contains("skipped"))
        #expect(try person.says("history", "a").contains("its time passed while the machine was off"))
    }

    // B-14
    @Test func `are skipped where they are too late, and the latest may be early enough`() throws {
        try sleepThrough(["maxLateness": "45m"])
        #expect(try daemon.past("a").filter { $0 == "run succeeded" }.count == 2)
        #expect(try daemon.past("a").contains("skip maxLateness"))
        #expect(try daemon.job("a")?.lastSkip?.reason == .maxLateness)
    }

    // B-14
    @Test func `are all skipped where even the latest is too late`() throws {
        try sleepThrough(["maxLateness": "10m"])
        #expect(try daemon.past("a").filter { $0 == "run succeeded" }.count == 1)
        #expect(try daemon.past("a").first == "skip maxLateness")
    }
}

// B-24
@Suite struct `What was switched by hand` {
    @Test func `outlives a daemon that was killed, for one job and for all`() throws {
        let daemon = try DaemonFixture()
        try daemon.start()
        let person = Person(daemon: daemon)
        for name in ["a", "b", "c"] {
            try daemon.submit([
                "identifier": .string(name), "shell": "exit 0", "earliestBeginDate": "+1s",
                "requiresExternalPower": true,
            ])
        }
        try daemon.submit(["identifier": "d", "shell": "exit 0", "enabled": false])
        _ = try person.says("pause", "a", "--for", "2h", "--note", "on the\u{1b} train")
        _ = try person.says("disable", "b")
        _ = try person.says("enable", "d")
        #expect(try daemon.wait("d").outcome == .succeeded)
        #expect(try daemon.wait("c").outcome == .succeeded)
        try daemon.kill()
        try daemon.start()
        #expect(try daemon.job("a")?.state == .paused)
        let pause = try #require(try daemon.job("a")?.pause)
        #expect(pause.until != nil && pause.note == "on the\u{FFFD} train" && pause.by == UserID(geteuid()))
        #expect(try person.says("why", "a").contains("(on the\u{FFFD} train) until "))
        #expect(try person.says("status").contains(" (on the\u{FFFD} train)"))
        #expect(try daemon.job("b")?.state == .disabled)

        _ = try person.says("pause", "--all")
        try daemon.submit(["identifier": "e", "shell": "exit 0"])
        _ = try person.says("unpause", "a")
        try daemon.kill()
        try daemon.start()
        #expect(try daemon.job("a")?.state == .paused)
        #expect(try daemon.job("e")?.state == .paused)
        #expect(try daemon.past("e").isEmpty)
        _ = try person.says("unpause", "--all")
        _ = try person.says("enable", "--all")
        try daemon.status(becomes: "empty") { $0.jobs.isEmpty }
        for name in ["a", "b", "e"] { #expect(try daemon.past(name) == ["run succeeded"]) }
    }

    // B-18
    @Test(.root) func `is nobody else's to switch`() throws {
        let daemon = try DaemonFixture.system()
        try daemon.start()
        try daemon.submit(["identifier": "a", "shell": "exit 0", "earliestBeginDate": "+1d"])
        let stranger = Person(daemon: daemon, user: Person.nobody)
        for verb in ["pause", "unpause", "enable", "disable", "next", "why"] {
            let said = try stranger.bgrun(verb, "a")
            #expect(said.status == 5, "\(verb)")
            #expect(said.errors == "bgrun: there is no job a; bgrun status lists your jobs\n")
        }
        // All that a user may change is what is theirs.
        _ = try stranger.says("pause", "--all")
        _ = try stranger.says("disable", "--all")
        #expect(try daemon.job("a")?.state == .scheduled)
        _ = try Person(daemon: daemon).says("pause", "--all")
        _ = try stranger.says("unpause", "--all")
        let own = try stranger.bgrun("submit", "--identifier", "b", "--", "true")
        #expect(own.status == 0, "\(own.errors)")
        #expect(try stranger.says("status", "b").contains("paused"))
        _ = try Person(daemon: daemon).says("unpause", "--all")
        #expect(try stranger.bgrun("wait", "b").status == 0)
    }
}

@Suite struct `A span of time that was promised` {
    // B-12
    @Test(.timeNameSpace) func `counts the time in which the machine is asleep`() throws {
        let daemon = try DaemonFixture()
        try daemon.start()
        let person = Person(daemon: daemon)
        for (name, begin) in [("a", "+1h"), ("b", "+3h"), ("c", "+1s")] {
            try daemon.submit([
                "identifier": .string(name), "shell": "exit 0", "earliestBeginDate": .string(begin),
                "enabled": .bool(name != "c"),
            ])
        }
        _ = try person.says("pause", "c", "--for", "1h")
        _ = try person.says("enable", "c")
        try daemon.kill()
        // Where two hours of sleep have gone into this clock and no other: the wall clock is not ours to set.
        daemon.starter = ["/usr/bin/unshare", "--time", "--boottime", "7200"]
        try daemon.start()
        try daemon.status(becomes: "with b alone") { $0.jobs.map(\.identifier.text) == ["b"] }
        #expect(try daemon.past("a") == ["run succeeded"])
        #expect(try daemon.past("c") == ["run succeeded"])
        #expect(try daemon.job("b")?.state == .scheduled)
    }
}
