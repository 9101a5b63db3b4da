// What runs are handed at their start: variables, credentials, and the rights of a user that root names.
import BGRunJob
import BGRunLinux
import BGRunTestSupport
import Foundation
import Glibc
import TestConditions
import Testing

@testable import BGRunLaunch

// B-83
@Suite struct `A run of root's with the rights of another` {
    private let script =
        "id -un; id -gn; echo $HOME $USER; stat -c %U $BGRUN_STATE_DIRECTORY; echo $BGRUN_IDENTIFIER"

    private func refusal(_ change: (inout LaunchRules) -> Void) throws -> LaunchFailure? {
        try Bench(.sessions).refusal(of: .root, change)
    }

    @Test(.root) func `finds nothing of what a run with other rights has left, whatever that is`() throws {
        let bench = try Bench(.sessions)
        let victim = bench.scratch.path("victim")
        _ = try bench.run("cd $BGRUN_STATE_DIRECTORY && ln -s \(victim) stamp && touch a b", of: .root) {
            $0.launchRules.user = "nobody"
        }
        try bench.launch(2, shell: "echo data >$BGRUN_STATE_DIRECTORY/stamp; stat -c %U .", of: .root)
        #expect(try bench.exit(of: 2) == .code(0))
        #expect(throws: SystemError.self) { try Directory(path: bench.scratch.path).status(of: "victim") }
        let jobs = try Directory(path: bench.scratch.path("state")).directory("jobs").directory("0")
        #expect(try jobs.names(limit: 9).sorted() == ["org.example.job", "org.example.job~until-run-2"])
        #expect(try jobs.status(of: "org.example.job").user == 0)
    }

    @Test(.root) func `begins anew with other rights also where its name is as long as may be`() throws {
        let bench = try Bench(.sessions)
        let job = Bench.job(String(repeating: "a.", count: 127) + "a", of: .root)
        for (run, user) in [(1, "nobody"), (2, nil)] as [(Int64, String?)] {
            var descriptor = JobDescriptor(
                identifier: job.identifier,
                program: .shell("touch $BGRUN_STATE_DIRECTORY/\(run); ls $BGRUN_STATE_DIRECTORY"),
                workingDirectory: "/")
            descriptor.launchRules.user = user
            try bench.launch(RunID(run), of: job, as: descriptor)
            #expect(try bench.exit(of: run) == .code(0))
        }
        let jobs = try Directory(path: bench.scratch.path("state")).directory("jobs").directory("0")
        #expect(try jobs.directory(job.identifier.text).names(limit: 9) == ["2"])
    }

    @Test(.root, arguments: Way.all) func `is that user's in all it has, and root's job`(way: Way) throws {
        let bench = try Bench(way)
        let output = try bench.run(script, of: .root) { $0.launchRules.user = "nobody" }
        #expect(output == "nobody\nnogroup\n/nonexistent nobody\nnobody\norg.example.job\n")
        #expect(access("\(bench.scratch.path)/state/jobs/0/org.example.job", F_OK) == 0)
    }

