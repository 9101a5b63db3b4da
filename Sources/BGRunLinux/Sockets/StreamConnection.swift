// A connection to a host, tried for a limited time.
import CLinux
import Glibc

/// Opening a connection with TCP.
package enum StreamConnection {
    /// Opens a connection and closes it again; nothing is sent on it.
    ///
    /// - Parameter deadline: microseconds of the monotonic clock; ETIMEDOUT when nobody has answered by then.
    package static func attempt(to address: SocketAddress, until deadline: Int64) throws(SystemError) {
        _ = try open(to: address, until: deadline)
    }

    /// Opens a connection, sends a request that fits into the kernel's buffer, and reads what comes back.
    ///
    /// - Parameters:
    ///   - limit: Bytes of the answer that are read; the rest is left.
    ///   - deadline: microseconds of the monotonic clock; ETIMEDOUT when nothing has come by then.
    /// - Returns: What has come until the other side closed the connection, broke it off, or the time was over.
    package static func exchange(
        _ request: [UInt8], with address: SocketAddress, limit: Int, until deadline: Int64
    ) throws(SystemError) -> [UInt8] {
        let connection = try open(to: address, until: deadline)
        // The other side may have closed it already, which is to be no signal.
        let sent = try SystemError.check("send") {
            unsafe request.withUnsafeBytes {
                unsafe clinux_send(connection.rawValue, $0.baseAddress, $0.count)
            }
        }
        guard sent == request.count else { throw SystemError(operation: "send", errno: EAGAIN) }
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while answer.count < limit {
            do throws(SystemError) {
                guard try Readiness.wait(for: connection.rawValue, to: .read, until: deadline) else {
                    throw SystemError(operation: "recv", errno: ETIMEDOUT)
                }
                let count = try SystemError.check("recv") {
                    unsafe buffer.withUnsafeMutableBytes { bytes in
                        unsafe recv(connection.rawValue, bytes.baseAddress, bytes.count, 0)
                    }
                }
                if count == 0 { break }
                answer += buffer[..<count]
            } catch {
                // Small servers reset a connection behind their answer, others keep it open.
                if answer.isEmpty { throw error }
                break
            }
        }
        return answer
    }

    private static func open(to address: SocketAddress, until deadline: Int64) throws(SystemError)
        -> FileDescriptor
    {
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
            return connection
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
        return connection
    }
}
