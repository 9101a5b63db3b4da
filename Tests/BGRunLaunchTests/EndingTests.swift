// The ladder's two signals reach everyone, and a run is over when nothing of it is left.
import BGRunJob
import BGRunLinux
import Foundation
import Glibc
import TestConditions
import Testing

@testable import BGRunLaunch

@Suite struct `Ending a run` {
    // B-9
    @Test(arguments: Way.all) func `tells the job why before it is told to end`(way: Way) throws {
        let bench = try Bench(way)
        let script = """
            trap 'cat $BGRUN_STOP_REASON_FILE; exit 75' TERM
            [ -e $BGRUN_STOP_REASON_FILE ] || echo ready
            while :; do sleep 1000 & wait $!; done
            """
        try bench.launch(shell: script, of: Bench.isRoot ? Bench.nobody : Bench.us)
        try bench.wait(forOutput: "ready\n")
        bench.launcher.terminate(RunID(1), because: .requirementLost(.externalPower))
        #expect(try bench.exit() == .code(75))
        #expect(try bench.output().hasSuffix("requirementLost:externalPower\n"))
    }

    @Test(.root) func `keeps the reason from other users`() throws {
        let bench = try Bench(.sessions)
        try bench.launch(shell: "trap '' TERM; echo ready; sleep 1000", of: Bench.nobody)
        try bench.wait(forOutput: "ready\n")
        bench.launcher.terminate(RunID(1), because: .timeBudget)
        let reasons = try Directory(path: bench.scratch.path).directory("runtime").directory("stop-reasons")
        let status = try reasons.status(of: "1")
        // What stands for a group is the bound of the one user who may read it beside root.
        #expect((status.user, status.permissions) == (0, 0o440))
        let above = try reasons.descriptor.status()
        #expect((above.user, above.permissions) == (0, 0o711))
        bench.launcher.kill(RunID(1))
        #expect(try bench.exit() == .signal(SIGKILL))
    }

    // B-9
    @Test(arguments: Way.all) func `reaches grandchildren in sessions of their own`(way: Way) throws {
        let bench = try Bench(way)
        let grandchild =
            "trap 'echo grandchild ends; exit' TERM; echo up; while :; do sleep 1000 & wait $!; done"
        let script = """
            setsid sh -c "\(grandchild)" &
            trap 'wait; echo main ends; exit 0' TERM
            wait
            """
        try bench.launch(shell: script.replacingOccurrences(of: "$!", with: "\\$!"))
        try bench.wait(forOutput: "up\n")
        bench.launcher.terminate(RunID(1), because: .timeBudget)
        #expect(try bench.exit() == .code(0))
        let lines = Set(try bench.output().split(separator: "\n"))
        // A shell may also remark on the end of its own sleep.
        #expect(lines.isSuperset(of: ["up", "grandchild ends", "main ends"]))
    }

    @Test(arguments: Way.all) func `spares what a job starts to clean up after itself`(way: Way) throws {
        let bench = try Bench(way)
        let script = """
            trap 'for i in 1 2 3 4 5 6 7 8 9; do /bin/echo step $i || exit 1; done; exit 0' TERM
            sh -c "echo ready; exec sleep 1000" &
            wait $!
            """
        try bench.launch(shell: script)
        try bench.wait(forOutput: "ready\n")
        bench.launcher.terminate(RunID(1), because: .timeBudget)
        #expect(try bench.exit() == .code(0))
        #expect(try bench.output().hasSuffix("step 9\n"))
    }

    // B-9
    @Test(arguments: Way.all) func `wakes a stopped process so that it can end`(way: Way) throws {
        let bench = try Bench(way)
        let pid = try bench.launch(shell: "trap 'echo cleaned up; exit 0' TERM; echo ready; kill -STOP $$; :")
        try bench.wait(forOutput: "ready\n")
        // Sent by us too, so that it is stopped for certain by the time SIGTERM comes.
        Glibc.kill(pid, SIGSTOP)
        bench.launcher.terminate(RunID(1), because: .timeBudget)
        // It may stop itself once more after having been continued: the next step of the ladder is for that.
        bench.launcher.terminate(RunID(1), because: .timeBudget)
        #expect(try bench.exit() == .code(0))
        #expect(try bench.output().hasSuffix("cleaned up\n"))
    }

    @Test(arguments: Way.all) func `by kill leaves nobody who ignored the first signal`(way: Way) throws {
        let bench = try Bench(way)
        let stubborn = "trap '' TERM; echo up $$; while :; do sleep 1000; done"
        try bench.launch(
            shell: "setsid sh -c \"\(stubborn.replacingOccurrences(of: "$$", with: "\\$\\$"))\" & \(stubborn)"
        )
        try bench.wait { try bench.output().split(separator: "\n").count == 2 }
        let pids = try bench.output().split(separator: "\n").compactMap { Int32($0.dropFirst(3)) }
        bench.launcher.terminate(RunID(1), because: .timeBudget)
        #expect(pids.allSatisfy { !Bench.isOver($0) })
        bench.launcher.kill(RunID(1))
        #expect(try bench.exit() == .signal(SIGKILL))
        #expect(pids.count == 2 && pids.allSatisfy(Bench.isOver))
    }

