// Many clients, clients that misbehave, and none at all; and users who share what there is.
import BGRunClient
import BGRunJob
import BGRunLinux
import BGRunTestSupport
import BGRunWire
import Foundation
import TestConditions
import Testing

@Suite struct `A daemon among its clients` {
    private let daemon: DaemonFixture

    init() throws {
        daemon = try DaemonFixture()
        try daemon.start()
    }

    @Test func `serves one although five hundred others say nothing`() throws {
        let idle = try (0..<500).map { _ in try Line(to: daemon.socket) }
        try daemon.submit(["identifier": "a", "shell": "exit 0"])
        #expect(try daemon.wait("a").outcome == .succeeded)
        #expect(idle.count == 500)
    }

    @Test func `serves one although another never listens`() throws {
        let deaf = try Line(to: daemon.socket)
        try deaf.socket.descriptor.makeNonblocking()
        let call = Array((#"{"method":"org.bgrun.Scheduler.Doctor"}"# + "\0").utf8)
        // It asks and asks, until the daemon does not listen to it any more either.
        asking: for _ in 0..<1_000_000 {
            guard case .bytes(call.count) = try deaf.socket.send(call[...]) else { break asking }
        }
        try daemon.submit(["identifier": "a", "shell": "exit 0"])
        #expect(try daemon.wait("a").outcome == .succeeded)
    }

    // B-48
    @Test
    func `takes in no more of one user's unfinished calls than there is room for, and answers that user`()
        throws
    {
        let lines = try (0..<64).map { _ in try Line(to: daemon.socket) }
        for line in lines { try line.socket.descriptor.makeNonblocking() }
        let most = 1_000_000
        let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 65_536)
        var given = lines.map { _ in 0 }
        var before: [Int] = []
        // What the kernel keeps of it is the clients' own.
        while given != before {
            before = given
            for (number, line) in lines.enumerated() {
                while given[number] < most,
                    case .bytes(let count) = try line.socket.send(piece.prefix(most - given[number])),
                    count > 0
                {
                    given[number] += count
                }
            }
            // All that lay there before is taken now, as far as it is.
            _ = try daemon.status()
        }
        // All of them could get rid of all, before there was an end to it.
        #expect(given.max() == most)
        #expect(given.reduce(0, +) < 24 << 20)
    }

    // B-48
    // B-49
    @Test func `makes of each answer as much as its client reads, and all of it in the end`() throws {
        for part in 0..<3 {
            let calls = (0..<250).map { number in
                #"{"method":"org.bgrun.Scheduler.Submit","oneway":true,"parameters":{"descriptor":{"identifier":""#
                    + "a\(part)-\(number)" + String(repeating: "x", count: 240)
                    + #"","shell":"exit 0","earliestBeginDate":"+1d"}}}"# + "\0"
            }
            try Line(to: daemon.socket).say(calls.joined())
        }
        let status = try daemon.status(becomes: "with all jobs") { $0.jobs.count == 750 }
        let process = status.daemon.process
        let before = try memory(of: process)
        let lines = try (0..<64).map { _ in try Line(to: daemon.socket) }
        for line in lines { try line.say(#"{"method":"org.bgrun.Scheduler.Status"}"# + "\0") }
        // When this is answered, so is whoever asked before it, as far as that goes.
        try daemon.submit(["identifier": "last", "shell": "exit 0", "earliestBeginDate": "+1d"])
        #expect(lines.allSatisfy { $0.isReadable })
        let held = try memory(of: process) - before
        var sizes: Set<Int> = []
        for line in lines {
            var (size, piece) = (0, "")
            repeat {
                piece = try line.hear(1 << 20)
                size += piece.utf8.count
            } while !piece.isEmpty && !piece.hasSuffix("\0")
            #expect(piece.hasSuffix("\0"))
            sizes.insert(size)
        }
        #expect(sizes.min() ?? 0 > 500_000)
        #expect(held < 16 << 20)
    }

    /// The bytes of it that are no file's.
    private func memory(of process: Int32) throws -> Int {
        let text = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("RssAnon:") })
        return try #require(Int(line.split(whereSeparator: { !$0.isNumber }).joined())) << 10
    }

    // B-49
    @Test(arguments: [true, false])
    func `tells all of a long log although nothing else happens`(asStream: Bool) throws {
        try daemon.submit([
            "identifier": "a", "shell": "i=0; while [ $i -lt 9000 ]; do echo line $i; i=$((i+1)); done",
        ])
        #expect(try daemon.wait("a").outcome == .succeeded)
        let line = try Line(to: daemon.socket)
        let mode = asStream ? #","more":true"# : ""
        try line.say(#"{"method":"org.bgrun.Scheduler.Logs","parameters":{"identifier":"a"}\#(mode)}"# + "\0")
        var said = ""
        while !said.hasSuffix("}}\0"), !said.hasSuffix("in time") { said += try line.hear() }
        let texts = try said.split(separator: "\0").map { message in
            let answer = try JSONDecoder().decode(LogAnswer.self, from: Data(message.utf8))
            return answer.parameters.text
        }
        #expect(texts.joined() == (0..<9000).map { "line \($0)\n" }.joined())
        #expect(asStream ? texts.count > 2 : texts.count == 1)
    }

    private struct LogAnswer: Decodable {
        struct Parameters: Decodable { let text: String }
        let parameters: Parameters
    }

    // B-49
    @Test func `answers one's question about the past while another who has asked is still there`() throws {
        try daemon.submit(["identifier": "a", "shell": "exit 0", "earliestBeginDate": "+1d"])
        let heldBack = #"{"method":"org.bgrun.Scheduler.HeldBack","parameters":{"identifier":"a"}}"# + "\0"
        let lines = try (0..<3).map { _ in try Line(to: daemon.socket) }
        for line in lines { try line.say(heldBack + heldBack) }
        for line in lines.reversed() {
            var said = ""
            while said.filter({ $0 == "\0" }).count < 2, !said.hasSuffix("in time") {
                said += try line.hear()
            }
            #expect(
                said.split(separator: "\0").allSatisfy { $0.hasPrefix(#"{"parameters":{"identifier":"a""#) })
        }
    }

    // B-49
    @Test func `makes no answers that nobody is to read`() throws {
        let line = try Line(to: daemon.socket)
        for question in ["Status", "Conditions", "Doctor", "Forecast", "Events", "History"] {
            try line.say(#"{"method":"org.bgrun.Scheduler.\#(question)","oneway":true}"# + "\0")
        }
        try line.say(#"{"method":"org.bgrun.Scheduler.Cancel","parameters":{"all":true}}"# + "\0")
        #expect(try line.hear() == #"{"parameters":{"cancelled":[]}}"# + "\0")
    }

    @Test func `does what one has asked for behind a question, and has not waited for`() throws {
        let submit = { (name: String) in
            #"{"method":"org.bgrun.Scheduler.Submit","oneway":true,"parameters":{"descriptor":{"identifier":""#
                + name + #"","shell":"exit 0","earliestBeginDate":"+1d"}}}"# + "\0"
        }
        for (number, question) in ["Status", "Forecast", "Doctor"].enumerated() {
            for mode in ["", #","oneway":true"#] {
                let call = #"{"method":"org.bgrun.Scheduler.\#(question)"\#(mode)}"# + "\0"
                try Line(to: daemon.socket).say(call + submit("a\(number)\(mode.utf8.count)"))
            }
        }
        _ = try daemon.status(becomes: "with all jobs") { $0.jobs.count == 6 }
    }

    // B-21
    @Test func `refuses texts that take minutes to compare`() throws {
        let marks = String(repeating: "\u{316}\u{301}", count: 200_000)
        for text in [#"{"method":"a.b","a\#(marks)":1}"#, #"{"method":"a\#(marks).b"}"#] {
            let line = try Line(to: daemon.socket)
            try line.say(text + "\0")
            #expect(try line.hear() == "", "it is hung up on")
        }
        _ = try daemon.status()
    }

    // B-48
    @Test func `tells each of many listeners all that has changed, as long as they read`() throws {
        let calls = (0..<500).map { number in
            #"{"method":"org.bgrun.Scheduler.Submit","oneway":true,"parameters":{"descriptor":{"identifier":""#
                + "a\(number)" + String(repeating: "x", count: 200)
                + #"","shell":"exit 0","earliestBeginDate":"+1d"}}}"# + "\0"
        }
        try Line(to: daemon.socket).say(calls.joined())
        _ = try daemon.status(becomes: "with all jobs") { $0.jobs.count == 500 }
        let listeners = try (0..<48).map { _ in try Line(to: daemon.socket) }
        for line in listeners { try line.say(#"{"method":"org.bgrun.Scheduler.Events","more":true}"# + "\0") }
        // The answer comes after their calls were taken.
        _ = try daemon.status()
        let line = try Line(to: daemon.socket)
        try line.say(#"{"method":"org.bgrun.Scheduler.Pause"}"# + "\0")
        #expect(try line.hear() == #"{"parameters":{}}"# + "\0")
        for listener in listeners {
            var said = ""
            while said.utf8.count(where: { $0 == 0 }) < 500, !said.hasSuffix("in time") {
                let piece = try listener.hear()
                try #require(!piece.isEmpty, "it was hung up on")
                said += piece
            }
            #expect(said.utf8.count(where: { $0 == 0 }) == 500)
        }
    }

    @Test func `drops a listener that never reads`() throws {
        let deaf = try Line(to: daemon.socket)
        try deaf.say(#"{"method":"org.bgrun.Scheduler.Events","more":true}"# + "\0")
        // Long names, and many at once: the limit of what is kept for one client is soon reached.
        for number in 0..<64 {
            let name = "a\(number)" + String(repeating: "x", count: 250)
            let call =
                #"{"method":"org.bgrun.Scheduler.Submit","oneway":true,"parameters":{"descriptor":{"identifier":""#
                + name + #"","shell":"exit 0","earliestBeginDate":"+1d"}}}"# + "\0"
            try Line(to: daemon.socket).say(String(repeating: call, count: 250))
        }
        #expect(isHungUp(deaf, seconds: 180))
        _ = try daemon.status()
    }

    /// Whether the daemon closes its end in time, which shows although nothing is read.
    private func isHungUp(_ line: Line, seconds: Int32) -> Bool {
        var entry = pollfd(fd: line.socket.descriptor.rawValue, events: 0, revents: 0)
        return poll(&entry, 1, seconds * 1000) > 0 && entry.revents & Int16(POLLHUP) != 0
    }

    @Test(arguments: [
        "nonsense\0", "{}\0", "[]\0", #"{"method":7}"# + "\0", #"{"method":"a.b","method":"a.b"}"# + "\0",
        String(repeating: "[", count: 10_000) + "\0", "\0",
    ])
    func `hangs up on what is no call`(text: String) throws {
        let line = try Line(to: daemon.socket)
        try line.say(text)
        #expect(try line.hear() == "")
        _ = try daemon.status()
    }

    @Test func `hangs up on a message without an end`() throws {
        let line = try Line(to: daemon.socket)
        let piece = String(repeating: "x", count: 65_536)
        do { for _ in 0..<17 { try line.say(piece) } } catch {}
        #expect(try line.hear() == "")
        _ = try daemon.status()
    }

    @Test func `answers calls that come all at once, in their order`() throws {
        let line = try Line(to: daemon.socket)
        try line.say(
            #"{"method":"org.bgrun.Scheduler.Nothing"}"# + "\0"
                + #"{"method":"org.bgrun.Scheduler.Submit","parameters":{"descriptor":{"identifier":"a","shell":"exit 0","earliestBeginDate":"+1d"}}}"#
                + "\0" + #"{"method":"org.varlink.service.GetInfo"}"# + "\0"
                + #"{"method":"org.bgrun.Scheduler.Why","parameters":{"identifier":"a"}}"# + "\0")
        var text = ""
        while text.count(where: { $0 == "\0" }) < 4 {
            let piece = try line.hear()
            if piece.isEmpty { break }
            text += piece
        }
        let answers = text.split(separator: "\0")
        #expect(answers.count == 4)
        #expect(answers.first?.contains("MethodNotFound") == true)
        #expect(answers.dropFirst().first?.contains(#""acceptance":"new""#) == true)
        #expect(answers.dropFirst(2).first?.contains("bgrund") == true)
        #expect(answers.last?.contains("earliestBeginDate") == true)
    }

    @Test(arguments: [true, false]) func `answers the call behind some that are refused`(isOneway: Bool)
        throws
    {
        let line = try Line(to: daemon.socket)
        let refused =
            #"{"method":"org.bgrun.Scheduler.Submit","oneway":\#(isOneway),"parameters":{"descriptor":{}}}"#
            + "\0"
        try line.say(
            String(repeating: refused, count: 5) + #"{"method":"org.varlink.service.GetInfo"}"# + "\0")
        var text = ""
        while !text.contains("bgrund") {
            let piece = try line.hear()
            try #require(piece != "" && piece != "nothing in time")
            text += piece
        }
        #expect(text.split(separator: "\0").count == (isOneway ? 1 : 6))
    }

    @Test func `carries out what a client asked before it left`() throws {
        do {
            let line = try Line(to: daemon.socket)
            try line.say(
                #"{"method":"org.bgrun.Scheduler.Submit","oneway":true,"parameters":{"descriptor":{"identifier":"a","shell":"exit 0","earliestBeginDate":"+1d"}}}"#
                    + "\0"
                    + #"{"method":"org.bgrun.Scheduler.Submit","oneway":true,"parameters":{"descriptor":{"identifier":"b","shell":"exit 0","earliestBeginDate":"+1d"}}}"#
                    + "\0")
        }
        let status = try daemon.status(becomes: "with a and b") { $0.jobs.count == 2 }
        #expect(status.jobs.map(\.identifier.text) == ["a", "b"])
    }

    @Test func `forgets whom nobody waits for any more`() throws {
        try daemon.submit(["identifier": "a", "shell": "exit 0", "earliestBeginDate": "+1d"])
        do {
            let line = try Line(to: daemon.socket)
            try line.say(#"{"method":"org.bgrun.Scheduler.Wait","parameters":{"identifier":"a"}}"# + "\0")
            // An answer to something else on another connection: the wait was read before.
            _ = try daemon.status()
        }
        _ = try daemon.call(CancelCall(.all(owner: nil)))
        _ = try daemon.status()
    }

    // B-3
    @Test func `does not wake up while there is nothing to do`() throws {
        try daemon.submit(["identifier": "a", "shell": "exit 0", "earliestBeginDate": "+1d"])
        try daemon.submit(["identifier": "b", "shell": "exit 0"])
        #expect(try daemon.wait("b").outcome == .succeeded)
        #expect(try daemon.tasks().count == 1)
        #expect(try daemon.leastWakeUps() == 0)
    }
}

@Suite struct `A daemon among its users` {
    // B-15
    @Test(.root) func `starts a run of each, whatever another runs, and tells whose share is used up`() throws
    {
        let daemon = try DaemonFixture.system()
        try daemon.scratch.file("policy.json", #"{"maxRuns": 1}"#)
        try daemon.start()
        let (root, user) = (Person(daemon: daemon), Person(daemon: daemon, user: Person.nobody))
        func submit(_ name: String, _ shell: String, by person: Person) throws {
            _ = try person.says(
                "submit", "-",
                input: #"{"identifier": "\#(name)", "shell": "\#(shell)", "workingDirectory": "/"}"#)
        }
        try submit("long", "exec sleep 600", by: root)
        _ = try daemon.status(becomes: "with a run") { $0.jobs.first?.state == .running }
        try submit("next", "exit 0", by: root)
        #expect(try root.says("why", "next").contains("waits for a free slot (1 of 1)"))
        try submit("own", "exit 0", by: user)
        #expect(try user.bgrun("wait", "own").status == 0)
        // One more of theirs has no room while one is active, and is told nothing of root's but how many there are.
        try submit("slow", "exec sleep 600", by: user)
        try submit("more", "exit 0", by: user)
        let why = try user.says("why", "more")
        #expect(
            why.contains("waits for a free slot (2 runs, 1 of them its owner's; beyond 1 each user has one)"))
        #expect(!why.contains("long"))
        let forced = try user.bgrun("run", "--force", "more")
        #expect(forced.status == 5 && !forced.errors.contains("--force"))
        _ = try user.says("stop", "slow")
        #expect(try user.bgrun("wait", "more").status == 0)
        #expect(try daemon.blockers("next") == ["limit"])
    }

    // B-20
    @Test func `keeps what each has written up to a share, and says what has gone`() throws {
        let daemon = try DaemonFixture()
        try daemon.scratch.file("policy.json", #"{"outputLimit": "16K", "outputPerOwner": "32K"}"#)
        try daemon.start()
        let person = Person(daemon: daemon)
        func write(_ name: String) throws {
            try daemon.submit(["identifier": .string(name), "shell": "yes | head -c 200000"])
            #expect(try daemon.wait(name).outcome == .succeeded)
        }
        for name in ["a", "b"] { try write(name) }
        let gone = try person.bgrun("logs", "a")
        #expect(gone.status == 5 && gone.errors.contains("what run 1 wrote is kept no more"))
        #expect(!FileManager.default.fileExists(atPath: daemon.scratch.path("state/output/1")))
        #expect(try person.says("logs", "b").count > 16_000)
        #expect(try daemon.stop() == 0)
        try daemon.start()
        try write("c")
        #expect(try person.bgrun("logs", "b").errors.contains("what run 2 wrote is kept no more"))
        #expect(try person.says("history", "b").contains("succeeded"))
        #expect(try person.says("logs", "c").count > 16_000)
    }

    /// The daemon of a test is never alone in its cgroup, so it has nothing to share out.
    @Test func `says where one can take what others need`() throws {  // B-46
        let daemon = try DaemonFixture.system()
        try daemon.start()
        let limits = try daemon.call(DoctorCall()).limits
        #expect(limits.contains { $0.hasPrefix("One user's runs can take what those of others need: ") })
        #expect(try Person(daemon: daemon).bgrun("doctor").output.contains("One user's runs can take"))
        // Where there is one user, there is nothing to say.
        let own = try DaemonFixture()
        try own.start()
        #expect(try !own.call(DoctorCall()).limits.contains { $0.hasPrefix("One user's runs") })
    }
}
