// Programs in processes of their own: what an idle one costs, and what a killed one has written.
import BGRunLinux
import BGRunTestSupport
import Foundation
import Testing

@testable import BackgroundTasks

/// Threads of a process, and how often they went to sleep: each wake-up is followed by that.
private struct Count: Equatable {
    var threads: [String] = []
    var sleeps = 0

    init(of process: Int32) throws {
        let directory = "/proc/\(process)/task"
        for thread in try FileManager.default.contentsOfDirectory(atPath: directory).sorted() {
            guard let status = try? String(contentsOfFile: "\(directory)/\(thread)/status", encoding: .utf8)
            else { continue }
            for line in status.split(separator: "\n") {
                let words = line.split(separator: "\t")
                if line.hasPrefix("Name:") { threads.append(String(words[1])) }
                if line.hasPrefix("voluntary_ctxt_switches:") { sleeps += Int(words[1]) ?? 0 }
            }
        }
    }
}

@Suite struct `A program in a process of its own` {
    @Test
    func `does not wake while it is attached and idle, and has one thread more, also after an assertion`()
        async throws
    {
        let daemon = try FakeDaemon()
        let scratch = try ScratchDirectory()
        let guest = try ChildProcess(
            Repository.program("IdleGuest"), ["--finish", "a", "b"],
            environment: ["BGRUN_SOCKET": daemon.socket],
            output: scratch.path("output"))
        #expect(daemon.heard.has("unheld finish"))
        #expect(daemon.heard.has("serve a,b"))
        try await expectIdle(guest)
    }

    @Test func `does not wake while there is no daemon`() async throws {
        let scratch = try ScratchDirectory()
        let guest = try ChildProcess(
            Repository.program("IdleGuest"), ["a"], environment: ["BGRUN_SOCKET": scratch.path("socket")],
            output: scratch.path("output"))
        try await expectIdle(guest)
    }

    /// Dispatch's threads leave after 5 s without work; then nothing may happen for longer than that.
    private func expectIdle(_ guest: ChildProcess) async throws {
        let clock = ContinuousClock()
        var (before, quiet) = (try Count(of: guest.pid), clock.now)
        // By looks, not by time: other tests may hold this one up.
        for _ in 0..<300 where quiet.advanced(by: .seconds(7)) > clock.now {
            await offMain { window(seconds: 0.2) }
            let now = try Count(of: guest.pid)
            if now != before { (before, quiet) = (now, clock.now) }
        }
        #expect(quiet.advanced(by: .seconds(7)) <= clock.now, "it still wakes: \(before)")
        #expect(before.threads.sorted() == ["BackgroundTasks", "IdleGuest"])
    }

    @Test func `has written what it printed when the daemon hears that its task is complete`() throws {
        let daemon = try FakeDaemon()
        let scratch = try ScratchDirectory()
        let guest = try ChildProcess(
            Repository.program("IdleGuest"), ["a"],
            environment: ["BGRUN_SOCKET": daemon.socket, "BGRUN_HOST": "x-17"], output: scratch.path("output")
        )
        #expect(daemon.heard.has("serve a"))
        daemon.launch(1, "a")
        #expect(daemon.heard.has("submit a"))
        daemon.expire(1)
        #expect(daemon.heard.has("ended 1 false"))
        #expect(guest.end(SIGKILL, seconds: 20) == 128 + SIGKILL)
        #expect(try scratch.text("output") == "begun a\ntold to end: timeBudget\n")
    }
}

/// Lets time pass in which nothing is to happen.
private func window(seconds: Double) { Thread.sleep(forTimeInterval: seconds) }
