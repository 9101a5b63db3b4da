// A daemon of this process that plays what a test tells it to, on a real socket.
import BGRunLinux
import BGRunTestSupport
import BGRunWire
import Foundation

/// Listens on a socket of its own and serves connections on a thread of its own.
final class FakeDaemon: Sendable {
    let socket: String
    private let scratch: ScratchDirectory

    /// Plays `scene` with the first client that connects; the connection is closed after it.
    convenience init(_ scene: @escaping @Sendable (borrowing Peer) throws -> Void) throws {
        try self.init(scenes: [scene])
    }

    /// Plays a scene with each client that connects, one after the other.
    init(scenes: [@Sendable (borrowing Peer) throws -> Void]) throws {
        let scratch = try ScratchDirectory()
        let socket = scratch.path("socket")
        let listener = try UnixListener(path: socket, permissions: 0o600)
        let number = listener.descriptor.rawValue
        let box = Box(listener)
        Thread.detachNewThread {
            for scene in scenes {
                let deadline = Clock.read(.monotonic) + 20_000_000
                guard (try? Readiness.wait(for: number, to: .read, until: deadline)) == true,
                    let connection = try? box.listener.accept()
                else { return }
                try? scene(Peer(connection))
            }
        }
        self.scratch = scratch
        self.socket = socket
    }

    /// Answers every request by `reply`.
    static func answering(
        _ reply: @escaping @Sendable (SchedulerRequest, inout Conversation) -> Void
    ) throws -> FakeDaemon {
        try FakeDaemon { peer in
            var conversation = Conversation()
            while !conversation.isOver {
                while case .scheduler(let request)? = conversation.nextRequest() {
                    reply(request, &conversation)
                }
                try peer.say(Array(conversation.unsent))
                conversation.sent(conversation.unsent.count)
                let bytes = try peer.hear()
                if bytes.isEmpty { conversation.endInput() } else { conversation.receive(bytes) }
            }
        }
    }

    private final class Box: Sendable {
        let listener: UnixListener
        init(_ listener: consuming UnixListener) { self.listener = listener }
    }
}

/// The client, as the fake daemon talks to it.
struct Peer: ~Copyable {
    private let socket: UnixSocket

    init(_ socket: consuming UnixSocket) { self.socket = socket }

    private var deadline: Int64 { Clock.read(.monotonic) + 20_000_000 }

    func say(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            guard try Readiness.wait(for: socket.descriptor.rawValue, to: .write, until: deadline) else {
                return
            }
            if case .bytes(let count) = try socket.send(rest) { rest = rest.dropFirst(count) }
        }
    }

    func say(_ text: String) throws { try say(Array(text.utf8)) }

    /// Waits until the client has said something, and leaves it unread.
    func sees() throws {
        _ = try Readiness.wait(for: socket.descriptor.rawValue, to: .read, until: deadline)
    }

    /// What the client says next; nothing when it is gone.
    func hear() throws -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 4096)
        guard try Readiness.wait(for: socket.descriptor.rawValue, to: .read, until: deadline),
            case .bytes(let count) = try socket.receive(into: &buffer)
        else { return [] }
        return Array(buffer[..<count])
    }
}
