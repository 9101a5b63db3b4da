// What /proc tells of a process, also where it tells nonsense.
import BGRunTestSupport
import Glibc
import Testing

@testable import BGRunLinux

@Suite struct `A process as it is seen` {
    @Test func `is ours, works, and has begun before now`() throws {
        let sight = try #require(ProcessSight(of: getpid()))
        #expect(sight.process == getpid())
        #expect(sight.user == geteuid())
        #expect(sight.started > 0 && sight.started <= Clock.read(.boottime))
        #expect(ProcessSight.all(named: sight.name, of: sight.user).contains { $0.process == getpid() })
    }

    @Test func `is stopped once it was stopped, and ended once it was killed`() throws {
        var pid: pid_t = 0
        var words: [UnsafeMutablePointer<CChar>?] = [strdup("/usr/bin/sleep"), strdup("100"), nil]
        try #require(posix_spawn(&pid, "/usr/bin/sleep", nil, nil, &words, nil) == 0)
        kill(pid, SIGSTOP)
        var status: Int32 = 0
        try #require(waitpid(pid, &status, WUNTRACED) == pid)
        #expect(ProcessSight(of: pid)?.state == .stopped)
        kill(pid, SIGKILL)
        var info = siginfo_t()
        // It stays until its status was asked for.
        try #require(waitid(P_PID, id_t(pid), &info, WEXITED | WNOWAIT) == 0)
        #expect(ProcessSight(of: pid)?.state == .ended)
        waitpid(pid, &status, 0)
        #expect(ProcessSight(of: pid) == nil)
        for word in words { free(word) }
    }

    @Test func `has the sockets it listens at among its open files`() throws {
        let scratch = try ScratchDirectory()
        let listener = try UnixListener(path: scratch.path("s"), permissions: 0o600)
        let inode = try #require(ProcessSight.listeners(at: scratch.path("s")).first)
        #expect(ProcessSight(of: getpid())?.openFiles?.contains("socket:[\(inode)]") == true)
        #expect(ProcessSight.listeners(at: scratch.path("t")).isEmpty)
        withExtendedLifetime(listener.descriptor.rawValue) {}
    }

    @Test func `is none where there is none`() {
        for number in [0, -1, Int32.max, .min] { #expect(ProcessSight(of: number) == nil) }
    }

    @Test func `may have any name, and is nothing where its line is none`() throws {
        let rest = " T" + String(repeating: " 1", count: 18) + " 200 9"
        let line = try #require(ProcessSight.read(Array("7 (a) (b) S)\(rest)".utf8)))
        #expect(line.name == "a) (b) S" && line.state == .stopped)
        #expect(line.started == 200 * 1_000_000 / Int64(sysconf(Int32(_SC_CLK_TCK))))
        for text in [
            "", "7 (a", "7 )a(", "7 a) S 1", "7 (a)", "7 (a) S 1 2 3",
            "7 (a)" + String(repeating: " 1", count: 19) + " \(Int64.max)",
            "7 (a)" + String(repeating: " 1", count: 19) + " -5",
        ] {
            #expect(ProcessSight.read(Array(text.utf8)) == nil, "\(text)")
        }
    }
}
