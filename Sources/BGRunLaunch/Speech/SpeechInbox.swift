// Where the runs of one user say how they are, in sd_notify's words.
import BGRunJob
import BGRunLinux
import Glibc

/// A socket for all runs that have the rights of one user. Each user has their own: who fills it keeps nobody else's runs
/// from being heard.
final class SpeechInbox {
    /// Of one user before others are heard.
    static let mostMessages = 64
    /// What is longer is nothing that a program says of itself.
    static let longestMessage = 4096

    static let directory = "notify"

    let path: String
    /// By which it is watched.
    let token: UInt64
    private let inbox: DatagramInbox
    /// Hangs up when the descriptors are closed that came with the last message: nothing is read before. Whoever sends what takes long
    /// to close waits for that alone.
    private var closing: FileDescriptor?

    /// - Parameter watch: Has it watched, and gives the token.
    init(
        at path: String, owner: UInt32?, watch: (Int32) throws(SystemError) -> UInt64
    ) throws(SystemError) {
        inbox = try DatagramInbox(path: path, owner: owner)
        self.path = path
        token = try watch(inbox.descriptor.rawValue)
    }

    deinit { _ = unsafe unlink(path) }

    /// By which messages are heard.
    var socket: Int32 { inbox.descriptor.rawValue }
    /// By which it is heard that there may be more of them; nil while they are read.
    var pause: Int32? { closing?.rawValue }

    func resume() { closing = nil }

    /// Hands over what waits, message by message, until it is enough.
    ///
    /// - Parameter take: Whether there may be more in this turn.
    func read(_ take: (ArraySlice<UInt8>, UnixSocket.Peer) -> Bool) {
        var buffer = [UInt8](repeating: 0, count: Self.longestMessage)
        for _ in 0..<Self.mostMessages {
            guard let message = try? inbox.receive(into: &buffer) else { return }
            if message.bringsDescriptors {
                // Where that can't be, it comes again.
                guard let closing = try? inbox.letGo() else { return }
                self.closing = consume closing
            }
            if message.length <= buffer.count, !take(buffer[..<message.length], message.sender) { return }
            if closing != nil { return }
        }
    }
}
