// Tell the service manager how we are: sd_notify(3)'s protocol, one datagram.
import CLinux

/// What a service says to the one who started it.
package enum ServiceNotification {
    /// Sends one or more lines such as "READY=1" or "STATUS=…".
    ///
    /// - Parameter address: the value of NOTIFY_SOCKET: an absolute path, or an abstract name after "@".
    package static func send(_ message: String, to address: String) throws(SystemError) {
        try send(message, to: address, isPatient: true)
    }

    /// The same, but it is EAGAIN where the reader has no room for it.
    package static func offer(_ message: String, to address: String) throws(SystemError) {
        try send(message, to: address, isPatient: false)
    }

    private static func send(_ message: String, to address: String, isPatient: Bool) throws(SystemError) {
        let socket = try UnixSocket.unconnected(CInt(1))
        if !isPatient { try socket.makeNonblocking() }
        try UnixSocket.connect(socket, to: address)
        let bytes = Array(message.utf8)
        try SystemError.check("send", address) {
            unsafe bytes.withUnsafeBytes {
                unsafe clinux_send(socket.rawValue, $0.baseAddress, $0.count)
            }
        }
    }
}
