// Somebody at the socket who takes connections into the queue and says nothing.
import BGRunLinux
import BGRunTestSupport

/// It listens for as long as it is kept.
final class Deaf: Sendable {
    let path: String
    private let listener: UnixListener
    private let scratch: ScratchDirectory?
    private let first: UnixSocket?

    init(_ path: String) throws {
        self.path = path
        listener = try UnixListener(path: path, permissions: 0o600)
        scratch = nil
        first = nil
    }

    /// One whose queue has no room left.
    static func full() throws -> Deaf { try Deaf(full: ScratchDirectory()) }

    private init(full scratch: ScratchDirectory) throws {
        path = scratch.path("socket")
        listener = try UnixListener(path: path, permissions: 0o600, backlog: 0)
        first = try UnixSocket(connectingTo: path)
        self.scratch = scratch
    }
}
