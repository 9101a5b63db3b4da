// A socket that outlives its daemons, as a service manager keeps it.
import BGRunClient
import BGRunJSON
import BGRunJob
import BGRunTestSupport
import BGRunWire
import Foundation
import Testing

@Suite struct `A socket that the service manager keeps` {
    /// Listens at a path, and starts its arguments with the socket as often as they end; by SIGTERM it ends with them.
    private static let keeper = """
        import fcntl, os, signal, socket, sys
        path, mode = sys.argv[1:3]
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM if mode == "datagram" else socket.SOCK_STREAM)
        listener.bind(path)
        if mode == "stream": listener.listen(4096)
        child, isOver = 0, False
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGTERM])
        def end(*_):
            global isOver
            isOver = True
            os.kill(child, signal.SIGTERM)
        while not isOver:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            child = os.fork()
            if child == 0:
                kept = fcntl.fcntl(listener.fileno(), fcntl.F_DUPFD, 9)
                os.dup2(0, 3, inheritable=True)
                os.dup2(kept, 4, inheritable=True)
                os.close(kept)
                os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="2", LISTEN_FDNAMES="other:bgrund.socket")
                os.execv(sys.argv[3], sys.argv[3:])
            signal.signal(signal.SIGTERM, end)
            _, status = os.waitpid(child, 0)
            if mode != "stream" or status != 0: sys.exit(os.waitstatus_to_exitcode(status))
        sys.exit(os.waitstatus_to_exitcode(status))
        """

    private func fixture(_ mode: String = "stream", at path: String? = nil) throws -> DaemonFixture {
        let daemon = try DaemonFixture()
        daemon.starter = ["/usr/bin/python3", "-c", Self.keeper, path ?? daemon.socket, mode]
        return daemon
    }

    /// Has the daemon leave as `systemctl restart` does.
    private func restart(_ daemon: DaemonFixture) throws {
        let process = try daemon.status().daemon.process
        Foundation.kill(process, SIGTERM)
        try daemon.settles("another daemon") { try daemon.status().daemon.process != process }
    }

    private func descriptor(_ name: String) -> JSONObject {
        ["identifier": .string(name), "shell": "exit 0"]
    }

    // B-52
    @Test func `refuses nobody while its daemon is restarted`() throws {
        let daemon = try fixture()
        try daemon.start()
        let workers = 4
        let faults = Faults()
        let group = DispatchGroup()
        for worker in 0..<workers {
            DispatchQueue.global().async(group: group) {
                for number in 0..<50 {
                    do {
                        try daemon.submit(descriptor("w\(worker).n\(number)"))
                    } catch {
                        faults.note("\(worker).\(number): \(error)")
                    }
                }
            }
        }
        var processes: Set<Int32> = []
        for _ in 1...5 {
            processes.insert(try daemon.status().daemon.process)
            try restart(daemon)
        }
        group.wait()
        processes.insert(try daemon.status().daemon.process)
        #expect(faults.all == [])
        #expect(processes.count == 6, "each was another daemon")
        #expect(FileManager.default.fileExists(atPath: daemon.socket))
    }

