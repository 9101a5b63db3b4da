// Two ends of one connection: one is kept, one is handed to a child.
import CLinux

/// Two connected stream sockets, closed on exec. Each can be taken out once; what is not taken is closed with it. Whoever has the
/// other end sends no descriptors by it: see ``DescriptorRefusal``.
package struct UnixSocketPair: ~Copyable, Sendable {
    private var own: UnixSocket?
    private var other: UnixSocket?

    package init() throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        try SystemError.check("socketpair") { unsafe clinux_unix_pair(&ends) }
        own = UnixSocket(owning: FileDescriptor(owning: ends[0]))
        other = UnixSocket(owning: FileDescriptor(owning: ends[1]))
        try DescriptorRefusal.begin(at: ends[0])
    }

    /// Nonblocking.
    package mutating func takeOwn() -> UnixSocket {
        guard let end = own.take() else { preconditionFailure("an end is taken once") }
        return end
    }

    /// Blocking.
    package mutating func takeOther() -> UnixSocket {
        guard let end = other.take() else { preconditionFailure("an end is taken once") }
        return end
    }
}
