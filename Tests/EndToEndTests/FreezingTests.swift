// Runs that lose what they need: frozen, thawed, stopped in the end, or left alone; and what is only preferred.
import BGRunJob
import BGRunTestSupport
import BGRunWire
import Foundation
import Testing

/// Whether a process is held still: by its cgroup, or by SIGSTOP.
private func isStill(_ process: Int32) throws -> Bool {
    if state(of: process) == "T" { return true }
    // Whoever begins a program by vfork(2), as a shell does, waits for it without hearing a signal.
    if state(of: process) == "D" {
        let children =
            (try? String(contentsOfFile: "/proc/\(process)/task/\(process)/children", encoding: .utf8)) ?? ""
        let processes = children.split(separator: " ").compactMap { Int32($0) }
        if !processes.isEmpty, processes.allSatisfy({ state(of: $0) == "T" }) { return true }
    }
    let groups = try String(contentsOfFile: "/proc/\(process)/cgroup", encoding: .utf8)
    let group = groups.split(separator: "\n").first { $0.hasPrefix("0::") }?.dropFirst(3) ?? ""
    let mounts = try String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8).split(separator: "\n")
    let mount = mounts.first { $0.contains(" - cgroup2 ") }?.split(separator: " ")[4] ?? ""
    let events = try? String(contentsOfFile: "\(mount)\(group)/cgroup.events", encoding: .utf8)
    return events?.contains("frozen 1") == true
}

/// Of a process that is there: `T` where it is stopped, `D` where it hears no signal (proc(5)).
private func state(of process: Int32) -> Substring? {
    let stat = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
    return stat.lastIndex(of: ")").flatMap { stat[$0...].split(separator: " ").dropFirst().first }
}

/// Waits until the kernel has done what the daemon asked of it.
private func stands(_ process: Int32, still wanted: Bool, _ daemon: DaemonFixture) throws {
    let deadline = Date(timeIntervalSinceNow: 30)
    while try isStill(process) != wanted {
        try #require(Date() < deadline, "\(daemon.log)")
        beat()
    }
}

extension DaemonFixture {
    /// A daemon on external power, for which every change counts at once.
    fileprivate static func atOnce(_ policy: String = "") throws -> DaemonFixture {
        let daemon = try DaemonFixture()
        try daemon.scratch.file("policy.json", "{\(EmulatedLaptop.atOnce)\(policy)}")
        try daemon.start()
        return daemon
    }

    /// Submits a job that counts up in a file, and ends well on SIGUSR1; what stops it stands in `said`.
    fileprivate func submitCounter(_ more: String) throws {
        let (count, said) = (scratch.path("count"), scratch.path("said"))
        let shell = """
            trap 'exit 0' USR1; trap 'cat $BGRUN_STOP_REASON_FILE > \(said); exit 1' TERM; \
            i=0; while :; do i=$((i + 1)); echo $i > \(count); sleep 0.02; done
            """
        let job = #"{"identifier": "a", "shell": "\#(shell)", "requiresExternalPower": true\#(more)}"#
        let submitted = try Person(daemon: self).bgrun("submit", "-", input: job)
        try #require(submitted.status == 0, "\(submitted.errors)")
    }

    fileprivate var count: Int { lines("count").first.flatMap { Int($0) } ?? 0 }

    /// Waits until the counter has moved on.
    fileprivate func counts() throws {
        let start = count
        _ = try file("count") { ($0.first.flatMap { Int($0) } ?? 0) > start }
    }

    fileprivate func freeze() throws -> JobStatus.Run {
        try pullPlug()
        return try #require(try job("a", becomes: "frozen") { $0.state == .frozen }.run)
    }
}

// B-39
@Suite struct `A run that is to be frozen` {
    private let frozen = #", "onRequirementLost": "freeze", "timeBudget": "1h""#

    @Test func `stands still without power, uses no budget, and goes on with it`() throws {
        let daemon = try DaemonFixture.atOnce()
        try daemon.submitCounter(frozen)
        let process = try #require(try daemon.runs("a").process)
        try daemon.counts()
        for _ in 1...2 {
            let run = try daemon.freeze()
            #expect(run.freeze?.reason == "requirementLost:externalPower")
            #expect(run.freeze?.until != nil)
            try stands(process, still: true, daemon)
            let count = daemon.count
            // The daemon is at work meanwhile, and the run is not.
            try daemon.submit(["identifier": "b", "shell": "exit 0"])
            #expect(try daemon.wait("b").outcome == .succeeded)
            for _ in 0..<100 { _ = try daemon.status() }
            let later = try #require(try daemon.job("a"))
            #expect(later.run?.used == run.used && daemon.count == count)
            #expect(try Person(daemon: daemon).says("status").contains("frozen"))
            try daemon.plugIn()
            try daemon.runs("a")
            try stands(process, still: false, daemon)
            try daemon.counts()
        }
        #expect(kill(process, SIGUSR1) == 0)
        #expect(try daemon.wait("a").outcome == .succeeded)
        #expect(try daemon.history("a").count == 1)
    }