    // B-52
    @Test func `has a submission wait while the daemon ends its runs`() throws {
        let daemon = try fixture()
        try daemon.start()
        let go = daemon.scratch.path("go")
        try daemon.submit([
            "identifier": "slow", "gracePeriod": "30s",
            "shell": .string(
                "trap 'echo told; while [ ! -e \(go) ]; do sleep 0.05; done; exit 0' TERM; "
                    + "echo begun; while :; do sleep 0.05; done"),
        ])
        try daemon.logs("slow", tell: "begun")
        let before = try daemon.status().daemon.process
        Foundation.kill(before, SIGTERM)
        try daemon.logs("slow", tell: "told")
        // The daemon waits for the run, which waits for us. Questions are answered meanwhile.
        #expect(try daemon.status().daemon.process == before)
        let late = Faults()
        let group = DispatchGroup()
        DispatchQueue.global().async(group: group) {
            do { try daemon.submit(descriptor("late")) } catch { late.note("\(error)") }
        }
        // So does who wants to know the end as well: of the next daemon.
        let told = Faults()
        DispatchQueue.global().async(group: group) {
            do {
                let job = try #require(JobIdentifier("told"))
                var connection = try Connection(to: daemon.socket)
                let end = try connection.call(
                    SubmitCall(descriptor: descriptor("told")), then: WaitCall(Target(identifier: job))
                ) { _ in told.note("accepted") }
                told.note("\(end.outcome)")
            } catch {
                told.note("\(error)")
            }
        }
        // One of the daemon's own runs waits for nobody.
        var inside = try Connection(to: daemon.socket)
        inside.waitsForNextDaemon = false
        #expect(throws: ClientError.refused(.scheduler(.shuttingDown))) {
            try inside.call(SubmitCall(descriptor: descriptor("inside")))
        }
        try daemon.scratch.file("go", "")
        group.wait()
        #expect(late.all == [])
        #expect(told.all == ["accepted", "succeeded"])
        #expect(try daemon.status().daemon.process != before)
    }

    // B-52
    @Test func `has who waits for a job's end wait for what the next daemon tells of it`() throws {
        let daemon = try fixture()
        try daemon.start()
        let told = Faults()
        let group = DispatchGroup()
        DispatchQueue.global().async(group: group) {
            do {
                let job = try #require(JobIdentifier("held"))
                let go = daemon.scratch.path("go")
                var connection = try Connection(to: daemon.socket)
                let end = try connection.call(
                    SubmitCall(descriptor: [
                        "identifier": "held", "shell": .string("[ -e \(go) ] && exit 0; sleep 600"),
                    ]), then: WaitCall(Target(identifier: job))
                ) { _ in told.note("accepted") }
                told.note("\(end.outcome)")
            } catch {
                told.note("\(error)")
            }
        }
        try daemon.job("held", becomes: "running") { $0.state == .running && $0.run?.process != nil }
        try daemon.scratch.file("go", "")
        try restart(daemon)
        group.wait()
        #expect(told.all == ["accepted", "succeeded"])
    }

    // B-52
    @Test func `stays when the daemon leaves, or can't save, and one that the daemon has made goes`() throws {
        let daemon = try fixture()
        try daemon.start()
        #expect(try daemon.stop() == 0 && FileManager.default.fileExists(atPath: daemon.socket))
        try FileManager.default.removeItem(atPath: daemon.socket)
        try daemon.setMode("state", 0o777)
        try daemon.start()
        let reason =
            "can't use the state directory \(daemon.scratch.path("state")): others may write in it; \"chmod 700\" it"
        for call in [StatusCall(.all(owner: nil)), StatusCall(.all(owner: nil), once: false)] {
            #expect(throws: ClientError.refused(.scheduler(.storageFailed(reason: reason)))) {
                var connection = try Connection(to: daemon.socket, silence: .init(of: .seconds(60)) {})
                return try connection.call(call)
            }
        }
        try daemon.setMode("state", 0o700)
        // Asking has it tried again, once a second.
        try daemon.settles("it has begun") { (try? daemon.status()) != nil }
        #expect(try daemon.log.components(separatedBy: reason).count == 2 && daemon.stop() == 0)
        daemon.starter = []
        try daemon.start()
        #expect(try daemon.stop() == 0 && !FileManager.default.fileExists(atPath: daemon.socket))
    }

    // B-52
    @Test func `is taken only where it is a stream socket that listens at the daemon's place`() throws {
        for (mode, place) in [("stream", "elsewhere"), ("datagram", nil), ("deaf", nil)] {
            let daemon = try DaemonFixture()
            let path = place.map { daemon.scratch.path($0) } ?? daemon.scratch.path("run/\(mode)")
            daemon.starter = ["/usr/bin/python3", "-c", Self.keeper, path, mode]
            try daemon.start()
            #expect(try daemon.status().daemon.version != "")
            #expect(daemon.log.components(separatedBy: "that was passed on is not the socket").count == 3)
            let open = try FileManager.default.contentsOfDirectory(
                atPath: "/proc/\(daemon.status().daemon.process)/fd")
            let links = open.compactMap {
                try? FileManager.default.destinationOfSymbolicLink(
                    atPath: "/proc/\(daemon.processIdentifier)/fd/\($0)")
            }
            #expect(!links.contains { $0.hasSuffix(path) })
            _ = try daemon.stop()
        }
    }

    private final class Faults: @unchecked Sendable {
        private let lock = NSLock()
        private var texts: [String] = []
        func note(_ text: String) { lock.withLock { texts.append(text) } }
        var all: [String] { lock.withLock { texts } }
    }
}
