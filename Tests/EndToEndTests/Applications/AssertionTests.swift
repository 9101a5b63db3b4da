// Programs that are finishing something, with a real daemon: what waits for them, and how they end.
import BGRunJob
import BGRunTestSupport
import BGRunWire
import Foundation
import Glibc
import TestConditions
import Testing

extension DaemonFixture {
    /// What is held now.
    fileprivate var held: [AssertionStatus] { get throws { try status().assertions } }

    /// A command that is held, which runs beside the test.
    ///
    /// - Parameter name: Of the file that takes what is printed.
    fileprivate func hold(_ options: String..., shell: String, into name: String) throws -> ChildProcess {
        try ChildProcess(
            Repository.program("bgrun"), ["hold"] + options + ["--", "/bin/sh", "-c", shell],
            environment: ["PATH": "/usr/bin:/bin", "BGRUN_SOCKET": socket], output: scratch.path(name))
    }
}

/// Says when it is told to end, and ends. Its sleep is waited for in the background, or the shell would hear of nothing.
private let obedient =
    "trap 'echo told; kill $p; exit 3' TERM; sleep 1000 & p=$!; echo up; while :; do wait $p; done"

@Suite struct `A command that is held` {
    @Test func `passes its exit status on, and is listed while it runs`() throws {  // B-69
        let daemon = try DaemonFixture()
        try daemon.start()
        let person = Person(daemon: daemon)
        let go = daemon.scratch.path("go")
        try #require(mkfifo(go, 0o600) == 0)
        let held = try daemon.hold(
            "--why", "saving the \u{1B}[31mdraft", "--limit", "5m", shell: "echo up; read x <\(go); exit 7",
            into: "held")
        try daemon.settles("one assertion") { try daemon.held.count == 1 }
        let assertion = try #require(try daemon.held.first)
        #expect(assertion.why == "saving the \u{1B}[31mdraft" && assertion.process == held.pid)
        // Seen anew by clocks that are read one after the other.
        let span = assertion.until.microseconds - assertion.since.microseconds
        #expect(abs(span - 300_000_000) < 1_000_000, "\(span) µs")
        let status = try person.says("status")
        #expect(status.contains("finishing: saving the [31mdraft (process \(held.pid), until "), "\(status)")
        #expect(!status.contains("\u{1B}[31m"))
        #expect(try person.says("status", "--json").contains(#""assertion": \#(assertion.id)"#))
        try daemon.settles("the command at its pipe") { daemon.lines("held") == ["up"] }
        try Data("x\n".utf8).write(to: URL(fileURLWithPath: go))
        #expect(held.wait(seconds: 60) == 7)
        try daemon.settles("no assertion") { try daemon.held.isEmpty }
        #expect(daemon.lines("held") == ["up"])
    }

    @Test func `is told to end when its limit is near`() throws {  // B-65
        let daemon = try DaemonFixture()
        try daemon.start()
        let held = try daemon.hold("--why", "saving", "--limit", "2s", shell: obedient, into: "held")
        #expect(held.wait(seconds: 60) == 3)
        #expect(daemon.lines("held") == ["up", "bgrun: saving: told to end (timeBudget, 1 s left)", "told"])
        try daemon.settles("no assertion") { try daemon.held.isEmpty }
    }

    @Test func `goes on after its limit where it does not listen, and nothing is held any more`() throws {
        let daemon = try DaemonFixture()
        try daemon.start()
        let held = try daemon.hold(
            "--why", "saving", "--limit", "1s", shell: "trap '' TERM; echo up; exec sleep 1000", into: "held")
        try daemon.settles("held") { try daemon.held.count == 1 }
        try daemon.settles("held no more") { try daemon.held.isEmpty }
        #expect(isAlive(Int(held.pid)))
        #expect(held.end(SIGKILL, seconds: 30) == 128 + SIGKILL)
    }

