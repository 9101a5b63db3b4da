// Applications at their worst: others are served meanwhile, and nothing of them stays.
import BGRunJob
import BGRunLinux
import BGRunTestSupport
import BGRunWire
import Foundation
import Glibc
import TestConditions
import Testing

@Suite struct `An enemy among applications` {
    private static func machine() throws -> PhotosMachine {
        let machine = try PhotosMachine(daemon: try .system())
        chmod(machine.daemon.scratch.path, 0o755)
        return machine
    }

    private static let other = "2"

    @Test(
        .root,
        arguments: [
            #"flood=SubmitTask:3000:{"application":"org.photos","request":{"identifier":"org.photos.crowd","kind":"processing"}}"#,
            #"flood=Permit:1000:{"manifest":{"application":"org.flood","command":["/bin/true"],"tasks":{"org.flood.x":{}}}}"#,
            #"flood=CancelAllTasks:3000:{"application":"org.photos"}"#,
            #"flood=ListApplications:3000:{}"#,
            #"flood=Assert:3000:{"why":"x","limit":"1ms"}"#, #"flood=Assert:3000:{"why":"x","limit":"-1s"}"#,
            #"flood=TaskBegan:3000:{"host":"guest-1","run":1}"#,
        ])
    func `who floods the daemon with calls keeps nobody from an answer`(flood: String) throws {
        let machine = try Self.machine()
        let enemy = try machine.guest(flood, user: Person.nobody)
        let person = Person(daemon: machine.daemon, user: Self.other)
        var answers = 0
        while enemy.lines.count < 2 {
            _ = try person.says("status")
            answers += 1
        }
        #expect(answers > 0)
        #expect(enemy.lines.last?.hasPrefix("flooded") == true, "\(enemy.lines)")
        #expect(try machine.daemon.status().jobs.count <= 1)
    }

    @Test(.root)
    func `whose program dies in the middle of a flood keeps nobody waiting until all of it is read`()
        throws
    {
        let machine = try Self.machine()
        let enemy = try machine.guest(
            "attach", "serve=org.photos.export.*",
            #"call=SubmitTask:{"application":"org.photos","request":{"identifier":"org.photos.export.1","kind":"continued"}}"#,
            "launch", "began", "drown=120", user: Person.nobody)
        try enemy.says("drowning")
        let person = Person(daemon: machine.daemon, user: Self.other)
        // As many as the daemon has to find full: it reads as they are filled.
        for _ in 0..<20 { _ = try person.says("status") }
        try enemy.end()
        let span = try ContinuousClock().measure { _ = try person.says("status") }
        // It took nine seconds.
        #expect(span < .seconds(4), "\(span)")
    }

    @Test(.root) func `who permits more than they may is refused at the limit`() throws {
        let machine = try PhotosMachine(
            daemon: try .system(), times: #""launchLimit": "2s", "linger": "1s", "limit": 5"#)
        chmod(machine.daemon.scratch.path, 0o755)
        let calls = (1...9).map {
            #"call=Permit:{"manifest":{"application":"org.a\#($0)","command":["/bin/true"],"tasks":{"org.a\#($0).x":{}}}}"#
        }
        let enemy = try Guest(
            of: machine.daemon, try ApplicationProgram.command(calls), application: nil, user: Person.nobody)
        #expect(try enemy.ends() == 0)
        #expect(enemy.lines.count { $0.contains("TooManyApplications") } == 4, "\(enemy.lines)")
    }

    @Test func `has no more requests pending than there may be`() throws {
        let machine = try PhotosMachine()
        try machine.put(
            #"{"application": "org.photos", "title": "many", "command": ["/bin/true"], "tasks": {\#((1...12).map { #""org.photos.t\#($0)": {"requires": {"pathExists": "/nonexistent"}}"# }.joined(separator: ", "))}}"#
        )
        try machine.daemon.settles("read") { try machine.report()?.title == "many" }
        let words = (1...12).map { "submit=org.photos.t\($0)" } + ["submit=org.photos.t3"]
        let guest = try Guest(
            of: machine.daemon, try ApplicationProgram.command(words), application: "org.photos")
        #expect(try guest.ends() == 0)
        #expect(guest.lines.count { $0.contains("TooManyPending") } == 2, "\(guest.lines)")
        #expect(guest.lines.last?.contains("replaced") == true, "\(guest.lines)")
        #expect(try machine.pending().count == 10)
    }

    @Test(.root) func `who attaches as often as may be can still ask, and keeps nobody else's program out`()
        throws
    {
        let machine = try Self.machine()
        let attach = (1...64).flatMap { _ in ["attach", "renew", "serve=org.photos.index"] }
        let hosts = try Guest(
            of: machine.daemon, try ApplicationProgram.command(attach + ["attach", "hang"]),
            application: "org.photos", user: Person.nobody)
        try hosts.says("refused Unavailable")
        let enemy = Person(daemon: machine.daemon, user: Person.nobody)
        #expect(try enemy.says("applications", "--json").contains("guest-64"))
        _ = try enemy.says("status")
        let program = try Guest(
            of: machine.daemon, try ApplicationProgram.command(["attach", "serve=org.photos.index", "hang"]),
            application: "org.photos", user: Self.other)
        try program.says("Serve {")
        _ = try Person(daemon: machine.daemon, user: Self.other).says("status")
        try hosts.end()
        let again = try Guest(
            of: machine.daemon, try ApplicationProgram.command(["attach", "hang"]), application: "org.photos",
            user: Person.nobody)
        try again.says("attached")
    }

    @Test(.root) func `with 200 connections keeps nobody else out`() throws {
        let machine = try Self.machine()
        let enemy = try machine.guest("connect=200", "hang", user: Person.nobody)
        try enemy.says("connected 200")
        _ = try Person(daemon: machine.daemon, user: Self.other).says("status")
        let program = try machine.guest("attach", "serve=org.photos.index", "loop", user: Self.other)
        try program.says("Serve {")
    }

    @Test func `who does not read what it is told is lost like a host that has died`() throws {
        let machine = try PhotosMachine()
        // Each request replaces the last, is handed over and taken back: the stream is told of all of them, in long words.
        let title = String(repeating: #"\""#, count: 200)
        let name = "org.photos.export." + String(repeating: "a", count: 230)
        let call =
            #"flood=SubmitTask:4000:{"application":"org.photos","request":{"identifier":"\#(name)","kind":"continued","title":"\#(title)","subtitle":"\#(title)"}}"#
        // In one process: a continued task is for the host that has submitted it.
        let guest = try machine.guest("attach", "serve=org.photos.export.*", call, "hang")
        try guest.says("Serve {")
        try machine.hostsAreGone()
        #expect(isAlive(Int(guest.pid)))
    }

    @Test func `who says long words of its progress has them cut, and shown harmless`() throws {
        let machine = try PhotosMachine()
        let long = String(repeating: "y", count: 50_000)
        let guest = try machine.guest(
            "attach", "serve=org.photos.index", "launch", "began",
            #"call=TaskProgressed!:{"host":"guest-1","run":1,"completedUnits":-5,"totalUnits":9007199254740991,"title":"\u001b[31m\#(long)"}"#,
            "submit=org.photos.crowd", "file=@/go", "end=true", "hang")
        try guest.says("Serve")
        try machine.submit("index")
        try guest.says("SubmitTask {")
        let status = try machine.person.says("status")
        #expect(!status.contains("\u{1b}") && !status.contains(String(repeating: "y", count: 300)))
        try machine.touch("go")
        #expect(try machine.outcome(of: "index") == .succeeded)
    }
}
