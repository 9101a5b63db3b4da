// A frozen run does nothing, all of it, and hears both signals of the ladder.
import BGRunJob
import BGRunLinux
import BGRunTestSupport
import Foundation
import Glibc
import TestConditions
import Testing

@testable import BGRunLaunch

/// What to write: a number a line, every hundredth of a second.
private func counter(_ name: String) -> String {
    "i=0; while :; do i=$((i+1)); echo \(name) $i; sleep 0.01; done"
}

extension Bench {
    /// The last number that a counter has written.
    fileprivate func count(_ name: String, of number: Int64) throws -> Int {
        let lines = try output(of: number).split(separator: "\n")
        return lines.last { $0.hasPrefix("\(name) ") }.flatMap { Int($0.dropFirst(name.count + 1)) } ?? 0
    }

    /// Waits until a counter has gone on by so many.
    fileprivate func wait(forMore more: Int, from name: String, of number: Int64) throws {
        let start = try count(name, of: number)
        try wait { try count(name, of: number) >= start + more }
    }

    /// Freezes, and waits until the last process has halted. A stopped process is no event that anyone could wait
    /// for, so it is looked at again and again.
    fileprivate func freeze(_ number: Int64 = 1) throws {
        try launcher.freeze(RunID(number))
        let deadline = Clock.read(.monotonic) + 30_000_000
        while try !launcher.isFrozen(RunID(number)) {
            guard Clock.read(.monotonic) < deadline else { throw TimedOut(events: events) }
            beat()
        }
    }
}

@Suite struct `Freezing a run` {
    @Test(arguments: Way.all) func `halts all of it until it is thawed, and nobody else`(way: Way) throws {
        let bench = try Bench(way)
        let script = "setsid sh -c '\(counter("child"))' & \(counter("main"))"
        try bench.launch(1, shell: script)
        try bench.launch(2, shell: counter("other"))
        for (name, run) in [("main", 1), ("child", 1), ("other", 2)] as [(String, Int64)] {
            try bench.wait(forMore: 1, from: name, of: run)
        }
        try bench.freeze()
        // What was still in the pipe is taken in with the other run's next line.
        try bench.wait(forMore: 2, from: "other", of: 2)
        let (main, child) = (try bench.count("main", of: 1), try bench.count("child", of: 1))
        try bench.wait(forMore: 50, from: "other", of: 2)
        #expect(try bench.count("main", of: 1) == main)
        #expect(try bench.count("child", of: 1) == child)
        try bench.launcher.thaw(RunID(1))
        try bench.wait(forMore: 2, from: "main", of: 1)
        try bench.wait(forMore: 2, from: "child", of: 1)
        #expect(try bench.launcher.isFrozen(RunID(1)) == false)
    }

    @Test(arguments: Way.all) func `twice is frozen, and thawing what goes on does nothing`(way: Way) throws {
        let bench = try Bench(way)
        try bench.launch(shell: counter("main"))
        try bench.launcher.thaw(RunID(1))
        try bench.wait(forMore: 1, from: "main", of: 1)
        try bench.freeze()
        try bench.freeze()
        try bench.launcher.thaw(RunID(1))
        try bench.wait(forMore: 1, from: "main", of: 1)
    }

    // B-9
    @Test(arguments: Way.all) func `leaves it able to end in its own way`(way: Way) throws {
        let bench = try Bench(way)
        let child = "trap 'echo child ends; exit' TERM; echo up; while :; do sleep 1000 & wait $!; done"
        let script = """
            setsid sh -c "\(child.replacingOccurrences(of: "$!", with: "\\$!"))" &
            trap 'cat $BGRUN_STOP_REASON_FILE; wait; exit 75' TERM
            wait
            """
        try bench.launch(shell: script)
        try bench.wait(forOutput: "up\n")
        try bench.freeze()
        bench.launcher.terminate(RunID(1), because: .systemSleep)
        #expect(try bench.exit() == .code(75))
        let lines = Set(try bench.output().split(separator: "\n"))
        #expect(lines.isSuperset(of: ["up", "child ends", "systemSleep"]))
    }

