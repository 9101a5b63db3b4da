// What a real daemon asks of paths, programs, hosts and sensors, and what it says where nobody can know.
import BGRunJob
import BGRunTestSupport
import BGRunWire
import Foundation
import TestConditions
import Testing

/// A server on a port of the loopback's own.
private final class Listener {
    private let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    private(set) var port: UInt16 = 0

    /// The port is held; nobody is let in before ``open()``.
    init() throws {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(number, $0, size) == 0 && getsockname(number, $0, &size) == 0
            }
        }
        try #require(result, "errno \(errno)")
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(number) }

    func open() { #expect(listen(number, 8) == 0) }

    /// Whether somebody wants to be let in, now or within a time.
    func hasCaller(within milliseconds: Int32 = 0) -> Bool {
        var event = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        return poll(&event, 1, milliseconds) == 1
    }

    /// Lets the next one in, who comes within half a minute, and gives back what was asked.
    func answer(_ text: String) throws -> String {
        try #require(hasCaller(within: 30_000))
        let caller = accept(number, nil, nil)
        try #require(caller >= 0)
        defer { close(caller) }
        var question = [UInt8](repeating: 0, count: 4096)
        let count = recv(caller, &question, question.count, 0)
        #expect(send(caller, text, text.utf8.count, Int32(MSG_NOSIGNAL)) == text.utf8.count)
        return String(decoding: question.prefix(max(0, count)), as: UTF8.self)
    }
}

// B-32
@Suite struct `A path or a mount that is asked for` {
    @Test(.root) func `counts by what its owner may see, and is waited for wherever it comes to be`() throws {
        let daemon = try DaemonFixture.system()
        try daemon.scratch.file("policy.json", "{\(EmulatedLaptop.atOnce)}")
        try daemon.start()
        try daemon.scratch.file("own/a", "1")
        chmod(daemon.scratch.path("own"), 0o700)
        let user = Person(daemon: daemon, user: Person.nobody)
        func submit(_ name: String, _ path: String, by person: Person) throws {
            _ = try person.says(
                "submit", "-",
                input:
                    #"{"identifier": "\#(name)", "shell": "id -u", "workingDirectory": "/", "requires": {"pathExists": "\#(path)"}}"#
            )
        }
        try submit("hidden", daemon.scratch.path("own/a"), by: user)
        try submit("seen", daemon.scratch.path("own/a"), by: Person(daemon: daemon))
        try submit("later", daemon.scratch.path("x/y/z"), by: user)
        #expect(try daemon.wait("seen").outcome == .succeeded)
        #expect(try daemon.blockers("hidden") == ["pathExists"])
        #expect(try user.says("why", "hidden").contains("may not read it"))
        try daemon.scratch.file("x/y/z", "1")
        #expect(try user.bgrun("wait", "later").status == 0)
        #expect(try user.says("logs", "later") == "65534\n")
        // The same rights for all: a directory that is opened to them tells of itself.
        chmod(daemon.scratch.path("own"), 0o755)
        #expect(try user.bgrun("wait", "hidden").status == 0)
    }
}

// B-33
@Suite struct `A program that is asked` {
    private let daemon: DaemonFixture

    init() throws {
        daemon = try DaemonFixture()
        try daemon.scratch.file("policy.json", "{\(EmulatedLaptop.atOnce)}")
        try daemon.start()
    }

