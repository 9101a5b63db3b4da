// What runs are held to: the files of their groups, and what is said where there are none.
import BGRunJob
import BGRunLinux
import BGRunTestSupport
import Foundation
import Glibc
import TestConditions
import Testing

@testable import BGRunLaunch

extension FakeTree {
    /// An owner's group and a run's in it, with the kernel's files.
    func run(_ files: [String] = ["cpu.weight", "io.weight", "memory.max", "memory.oom.group", "pids.max"])
        throws
    {
        try put("user-1000/cgroup.subtree_control", "")
        for name in files + ["cgroup.events"] { try put("user-1000/run-1/\(name)", "") }
        _ = try owner("user-1000")
    }

    func make(_ rules: ResourceRules) throws -> RunGroup {
        try tree.makeGroup("run-1", of: UserID(1000), heldTo: rules)
    }
}

// B-82
@Suite struct `A run's group` {
    @Test func `has what its job says, with the controllers that it takes`() throws {
        let fake = try FakeTree()
        #expect(fake.tree.separate() == nil)
        try fake.run()
        _ = try fake.make(ResourceRules(nice: 3, cpuWeight: 50, memoryMax: 500 << 20, tasksMax: 7))
        #expect(try fake.text("user-1000/cgroup.subtree_control") == "+cpu +memory +pids")
        #expect(try fake.text("user-1000/run-1/cpu.weight") == "50")
        #expect(try fake.text("user-1000/run-1/memory.max") == "524288000")
        #expect(try fake.text("user-1000/run-1/memory.oom.group") == "1")
        #expect(try fake.text("user-1000/run-1/pids.max") == "7")
        #expect(try fake.text("user-1000/run-1/io.weight") == "")
    }

    @Test func `has no controller where nothing is asked for`() throws {
        let fake = try FakeTree()
        #expect(fake.tree.separate() == nil)
        try fake.run()
        _ = try fake.make(ResourceRules(nice: 3))
        #expect(try fake.text("user-1000/cgroup.subtree_control") == "")
    }

    @Test func `does without a weight that the kernel does not take, and not without a limit`() throws {
        let fake = try FakeTree()
        #expect(fake.tree.separate() == nil)
        try fake.run([])
        _ = try fake.make(ResourceRules(ioWeight: 500))
        #expect(throws: SystemError.self) { _ = try fake.make(ResourceRules(swapMax: 0)) }
        unlink(fake.scratch.path("user-1000/cgroup.subtree_control"))
        _ = try fake.make(ResourceRules(cpuWeight: 1))
        #expect(throws: SystemError.self) { _ = try fake.make(ResourceRules(cpuWeight: 1, tasksMax: 1)) }
    }

    @Test func `gives the disk's scheduler the weight in its own measure`() {
        let weights = [1, 100, 10_000].map { ResourceRules.Hold.ioWeight.writings($0).map(\.text) }
        #expect(weights == [["default 1", "1"], ["default 100", "100"], ["default 10000", "1000"]])
    }

    @Test func `tells whether the kernel has killed somebody in it for memory`() throws {
        let fake = try FakeTree()
        try fake.run()
        let group = try fake.make(ResourceRules())
        #expect(!group.ranOutOfMemory)
        try fake.put("user-1000/run-1/memory.events", "low 0\nmax 12\noom 1\noom_kill 0\n")
        #expect(!group.ranOutOfMemory)
        try fake.put("user-1000/run-1/memory.events", "low 0\nmax 12\noom 1\noom_kill 2\n")
        #expect(group.ranOutOfMemory)
        try fake.put("user-1000/run-1/memory.events", "oom_kill many\n\noom_kill\n")
        #expect(!group.ranOutOfMemory)
    }

