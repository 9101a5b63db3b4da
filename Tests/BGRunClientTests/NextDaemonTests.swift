// Calls that a leaving daemon has not begun, and the next daemon.
import BGRunCalendar
import BGRunJob
import BGRunTestSupport
import BGRunWire
import Foundation
import Testing

@testable import BGRunClient

@Suite struct `A call to a daemon that leaves` {
    private static let started = #"{"parameters":{"run":7}}"# + "\0"
    private static let refused = #"{"error":"org.bgrun.Scheduler.ShuttingDown","parameters":{}}"# + "\0"

    private func run(_ connection: inout Connection) throws -> RunID? {
        let target = Target(identifier: try #require(JobIdentifier("a.b")))
        let deadline = Connection.deadline(in: .seconds(20))
        return try connection.call(RunCall(target, mode: .now), until: deadline).run
    }

    // B-52
    @Test func `is made again where it was left unread`() throws {
        let daemon = try FakeDaemon(scenes: [
            { try $0.sees() },
            { peer in
                _ = try peer.hear()
                try peer.say(Self.started)
            },
        ])
        var connection = try Connection(to: daemon.socket)
        #expect(try run(&connection) == RunID(7))
    }

    // B-52
    @Test func `is made six times at most where each daemon leaves at once`() throws {
        typealias Scene = @Sendable (borrowing Peer) throws -> Void
        let leaving: Scene = { try $0.sees() }
        let answering: Scene = { peer in
            _ = try peer.hear()
            try peer.say(Self.started)
        }
        for leavings in [5, 6] {
            let daemon = try FakeDaemon(scenes: Array(repeating: leaving, count: leavings) + [answering])
            var connection = try Connection(to: daemon.socket)
            if leavings == 5 {
                #expect(try run(&connection) == RunID(7))
            } else {
                #expect(throws: ClientError.connectionLost(socket: daemon.socket)) { try run(&connection) }
            }
        }
    }

    // B-52
    @Test func `is counted anew after a minute with a daemon`() {
        var now = AwakeTime(microseconds: 5_000_000)
        var attempts = Connection.Attempts(at: now)
        func outlasts(_ seconds: Int64) -> Bool {
            now = now.advanced(by: .seconds(seconds))
            return attempts.mayGoOn(at: now)
        }
        for _ in 1...100 { #expect(outlasts(60)) }
        for _ in 1...5 { #expect(outlasts(59)) }
        #expect(!outlasts(59))
    }

    // B-52
    @Test func `is made again where it was refused, once the daemon has left`() throws {
        let daemon = try FakeDaemon(scenes: [
            { peer in
                _ = try peer.hear()
                try peer.say(Self.refused)
            },
            { peer in
                _ = try peer.hear()
                try peer.say(Self.started)
            },
        ])
        var connection = try Connection(to: daemon.socket)
        #expect(try run(&connection) == RunID(7))
    }

    // B-52
    @Test func `is not made again where nobody knows what became of it`() throws {
        let daemon = try FakeDaemon(scenes: [
            { _ = try $0.hear() },
            { peer in
                _ = try peer.hear()
                try peer.say(Self.started)
            },
        ])
        var connection = try Connection(to: daemon.socket)
        #expect(throws: ClientError.connectionLost(socket: daemon.socket)) { try run(&connection) }
    }

    // B-52
    @Test func `is refused at once in a run that the daemon waits for`() throws {
        let daemon = try FakeDaemon(scenes: [
            { peer in
                _ = try peer.hear()
                try peer.say(Self.refused)
                _ = try peer.hear()
            }
        ])
        var connection = try Connection(to: daemon.socket)
        connection.waitsForNextDaemon = false
        #expect(throws: ClientError.refused(.scheduler(.shuttingDown))) { try run(&connection) }
    }
}
