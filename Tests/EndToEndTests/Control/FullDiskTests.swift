// A real disk that is full: nobody is told what is not stored.
import BGRunClient
import BGRunJob
import BGRunLinux
import BGRunTestSupport
import BGRunWire
import Foundation
import TestConditions
import Testing

// B-4
@Suite(.root) struct `Who waits for a job's end while the disk is full` {
    private let daemon: DaemonFixture
    private var state: String { daemon.scratch.path("state") }

    /// A daemon whose state is on a small disk of its own; only root makes one.
    init() throws {
        daemon = try DaemonFixture()
        try #require(mount("none", state, "tmpfs", 0, "size=2m,mode=0700") == 0)
        try daemon.start()
    }

    private func detach() { umount2(state, Int32(MNT_DETACH)) }

    private func fill() throws {
        let full = try Command.run(["dd", "if=/dev/zero", "of=\(state)/fill", "bs=4096"])
        try #require(full.errors.contains("No space left"), "\(full.errors)")
    }

    private func waiter(for name: String) throws -> Connection {
        var waiter = try Connection(to: daemon.socket)
        try waiter.send(WaitCall(Target(identifier: try daemon.name(name))))
        return waiter
    }

    /// What has come by now.
    private func end(_ waiter: inout Connection, in span: Duration = .zero) throws -> Outcome {
        try waiter.receive(WaitCall.self, until: Connection.deadline(in: span)).value.outcome
    }

    @Test func `is not told of a cancel that could not be stored`() throws {
        defer { detach() }
        try daemon.submit(["identifier": "a", "shell": "true", "earliestBeginDate": "+1d"])
        var waiter = try waiter(for: "a")
        let job = JobSelection(try daemon.name("a"), of: nil)
        // Its answer comes behind what the waiter is told.
        _ = try daemon.status()
        try fill()
        #expect(throws: ClientError.self) { try daemon.call(CancelCall(job)) }
        #expect(throws: ClientError.timedOut(socket: daemon.socket)) { try end(&waiter) }
        #expect(try daemon.job("a")?.state == .scheduled)
        try FileManager.default.removeItem(atPath: "\(state)/fill")
        _ = try daemon.call(CancelCall(job))
        #expect(try end(&waiter, in: .seconds(30)) == .cancelled)
    }

    @Test func `is told of a run's end once that is stored, also who comes after it`() throws {
        defer { detach() }
        let go = daemon.scratch.path("go")
        try daemon.submit([
            "identifier": "a", "shell": .string("echo begun; while [ ! -e \(go) ]; do sleep 0.05; done"),
        ])
        try daemon.logs("a", tell: "begun")
        var waiter = try waiter(for: "a")
        try fill()
        try daemon.scratch.file("go", "")
        try daemon.settles("the end") { daemon.log.contains("> exited run=1 exit 0") }
        // It is shown, though, and what it wrote.
        #expect(try daemon.status().ended.count == 1)
        try daemon.logs("a", tell: "begun")
        var late = try self.waiter(for: "a")
        #expect(throws: ClientError.timedOut(socket: daemon.socket)) { try end(&waiter) }
        try FileManager.default.removeItem(atPath: "\(state)/fill")
        #expect(
            try [end(&waiter, in: .seconds(60)), end(&late, in: .seconds(60))] == [.succeeded, .succeeded])
        #expect(try daemon.history("a").count == 1)
    }
}
