// Why a call did not end well, seen from the client.
import BGRunLinux
import BGRunWire

/// What can go wrong with a call.
package enum ClientError: Error, Hashable, Sendable {
    /// Nobody listens at the socket.
    case noDaemon(socket: String)
    /// The socket is there and can't be used; `reason` is the system's.
    case unreachable(socket: String, reason: String)
    /// The daemon said no.
    case refused(CallError)
    /// The connection broke before the answer was whole.
    case connectionLost
    /// What came is no answer.
    case senselessAnswer(String)
    /// The deadline passed.
    case timedOut
}
