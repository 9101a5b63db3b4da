// A daemon that says what a test tells it to, byte for byte.
import BGRunLinux
import BGRunTestSupport
import Foundation

/// Plays one scene with each client that connects, one after the other, for as long as it is kept.
final class ScriptedDaemon: @unchecked Sendable {
    let socket: String
    private let scratch: ScratchDirectory
    private let lock = NSLock()
    private var isOver = false

    init(_ scene: @escaping @Sendable (borrowing Peer) throws -> Void) throws {
        scratch = try ScratchDirectory()
        socket = scratch.path("socket")
        let box = Box(try UnixListener(path: socket, permissions: 0o600))
        Thread.detachNewThread { [weak self] in
            while let self, !self.lock.withLock({ self.isOver }) {
                let deadline = Clock.read(.monotonic) + 20_000
                guard
                    (try? Readiness.wait(for: box.listener.descriptor.rawValue, to: .read, until: deadline))
                        == true,
                    let connection = try? box.listener.accept()
                else { continue }
                try? scene(Peer(connection))
            }
        }
    }

    deinit { lock.withLock { isOver = true } }

    private final class Box: Sendable {
        let listener: UnixListener
        init(_ listener: consuming UnixListener) { self.listener = listener }
    }
}

/// The client, as the scripted daemon talks to it.
struct Peer: ~Copyable {
    private let socket: UnixSocket

    init(_ socket: consuming UnixSocket) { self.socket = socket }

    func say(_ text: String) throws { _ = try socket.send(Array(text.utf8)[...]) }

    /// What the client says next; nothing when it is gone, or silent for 20 s.
    func hear() throws -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let deadline = Clock.read(.monotonic) + 20_000_000
        guard try Readiness.wait(for: socket.descriptor.rawValue, to: .read, until: deadline),
            case .bytes(let count) = try socket.receive(into: &buffer)
        else { return [] }
        return Array(buffer[..<count])
    }
}