    // B-9
    @Test(arguments: Way.all) func `comes after everything the main process left behind has ended`(way: Way)
        throws
    {
        let bench = try Bench(way)
        // Out of the session, out of the parent's hands, and deaf.
        let script = """
            setsid sh -c 'trap "" TERM HUP; echo $$; exec sleep 1000' &
            sh -c 'trap "" TERM HUP; echo $$; exec sleep 1000' &
            read line <"$BGRUN_STATE_DIRECTORY/gate"
            exit 3
            """
        let gate = try gates("gate", in: bench)
        try bench.launch(shell: script)
        try bench.wait { try bench.output().split(separator: "\n").count == 2 }
        let pids = try bench.output().split(separator: "\n").compactMap { Int32($0) }
        try "go\n".write(toFile: "\(gate)/gate", atomically: false, encoding: .utf8)
        try bench.wait { bench.events.contains(.mainExited(RunID(1), .code(3))) }
        bench.launcher.terminate(RunID(1), because: nil)
        #expect(access("\(bench.scratch.path)/runtime/stop-reasons/1", F_OK) != 0)
        #expect(pids.count == 2 && !pids.contains(where: Bench.isOver))
        bench.launcher.kill(RunID(1))
        #expect(try bench.exit() == .code(3))
        #expect(pids.allSatisfy(Bench.isOver))
        #expect(bench.events.filter { $0 == .mainExited(RunID(1), .code(3)) }.count == 1)
        #expect(
            bench.events.contains {
                if case .exited(_, _, let usage) = $0 {
                    usage.leftBehind?.hasSuffix("(2 processes)") == true
                } else {
                    false
                }
            })
        #expect(LeftProcesses(9, ["d", "b", "a", "b", "c"]).words == "a, b, c and others (9 processes)")
        #expect(LeftProcesses(1, ["a"]).words == "a" && LeftProcesses([]).words == nil)
    }

    // B-9
    /// Named pipes in the directory that a job may write to.
    private func gates(_ names: String..., in bench: Bench) throws -> String {
        let directory = "\(bench.scratch.path)/state/jobs/\(geteuid())/org.example.job"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        for name in names { mkfifo("\(directory)/\(name)", 0o600) }
        return directory
    }

    // B-9
    @Test(arguments: Way.all) func `reaches whom the main process has begun since, once that has left`(
        way: Way
    )
        throws
    {
        let bench = try Bench(way)
        let directory = try gates("one", "two", in: bench)
        let child = "echo up >\(directory)/two; exec sleep 1000"
        let script = """
            trap 'setsid sh -c "\(child)" & read line <\(directory)/two; exit 0' TERM
            echo ready
            read line <\(directory)/one
            """
        try bench.launch(shell: script)
        try bench.wait(forOutput: "ready\n")
        bench.launcher.terminate(RunID(1), because: .timeBudget)
        #expect(try bench.exit(isPatient: true) == .code(0))
    }

    // B-9
    @Test(arguments: Way.all) func `leaves what its shell has started the time to clean up`(way: Way) throws {
        let bench = try Bench(way)
        // The shell dies of the signal at once; what it waits for does not. That is ready when its own child is: one that
        // is just forked when the signal comes may lose it.
        let program = try bench.scratch.file(
            "program",
            """
            #!/bin/sh
            trap 'read line <"$BGRUN_STATE_DIRECTORY/gate"; echo saved; exit 0' TERM
            sh -c "echo ready; exec sleep 1000" &
            wait $!

            """, mode: 0o755)
        let directory = try gates("gate", in: bench)
        try bench.launch(shell: "\(program); echo not reached")
        try bench.wait(forOutput: "ready\n")
        bench.launcher.terminate(RunID(1), because: .timeBudget)
        try bench.wait { bench.events.contains(.mainExited(RunID(1), .signal(SIGTERM))) }
        try "go\n".write(toFile: "\(directory)/gate", atomically: false, encoding: .utf8)
        #expect(try bench.exit(isPatient: true) == .signal(SIGTERM))
        #expect(try bench.output().hasSuffix("saved\n"))
    }

    /// Only a cgroup promises this: without one, a process that is just executing another program has no
    /// environment to be known by, and its parent may be gone.
    @Test(.cgroups) func `is not over while one process hands on to the next`() throws {
        let bench = try Bench(.cgroups)
        // Each link forks its successor and goes: whoever is found may be gone before it is opened.
        let link = try bench.scratch.file(
            "link", "#!/bin/sh\n[ $1 -gt 0 ] && setsid \"$0\" $(($1 - 1)) &\nexit 0\n", mode: 0o755)
        try bench.launch(shell: "\(link) 300; exit 5")
        #expect(try bench.exit(isPatient: true) == .code(5))
        let mark = ProcessTable.Mark(
            variable: "BGRUN_RUN=\(bench.settings.mark(of: RunID(1)))", owner: Bench.us, session: nil)
        #expect(try ProcessTable.members(of: mark).isEmpty)
    }

    @Test(arguments: Way.all) func `that is over does nothing`(way: Way) throws {
        let bench = try Bench(way)
        try bench.launch(shell: "true")
        _ = try bench.exit()
        bench.launcher.terminate(RunID(1), because: .timeBudget)
        bench.launcher.kill(RunID(1))
        #expect(access("\(bench.scratch.path)/runtime/stop-reasons/1", F_OK) != 0)
    }

    @Test func `leaves other runs alone`() throws {
        let bench = try Bench(.sessions)
        try bench.launch(1, shell: "echo up; exec sleep 1000")
        try bench.launch(2, shell: "echo up; exec sleep 1000")
        try bench.wait(forOutput: "up", of: 1)
        try bench.wait(forOutput: "up", of: 2)
        bench.launcher.kill(RunID(1))
        #expect(try bench.exit(of: 1) == .signal(SIGKILL))
        #expect(!bench.events.contains { if case .exited(RunID(2), _, _) = $0 { true } else { false } })
        bench.launcher.terminate(RunID(2), because: .userRequest)
        #expect(try bench.exit(of: 2) == .signal(SIGTERM))
    }
}

