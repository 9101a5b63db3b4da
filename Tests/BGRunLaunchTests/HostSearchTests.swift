// Whether a process belongs to a host: by its cgroup, else by session, parent and mark, whatever it tells of itself.
import BGRunJob
import BGRunLinux
import BGRunTestSupport
import Foundation
import Glibc
import TestConditions
import Testing

@testable import BGRunLaunch

extension Bench {
    fileprivate func search(_ pid: Int32) throws -> ContainingHost? {
        launcher.host(containing: try ProcessDescriptor(pid: pid))
    }

    /// Starts a host whose shell line writes numbers of processes to `$PIDS`, and gives these and its main process's.
    fileprivate func family(
        _ shell: String, _ number: Int64 = 1, _ environment: [String: String] = [:]
    ) throws -> (main: Int32, others: [Int32]) {
        let pipe = try NamedPipe(at: sharedDirectory() + "/pids-\(number)")
        let main = try startHost(number, shell: shell, environment.merging(["PIDS": pipe.path]) { $1 })
        return (main, try pipe.numbers())
    }

    /// Starts a program that is no tree of the launcher's.
    fileprivate func stranger(_ environment: [String], _ user: UserRights? = nil) throws -> ProcessDescriptor
    {
        let null = try File.open("/dev/null", O_RDWR)
        var request = SpawnRequest(
            arguments: ["sleep", "1000"], environment: ["PATH=/usr/bin:/bin"] + environment,
            workingDirectory: "/", standardInput: null.rawValue, standardOutput: null.rawValue,
            standardError: null.rawValue)
        request.identity = user
        return try Spawn.begin(request)
    }
}

private func end(_ process: borrowing ProcessDescriptor) throws {
    try process.send(signal: SIGKILL)
    _ = try process.waitForExit()
}