    @Test func `runs without a daemon too, with its limit, and it is said once that nothing is held`() throws
    {  // B-69
        let daemon = try DaemonFixture()
        let held = try daemon.hold("--why", "saving", "--limit", "1s", shell: obedient, into: "held")
        #expect(held.wait(seconds: 60) == 3)
        let lines = daemon.lines("held")
        #expect(
            lines.filter { $0.hasPrefix("bgrun: nothing is held, and the command runs all the same") }.count
                == 1, "\(lines)")
        #expect(lines.contains("bgrun: saving: told to end (timeBudget)") && lines.last == "told")
    }

    @Test func `that is no program is told, as a shell does`() throws {
        let daemon = try DaemonFixture()
        try daemon.start()
        let person = Person(daemon: daemon)
        let said = try person.bgrun("hold", "--why", "x", "--", "/no/such/program")
        #expect(said.status == 127 && said.errors.contains("can't be started"), "\(said.errors)")
        let wrong = [
            ["--why", "x"], ["--", "true"], ["--why", " ", "--", "true"],
            ["--why", "x", "--limit", "0s", "--", "true"],
        ]
        for words in wrong { #expect(try person.bgrun(["hold"] + words).status == 2, "\(words)") }
        #expect(try person.bgrun("hold", "--why", "x", "--", "sh", "-c", "kill -9 $$").status == 137)
    }

    @Test func `is told of a limit that the policy makes shorter`() throws {  // B-65
        let daemon = try DaemonFixture()
        try daemon.start()
        let person = Person(daemon: daemon)
        let said = try person.bgrun("hold", "--why", "x", "--limit", "2h", "--", "true")
        #expect(said.status == 0)
        #expect(said.errors == "bgrun: the policy allows 10m, and not more\n", "\(said.errors)")
        #expect(try person.bgrun("hold", "--why", "x", "--limit", "10m", "--", "true").errors.isEmpty)
    }

    @Test func `hears what somebody sends to bgrun in its place`() throws {
        let daemon = try DaemonFixture()
        try daemon.start()
        let held = try daemon.hold("--why", "saving", shell: obedient, into: "held")
        try daemon.settles("up") { daemon.lines("held") == ["up"] }
        #expect(held.end(SIGTERM, seconds: 30) == 3)
        #expect(daemon.lines("held") == ["up", "told"])
    }

    @Test(.root) func `hears it too where it is sent from outside the container that bgrun is in`() throws {
        let daemon = try DaemonFixture()
        try daemon.start()
        let words = [
            "--pid", "--fork", Repository.program("bgrun"), "hold", "--why", "saving", "--", "/bin/sh", "-c",
            obedient,
        ]
        let container = try ChildProcess(
            "/usr/bin/unshare", words, environment: ["PATH": "/usr/bin:/bin", "BGRUN_SOCKET": daemon.socket],
            output: daemon.scratch.path("held"))
        try daemon.settles("up") { daemon.lines("held") == ["up"] }
        let children = try String(
            contentsOfFile: "/proc/\(container.pid)/task/\(container.pid)/children", encoding: .utf8)
        let held = try #require(Int32(children.trimmingCharacters(in: .whitespaces)))
        #expect(kill(held, SIGTERM) == 0)
        #expect(container.wait(seconds: 60) == 3)
        #expect(daemon.lines("held") == ["up", "told"])
    }

    @Test func `is given its words as they are, also those that are no text`() throws {
        let daemon = try DaemonFixture()
        try daemon.start()
        let script =
            #"x=$(printf 'caf\351'); exec "$1" hold --why x -- /bin/sh -c 'printf %s "$1" | od -An -tx1' sh "$x""#
        let held = try ChildProcess(
            "/bin/sh", ["-c", script, "sh", Repository.program("bgrun")],
            environment: ["PATH": "/usr/bin:/bin", "BGRUN_SOCKET": daemon.socket],
            output: daemon.scratch.path("held"))
        #expect(held.wait(seconds: 60) == 0)
        #expect(daemon.lines("held") == [" 63 61 66 e9"])
    }

    @Test func `is told to end when the daemon leaves, which waits for it`() throws {  // B-66
        let daemon = try DaemonFixture()
        try daemon.start()
        let held = try daemon.hold("--why", "saving", shell: obedient, into: "held")
        try daemon.settles("up") { daemon.lines("held") == ["up"] }
        #expect(try daemon.stop() == 0)
        #expect(held.wait(seconds: 60) == 3)
        #expect(daemon.lines("held").contains("bgrun: saving: told to end (shutdown, 4 s left)"))
    }

    @Test func `goes on with its limit where the daemon is killed`() throws {
        let daemon = try DaemonFixture()
        try daemon.start()
        let held = try daemon.hold("--why", "saving", "--limit", "3s", shell: obedient, into: "held")
        try daemon.settles("up") { daemon.lines("held") == ["up"] }
        try daemon.kill()
        #expect(held.wait(seconds: 60) == 3)
        let lines = daemon.lines("held")
        #expect(lines.contains { $0.contains("nothing is held any more for: saving") }, "\(lines)")
    }
}

