// The groups of owners: made with shares, taken away with the last run, and where the kernel has none, said so.
import BGRunJob
import BGRunLinux
import BGRunTestSupport
import Foundation
import Glibc
import TestConditions
import Testing

@testable import BGRunLaunch

/// Ordinary files in the place of the kernel's.
struct FakeTree {
    let scratch: ScratchDirectory
    let tree: CgroupTree

    init(controllers: String = "cpuset cpu io memory pids\n", processes: String? = nil) throws {
        scratch = try ScratchDirectory()
        tree = try CgroupTree(at: scratch.path)
        try put("cgroup.controllers", controllers)
        try put("cgroup.subtree_control", "")
        try put("cgroup.procs", processes ?? "\(getpid())\n")
        try put("pids.max", "4915\n")
        try put("memory.max", "8589934592\n")
        for name in ["cgroup.procs", "memory.high", "memory.max"] { try put("daemon/\(name)", "") }
    }

    func put(_ name: String, _ text: String) throws {
        let url = URL(fileURLWithPath: scratch.path(name))
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: url, atomically: false, encoding: .utf8)
    }

    func text(_ name: String) throws -> String {
        try String(contentsOfFile: scratch.path(name), encoding: .utf8)
    }

    /// An owner's group with the kernel's files in it.
    func owner(_ name: String) throws -> Directory {
        try put("\(name)/pids.max", "max")
        try put("\(name)/memory.max", "max")
        return try Directory(path: scratch.path(name))
    }
}

// B-46
@Suite struct `Owners are kept apart` {
    @Test func `where the controllers are there, with the daemon in a group of its own`() throws {
        let fake = try FakeTree()
        #expect(fake.tree.separate() == nil)
        #expect(try fake.text("cgroup.subtree_control") == "+cpu +io +memory +pids")
        let left = OwnerShares.left(of: min(8 << 30, Machine.memory))
        let bounds = try ["memory.high", "memory.max"].map { try fake.text("daemon/\($0)") }
        #expect(
            try fake.text("daemon/cgroup.procs") == "\(getpid())" && bounds == ["\(left / 4 * 3)", "\(left)"])
        #expect(fake.tree.shares?.controllers == [.cpu, .io, .memory, .pids])
    }

    @Test func `also those whose runs have outlived a daemon`() throws {
        let fake = try FakeTree()
        _ = try fake.owner("user-7")
        _ = try fake.owner("user-8")
        #expect(fake.tree.separate() == nil)
        #expect(try fake.text("user-7/pids.max") == "2457")
        #expect(try fake.text("user-8/pids.max") == "1229")
    }

    /// What the unit takes back at a stop, or systemd could not start the daemon beside a process that nothing ends.
    @Test func `by the controllers that the unit takes back`() throws {
        let units = try ["system", "user"].map {
            try Repository.text("packaging/systemd/\($0)/bgrund.service")
        }
        let names = Controller.allCases.map { "-\($0.rawValue)" }.joined(separator: " ")
        for unit in units { #expect(unit.contains("echo \"\(names)\" >")) }
    }

    @Test func `and by a daemon that finds its tree divided`() throws {
        let fake = try FakeTree(processes: "")
        try fake.put("cgroup.subtree_control", "cpu io memory pids\n")
        #expect(fake.tree.separate() == nil)
        #expect(try fake.text("daemon/cgroup.procs") == "")
        #expect(CgroupTree.divided(above: fake.scratch.path("daemon")) == fake.scratch.path)
        #expect(CgroupTree.divided(above: fake.scratch.path) == nil)
        #expect(CgroupTree.divided(above: "/daemon") == nil)
    }

    @Test func `by what there is, and the rest is said`() throws {
        let fake = try FakeTree(controllers: "cpu pids\n")
        let fault = fake.tree.separate()
        #expect(fault == .missing([.memory], path: fake.scratch.path))
        #expect(fault?.description.hasPrefix("the cgroup controllers memory are not there") == true)
        #expect(try fake.text("cgroup.subtree_control") == "+cpu +pids")
        let group = try fake.owner("user-1000")
        try fake.tree.shares?.hold(group, beside: [], in: Directory(path: fake.scratch.path))
        #expect(try fake.text("user-1000/memory.max") == "max")
    }

    @Test func `not where version 1 has the controllers`() throws {
        let fake = try FakeTree(controllers: "")
        #expect(fake.tree.separate() == .missing([.memory, .pids], path: fake.scratch.path))
        #expect(try fake.text("cgroup.subtree_control") == "")
        #expect(try fake.text("daemon/cgroup.procs") == "")
        #expect(fake.tree.shares == nil)
    }

    @Test func `not where others share the daemon's group, which stays as it is`() throws {
        let fake = try FakeTree(processes: "1\n\(getpid())\n")
        #expect(fake.tree.separate() == .shared(path: fake.scratch.path))
        #expect(try fake.text("cgroup.subtree_control") == "")
        #expect(try fake.text("daemon/cgroup.procs") == "")
    }

    @Test func `not where the kernel refuses, and nothing is promised`() throws {
        let fake = try FakeTree()
        unlink(fake.scratch.path("cgroup.subtree_control"))
        symlink("cgroup.procs", fake.scratch.path("cgroup.subtree_control"))
        guard case .refused? = fake.tree.separate() else {
            Issue.record("a link was taken for the kernel's file")
            return
        }
        #expect(fake.tree.shares == nil)
    }
}

