// A socket in the file system that programs of this machine connect to.
import CLinux
import Glibc

/// A listening stream socket. Its file is not removed with it: whoever put it there removes it.
package struct UnixListener: ~Copyable, Sendable {
    package let descriptor: FileDescriptor
    package let path: String
    /// Somebody else made it and keeps it: they listen on when we are gone, and the file is theirs.
    package let isPassed: Bool

    /// Listens at `path`, whose file gets exactly these permissions.
    ///
    /// A socket file that nobody listens at, left by a program that was killed, is replaced. One that
    /// answers is EADDRINUSE, and so is a file that is no socket: neither is ours to remove.
    package init(path: String, permissions: UInt32, backlog: Int32 = SOMAXCONN) throws(SystemError) {
        try SystemError.requirePath("bind", path)
        let socket = try UnixSocket.unconnected(CInt(0))
        do throws(SystemError) {
            try UnixListener.bind(socket, to: path, permissions)
        } catch {
            guard error.errno == EADDRINUSE, try UnixListener.isStale(path) else { throw error }
            try SystemError.check("unlink", path) { unsafe unlink(path) }
            try UnixListener.bind(socket, to: path, permissions)
        }
        try DescriptorRefusal.begin(at: socket.rawValue)
        try SystemError.check("listen", path) { listen(socket.rawValue, backlog) }
        try socket.makeNonblocking()
        descriptor = socket
        self.path = path
        isPassed = false
    }

    /// Takes over a socket that we were started with, if it is one that listens at `path`. What is none is left open.
    ///
    /// - Parameter isOurs: The program before us in this process has made it.
    package init(
        passed number: Int32, path: String, isOurs: Bool = false, backlog: Int32 = SOMAXCONN
    ) throws(SystemError) {
        try UnixListener.require(number, listensAt: path)
        // Once more: the queue is as long as we want it, and clients are told our process, not that of the one who began.
        try SystemError.check("listen", path) { listen(number, backlog) }
        try SystemError.check("fcntl", path) { clinux_close_on_exec(number) }
        try SystemError.check("fcntl", path) { clinux_set_nonblocking(number) }
        try DescriptorRefusal.begin(at: number)
        descriptor = FileDescriptor(owning: number)
        self.path = path
        isPassed = !isOurs
    }

    /// Checks that a descriptor is a stream socket that listens at `path`; EADDRNOTAVAIL where it listens elsewhere.
    package static func require(_ number: Int32, listensAt path: String) throws(SystemError) {
        var bytes = [CChar](repeating: 0, count: 256)
        let count = try SystemError.check("getsockname") {
            unsafe clinux_unix_listening(number, &bytes, bytes.count)
        }
        guard bytes.prefix(count).elementsEqual(path.utf8.lazy.map { CChar(bitPattern: $0) }) else {
            throw SystemError(operation: "getsockname", path: path, errno: EADDRNOTAVAIL)
        }
    }

    /// The next connection that waits, nonblocking; nil when there is none.
    ///
    /// EMFILE and ENFILE leave it waiting: the caller stops watching the listener until a descriptor is free.
    package func accept() throws(SystemError) -> UnixSocket? {
        do {
            let number = try SystemError.checkNonblocking("accept4", path) {
                clinux_accept(descriptor.rawValue)
            }
            guard let number else { return nil }
            return UnixSocket(owning: FileDescriptor(owning: number))
        } catch {
            // The other side gave up before we came to it.
            if error.errno == ECONNABORTED { return nil }
            throw error
        }
    }

    /// The file's permissions are set before anyone can be heard through it: until listen, a connection is
    /// refused. The umask would do it in one step, but it belongs to the whole process.
    private static func bind(
        _ socket: borrowing FileDescriptor, to path: String, _ permissions: UInt32
    ) throws(SystemError) {
        try SystemError.check("bind", path) { unsafe clinux_unix_bind(socket.rawValue, path) }
        try SystemError.check("chmod", path) { unsafe chmod(path, permissions) }
    }

    private static func isStale(_ path: String) throws(SystemError) -> Bool {
        let probe = try UnixSocket.unconnected(CInt(0))
        // A listener whose queue is full must not hold us up.
        try probe.makeNonblocking()
        do throws(SystemError) {
            try UnixSocket.connect(probe, to: path)
            return false
        } catch {
            if error.errno != ECONNREFUSED { return false }
            return try isSocket(path)
        }
    }

    /// A connection to a plain file is refused too.
    private static func isSocket(_ path: String) throws(SystemError) -> Bool {
        try File.statusOfLink(at: path).kind == .socket
    }
}