    @Test(.root) func `may have any group as its first`() throws {
        let output = try Bench(.sessions).run("id -un; id -gn", of: .root) {
            $0.launchRules.user = "nobody"
            $0.launchRules.group = "disk"
        }
        #expect(output == "nobody\ndisk\n")
        #expect(
            try Bench(.sessions).run("id -un; id -gn", of: .root) { $0.launchRules.group = "disk" }
                == "root\ndisk\n")
    }

    @Test(.root) func `is not launched where there is no such user or group`() throws {
        #expect(
            try refusal { $0.user = "no-such-user" }
                == .otherUser("no-such-user", reason: "there is no such user", isLasting: true)
        )
        #expect(
            try refusal { ($0.user, $0.group) = ("nobody", "no-such-group") }
                == .otherUser(
                    "nobody", reason: "there is no group no-such-group", isLasting: true))
        let fault = LaunchFailure.otherUser("a", reason: "b", isLasting: false).fault
        if case .passing = fault {} else { Issue.record("one name would hold up all of root's launches") }
    }

    @Test(.root) func `is nothing that another's job can ask for`() throws {
        let output = try Bench(.sessions).run("id -un", of: Bench.nobody) { $0.launchRules.user = "root" }
        #expect(output == "nobody\n")
    }

    @Test(.root, arguments: Way.all) func `is told why it ends, and found after a daemon's sudden end`(
        way: Way
    )
        throws
    {
        let bench = try Bench(way)
        // The child says that it is there. A shell's child that has not begun its program yet takes the signal for its
        // shell's, and lives on; and where one in the foreground is killed, the shell wants to say so, to nobody.
        // The reason is no file in which a user could fill the daemon's tmpfs.
        let script = """
            exec 2>/dev/null
            trap 'chmod 600 $BGRUN_STOP_REASON_FILE; echo more >>$BGRUN_STOP_REASON_FILE
                cat $BGRUN_STOP_REASON_FILE >$BGRUN_STATE_DIRECTORY/why; exit 0' TERM
            sh -c 'echo up; exec sleep 1000' & wait
            """
        let main = try bench.launch(shell: script, of: .root) { $0.launchRules.user = "nobody" }
        try bench.wait(forOutput: "up\n")
        try bench.crash()
        try bench.adopt(of: .root)
        #expect(bench.events.isEmpty)
        bench.launcher.terminate(RunID(1), because: .daemonRestart)
        _ = try bench.exit(isPatient: true)
        waitpid(main, nil, 0)
        let why = "\(bench.scratch.path)/state/jobs/0/org.example.job/why"
        #expect(try String(contentsOfFile: why, encoding: .utf8) == "daemonRestart\n")
    }
}

// B-83 B-55
@Suite struct `What a run of another's rights has left` {
    @Test(.root) func `is that user's to empty, where it was put out of the way and where it was found`()
        throws
    {
        let bench = try Bench(.sessions)
        _ = try bench.run("touch $BGRUN_STATE_DIRECTORY/x", of: .root) { $0.launchRules.user = "nobody" }
        let left = try #require(try bench.launcher.leavePlace(of: Bench.job(of: .root)))
        #expect(left.owner == Bench.nobody)
        #expect(left.path.hasPrefix("\(bench.scratch.path)/state/jobs/0/.gone-"))
        #expect(try bench.launcher.places().left == [left])
        unlink("\(left.path)/x")
        try bench.launcher.remove(left)
        #expect(access(left.path, F_OK) != 0)
    }
}

// B-84
@Suite struct `A run's file of variables` {
    @Test func `adds to its environment, and takes the place of what the descriptor says`() throws {
        let bench = try Bench(.sessions)
        let path = bench.scratch.path("variables")
        try "A=file\nB='two words'\nBGRUN_RUN=mine\n".write(toFile: path, atomically: false, encoding: .utf8)
        let output = try bench.run("echo $A $B $C; [ $BGRUN_RUN = mine ] || echo ours") {
            $0.environment = [.init(name: "A", value: "descriptor"), .init(name: "C", value: "kept")]
            $0.launchRules.environmentFile = EnvironmentFile(path: path)
        }
        #expect(output == "file two words kept\nours\n")
    }