// B-46
@Suite struct `An owner's share` {
    @Test func `of processes is half of what others' leave, and a sixteenth at least`() {
        #expect(OwnerShares.tasks(of: 4096, besides: []) == 2048)
        #expect(OwnerShares.tasks(of: 4096, besides: [2048]) == 1024)
        #expect(OwnerShares.tasks(of: 4096, besides: [1024, 2048]) == 512)
        #expect(OwnerShares.tasks(of: 4096, besides: [2048, 1024, 512, 256]) == 256)
        #expect(OwnerShares.tasks(of: 4096, besides: Array(repeating: .max, count: 1000)) == 256)
        #expect(OwnerShares.tasks(of: 1, besides: [1]) == 1)
        #expect(OwnerShares.tasks(of: 0, besides: []) == 1)
    }

    @Test func `of memory leaves a quarter to others, or 2 GiB`() {
        #expect(OwnerShares.left(of: 4 << 30) == 1 << 30)
        #expect(OwnerShares.left(of: 64 << 30) == 2 << 30)
        #expect(OwnerShares.left(of: 0) == 0)
    }

    @Test func `is written before the first run, whatever others' groups say`() throws {
        let fake = try FakeTree()
        let shares = OwnerShares(controllers: [.memory, .pids])
        let tree = try Directory(path: fake.scratch.path)
        try shares.hold(try fake.owner("user-1000"), beside: [], in: tree)
        #expect(try fake.text("user-1000/pids.max") == "2457")
        let all = min(8 << 30, Machine.memory)
        let memory = all - OwnerShares.left(of: all)
        #expect(try fake.text("user-1000/memory.max") == "\(memory)")
        try fake.put("user-7/pids.max", "no number")
        try shares.hold(
            try fake.owner("user-1001"), beside: ["user-1000", "user-7", "user-gone"], in: tree)
        #expect(try fake.text("user-1001/pids.max") == "1229")
    }

    @Test func `that can't be written keeps the run from starting, and leaves no group`() throws {
        let fake = try FakeTree()
        fake.tree.shares = OwnerShares(controllers: [.pids])
        // An ordinary directory has none of the kernel's files.
        #expect(throws: SystemError.self) { _ = try fake.tree.makeGroup("run-1", of: UserID(1000)) }
        #expect(access(fake.scratch.path("user-1000"), F_OK) != 0)
    }
}

@Suite struct `An owner's group` {
    @Test(.cgroups) func `holds all that runs for them, and leaves with the last`() throws {
        let bench = try Bench(.cgroups)
        try bench.launch(1, shell: "read line")
        try bench.launch(2, shell: "exec sleep 1000")
        #expect(access(bench.group(of: 2), F_OK) == 0)
        #expect(try bench.exit(of: 1) == .code(1))
        #expect(access(bench.group(of: 1), F_OK) != 0)
        bench.launcher.kill(RunID(2))
        #expect(try bench.exit(of: 2) == .signal(SIGKILL))
        #expect(access("\(bench.groupPath ?? "")/user-\(Bench.us)", F_OK) != 0)
    }

    // B-17
    @Test(.cgroups) func `of a daemon that had none is done without, and its runs are ended all the same`()
        throws
    {
        let bench = try Bench(.cgroups)
        let group = "\(bench.groupPath ?? "")/run-\(bench.settings.mark(of: RunID(1)))"
        try #require(mkdir(group, 0o755) == 0)
        let left = Process()
        left.executableURL = URL(fileURLWithPath: "/bin/sh")
        left.arguments = ["-c", "echo $$ >\(group)/cgroup.procs; echo in; exec sleep 1000"]
        let output = Foundation.Pipe()
        left.standardOutput = output
        try left.run()
        #expect(output.fileHandleForReading.availableData == Data("in\n".utf8))
        try bench.adopt()
        #expect(bench.events.isEmpty)
        bench.launcher.kill(RunID(1))
        #expect(try bench.exit() == .lost)
        left.waitUntilExit()
        #expect(left.terminationReason == .uncaughtSignal)
        #expect(access(group, F_OK) != 0)
    }
}