    @Test func `is thawed and told to end where power stays away, and runs again when it is back`() throws {
        let daemon = try DaemonFixture.atOnce(#", "freezeLimit": "1s""#)
        try daemon.submitCounter(frozen)
        try daemon.runs("a")
        try daemon.counts()
        _ = try daemon.freeze()
        try daemon.job("a", loses: "externalPower")
        #expect(daemon.lines("said") == ["requirementLost:externalPower"])
        try daemon.plugIn()
        try daemon.runs("a")
        #expect(try daemon.job("a")?.occurrence == 1)
    }

    @Test func `can be stopped by hand, and is not left behind by a daemon that ends or dies`() throws {
        let daemon = try DaemonFixture.atOnce()
        try daemon.submitCounter(frozen)
        for end in ["stop", "leave", "die"] {
            try daemon.plugIn()
            let process = try #require(
                try daemon.job("a", becomes: "running") { $0.run?.process != nil && $0.state == .running }
                    .run?
                    .process)
            try daemon.counts()
            _ = try daemon.freeze()
            switch end {
            case "stop":
                #expect(try Person(daemon: daemon).bgrun("stop", "a").status == 0)
                try daemon.job("a", becomes: "stopped") { $0.state == .due }
                #expect(daemon.lines("said") == ["userRequest"])
                _ = try daemon.call(CancelCall(.all(owner: nil)))
                try daemon.submitCounter(frozen)
            case "leave":
                #expect(try daemon.stop() == 0)
                #expect(daemon.lines("said") == ["shutdown"])
                try daemon.start()
            default:
                try daemon.kill()
                try daemon.start()
            }
            try daemon.gone([Int(process)])
            try daemon.job("a", waitsFor: ["externalPower"])
            if end == "die" { #expect(try daemon.history("a").first?.stopReason == .daemonRestart) }
        }
        try daemon.plugIn()
        try daemon.runs("a")
    }

    @Test func `is left alone where its job says so`() throws {
        let daemon = try DaemonFixture.atOnce()
        try daemon.submitCounter(#", "onRequirementLost": "finish""#)
        let process = try #require(try daemon.runs("a").process)
        try daemon.counts()
        try daemon.pullPlug()
        try daemon.status(becomes: "on battery") { $0.device.externalPower == .no }
        try daemon.counts()
        #expect(try daemon.job("a")?.state == .running)
        #expect(kill(process, SIGUSR1) == 0)
        #expect(try daemon.wait("a").outcome == .succeeded)
    }
}

// B-40
@Suite struct `What a job only prefers` {
    @Test func `holds it back for so long, says until when, and then no more`() throws {
        let daemon = try DaemonFixture(isPlugged: false)
        try daemon.scratch.file("policy.json", "{\(EmulatedLaptop.atOnce)}")
        try daemon.start()
        let person = Person(daemon: daemon)
        func submit(_ name: String, _ span: String) throws {
            let job = """
                {"identifier": "\(name)", "command": ["true"],
                 "prefers": {"externalPower": true, "for": "\(span)"}}
                """
            #expect(try person.bgrun(["submit", "-"], input: job).status == 0)
        }
        try submit("long", "3d")
        let waiting = try #require(try daemon.job("long"))
        let due = try #require(waiting.due)
        #expect(waiting.relaxesAt == due.advanced(by: .seconds(3 * 86_400)))
        #expect(waiting.blockers.map(\.requirement) == ["externalPower"])
        #expect(waiting.blockers.allSatisfy { $0.isPreferred && $0.until == waiting.relaxesAt })
        #expect(try person.says("why", "long").contains("on it starts without"))
        #expect(try person.says("status").contains("prefers"))
        // By hand it starts whatever it prefers.
        #expect(try person.bgrun("run", "long").status == 0)
        #expect(try daemon.wait("long").outcome == .succeeded)
        try submit("short", "1m")
        #expect(try daemon.stop() == 0)
        try daemon.age(bySeconds: 57)
        try daemon.start()
        #expect(try daemon.blockers("short") == ["externalPower"])
        #expect(try daemon.wait("short").outcome == .succeeded)
        // And it starts at once where it has what it prefers; to lose that later is nothing.
        try submit("met", "3d")
        try daemon.plugIn()
        #expect(try daemon.wait("met").outcome == .succeeded)
    }
}
