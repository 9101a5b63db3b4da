// Tasks in a process that the daemon starts for them.
import BGRunJob
import BGRunTestSupport
import BGRunWire
import Foundation
import Glibc
import Testing

@Suite struct `A host that the daemon starts` {
    private static let index = "serve=org.photos.index"

    /// The cgroups of hosts below the daemon's own, where it has any.
    private static func groups(of daemon: DaemonFixture) throws -> [String] {
        let text = try String(contentsOfFile: "/proc/\(daemon.processIdentifier)/cgroup", encoding: .utf8)
        guard let path = text.split(separator: "\n").first(where: { $0.hasPrefix("0::") })?.dropFirst(3)
        else {
            return []
        }
        let roots = ["/sys/fs/cgroup\(path)", "/sys/fs/cgroup\(path)/.."]
        return roots.flatMap { (try? FileManager.default.contentsOfDirectory(atPath: $0)) ?? [] }
            .filter { $0.contains("host-") }
    }

    @Test func `runs a task, lingers, leaves, and nothing is left of it`() throws {
        let machine = try PhotosMachine("attach", Self.index, "loop")
        try machine.submit("index")
        #expect(try machine.outcome(of: "index") == .succeeded)
        let process = try machine.hostProcess()
        #expect(try machine.daemon.logs("org.photos.index").contains("working on org.photos.index"))
        #expect(try machine.person.says("history").contains("succeeded"))
        // It is kept for a while, and given what comes meanwhile.
        try machine.submit("index")
        #expect(try machine.outcome(of: "index") == .succeeded)
        #expect(machine.daemon.lines("host").count { $0.hasPrefix("process") } == 1)
        try machine.hostsAreGone()
        #expect(!isAlive(process))
        #expect(try Self.groups(of: machine.daemon).isEmpty)
        #expect(try machine.outcomes(of: "index") == [.succeeded, .succeeded])
    }

    @Test func `finds who it is in its environment, and nothing of a run`() throws {
        let machine = try PhotosMachine(
            "attach", Self.index, "launch", "began", "file=@/go", "end=true", "loop")
        try machine.submit("index")
        try machine.hostSays("TaskBegan")
        let text = try String(contentsOfFile: "/proc/\(try machine.hostProcess())/environ", encoding: .utf8)
        let names = text.split(separator: "\0").map { String($0.prefix { $0 != "=" }) }.filter {
            $0.hasPrefix("BGRUN_")
        }
        #expect(names.sorted() == ["BGRUN_APPLICATION", "BGRUN_HOST", "BGRUN_SOCKET"])
        try machine.touch("go")
        #expect(try machine.outcome(of: "index") == .succeeded)
    }

    @Test(arguments: ["end=true", "end=false"])
    func `has its word before its exit count`(word: String) throws {
        let machine = try PhotosMachine("attach", Self.index, "launch", "began", word, "exit=0")
        for _ in 1...5 {
            try machine.submit("index")
            #expect(try machine.outcome(of: "index") == (word == "end=true" ? .succeeded : .failed))
        }
        #expect(try machine.outcomes(of: "index").count == 5)
        try machine.hostsAreGone()
    }

    // What many a program does in its first lines, before it registers anything, would else put off for ever what it is started
    // for.
    @Test
    func `is handed what it was started for although it cancels and submits all its requests first thing`()
        throws
    {
        let cancel = #"call=CancelAllTasks:{"application":"org.photos"}"#
        let submit =
            #"call=SubmitTask:{"application":"org.photos","request":{"identifier":"org.photos.index","kind":"processing","earliestBeginDate":"+1h"}}"#
        let machine = try PhotosMachine(
            cancel, submit, "attach", Self.index, submit, "launch", "began", "end=true", "exit=0")
        try machine.submit("index")
        #expect(try machine.outcome(of: "index") == .succeeded)
        try machine.hostsAreGone()
        #expect(machine.daemon.lines("host").count { $0.contains("follows") } == 2)
        #expect(try machine.pending() == ["org.photos.index"])
    }

    @Test func `has what it submits right before its exit stored`() throws {
        let call =
            #"call=SubmitTask!:{"application":"org.photos","request":{"identifier":"org.photos.crowd","kind":"processing"}}"#
        let machine = try PhotosMachine(
            "attach", Self.index, "launch", "began", "end=true", call, "exit=0")
        try machine.submit("index")
        #expect(try machine.outcome(of: "index") == .succeeded)
        try machine.hostsAreGone()
        #expect(try machine.pending() == ["org.photos.crowd"])
    }

    @Test(arguments: ["crash", "exit=0", "exit=75", "hangup hang"])
    func `that ends in the handler has failed, and is not started again`(words: String) throws {
        let machine = try PhotosMachine()
        try machine.permit(
            ["attach", Self.index, "launch", "began"] + words.split(separator: " ").map(String.init))
        try machine.manifestIsRead()
        try machine.submit("index")
        #expect(try machine.outcome(of: "index") == .failed)
        try machine.hostsAreGone()
        #expect(try machine.outcomes(of: "index") == [.failed])
        #expect(try machine.daemon.job("org.photos.index") == nil)
        #expect(machine.daemon.lines("host").count { $0.hasPrefix("process") } == 1)
    }