// B-17
@Suite struct `After the daemon's sudden end` {
    @Test(arguments: Way.all) func `what still runs is found, ended, and reported as lost`(way: Way) throws {
        let bench = try Bench(way)
        // The grandchild has left the session, and the main process goes with the daemon.
        let main = try bench.launch(shell: "setsid sleep 1000 & echo up; wait")
        try bench.wait(forOutput: "up")
        try bench.crash()
        try bench.adopt()
        #expect(bench.events.isEmpty)
        #expect(try bench.output() == "up\n")
        bench.launcher.terminate(RunID(1), because: .daemonRestart)
        try bench.wait { !bench.events.isEmpty }
        #expect(bench.events == [.exited(RunID(1), .lost, ResourceUsage(outputBytes: 4096))])
        #expect(Bench.isOver(main))
        waitpid(main, nil, 0)
    }

    @Test(arguments: Way.all) func `a run of which nothing is left is reported at once`(way: Way) throws {
        let bench = try Bench(way)
        try bench.launch(shell: "true")
        _ = try bench.exit()
        try bench.crash()
        try bench.adopt()
        // What it has written is counted all the same.
        #expect(bench.events == [.exited(RunID(1), .lost, ResourceUsage(outputBytes: 4096))])
    }

    @Test(arguments: Way.all) func `a leftover that ends by itself is reported`(way: Way) throws {
        let bench = try Bench(way)
        let main = try bench.launch(shell: "echo up; exec cat $BGRUN_STATE_DIRECTORY/gate")
        let gate = "\(bench.scratch.path)/state/jobs/\(geteuid())/org.example.job/gate"
        mkfifo(gate, 0o600)
        try bench.wait(forOutput: "up")
        try bench.crash()
        try bench.adopt()
        // Where the pipe was not there yet, cat has ended already; else it waits for this.
        if bench.events.isEmpty { close(open(gate, O_RDWR | O_NONBLOCK)) }
        Glibc.kill(main, SIGTERM)
        #expect(try bench.exit() == .lost)
        waitpid(main, nil, 0)
    }

    @Test(.root) func `a stranger who carries the run's mark is not touched`() throws {
        let bench = try Bench(.sessions)
        let null = try File.open("/dev/null", O_RDWR)
        var request = SpawnRequest(
            arguments: ["sleep", "1000"],
            environment: ["PATH=/usr/bin:/bin", "BGRUN_RUN=\(bench.settings.instance)-1"],
            workingDirectory: "/", standardInput: null.rawValue, standardOutput: null.rawValue,
            standardError: null.rawValue)
        request.identity = UserRights(user: 65534, group: 65534, groups: [])
        let stranger = try Spawn.begin(request)
        try bench.adopt()
        #expect(bench.events == [.exited(RunID(1), .lost, ResourceUsage())])
        #expect(try stranger.reap() == nil)
        try stranger.send(signal: SIGKILL)
        _ = try stranger.waitForExit()
    }
}
