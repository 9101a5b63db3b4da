// Tasks in a program that somebody else has started.
import BGRunJob
import BGRunTestSupport
import BGRunWire
import Foundation
import Glibc
import Testing

@Suite struct `A guest` {
    private static let index = "serve=org.photos.index"

    @Test func `is handed a task, begins it and completes it`() throws {
        let machine = try PhotosMachine()
        let guest = try machine.guest("attach", Self.index, "loop")
        try guest.says("Serve")
        try machine.submit("index")
        #expect(try machine.outcome(of: "index") == .succeeded)
        try guest.says("working on org.photos.index")
        let report = try #require(try machine.report())
        #expect(report.hosts.map(\.host.description) == ["guest-1"])
        #expect(report.hosts.first?.process == guest.pid)
        #expect(report.hosts.first?.runs.isEmpty == true && report.pending.isEmpty)
    }

    @Test func `is given at once what waited when it says what it serves`() throws {
        let machine = try PhotosMachine("hang", times: #""launchLimit": "30s", "linger": "1s""#)
        let guest = try machine.guest("attach", "file=@/submitted", Self.index, "loop")
        try guest.says("attached")
        try machine.submit("index")
        // A guest that has not registered it keeps no host from being started, and a run stays with the host it was given to.
        try machine.task("index", becomes: "given to the started host") { $0.state == .running }
        _ = try machine.hostProcess()
        try machine.touch("submitted")
        try guest.says("Serve")
        let runs = try machine.report()?.hosts.map { "\($0.host) \($0.runs.count)" }
        #expect(runs == ["guest-1 0", "started-1 1"])
        #expect(!guest.lines.contains { $0.contains("launch") })
    }

    @Test(arguments: ["end=true", "end=false"])
    func `has its word before its exit count`(word: String) throws {
        let machine = try PhotosMachine()
        let guest = try machine.guest("attach", Self.index, "launch", "began", word, "exit=0")
        try guest.says("Serve")
        try machine.submit("index")
        #expect(try machine.outcome(of: "index") == (word == "end=true" ? .succeeded : .failed))
        #expect(try guest.ends() == 0)
        try machine.hostsAreGone()
    }

    @Test func `has what it submits right before its exit stored`() throws {
        let machine = try PhotosMachine("attach", "exit=0")
        let call =
            #"call=SubmitTask!:{"application":"org.photos","request":{"identifier":"org.photos.crowd","kind":"processing"}}"#
        let guest = try machine.guest(
            "attach", Self.index, "launch", "began", "end=true", call, "exit=0")
        try guest.says("Serve")
        try machine.submit("index")
        #expect(try machine.outcome(of: "index") == .succeeded)
        try machine.hostsAreGone()
        #expect(try machine.pending() == ["org.photos.crowd"])
    }

    @Test(arguments: ["crash", "exit=0", "exit=3"])
    func `that ends without a word has failed, and nothing goes round`(word: String) throws {
        let machine = try PhotosMachine()
        let guest = try machine.guest("attach", Self.index, "launch", "began", word)
        try guest.says("Serve")
        try machine.submit("index")
        #expect(try machine.outcome(of: "index") == .failed)
        _ = try guest.ends()
        try machine.hostsAreGone()
        #expect(try machine.outcomes(of: "index") == [.failed])
        #expect(try machine.daemon.job("org.photos.index") == nil)
        // The next request works.
        let next = try machine.guest("attach", Self.index, "loop")
        try next.says("Serve")
        try machine.submit("index")
        #expect(try machine.outcome(of: "index") == .succeeded)
    }

    @Test func `that ends before it has begun gives back what it was handed`() throws {
        let machine = try PhotosMachine("attach", Self.index, "loop")
        let guest = try machine.guest("attach", Self.index, "launch", "file=@/go", "exit=0")
        try guest.says("Serve")
        try machine.submit("index")
        try guest.says("launch")
        try machine.touch("go")
        #expect(try machine.outcome(of: "index") == .succeeded)
        try machine.hostSays("working on")
        #expect(try machine.outcomes(of: "index") == [.succeeded])
    }

    @Test func `that never completes is expired and left alone, and its task is busy until it lets go`()
        throws
    {
        let machine = try PhotosMachine()
        let guest = try machine.guest(
            "attach", "serve=org.photos.short,org.photos.index", "launch", "began", "expire",
            "file=@/let-go", "end=false", "loop")
        try guest.says("Serve")
        try machine.submit("short")
        #expect(try machine.outcome(of: "short") == .expired)
        try guest.says("expire timeBudget")
        #expect(isAlive(Int(guest.pid)), "a guest is never touched")
        try machine.submit("short")
        #expect(try machine.reasonOfApplication(for: "short").contains("has not let go of it (guest-1)"))
        #expect(try machine.person.says("why", "org.photos.short").contains("has not let go of it"))
        // Not by force either.
        #expect(try machine.person.bgrun("run", "org.photos.short", "--force").status != 0)
        #expect(try machine.person.bgrun("simulate", "launch", "org.photos.short").status != 0)
        // Another of its tasks may still be given to it; and this one, once it has let go.
        try machine.touch("let-go")
        #expect(try machine.outcome(of: "short") == .succeeded)
        #expect(try machine.outcomes(of: "short") == [.succeeded, .expired])
    }

    @Test func `that ends lets go of the task that it kept busy`() throws {
        let machine = try PhotosMachine("attach", "serve=org.photos.short", "loop")
        let guest = try machine.guest("attach", "serve=org.photos.short", "launch", "began", "hang")
        try guest.says("Serve")
        try machine.submit("short")
        #expect(try machine.outcome(of: "short") == .expired)
        try machine.submit("short")
        _ = try machine.reasonOfApplication(for: "short")
        try guest.end()
        #expect(try machine.outcome(of: "short") == .succeeded)
    }

    @Test func `is gone with its process, whoever may hold its socket`() throws {
        let machine = try PhotosMachine()
        let guest = try machine.guest("attach", Self.index, "launch", "began", "fork", "hang")
        try guest.says("Serve")
        try machine.submit("index")
        let child = try #require(Int(try guest.says("child").dropFirst("child ".count)))
        try guest.end()
        #expect(try machine.outcome(of: "index") == .failed)
        try machine.hostsAreGone()
        #expect(isAlive(child), "it holds the socket")
        kill(Int32(child), SIGKILL)
    }

    @Test func `that hangs up is gone, though its process lives`() throws {
        let machine = try PhotosMachine()
        let guest = try machine.guest("attach", Self.index, "launch", "began", "hangup", "hang")
        try guest.says("Serve")
        try machine.submit("index")
        #expect(try machine.outcome(of: "index") == .failed)
        try machine.hostsAreGone()
        #expect(isAlive(Int(guest.pid)))
    }

    @Test func `that is refused again and again takes no room of others'`() throws {
        let machine = try PhotosMachine()
        let refused = try machine.guest(
            #"flood=Attach:600:{"version":1,"application":"org.nobody"}"#, application: nil)
        try refused.says("flooded NotPermitted=600")
        try refused.end()
        let guest = try machine.guest("attach", Self.index, "loop")
        try guest.says("attached")
    }

    @Test func `that stands still is given nothing until it answers`() throws {
        let machine = try PhotosMachine()
        let guest = try machine.guest("attach", Self.index, "stop", "loop")
        try guest.says("stopping")
        try machine.submit("index")
        #expect(try machine.reasonOfApplication(for: "index").contains("does not answer (guest-1)"))
        #expect(try machine.pending() == ["org.photos.index"])
        #expect(try machine.outcomes(of: "index").isEmpty)
        guest.send(SIGCONT)
        try guest.says("Withdrawn")
        #expect(try machine.outcome(of: "index") == .succeeded)
        #expect(try machine.outcomes(of: "index") == [.succeeded])
    }

    @Test func `that came first is given the task, and the other one takes over`() throws {
        let machine = try PhotosMachine()
        let first = try machine.guest("attach", Self.index, "loop")
        try first.says("Serve")
        let second = try machine.guest("attach", Self.index, "loop")
        try second.says("Serve")
        try machine.submit("index")
        #expect(try machine.outcome(of: "index") == .succeeded)
        try first.says("working on")
        #expect(!second.lines.contains { $0.contains("working") })
        try first.end()
        try machine.daemon.settles("one host") { try machine.report()?.hosts.count == 1 }
        try machine.submit("index")
        #expect(try machine.outcome(of: "index") == .succeeded)
        try second.says("working on")
    }

    @Test func `goes on under a manifest that is changed, and nothing new is given to it under a broken one`()
        throws
    {
        let machine = try PhotosMachine()
        let guest = try machine.guest(
            "attach", "serve=org.photos.index,org.photos.refresh", "launch", "began", "file=@/go", "end=true",
            "loop")
        try guest.says("Serve")
        try machine.submit("index")
        try guest.says("TaskBegan")
        try machine.put(#"{"application": "org.photos", "command": 7}"#)
        try machine.daemon.settles("broken") { try machine.report()?.fault != nil }
        let refused = try machine.guest("attach", "submit=org.photos.refresh")
        try refused.says("refused Unavailable")
        try refused.says("SubmitTask Unavailable")
        #expect(try machine.daemon.job("org.photos.index")?.state == .running)
        try machine.touch("go")
        #expect(try machine.outcome(of: "index") == .succeeded)
        try machine.permit([])
        try machine.daemon.settles("whole") { try machine.report()?.fault == nil }
        try machine.submit("index")
        #expect(try machine.outcome(of: "index") == .succeeded)
    }

    @Test func `ends its run in peace when its application is forbidden, and what was pending is cancelled`()
        throws
    {
        let machine = try PhotosMachine()
        try machine.daemon.scratch.file(
            "own.json", machine.manifest("org.own", command: ["/bin/true"]))
        _ = try machine.person.says("permit", machine.daemon.scratch.path("own.json"))
        let guest = try machine.guest(
            "attach", "serve=org.own.index,org.own.refresh", "submit=org.own.crowd", "launch", "began",
            "file=@/go", "end=true", "submit=org.own.index", "hang", application: "org.own")
        try guest.says("SubmitTask")
        let submitter = try machine.guest("submit=org.own.index", application: "org.own")
        #expect(try submitter.ends() == 0)
        try guest.says("TaskBegan")
        _ = try machine.person.says("forbid", "org.own")
        #expect(try machine.daemon.job("org.own.crowd") == nil)
        #expect(try machine.daemon.job("org.own.index")?.state == .running)
        try machine.touch("go")
        #expect(try machine.daemon.wait("org.own.index").outcome == .succeeded)
        try guest.says("NotPermitted")
    }
}