    @Test(.root) func `that is missing, or closed to its owner, keeps it from starting`() throws {
        let path = "/nonexistent/variables"
        #expect(
            try Bench(.sessions).refusal { $0.environmentFile = EnvironmentFile(path: path) }
                == .environmentFile(path: path, errno: ENOENT))
        #expect(
            try Bench(.sessions).refusal {
                $0.environmentFile = EnvironmentFile(path: path, isOptional: true)
            } == nil)
        let bench = try Bench(.sessions)
        let closed = bench.scratch.path("closed")
        try "A=1\n".write(toFile: closed, atomically: false, encoding: .utf8)
        chmod(closed, 0o600)
        // Nobody writes to it.
        let pipe = bench.scratch.path("pipe")
        mkfifo(pipe, 0o666)
        let refusals = try [closed, pipe, "/dev/zero"].enumerated().map { place, path in
            try bench.refusal(Int64(place) + 1, of: Bench.nobody) {
                $0.environmentFile = EnvironmentFile(path: path)
            }
        }
        #expect(
            refusals == [
                .environmentFile(path: closed, errno: EACCES), .environmentFile(path: pipe, errno: ENXIO),
                .environmentFile(path: "/dev/zero", errno: ENXIO),
            ])
    }

    @Test func `that never answers holds up nobody else`() throws {
        let bench = try Bench(.sessions)
        let path = bench.scratch.path("leased")
        try "A=1\n".write(toFile: path, atomically: false, encoding: .utf8)
        // Who opens it waits until the lease is given back, which the kernel asks for by a signal (fcntl(2)).
        signal(SIGIO, SIG_IGN)
        let (setLease, writing): (Int32, Int32) = (1024, 1)
        let held = try File.open(path, O_RDWR)
        // A process that another test is just starting has the file open until it executes its program.
        let deadline = Clock.read(.monotonic) + 30_000_000
        while fcntl(held.rawValue, setLease, writing) != 0 {
            let error = SystemError(operation: "fcntl", path: path, errno: errno)
            guard error.errno == EAGAIN, Clock.read(.monotonic) < deadline else { throw error }
            sched_yield()
        }
        var rules = LaunchRules()
        rules.environmentFile = EnvironmentFile(path: path)
        let descriptor = JobDescriptor(
            identifier: Bench.job().identifier, program: .shell("true"), workingDirectory: "/",
            launchRules: rules)
        let failure = LaunchFailure.handedFileInTime("the environment file \(path)")
        try bench.launchStuck(descriptor, at: failure)
        try bench.launch(2, shell: "true")
        #expect(try bench.exit(of: 2) == .code(0))
        bench.launcher.kill(RunID(1))
        try bench.wait { bench.events.contains(.launchFailed(RunID(1), failure)) }
    }
}

// B-85
@Suite struct `A run's credentials` {
    private func secret(_ bench: Bench, _ text: String = "secret") throws -> String {
        let path = bench.scratch.path("secret")
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        return path
    }

    @Test(arguments: Way.all) func `are in a directory that only its user can read, and go with it`(way: Way)
        throws
    {
        let bench = try Bench(way)
        let path = try secret(bench)
        let user = Bench.isRoot ? Bench.nobody : Bench.us
        if Bench.isRoot { chown(path, user.rawValue, user.rawValue) }
        chmod(path, 0o400)
        let script = """
            cd $CREDENTIALS_DIRECTORY && pwd && cat password; echo; ls
            touch more 2>/dev/null || echo closed; echo x 2>/dev/null >>password || echo fixed; env | grep -c secret
            """
        let output = try bench.run(script, of: user) {
            $0.launchRules.credentials = [Credential(name: "password", path: path)]
        }
        let place = "\(bench.scratch.path)/runtime/credentials/1"
        #expect(output == "\(place)\nsecret\npassword\nclosed\nfixed\n0\n")
        #expect(access(place, F_OK) != 0)
    }

    @Test func `are closed to others while it runs, and cleared away after a daemon's sudden end`() throws {
        let bench = try Bench(.sessions)
        let path = try secret(bench)
        let main = try bench.launch(shell: "echo up; exec sleep 1000") {
            $0.launchRules.credentials = [Credential(name: "password", path: path)]
        }
        try bench.wait(forOutput: "up\n")
        let place = "\(bench.scratch.path)/runtime/credentials/1"
        var status = stat()
        stat(place, &status)
        #expect(status.st_mode & 0o007 == 0 && status.st_mode & 0o700 == 0o500)
        stat("\(place)/password", &status)
        #expect(status.st_mode & 0o007 == 0 && status.st_mode & 0o700 == 0o400)
        try bench.crash()
        try bench.adopt()
        bench.launcher.kill(RunID(1))
        _ = try bench.exit()
        waitpid(main, nil, 0)
        #expect(access(place, F_OK) != 0)
    }

    @Test(.root) func `that can't be read by its owner keep it from starting, and leave nothing behind`()
        throws
    {
        let bench = try Bench(.sessions)
        let sound = try secret(bench)
        let failure = try bench.refusal {
            $0.credentials = [
                Credential(name: "first", path: sound), Credential(name: "last", path: "/dev/tty"),
            ]
        }
        #expect(failure == .credential(name: "last", errno: ENXIO))
        #expect(access("\(bench.scratch.path)/runtime/credentials/1", F_OK) != 0)
        let path = try secret(bench)
        chmod(path, 0o600)
        #expect(
            try bench.refusal(2, of: Bench.nobody) { $0.credentials = [Credential(name: "a", path: path)] }
                == .credential(name: "a", errno: EACCES))
    }
}