    // B-9
    @Test(arguments: Way.all) func `does not keep it from being killed`(way: Way) throws {
        let bench = try Bench(way)
        let stubborn = "trap '' TERM; echo up $$; while :; do sleep 1000; done"
        let child = stubborn.replacingOccurrences(of: "$$", with: "\\$\\$")
        try bench.launch(shell: "setsid sh -c \"\(child)\" & \(stubborn)")
        try bench.wait { try bench.output().split(separator: "\n").count == 2 }
        let pids = try bench.output().split(separator: "\n").compactMap { Int32($0.dropFirst(3)) }
        try bench.freeze()
        bench.launcher.kill(RunID(1))
        #expect(try bench.exit() == .signal(SIGKILL))
        #expect(pids.count == 2 && pids.allSatisfy(Bench.isOver))
    }

    /// A kernel without cgroup.kill leaves it to signals, one process after the other.
    @Test(arguments: Way.all) func `holds back no SIGKILL from anyone`(way: Way) throws {
        let bench = try Bench(way)
        let main = try bench.launch(shell: "setsid sh -c 'echo $$; exec sleep 1000' & wait")
        try bench.wait { try bench.output().hasSuffix("\n") }
        let child = try #require(Int32(try bench.output().dropLast()))
        try bench.freeze()
        Glibc.kill(main, SIGKILL)
        try bench.wait { bench.events.contains(.mainExited(RunID(1), .signal(SIGKILL))) }
        #expect(!Bench.isOver(child))
        bench.launcher.kill(RunID(1))
        #expect(try bench.exit() == .signal(SIGKILL))
        #expect(Bench.isOver(child))
    }

    // B-17
    @Test(arguments: Way.all) func `outlives the daemon, and the next one can end it by the ladder`(way: Way)
        throws
    {
        let bench = try Bench(way)
        // One process, and nothing of it writes to the output that ends with the daemon.
        let script = """
            trap 'read reason <$BGRUN_STOP_REASON_FILE; echo $reason >$BGRUN_STATE_DIRECTORY/ending; exit' TERM
            echo up
            while :; do :; done
            """
        let main = try bench.launch(shell: script)
        try bench.wait(forOutput: "up\n")
        try bench.freeze()
        try bench.crash()
        try bench.adopt()
        #expect(bench.events.isEmpty)
        #expect(try bench.launcher.isFrozen(RunID(1)))
        bench.launcher.terminate(RunID(1), because: .shutdown)
        #expect(try bench.exit() == .lost)
        waitpid(main, nil, 0)
        let ending = "\(bench.scratch.path)/state/jobs/\(geteuid())/org.example.job/ending"
        #expect(try String(contentsOfFile: ending, encoding: .utf8) == "shutdown\n")
    }

    @Test(.cgroups) func `reaches a group that the run froze itself`() throws {
        let bench = try Bench(.cgroups)
        try bench.launch(
            shell: """
                group=$BENCH/inner
                mkdir $group
                sh -c 'echo $$ >$0/cgroup.procs; trap "echo inner ends; exit" TERM; echo up
                    while :; do sleep 1000 & wait $!; done' $group &
                trap 'wait; rmdir $group; exit 0' TERM
                wait
                """
        ) { $0.environment = [.init(name: "BENCH", value: bench.group())] }
        try bench.wait(forOutput: "up\n")
        let group = "\(bench.group())/inner"
        try File.open("\(group)/cgroup.freeze", O_WRONLY).write(all: [UInt8(ascii: "1")])
        bench.launcher.terminate(RunID(1), because: .timeBudget)
        #expect(try bench.exit() == .code(0))
        #expect(try bench.output().contains("inner ends"))
    }

    @Test func `is possible on a kernel that has no freezer for groups`() throws {
        // A plain directory has no cgroup.freeze.
        let scratch = try ScratchDirectory()
        let directory = try Directory(path: scratch.path)
        let events = try directory.create("cgroup.events", mode: 0o600)
        try events.write(all: Array("populated 1\nfrozen 0\n".utf8))
        let group = try RunGroup(directory)
        #expect(try group.setFrozen(true) == false)
        #expect(try group.isFrozen() == false)
    }

    @Test func `that is over does nothing`() throws {
        let bench = try Bench(.sessions)
        try bench.launch(shell: "true")
        _ = try bench.exit()
        try bench.launcher.freeze(RunID(1))
        try bench.launcher.thaw(RunID(1))
        #expect(try bench.launcher.isFrozen(RunID(1)))
    }
}
