// What a run reads from and writes to.
import BGRunJob
import BGRunLinux
import Glibc

/// The run's ends of its input and output, and ours of its output.
///
/// The run's ends are closed with this value, once the run has its own: then the pipe ends with the run.
struct RunStreams: ~Copyable {
    let input: FileDescriptor
    /// Standard output and standard error: one pipe keeps their order.
    let writer: FileDescriptor
    private var pipe: Pipe

    init(input text: String?, for owner: UInt32?) throws(SystemError) {
        var pipe = try Pipe()
        let writer = pipe.takeWriteEnd()
        // Without this, a run of another user could write to /dev/stderr's descriptor but not open it anew.
        if let owner { try writer.setOwner(owner) }
        input = try RunStreams.input(text)
        self.writer = writer
        self.pipe = pipe
    }

    /// Our end, nonblocking. Once.
    mutating func takeReader() throws(SystemError) -> FileDescriptor {
        let reader = pipe.takeReadEnd()
        try reader.makeNonblocking()
        return reader
    }

    private static func input(_ text: String?) throws(SystemError) -> FileDescriptor {
        guard let text else { return try File.open("/dev/null", O_RDONLY) }
        return try MemoryFile.sealed("standard-input", contents: Array(text.utf8))
    }
}