@Suite struct `A machine with an assertion` {
    private func laptop() throws -> (machine: PrivateBus, daemon: DaemonFixture) {
        let machine = try PrivateBus.withLogind()
        let daemon = try DaemonFixture()
        daemon.environment["DBUS_SYSTEM_BUS_ADDRESS"] = machine.address
        try daemon.start()
        return (machine, daemon)
    }

    private func inhibitors(
        _ machine: PrivateBus, _ daemon: DaemonFixture, become words: String, _ isRight: (String) -> Bool
    ) throws {
        try daemon.settles(words) { isRight(try machine.ask("inhibitors") ?? "") }
    }

    private func isDelayed(_ held: String) -> Bool {
        held.contains("bgrun:delay:sleep") && held.contains("bgrun:delay:shutdown")
    }

    @Test(arguments: ["sleep", "shutdown"])
    func `waits with its sleep and its shutdown until it has ended`(_ what: String) throws {  // B-66
        let (machine, daemon) = try laptop()
        try machine.inhibitors(become: "none")
        let held = try daemon.hold("--why", "saving", "--limit", "5m", shell: obedient, into: "held")
        try inhibitors(machine, daemon, become: "delays", isDelayed)
        try daemon.settles("up") { daemon.lines("held") == ["up"] }
        try machine.play("\(what) 1")
        #expect(held.wait(seconds: 60) == 3)
        let reason = what == "sleep" ? "systemSleep" : "shutdown"
        #expect(
            daemon.lines("held") == ["up", "bgrun: saving: told to end (\(reason), 4 s left)", "told"])
        try inhibitors(machine, daemon, become: "no delay") { !$0.contains("delay:\(what)") }
    }

    @Test func `waits 4 s at most`() throws {
        let (machine, daemon) = try laptop()
        let held = try daemon.hold(
            "--why", "saving", "--limit", "5m", shell: "trap '' TERM; echo up; exec sleep 1000", into: "held")
        try inhibitors(machine, daemon, become: "delays", isDelayed)
        // Before that it would die of the signal.
        try daemon.settles("up") { daemon.lines("held") == ["up"] }
        let before = Date()
        try machine.play("sleep 1")
        try daemon.settles("told") { daemon.lines("held").count == 2 }
        // Behind the announcement: it has what is left.
        let late = try daemon.hold("--why", "later", "--limit", "5m", shell: obedient, into: "late")
        // It may be told before it has got as far as to listen.
        #expect([3, 128 + SIGTERM].contains(late.wait(seconds: 60)))
        #expect(daemon.lines("late").contains { $0.hasPrefix("bgrun: later: told to end (systemSleep, ") })
        try inhibitors(machine, daemon, become: "no delay") { !$0.contains("delay:sleep") }
        let waited = Date().timeIntervalSince(before)
        #expect(waited >= 3.9, "seconds")
        #expect(try daemon.held.count == 1)
        try machine.play("sleep 0")
        #expect(held.end(SIGKILL, seconds: 30) == 128 + SIGKILL)
        try inhibitors(machine, daemon, become: "no delay at all") { $0 == "none" }
    }

    @Test func `waits for nobody whose process has ended, whoever holds its socket`() throws {
        let (machine, daemon) = try laptop()
        let words = try ApplicationProgram.command([
            #"assert=1:{"why": "saving", "limit": "5m"}"#, "fork", "hang",
        ])
        let guest = try Guest(of: daemon, words, application: nil)
        let child = try #require(Int(try guest.says("child").dropFirst("child ".count)))
        try inhibitors(machine, daemon, become: "delays", isDelayed)
        try guest.end()
        try daemon.settles("no assertion") { try daemon.held.isEmpty }
        try inhibitors(machine, daemon, become: "none") { $0 == "none" }
        #expect(isAlive(child))
        kill(Int32(child), SIGKILL)
    }
}

