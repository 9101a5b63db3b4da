// Questions that a process answers: once, in words, with its owner's rights.
import BGRunJob
import BGRunLinux
import BGRunScheduler
import BGRunTestSupport
import Foundation
import Glibc
import TestConditions
import Testing

@testable import BGRunDaemon

private func command(_ arguments: String..., of owner: UserID = ErrandBench.person) -> Check {
    Check(
        .command(CommandCheck(arguments: arguments, interval: .seconds(600), timeBudget: .seconds(10))),
        owner: owner)
}

private func reachable(_ host: String, _ port: UInt16) -> Check {
    Check(.reachable(Endpoint(host: host, port: port)), owner: ErrandBench.person)
}

private func answer(_ check: Check, _ holds: Bool, _ reason: String) -> Event {
    .observed(.check(check), .answered(holds, reason))
}

// B-33
@Suite struct `A check` {
    @Test(arguments: [
        ("exit 0", true, "exited with 0"), ("exit 1", false, "exited with 1"),
        ("kill -KILL $$", false, "was killed by signal 9"),
    ])
    func `by a command holds where that exits with 0, and else says how it ended`(
        script: String, holds: Bool, reason: String
    ) throws {
        let bench = try ErrandBench()
        let check = command("sh", "-c", script)
        #expect(bench.checks.read(check).isEmpty)
        #expect(try bench.events() == [answer(check, holds, reason)])
    }

    @Test(.root) func `that can't be started is answered with the reason`() throws {
        let bench = try ErrandBench()
        let missing = command("no-such-program")
        #expect(bench.checks.read(missing).isEmpty)
        #expect(
            try bench.events() == [
                .observed(
                    .check(missing),
                    .unknown(
                        "the check could not be started: no-such-program can't be executed: No such file or directory"
                    ))
            ])
        let nobody = command("true", of: UserID(4_000_000_000))
        #expect(bench.checks.read(nobody).isEmpty)
        guard case .observed(_, .unknown(let reason))? = try bench.events().first else {
            Issue.record("an account that is not there answers")
            return
        }
        #expect(reason.hasPrefix("the check could not be started: "))
    }

    @Test func `is asked of its owner's own process`() throws {
        let bench = try ErrandBench()
        let check = command("sh", "-c", "[ $(id -u) = \(ErrandBench.person) ]")
        #expect(bench.checks.read(check).isEmpty)
        #expect(try bench.events() == [answer(check, true, "exited with 0")])
    }

    @Test func `that is asked twice meanwhile is answered once`() throws {
        let bench = try ErrandBench()
        let check = command("true")
        #expect(bench.checks.read(check).isEmpty)
        #expect(bench.checks.read(check).isEmpty)
        #expect(try bench.events() == [answer(check, true, "exited with 0")])
        #expect(bench.checks.read(check).isEmpty)
        #expect(try bench.events() == [answer(check, true, "exited with 0")])
    }

    @Test func `that is abandoned is ended and gives no answer, and can be asked anew`() throws {
        let bench = try ErrandBench()
        let once = bench.scratch.path("once")
        mkfifo(once, 0o666)
        chmod(once, 0o666)
        // The first waits for someone to open the pipe; the next finds no pipe.
        let check = command("sh", "-c", "[ ! -e \(once) ] || read line <\(once)")
        #expect(bench.checks.read(check).isEmpty)
        bench.checks.abandon(check)
        unlink(once)
        #expect(bench.checks.read(check).isEmpty)
        #expect(try bench.events(ofEnds: 2) == [answer(check, true, "exited with 0")])
        bench.checks.abandon(check)
    }

    @Test func `of a host tells whether a connection can be opened`() throws {
        let bench = try ErrandBench()
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        defer { close(listener) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) != 0 ? -1 : getsockname(listener, $0, &size)
            }
        }
        try #require(result == 0)
        // Bound and not listening: the port is nobody else's, and refuses.
        let check = reachable("127.0.0.1", UInt16(bigEndian: address.sin_port))
        #expect(bench.checks.read(check).isEmpty)
        #expect(try bench.events() == [answer(check, false, "no connection could be opened")])
        try #require(listen(listener, 1) == 0)
        #expect(bench.checks.read(check).isEmpty)
        #expect(try bench.events() == [answer(check, true, "a connection was opened")])
        // No resolver is asked for what no name can be.
        let nameless = reachable("256.256.256.256.", 80)
        #expect(bench.checks.read(nameless).isEmpty)
        #expect(try bench.events() == [answer(nameless, false, "its name has no address")])
    }
}

@Suite struct `The modes of bgrund for errands` {
    @Test func `are read as they are written`() {
        let page = OnlineCheck(endpoint: Endpoint(host: "::1", port: 80), path: "/a b", answer: "")
        for mode in [
            ErrandMode.notify, .survey, .session, .checkReachable(Endpoint(host: "::1", port: 22)),
            .checkOnline(page),
        ] {
            #expect(ErrandMode(mode.arguments) == mode)
        }
    }

    @Test(arguments: [
        [], ["--user"], ["--check-reachable"], ["--check-reachable", "a"], ["--check-reachable", "a", "b"],
        ["--check-reachable", "a", "65536"], ["--check-reachable", "a", "1", "2"], ["--notify", "a"],
        ["--survey", "a"],
    ]) func `are nothing else`(words: [String]) {
        #expect(ErrandMode(words) == nil)
    }

    @Test func `print nothing and need no directory`() throws {
        let outcome = try Command.run([Repository.program("bgrund"), "--check-reachable", "127.0.0.1", "0"])
        #expect((outcome.status, outcome.output, outcome.errors) == (1, "", ""))
    }
}