    private func submit(_ name: String, _ shell: String) throws {
        let check = #"{"command": ["/bin/sh", "-c", "\#(shell)"], "every": "1m", "timeBudget": "1s"}"#
        try daemon.submit(name, requires: #"{"command": \#(check)}"#)
    }

    @Test func `lets a job start by exit 0, and holds it back by any other`() throws {
        try submit("yes", "exit 0")
        #expect(try daemon.wait("yes").outcome == .succeeded)
        try submit("no", "exit 1")
        let job = try daemon.job("no", becomes: "answered") {
            $0.blockers.first?.reason.contains("exited") == true
        }
        #expect(job.blockers.map(\.requirement) == ["command"])
        #expect(job.blockers.first?.reason == "needs a yes from sh: sh exited with 1")
        try submit("killed", "kill -9 $$")
        try daemon.job("killed", becomes: "answered") {
            $0.blockers.first?.reason.hasSuffix("was killed by signal 9") == true
        }
        try daemon.submit(
            "absent", requires: #"{"command": {"command": ["/nonexistent/program"], "every": "1m"}}"#)
        try daemon.job("absent", becomes: "answered") {
            $0.blockers.first?.reason.contains("could not be started") == true
        }
    }

    @Test func `is killed with all its children where it takes too long`() throws {
        let pids = daemon.scratch.path("pids")
        try submit("slow", "setsid sleep 3600 & echo $! >> \(pids); echo $$ >> \(pids); sleep 3600")
        let processes = try daemon.file("pids") { $0.count == 2 }.compactMap { Int($0) }
        #expect(processes.allSatisfy(isAlive))
        try daemon.job("slow", becomes: "answered") {
            $0.blockers.first?.reason == "needs a yes from sh: sh did not answer within 1s"
        }
        try daemon.gone(processes)
    }

    @Test func `is asked no more when its job is cancelled, and lives no longer than its daemon`() throws {
        let pids = daemon.scratch.path("pids")
        try submit("slow", "trap '' TERM; echo $$ >> \(pids); sleep 3600")
        let first = try daemon.file("pids") { $0.count == 1 }
        _ = try daemon.call(CancelCall(.all(owner: nil)))
        try daemon.gone(first.compactMap { Int($0) })
        try submit("slow", "trap '' TERM; echo $$ >> \(pids); sleep 3600")
        let second = try daemon.file("pids") { $0.count == 2 }
        try daemon.kill()
        try daemon.start()
        try daemon.gone(second.dropFirst().compactMap { Int($0) })
    }
}

// B-33
@Suite struct `A host that has to be reached` {
    @Test(.root) func `is asked when all else holds, and again when the network has changed`() throws {
        try inNamespaces {
            try ip(
                "link set lo up", "link add eth0 type veth peer name far", "addr add 192.0.2.2/24 dev eth0",
                "link set far up", "link set eth0 up", "route add default via 192.0.2.1")
            let daemon = try DaemonFixture()
            try daemon.scratch.file("policy.json", "{\(EmulatedLaptop.atOnce)}")
            try daemon.start()
            let listener = try Listener()
            let host = "127.0.0.1:\(listener.port)"
            try daemon.submit("a", requires: #"{"network": {"reachable": "\#(host)"}}"#)
            let job = try daemon.job("a", becomes: "answered") {
                $0.blockers.first?.reason.contains("does not answer") == true
            }
            #expect(job.blockers.map(\.requirement) == ["reachable"])
            listener.open()
            try ip("route add 203.0.113.0/24 via 192.0.2.1")
            #expect(try daemon.blockers("a") == ["reachable"], "a route elsewhere is no news")
            try ip("route del default")
            try daemon.job("a", becomes: "without a network") { $0.blockers.first?.requirement == "network" }
            try ip("route add default via 192.0.2.1")
            #expect(try daemon.wait("a").outcome == .succeeded)
            // Answered at once where it is asked for the first time.
            try daemon.submit("b", requires: #"{"network": {"reachable": ["\#(host)"]}}"#)
            #expect(try daemon.wait("b").outcome == .succeeded)
        }
    }
}

// B-33
@Suite struct `The internet that has to answer` {
    @Test(.root) func `is asked once for a network, and a portal's page is no answer`() throws {
        try inNamespaces {
            try ip(
                "link set lo up", "link add eth0 type veth peer name far", "addr add 192.0.2.2/24 dev eth0",
                "link set far up", "link set eth0 up", "route add default via 192.0.2.1")
            let page = try Listener()
            page.open()
            let daemon = try DaemonFixture()
            let check =
                #""onlineCheck": {"url": "http://127.0.0.1:\#(page.port)/known", "answer": "here I am"}"#
            try daemon.scratch.file("policy.json", "{\(EmulatedLaptop.atOnce), \(check)}")
            try daemon.start()
            // The answer is kept for as long as a job asks for it.
            let never = daemon.scratch.path("never")
            try daemon.submit("later", requires: #"{"network": {"online": true}, "pathExists": "\#(never)"}"#)
            try daemon.submit("a", requires: #"{"network": {"online": true}}"#)
            let question = try page.answer("HTTP/1.1 200 OK\r\n\r\n<html>Room number?</html>")
            #expect(question.hasPrefix("GET /known HTTP/1.0\r\n"))
            try daemon.job("a", becomes: "behind a portal") {
                $0.blockers.first?.reason.contains("another page came") == true
            }
            // Who else waits for it is told what is known.
            try daemon.submit("b", requires: #"{"network": {"online": true}}"#)
            #expect(try daemon.blockers("b") == ["online"])
            #expect(!page.hasCaller())
            try ip("route del default")
            try daemon.job("a", becomes: "without a network") { $0.blockers.first?.requirement == "network" }
            try ip("route add default via 192.0.2.1")
            try daemon.job("a", becomes: "in another network") {
                $0.blockers.first?.reason.contains("the network has changed") == true
            }
            // The next check is half a minute away; a new daemon knows of none.
            #expect(try daemon.stop() == 0)
            try daemon.start()
            _ = try page.answer("HTTP/1.1 200 OK\r\nServer: known\r\n\r\nhere I am\n")
            for name in ["a", "b"] { #expect(try daemon.wait(name).outcome == .succeeded) }
            try daemon.submit("c", requires: #"{"network": {"online": true}}"#)
            #expect(try daemon.wait("c").outcome == .succeeded)
            #expect(!page.hasCaller())
        }
    }

    @Test func `is not known where the policy names no page`() throws {
        let daemon = try DaemonFixture()
        try daemon.start()
        try daemon.submit("a", requires: #"{"network": {"online": true}}"#)
        let job = try daemon.job("a", becomes: "told why") {
            $0.blockers.last?.reason.contains("onlineCheck") == true
        }
        #expect(
            job.blockers.last?.reason.contains("bgrund.json describes no connectivity check (onlineCheck)")
                == true)
    }
}

// B-31
@Suite struct `A value that tells of no change` {
    @Test func `keeps a job waiting in plain words, and is looked at again for a start by hand`() throws {
        let machine = try EmulatedLaptop([])
        let daemon = machine.daemon
        try machine.warm(to: 90)
        try daemon.start()
        let path = daemon.scratch.path
        try daemon.submit(
            "a",
            requires:
                #"{"load": 0.01, "temperature": 70, "freeSpace": {"path": "\#(path)", "atLeast": "900000T"}}"#
        )
        let job = try daemon.job("a", becomes: "looked at") {
            $0.blockers.contains { $0.reason.contains("x86_pkg_temp 90 °C, needs at most 70 °C") }
        }
        let reasons = job.blockers.map(\.reason)
        #expect(reasons.contains { $0.hasPrefix("needs 900000T free at \(path): ") }, "\(reasons)")
        #expect(try Person(daemon: daemon).says("doctor").contains("temperature"))
        try daemon.submit("b", requires: #"{"temperature": 70, "load": 100}"#)
        try daemon.job("b", becomes: "looked at") { $0.blockers.map(\.requirement) == ["temperature"] }
        try machine.warm(to: 70)
        #expect(try Person(daemon: daemon).bgrun("run", "b").status == 0)
        try daemon.status(becomes: "without b") { $0.jobs.map(\.identifier.text) == ["a"] }
        #expect(try daemon.history("b").first?.outcome == .succeeded)
    }
}

// B-38
@Suite struct `A combination of requirements` {
    @Test func `is enough by any of its alternatives, and an opposite holds where the thing does not`() throws
    {
        let machine = try EmulatedLaptop(["start upower"])
        let daemon = machine.daemon
        try machine.bus.play("machine set upower LidIsPresent b 1")
        try machine.bus.play("machine set upower LidIsClosed b 0")
        try daemon.start()
        let (one, other) = (daemon.scratch.path("one"), daemon.scratch.path("other"))
        try daemon.submit(
            "any",
            lasting:
                #"{"anyOf": [{"externalPower": true}, {"pathExists": ["\#(one)", "\#(other)"], "not": {"lid": "closed"}}]}"#
        )
        try daemon.submit(
            "not", lasting: #"{"not": {"anyOf": [{"lid": "closed"}, {"pathExists": "\#(one)"}]}}"#)
        try daemon.runs("not")
        try daemon.job("any", waitsFor: ["anyOf"])
        try daemon.scratch.file("other", "")
        try daemon.scratch.file("one", "")
        // The way it is had now: the alternative of paths.
        let run = try daemon.runs("any")
        let lost = try daemon.job("not", becomes: "interrupted") { $0.lastRun != nil }
        #expect(lost.lastRun?.stopReason?.description == "requirementLost:pathExists")
        // Another alternative takes over before the first is lost.
        try daemon.plugIn()
        try daemon.status(becomes: "plugged in") { $0.device.externalPower == .yes }
        #expect(unlink(one) == 0)
        try daemon.runs("not")
        #expect(try daemon.job("any")?.run?.run == run.run)
        try daemon.pullPlug()
        try daemon.job("any", loses: "externalPower")
    }

    // B-2 B-38
    @Test func `waits where nobody can know, opposite or not, and all who are asked say why`() throws {
        let daemon = try DaemonFixture(isPlugged: false)
        try daemon.scratch.file("policy.json", "{\(EmulatedLaptop.atOnce)}")
        try daemon.start()
        let members = [
            "lid": #""lid": "open""#, "powerSaver": #""powerSaver": false"#, "locked": #""locked": true"#,
            "ssid": #""network": {"ssid": "Home"}"#, "temperature": #""temperature": 70"#,
        ]
        let person = Person(daemon: daemon)
        for (name, member) in members.sorted(by: { $0.key < $1.key }) {
            try daemon.submit("a.\(name)", requires: "{\(member)}")
            try daemon.submit("not.\(name)", requires: #"{"not": {\#(member)}}"#)
            for job in ["a.\(name)", "not.\(name)"] {
                try daemon.job(job, becomes: "judged") {
                    !$0.blockers.isEmpty && $0.blockers.allSatisfy { !$0.reason.contains("not read yet") }
                }
                let why = try daemon.call(WhyCall(Target(identifier: try daemon.name(job))))
                let state = try #require(why.requirements.first { $0.requirement.rawValue == name })
                #expect(state.state == .unknown, "\(job)")
                #expect(try person.says("why", job).contains(state.reason), "\(job)")
                #expect(try person.bgrun("doctor").output.contains(state.reason), "\(job)")
            }
        }
        #expect(try daemon.status().jobs.allSatisfy { $0.state == .due && $0.run == nil })
    }
}
