// What a job's descriptor says about how its runs are started, and what they are told to end with.
import BGRunJob
import BGRunLinux
import BGRunTestSupport
import Foundation
import Glibc
import TestConditions
import Testing

@testable import BGRunLaunch

extension Bench {
    /// Why a run of this shell line does not begin; nil where it does.
    func refusal(
        _ number: Int64 = 1, shell: String = "true", of owner: UserID = us, in directory: String? = "/",
        _ change: (inout LaunchRules) -> Void
    ) throws -> LaunchFailure? {
        do {
            try launch(number, shell: shell, of: owner, in: directory) { change(&$0.launchRules) }
            return nil
        } catch let failure as LaunchFailure {
            return failure
        }
    }
}

@Suite struct `The signal that ends a run` {
    // B-80
    @Test(arguments: Way.all) func `is what its job names, and reaches the whole tree`(way: Way) throws {
        let bench = try Bench(way)
        let script = """
            setsid sh -c "trap 'echo grandchild; exit' USR1; trap '' TERM; echo up; while :; do sleep 1000 & wait \\$!; done" &
            trap '' TERM
            trap 'wait; echo main; exit 0' USR1
            wait
            """
        try bench.launch(shell: script) { $0.launchRules.stopSignal = .USR1 }
        try bench.wait(forOutput: "up\n")
        bench.launcher.terminate(RunID(1), because: .timeBudget)
        #expect(try bench.exit() == .code(0))
        let lines = Set(try bench.output().split(separator: "\n"))
        #expect(lines.isSuperset(of: ["grandchild", "main"]))
    }

    // B-80
    @Test(arguments: zip(StopSignal.allCases, [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2]))
    func `is one that programs know`(signal: StopSignal, number: Int32) throws {
        let bench = try Bench(.sessions)
        try bench.launch(shell: "echo up; exec sleep 1000") { $0.launchRules.stopSignal = signal }
        try bench.wait(forOutput: "up\n")
        bench.launcher.terminate(RunID(1), because: .timeBudget)
        #expect(try bench.exit() == .signal(number))
    }

    // B-80
    @Test(arguments: Way.all) func `is kept for what a dead daemon has left`(way: Way) throws {
        let bench = try Bench(way)
        let script = "trap '' TERM; echo up; exec sleep 1000"
        let main = try bench.launch(shell: script) { $0.launchRules.stopSignal = .HUP }
        try bench.wait(forOutput: "up")
        try bench.crash()
        try bench.adopt(endingBy: .HUP)
        bench.launcher.terminate(RunID(1), because: .daemonRestart)
        try bench.wait { !bench.events.isEmpty }
        waitpid(main, nil, 0)
    }
}

@Suite struct `What a run finds as its job says` {
    // B-81
    @Test func `is the umask`() throws {
        let bench = try Bench(.sessions)
        let output = try bench.run(
            "umask; touch $BGRUN_STATE_DIRECTORY/x; stat -c %a $BGRUN_STATE_DIRECTORY/x"
        ) {
            $0.launchRules.umask = FileModeMask(bits: 0o137)
        }
        #expect(output == "0137\n640\n")
    }

    // B-81
    @Test func `is a working directory that was not there, with all above it`() throws {
        let bench = try Bench(.sessions)
        let wanted = bench.scratch.path("new/deep//place/")
        let rules: (inout LaunchRules) -> Void = {
            $0.makesWorkingDirectory = true
            $0.umask = FileModeMask(bits: 0o027)
        }
        #expect(try bench.refusal(shell: "pwd; stat -c %a . ..", in: wanted, rules) == nil)
        #expect(try bench.exit() == .code(0))
        #expect(try bench.output() == "\(bench.scratch.path("new/deep/place"))\n750\n750\n")
    }

    // B-81
    @Test(.root) func `is a directory that its owner could have made, and no other`() throws {
        let bench = try Bench(.sessions)
        mkdir(bench.scratch.path("closed"), 0o755)
        mkdir(bench.scratch.path("theirs"), 0o755)
        chown(bench.scratch.path("theirs"), 65534, 65534)
        symlink(bench.scratch.path("closed"), bench.scratch.path("theirs/link"))
        for (number, path) in zip([1, 2] as [Int64], ["closed/x", "theirs/link/x"].map(bench.scratch.path)) {
            #expect(
                try bench.refusal(number, of: Bench.nobody, in: path) { $0.makesWorkingDirectory = true }
                    == .madeDirectory(path: path, errno: EACCES))
        }
        let made = bench.scratch.path("theirs/x/y")
        #expect(
            try bench.refusal(3, shell: "stat -c %U .", of: Bench.nobody, in: made) {
                $0.makesWorkingDirectory = true
            }
                == nil)
        #expect(try bench.exit(of: 3) == .code(0))
        #expect(try bench.output(of: 3) == "nobody\n")
    }

    // B-81
    @Test func `is no directory that nobody asked for`() throws {
        let bench = try Bench(.sessions)
        let path = bench.scratch.path("new")
        #expect(try bench.refusal(in: path) { _ in } == .workingDirectory(path: path, errno: ENOENT))
    }
}