    @Test func `says what a run was killed for, by the kernel and nobody else`() throws {
        let fake = try FakeTree()
        try fake.run()
        let job = Bench.job(of: UserID(1000))
        func live(_ rules: ResourceRules = ResourceRules()) throws -> LiveTree {
            let live = LiveTree(
                .run(RunID(1)), of: job.owner, at: nil,
                mark: ProcessTable.Mark(variable: "BGRUN_RUN=x-1", owner: job.owner, session: nil),
                group: try fake.make(rules), main: nil)
            live.memoryMax = rules.memoryMax
            live.memoryKillsBefore = fake.tree.memoryKills(of: job.owner)
            return live
        }
        let killed = LiveTree.End(status: .signal(SIGKILL), usage: ResourceUsage())
        let fine = LiveTree.End(status: .code(0), usage: ResourceUsage())
        #expect(try live().exhaustion(killed, memoryKills: 0) == nil)
        #expect(
            try live().exhaustion(killed, memoryKills: 1)
                == "killed: out of memory (all runs of its owner's together)")
        let ours = try live()
        ours.kill()
        #expect(ours.exhaustion(killed, memoryKills: 1) == nil)
        let failed = LiveTree.End(status: .code(1), usage: ResourceUsage())
        #expect(try live().exhaustion(failed, memoryKills: 1) == nil)
        try fake.put("user-1000/memory.events", "oom_kill 7\n")
        #expect(fake.tree.memoryKills(of: job.owner) == 7 && fake.tree.memoryKills(of: UserID(7)) == 0)
        #expect(try live().exhaustion(killed, memoryKills: 7) == nil)
        try fake.put("user-1000/run-1/memory.events", "oom_kill 1\n")
        #expect(
            try live(ResourceRules(memoryMax: 500 << 20)).exhaustion(failed, memoryKills: 7)
                == "killed: out of memory (memoryMax 500M)")
        #expect(try live().exhaustion(fine, memoryKills: 8) == nil)
    }

    // B-86
    @Test func `tells what all in it have used`() throws {
        let fake = try FakeTree()
        try fake.run()
        let group = try fake.make(ResourceRules())
        #expect(group.processorTime == nil && group.peakMemoryKiB == nil)
        try fake.put("user-1000/run-1/cpu.stat", "usage_usec 30\nuser_usec 20\nsystem_usec 10\n")
        try fake.put("user-1000/run-1/memory.peak", "4194304\n")
        #expect(group.processorTime?.user == 20 && group.processorTime?.system == 10)
        #expect(group.peakMemoryKiB == 4096)
        try fake.put("user-1000/run-1/cpu.stat", "user_usec -1\nsystem_usec 99999999999999999999\n")
        try fake.put("user-1000/run-1/memory.peak", "max\n")
        #expect(group.processorTime == nil && group.peakMemoryKiB == nil)
    }

    @Test func `lacks what the tree has no controller for, with the reason`() throws {
        let fake = try FakeTree(controllers: "cpu pids\n")
        #expect(fake.tree.separate(for: .oneUser) != nil)
        #expect(fake.tree.shares == nil)
        #expect(Set(fake.tree.unheld.keys) == [.ioWeight, .memoryMax, .swapMax])
        // One reason for all, so that the doctor tells it once.
        #expect(Set(fake.tree.unheld.values).count == 1)
        #expect(
            fake.tree.unheld[.ioWeight]?.hasPrefix("the cgroup controllers io, memory are not there") == true)
        let shared = try FakeTree(processes: "1\n\(getpid())\n")
        _ = shared.tree.separate()
        #expect(Set(shared.tree.unheld.keys) == Set(ResourceRules.Hold.allCases))
    }
}

// B-82
@Suite struct `What a job says of resources` {
    @Test(.root) func `is nice and the class of I/O, whatever its kind has else`() throws {
        let bench = try Bench(.sessions)
        #expect(try bench.run("nice; ionice") == "10\nidle\n")
        try bench.launch(2, shell: "nice; ionice") {
            $0.launchRules.resources = ResourceRules(nice: 15, ioClass: .bestEffort)
        }
        _ = try bench.exit(of: 2)
        #expect(try bench.output(of: 2).hasPrefix("15\nnone: prio"))
        try bench.launch(3, shell: "nice; ionice") {
            $0.kind = .refresh
            $0.launchRules.resources = ResourceRules(nice: 1, ioClass: .idle)
        }
        _ = try bench.exit(of: 3)
        #expect(try bench.output(of: 3) == "1\nidle\n")
        try bench.launch(4, shell: "nice") { $0.launchRules.resources = ResourceRules(nice: -5) }
        _ = try bench.exit(of: 4)
        #expect(try bench.output(of: 4) == "-5\n")
    }

    @Test(arguments: Way.all) func `keeps it from starting where it is a limit that nothing holds`(way: Way)
        throws
    {
        let bench = try Bench(way)
        let failure = try bench.refusal { $0.resources = ResourceRules(memoryMax: 1 << 30) }
        #expect(failure == .unheld(.memoryMax))
        if case .lasting = failure?.fault {} else { Issue.record("it would be tried again for ever") }
    }

    @Test(arguments: Way.all) func `is passed over where it is a weight that nothing holds`(way: Way) throws {
        let bench = try Bench(way)
        let output = try bench.run("echo done") {
            $0.launchRules.resources = ResourceRules(cpuWeight: 1, ioWeight: 1)
        }
        #expect(output == "done\n")
    }
}

@Suite struct `What a run has used` {
    // B-86
    @Test(.cgroups) func `is what all its processes have, also those that nobody waited for`() throws {
        let bench = try Bench(.cgroups)
        let script = "(i=0; while [ $i -lt 200000 ]; do i=$((i + 1)); done; echo done) & read line"
        try bench.launch(shell: script)
        try bench.wait(forOutput: "done")
        _ = try bench.exit(isPatient: true)
        for case .exited(_, _, let usage) in bench.events {
            let processes = try #require(usage.processes)
            #expect(processes.userTime + processes.systemTime > .milliseconds(10))
        }
    }
}
