// What programs of a run say of it by sd_notify's messages, and which run that is.
import BGRunJob
import BGRunLinux
import BGRunTestSupport
import Foundation
import Glibc
import TestConditions
import Testing

@testable import BGRunLaunch

extension Bench {
    /// What a run has said, all of it together.
    func words(of number: Int64 = 1) -> RunWords {
        var words = RunWords()
        for case .said(RunID(number), let said) in events { words.append(said) }
        return words
    }

    /// As `systemd-notify`, with the words as arguments; with a descriptor that it waits for to be dropped.
    static let notify = """
        python3 -c '
        import array, os, socket, sys
        s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        s.connect(os.environ["NOTIFY_SOCKET"])
        s.send("\\n".join(sys.argv[1:]).encode())
        ours, theirs = os.pipe()
        s.sendmsg([b"BARRIER=1"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [theirs]))])
        os.close(theirs)
        os.read(ours, 1)
        '
        """
}

@Suite struct `What a run says of itself` {
    // B-94
    @Test(arguments: Way.all) func `is heard from all of its tree, and ends no wait too late`(way: Way) throws
    {
        let bench = try Bench(way)
        try bench.launch(
            shell: """
                \(Bench.notify) READY=1 STATUS=copying MAINPID=1
                setsid sh -c 'sh -c "$CHILD"'
                echo done; exec sleep 1000
                """
        ) { $0.environment = [.init(name: "CHILD", value: "\(Bench.notify) EXTEND_TIMEOUT_USEC=5000000")] }
        try bench.wait(forOutput: "done")
        #expect(
            bench.words()
                == RunWords(text: "copying", sign: .ready, extension: .atLeast(.seconds(5))))
        // Others can't write to it, and find it by no list.
        let directory = bench.scratch.path("runtime/notify")
        let socket = "\(directory)/\(Bench.us)"
        #expect(try File.statusOfLink(at: socket).permissions == 0o600)
        #expect(try File.statusOfLink(at: directory).permissions == 0o711)
        bench.launcher.kill(RunID(1))
        _ = try bench.exit()
        #expect(access(socket, F_OK) != 0, "the last run has gone, and with it the socket")
    }

    // B-94
    @Test(arguments: Way.all) func `is not believed from outside of it`(way: Way) throws {
        let bench = try Bench(way)
        try bench.launch(shell: "echo up; exec sleep 1000")
        try bench.wait(forOutput: "up")
        let address = bench.scratch.path("runtime/notify/\(Bench.us)")
        // We are no process of the run's.
        try ServiceNotification.send("STATUS=forged", to: address)
        try bench.launch(2, shell: "\(Bench.notify) STATUS=own; echo up; exec sleep 1000")
        try bench.wait(forOutput: "up", of: 2)
        #expect(bench.words().isEmpty)
        #expect(bench.words(of: 2) == RunWords(text: "own"))
        let us = try ProcessDescriptor(pid: getpid())
        #expect(bench.launcher.run(containing: us) == nil)
    }

    // B-94
    @Test(.root) func `has a place of its user's own`() throws {
        let bench = try Bench(.sessions)
        try bench.launch(shell: "\(Bench.notify) STATUS=own; echo up; exec sleep 1000", of: Bench.nobody)
        try bench.wait(forOutput: "up")
        #expect(bench.words() == RunWords(text: "own"))
        let socket = bench.scratch.path("runtime/notify/\(Bench.nobody)")
        #expect(try File.statusOfLink(at: socket).user == Bench.nobody.rawValue)
    }

    // B-94
    @Test func `is said elsewhere where its job says so, and told what is so of it alone`() throws {
        let bench = try Bench(.sessions)
        let job = Bench.job()
        let descriptor = JobDescriptor(
            identifier: job.identifier, program: .shell("echo \"$NOTIFY_SOCKET|$BGRUN_DUE|$BGRUN_RELAXED\""),
            environment: [
                .init(name: "BGRUN_DUE", value: "never"), .init(name: "NOTIFY_SOCKET", value: ""),
            ], workingDirectory: "/")
        try bench.launcher.launch(
            RunID(1), of: job, as: descriptor, telling: ["BGRUN_DUE": "today", "BGRUN_RELAXED": ""])
        _ = try bench.exit()
        #expect(try bench.output() == "|today|\n")
    }

    // B-94
    @Test func `is one word for many messages, and some at a time`() throws {
        let bench = try Bench(.sessions)
        try bench.launch(
            shell: """
                exec python3 -c '
                import os, socket
                s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
                s.connect(os.environ["NOTIFY_SOCKET"])
                for i in range(500): s.send(b"STATUS=%d" % i)
                s.send(b"STATUS=" + b"x" * 5000)
                print("done", flush=True)
                os.execvp("sleep", ["sleep", "1000"])
                '
                """)
        try bench.wait(forOutput: "done")
        try bench.wait { bench.words().text == "499" }
        let said = bench.events.filter { if case .said = $0 { true } else { false } }
        #expect(said.count < 500, "messages of one turn are one word")
    }

    // B-108
    @Test func `is passed on seldom where it says only that it lives, and only to who waits for it`() throws {
        let bench = try Bench(.sessions)
        let floods = """
            exec python3 -c '
            import os, socket
            s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            s.connect(os.environ["NOTIFY_SOCKET"])
            for i in range(1000): s.send(b"WATCHDOG=1")
            s.send(b"STATUS=" + os.environ.get("WATCHDOG_USEC", "none").encode())
            os.execvp("sleep", ["sleep", "1000"])
            '
            """
        try bench.launch(shell: floods) { $0.watchdog = .seconds(3600) }
        try bench.wait { bench.words().text == "3600000000" }
        #expect(bench.events.count { $0 == .said(RunID(1), .alive) } <= 1)
        #expect(bench.words().life == .alive)
        try bench.launch(2, shell: floods)
        try bench.wait { bench.words(of: 2).text == "none" }
        #expect(!bench.events.contains(.said(RunID(2), .alive)))
    }

    // B-94
    @Test(arguments: [
        ("", RunWords()), ("READY=1", RunWords(sign: .ready)), ("READY=0\nREADY", RunWords()),
        ("STATUS=a\u{1B}b=c\nSTOPPING=1\nWATCHDOG=0", RunWords(text: "a\u{FFFD}b=c", sign: .stopping)),
        ("WATCHDOG=1", .alive), ("READY=1\nWATCHDOG=1", RunWords(sign: .ready, life: .alive)),
        ("WATCHDOG=trigger\nWATCHDOG=1", RunWords(life: .hanging)),
        ("WATCHDOG_USEC=1\nWATCHDOG=", RunWords()),
        ("STATUS=", RunWords(text: "")), ("STATUS=a\nSTATUS=b", RunWords(text: "b")),
        ("EXTEND_TIMEOUT_USEC=1", RunWords(extension: .atLeast(.microseconds(1)))),
        ("EXTEND_TIMEOUT_USEC=18446744073709551615", RunWords(extension: .atLeast(.seconds(366 * 86_400)))),
        ("EXTEND_TIMEOUT_USEC=18446744073709551616\nEXTEND_TIMEOUT_USEC=-1", RunWords()),
        ("EXTEND_TIMEOUT_USEC=+5\nEXTEND_TIMEOUT_USEC=", RunWords()), ("=\n==\nFDSTORE=1", RunWords()),
    ]) func `is what systemd's services say`(message: String, words: RunWords) {
        #expect(RunWords(notification: message.utf8) == words)
    }
}