    @Test func `that ignores the warning is killed, and its other tasks are due again`() throws {
        let machine = try PhotosMachine(
            "attach", "serve=org.photos.short,org.photos.index", "launch", "began", "launch", "began",
            "expire",
            "expire", "touch=@/both", "hang", times: #""launchLimit": "30s", "linger": "1s""#)
        try machine.submit("index")
        try machine.hostSays("TaskBegan")
        try machine.submit("short")
        #expect(try machine.outcome(of: "short") == .expired)
        try machine.hostSays("expire preempted")
        // It begins again as soon as another host is there, which may be before anybody looks.
        try machine.daemon.settles("index is due again") {
            try machine.outcomes(of: "index") == [.interrupted]
                && machine.daemon.job("org.photos.index") != nil
        }
        _ = try machine.person.says("cancel", "org.photos.index")
    }

    @Test func `is killed whole, with all that it has started`() throws {
        let machine = try PhotosMachine(
            "attach", "serve=org.photos.short", "deafen", "launch", "began", "fork", "hang")
        try machine.submit("short")
        let child = try #require(Int(try machine.hostSays("child").dropFirst("child ".count)))
        #expect(try machine.outcome(of: "short") == .expired)
        try machine.hostsAreGone()
        #expect(!isAlive(child))
        #expect(!isAlive(try machine.hostProcess()))
        #expect(try machine.outcomes(of: "short") == [.expired])
    }

    @Test(arguments: [
        ("hang", "did not attach in time"), ("attach hang", "did not say what it serves in time"),
        ("attach serve= hang", "has registered no task"),
        ("attach serve=org.photos.refresh hang", "has registered other tasks only: org.photos.refresh"),
        ("exit=7", "ended before it took the task up"),
        ("attach serve=org.photos.index hang", "did not begin it"),
    ])
    func `and does not take its task up is told to leave, and is not started again`(
        words: String, reason: String
    ) throws {
        // On a busy machine it gets less far in a second than it would.
        for limit in ["1s", "10s", "60s"] {
            let machine = try PhotosMachine(times: #""launchLimit": "\#(limit)", "linger": "0s""#)
            try machine.permit(words.split(separator: " ").map(String.init))
            try machine.manifestIsRead()
            try machine.submit("index")
            #expect(try machine.outcome(of: "index") == .couldNotLaunch)
            let past = try machine.daemon.history("org.photos.index")
            #expect(past.map(\.outcome) == [.couldNotLaunch])
            try machine.hostsAreGone()
            #expect(try machine.daemon.job("org.photos.index") == nil)
            #expect(machine.daemon.lines("host").count { $0.hasPrefix("process") } <= 1)
            let failure = past.first?.failure ?? "none"
            if failure.contains(reason) {
                // What it wrote says why, also where no task of it has begun.
                #expect(try machine.daemon.logs("org.photos.index").hasPrefix("process"))
                return
            }
            #expect(limit != "60s" && failure.contains(" in time"), "\(failure)")
        }
    }

    // B-53 B-54
    @Test func `is told of like any run: what started, what was told to end, and what could not be launched`()
        throws
    {
        let machine = try PhotosMachine("exit=7")
        let name = "org.photos.index of user \(getuid())"
        try machine.submit("index")
        #expect(try machine.outcome(of: "index") == .couldNotLaunch)
        let words = "could not be launched: its application ended before it took the task up (exit 7)."
        #expect(machine.daemon.log.contains("Run 1 of \(name) \(words)"))
        #expect(try machine.daemon.status().ended.count == 1)
        try machine.permit(["attach", Self.index, "launch", "began", "file=@/go", "end=false", "loop"])
        try machine.manifestIsRead()
        try machine.submit("index")
        try machine.hostSays("TaskBegan")
        #expect(try machine.daemon.status().ended.isEmpty)
        #expect(machine.daemon.log.contains("Run 2 of \(name) starts: it has been due since "))
        _ = try machine.person.says("stop", "org.photos.index")
        try machine.daemon.turnEnds()
        #expect(machine.daemon.log.contains("Run 2 of \(name) was told to end: userRequest."))
        try machine.touch("go")
        #expect(try machine.outcome(of: "index") == .interrupted)
    }

    @Test func `is one process of its tree: what it has started is no host`() throws {
        let machine = try PhotosMachine(
            "attach", Self.index, "child=attach/call=Serve:{\"host\":\"started-1\",\"identifiers\":[]}",
            "loop")
        try machine.submit("index")
        #expect(try machine.outcome(of: "index") == .succeeded)
        try machine.hostSays("NotAHost")
        try machine.hostSays("NotYourHost")
    }

    @Test func `ends its run in peace when its application is forbidden, and leaves`() throws {
        let machine = try PhotosMachine()
        try machine.daemon.scratch.file(
            "own.json",
            machine.manifest(
                "org.own",
                command: try ApplicationProgram.command([
                    "attach", "serve=org.own.index", "launch", "began",
                    "file=\(machine.daemon.scratch.path("go"))", "end=true", "loop",
                ])))
        _ = try machine.person.says("permit", machine.daemon.scratch.path("own.json"))
        let submitter = try machine.guest("submit=org.own.index", application: "org.own")
        #expect(try submitter.ends() == 0)
        try machine.hostSays("TaskBegan")
        _ = try machine.person.says("forbid", "org.own")
        try machine.touch("go")
        #expect(try machine.daemon.wait("org.own.index").outcome == .succeeded)
        try machine.daemon.gone([try machine.hostProcess()])
    }
}
