// A connection to a host, tried for a limited time.
import Glibc

/// Opening a connection with TCP.
package enum StreamConnection {
    /// Opens a connection and closes it again; nothing is sent on it.
    ///
    /// - Parameter deadline: microseconds of the monotonic clock; ETIMEDOUT when nobody has answered by then.
    package static func attempt(to address: SocketAddress, until deadline: Int64) throws(SystemError) {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let connection = FileDescriptor(
            owning: try SystemError.check("socket") { socket(address.family, kind, 0) })
        do throws(SystemError) {
            try SystemError.check("connect") {
                unsafe address.bytes.withUnsafeBytes { bytes in
                    unsafe connect(
                        connection.rawValue, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                        socklen_t(bytes.count))
                }
            }
            return
        } catch {
            // EALREADY: a signal had interrupted the first call, and the connection was begun.
            if error.errno != EINPROGRESS, error.errno != EALREADY { throw error }
        }
        guard try Readiness.wait(for: connection.rawValue, to: .write, until: deadline) else {
            throw SystemError(operation: "connect", errno: ETIMEDOUT)
        }
        var fault: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        try SystemError.check("getsockopt") {
            unsafe getsockopt(connection.rawValue, SOL_SOCKET, SO_ERROR, &fault, &size)
        }
        if fault != 0 { throw SystemError(operation: "connect", errno: fault) }
    }
}
