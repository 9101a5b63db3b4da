// A run's streams in files that its job names: opened with its rights, put aside when they are large, refused where they are none.
import BGRunJob
import BGRunLinux
import BGRunTestSupport
import Foundation
import Glibc
import TestConditions
import Testing

@testable import BGRunLaunch

@Suite struct `The file of a run's output` {
    private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    // B-109
    @Test func `is appended to, and what is kept says where it is`() throws {
        let bench = try Bench(.sessions)
        let path = try bench.scratch.file("log", "before\n")
        let kept = try bench.run("echo out; echo error >&2") {
            $0.launchRules.standardOutput = OutputTarget(path: path)
        }
        #expect(kept == "bgrun: standard output is appended to \(path)\nerror\n")
        #expect(try text(path) == "before\nout\n")
    }

    // B-109 B-81
    @Test func `is one for both streams, made with the run's umask where it is not there`() throws {
        let bench = try Bench(.sessions)
        let path = bench.scratch.path("new/log")
        try bench.launch(shell: "echo out; echo error >&2; echo more", in: bench.scratch.path("new")) {
            $0.launchRules.makesWorkingDirectory = true
            $0.launchRules.umask = FileModeMask(bits: 0o077)
            $0.launchRules.standardOutput = OutputTarget(path: path)
            $0.launchRules.standardError = OutputTarget(path: path)
        }
        #expect(try bench.exit() == .code(0))
        #expect(try text(path) == "out\nerror\nmore\n")
        #expect(try File.statusOfLink(at: path).permissions == 0o600)
    }

    // B-109
    @Test func `is put aside at a start from its size on, and so many of them are kept`() throws {
        let bench = try Bench(.sessions)
        let path = bench.scratch.path("log")
        for number in Int64(1)...4 {
            try bench.launch(number, shell: "echo \(number); head -c 4096 /dev/zero") {
                $0.launchRules.standardOutput = OutputTarget(path: path, maxSize: 4096, keep: 2)
            }
            #expect(try bench.exit(of: number) == .code(0))
        }
        let firsts = try ["", ".1", ".2"].map { try text(path + $0).prefix(2) }
        #expect(firsts == ["4\n", "3\n", "2\n"])
        #expect(access("\(path).3", F_OK) != 0)
    }

    // B-109
    @Test func `is none where something else is there, and says what`() throws {
        let bench = try Bench(.sessions)
        let target = try bench.scratch.file("target", "")
        symlink(target, bench.scratch.path("link"))
        mkdir(bench.scratch.path("directory"), 0o755)
        mkfifo(bench.scratch.path("pipe"), 0o600)
        let refusals: [(path: String, errno: Int32)] = [
            (bench.scratch.path("link"), ELOOP), (bench.scratch.path("directory"), EISDIR),
            (bench.scratch.path("pipe"), ENXIO), ("/dev/null", ENXIO), (bench.scratch.path("no/log"), ENOENT),
        ]
        for (number, refused) in refusals.enumerated() {
            let failure = try bench.refusal(Int64(number + 1)) {
                $0.standardError = OutputTarget(path: refused.path)
            }
            #expect(failure == .output(path: refused.path, errno: refused.errno))
        }
        let words = LaunchFailure.output(path: "/x", errno: ELOOP).description
        #expect(words == "its output can't go to /x: it is a link, and those are not followed")
    }

    // B-109
    @Test(.root) func `is what the run's user may write to, and nothing else`() throws {
        let bench = try Bench(.sessions)
        let path = try bench.scratch.file("log", "")
        #expect(
            try bench.refusal(of: Bench.nobody) { $0.standardOutput = OutputTarget(path: path) }
                == .output(path: path, errno: EACCES))
        chown(path, 65534, 65534)
        // Its directory is not theirs, so it can't be put aside there, and goes on.
        try Data(repeating: 0x20, count: 5000).write(to: URL(filePath: path))
        chown(path, 65534, 65534)
        try bench.launch(2, shell: "echo more", of: Bench.nobody) {
            $0.launchRules.standardOutput = OutputTarget(path: path, maxSize: 4096)
        }
        #expect(try bench.exit(of: 2) == .code(0))
        #expect(try text(path).hasSuffix(" more\n"))
    }

    // B-109
    @Test(.muteMount) func `holds up its own run alone where nothing answers`() throws {
        let bench = try Bench(.sessions)
        let mute = try MuteMount(at: bench.scratch.path("mute"))
        let path = "\(mute.path)/log"
        var descriptor = JobDescriptor(
            identifier: Bench.job().identifier, program: .shell("true"), workingDirectory: "/")
        descriptor.launchRules.standardOutput = OutputTarget(path: path)
        try bench.launchStuck(descriptor, at: .outputInTime(path: path))
        try bench.launch(2, shell: "echo out")
        #expect(try bench.exit(of: 2) == .code(0))
        bench.launcher.kill(RunID(1))
        try bench.wait { bench.events.contains(.launchFailed(RunID(1), .outputInTime(path: path))) }
        #expect(bench.launcher.trees.isEmpty)
    }
}