// Who is to be known by the mark alone executes nothing more: for a moment of that a process has no environment.
@Suite struct `Whose process it is` {
    @Test(arguments: Way.all) func `is known of all that a host has started, and of nobody else`(way: Way)
        throws
    {
        let bench = try Bench(way)
        // One has a session of its own; one has lost its parent too; one has only its parent.
        let (main, others) = try bench.family(
            """
            mkfifo $PIDS.1 $PIDS.2 $PIDS.3
            setsid sh -c 'echo $$ >$PIDS.1; exec sleep 1000' &
            setsid sh -c '{ while :; do sleep 1000; done; } & echo $! >$PIDS.2' &
            env -i PIDS=$PIDS setsid sh -c 'echo $$ >$PIDS.3; exec sleep 1000' &
            read a <$PIDS.1; read b <$PIDS.2; read c <$PIDS.3
            echo $a $b $c >$PIDS
            wait
            """)
        try bench.startHost(2, shell: "exec sleep 1000")
        try bench.launch(1, shell: "exec sleep 1000")
        #expect(others.count == 3)
        for pid in [main] + others { #expect(try bench.search(pid) == .started(.first)) }
        let second = try #require(bench.launcher.trees[.host(RunID(2))]?.main?.pid)
        #expect(try bench.search(second) == .started(.started(RunID(2))))
        let run = try #require(bench.launcher.trees[.run(RunID(1))]?.main?.pid)
        for pid in [run, getpid(), 1] { #expect(try bench.search(pid) == nil) }
        let process = try ProcessDescriptor(pid: others[0])
        bench.launcher.killHost(.first)
        _ = try bench.endOfHost()
        #expect(bench.launcher.host(containing: process) == nil)
    }

    // B-17
    @Test(arguments: Way.all) func `is told of a host that a dead daemon has left`(way: Way) throws {
        let bench = try Bench(way)
        let (main, others) = try bench.family(
            "setsid sh -c 'trap \"\" HUP; echo $$ >$PIDS; exec sleep 1000' & wait")
        let (adopted, _) = try bench.family("echo $$ >$PIDS; while :; do sleep 1000 & wait $!; done", 2)
        try bench.crash()
        for pid in [main, adopted] + others { #expect(try bench.search(pid) == .left) }
        try bench.adoptHost(2)
        #expect(try bench.search(adopted) == .started(.started(RunID(2))))
        #expect(try bench.search(main) == .left)
        bench.launcher.endLeftHosts()
        bench.launcher.killHost(.started(RunID(2)))
        try bench.wait { bench.launcher.trees.isEmpty }
        for pid in [main, adopted] { waitpid(pid, nil, 0) }
    }

    @Test(.root, arguments: Way.all) func `is nobody's where it only says so, with another user's rights`(
        way: Way
    )
        throws
    {
        let bench = try Bench(way)
        try bench.startHost(shell: "exec sleep 1000")
        let nobody = UserRights(user: 65534, group: 65534, groups: [])
        let stranger = try bench.stranger(["BGRUN_HOST=\(bench.settings.instance)-1"], nobody)
        let found = bench.launcher.host(containing: stranger)
        #expect(found == nil)
        try end(stranger)
    }

    /// By a group there is no doubt, and what a process says of itself is not even read.
    @Test(arguments: Way.all) func `is not decided by its word where there are groups`(way: Way) throws {
        let bench = try Bench(way)
        try bench.startHost(shell: "exec sleep 1000")
        let ours = try bench.stranger(["BGRUN_HOST=x", "BGRUN_HOST=\(bench.settings.instance)-1"])
        let old = try bench.stranger(["BGRUN_HOST=\(bench.settings.instance)-77"])
        let foreign = try bench.stranger([
            "BGRUN_HOST=other-1", "BGRUN_HOST", "BGRUN_HOSTS=\(bench.settings.instance)-1",
        ])
        let (first, second, third) = (
            bench.launcher.host(containing: ours), bench.launcher.host(containing: old),
            bench.launcher.host(containing: foreign)
        )
        #expect(first == (way == .cgroups ? nil : .started(.first)))
        #expect(second == (way == .cgroups ? nil : .left))
        #expect(third == nil)
        try end(ours)
        try end(old)
        try end(foreign)
    }

    @Test func `is found in the largest environment, and below the longest line of parents`() throws {
        let bench = try Bench(.sessions)
        let big = String(repeating: "x", count: 100_000)
        let environment = Dictionary(uniqueKeysWithValues: (0..<15).map { ("A\($0)", big) })
        // Its session and its parent are its own: the mark alone tells of it.
        let (_, others) = try bench.family(
            "mkfifo $PIDS.1; setsid sh -c '{ while :; do sleep 1000; done; } & echo $! >$PIDS.1' & read a <$PIDS.1; echo $a >$PIDS; wait; sleep 1000",
            1, environment)
        #expect(try bench.search(try #require(others.first)) == .started(.first))
        let (_, deep) = try bench.family(
            """
            n=60; export n
            script='n=$((n - 1)); if [ $n -gt 0 ]; then sh -c "$script"; else env -i sleep 1000 & echo $! >$PIDS; wait; fi; :'
            export script; setsid sh -c "$script" & wait
            """, 2)
        #expect(try bench.search(try #require(deep.first)) == .started(.started(RunID(2))))
    }

    @Test func `is not told of one that has left session, parent and mark`() throws {
        let bench = try Bench(.sessions)
        let (_, others) = try bench.family(
            """
            mkfifo $PIDS.1
            env -i PIDS=$PIDS setsid sh -c 'env -i sleep 1000 & echo $! >$PIDS.1' &
            read a <$PIDS.1; wait; echo $a >$PIDS; exec sleep 1000
            """)
        let pid = try #require(others.first)
        #expect(try bench.search(pid) == nil)
        kill(pid, SIGKILL)
    }
}

@Suite struct `The line of a process's parents` {
    @Test func `goes from it up to us, and is nobody's where there is none`() throws {
        let bench = try Bench(.sessions)
        let (main, others) = try bench.family("sh -c 'echo $$ >$PIDS; sleep 1000; :' & wait")
        let child = try #require(others.first)
        #expect(ProcessTable.ancestry(of: child).map(\.pid) == [child, main])
        #expect(ProcessTable.ancestry(of: getpid()).isEmpty)
        for pid in [0, -1, 1, Int32.max] { #expect(ProcessTable.ancestry(of: pid).isEmpty) }
    }
}

@Suite struct `A variable of an environment` {
    @Test func `is each that has the name, and nothing that only looks like it`() {
        let environment = Array("A=1\0A=\0AA=2\0=A=3\0A\0\0A=4=5\0B=A=6\0A=\u{FF}".utf8)
        #expect(ProcessTable.values(of: "A", in: environment) == ["1", "", "4=5", "\u{FF}"])
        #expect(ProcessTable.values(of: "A", in: []).isEmpty)
        #expect(ProcessTable.values(of: "A", in: [0, 0]).isEmpty)
    }
}