@Suite struct `A host with an assertion` {
    @Test func `is kept after its task, and leaves when that is over`() throws {  // B-67
        let machine = try PhotosMachine(
            "attach", "serve=org.photos.index", "launch", "began",
            #"assert=1:{"why": "saving", "limit": "5m"}"#,
            "end=true", "launch", "began", "end=true", "file=@/go", "unassert", "hang",
            times: #""launchLimit": "20s", "linger": "0s""#)
        try machine.submit("index")
        #expect(try machine.outcome(of: "index") == .succeeded)
        #expect(try machine.daemon.held.map(\.why) == ["saving"])
        try machine.submit("index")
        #expect(try machine.outcome(of: "index") == .succeeded)
        #expect(machine.daemon.lines("host").count { $0.hasPrefix("process") } == 1)
        let process = try machine.hostProcess()
        try machine.touch("go")
        try machine.hostsAreGone()
        #expect(!isAlive(process))
        #expect(try machine.daemon.held.isEmpty)
    }
}

@Suite struct `Programs that ask for too much` {
    @Test(.root) func `take no place from another user's, who does not see theirs`() throws {  // B-68
        let daemon = try DaemonFixture.system()
        chmod(daemon.scratch.path, 0o755)
        try daemon.start()
        let words = try ApplicationProgram.command([
            #"assert=33:{"why": "theirs", "limit": "10m"}"#, "connect=64", "hang",
        ])
        let guest = try Guest(of: daemon, words, application: nil, user: Person.nobody)
        try daemon.settles("all answers") { guest.lines.count >= 34 }
        #expect(guest.lines.count { $0.hasPrefix("asserted") } == 32)
        #expect(try Person(daemon: daemon).bgrun("hold", "--why", "mine", "--", "true").status == 0)
        let own = try Guest(
            of: daemon, try ApplicationProgram.command([#"assert=1:{"why": "mine"}"#, "hang"]),
            application: nil)
        try own.says("asserted")
        // Root sees everybody's, and whose they are.
        let all = try Person(daemon: daemon).says("status")
        #expect(
            all.contains("finishing: mine (process \(own.pid) of root") && all.contains("of nobody"), "\(all)"
        )
        try guest.end()
        try daemon.settles("theirs have ended") { try daemon.held.map(\.why) == ["mine"] }
        let other = try Person(daemon: daemon, user: Person.nobody).says("status")
        #expect(!other.contains("finishing"), "\(other)")
    }

    @Test func `get as many assertions as one user may hold, and keep nobody from asking`() throws {  // B-68
        let daemon = try DaemonFixture()
        try daemon.start()
        let words = try ApplicationProgram.command([
            #"assert=40:{"why": "flood", "limit": "10m"}"#, "hang",
        ])
        let guest = try Guest(of: daemon, words, application: nil)
        try daemon.settles("forty answers") { guest.lines.count == 41 }
        #expect(guest.lines.count { $0.hasPrefix("asserted") } == 32)
        #expect(guest.lines.count { $0 == #"refused TooManyAssertions {"limit": 32}"# } == 8)
        #expect(try Person(daemon: daemon).says("status").contains("finishing: flood"))
        try guest.end()
        try daemon.settles("no assertion") { try daemon.held.isEmpty }
    }

    @Test func `have their limit cut, and their words`() throws {
        let daemon = try DaemonFixture()
        try daemon.start()
        let long = String(repeating: "ä", count: 40_000)
        let words = try ApplicationProgram.command([
            #"assert=1:{"why": "x", "limit": "5000d"}"#, #"assert=1:{"why": "x", "limit": "0s"}"#,
            #"assert=1:{"why": "x", "limit": 30}"#, #"assert=1:{"limit": "1s"}"#,
            #"assert=1:{"why": "\#(long)"}"#, "hang",
        ])
        let guest = try Guest(of: daemon, words, application: nil)
        try daemon.settles("five answers") { guest.lines.count == 6 }
        #expect(guest.lines[1] == "asserted 1 600")
        #expect(guest.lines[2...4].allSatisfy { $0.hasPrefix("refused InvalidParameter") }, "\(guest.lines)")
        #expect(try daemon.held.map(\.why) == ["x", String(repeating: "ä", count: 100)])
    }

    @Test func `and read nothing of it lose it at its limit`() throws {
        let daemon = try DaemonFixture()
        try daemon.start()
        let words = try ApplicationProgram.command([
            #"assert=32:{"why": "x", "limit": "1s"}"#, "file=\(daemon.scratch.path("go"))",
            #"assert=32:{"why": "y", "limit": "1s"}"#, "hang",
        ])
        let guest = try Guest(of: daemon, words, application: nil)
        try daemon.settles("all held") { guest.lines.count { $0.hasPrefix("asserted") } == 32 }
        try daemon.settles("no assertion") { try daemon.held.isEmpty }
        // Their connections are still open, and count as any other.
        try daemon.scratch.file("go", "")
        try daemon.settles("all held again") { guest.lines.count { $0.hasPrefix("asserted") } == 64 }
        _ = try Person(daemon: daemon).says("status")
    }
}
