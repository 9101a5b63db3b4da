// What wakes the listening thread beside the daemon: a pipe.
internal import BGRunLinux

/// Poked by any thread; the one that listens watches the other end.
final class Wake: Sendable {
    private let read: FileDescriptor
    private let write: FileDescriptor

    init() throws(SystemError) {
        var pipe = try BGRunLinux.Pipe()
        read = pipe.takeReadEnd()
        write = pipe.takeWriteEnd()
        try read.makeNonblocking()
        try write.makeNonblocking()
    }

    var descriptor: Int32 { read.rawValue }

    /// A full pipe wakes as well as one byte.
    func poke() { _ = try? write.write([0]) }

    func clear() {
        var buffer = [UInt8](repeating: 0, count: 64)
        while case .bytes(let count)? = try? read.read(into: &buffer), count == buffer.count {}
    }
}
