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
    let output: RunOutput

    init(
        input text: String?, for owner: FileOwner?, keptIn file: consuming FileDescriptor, limit: Int
    ) throws(SystemError) {
        var pipe = try Pipe()
        let reader = pipe.takeReadEnd()
        try reader.makeNonblocking()
        let writer = pipe.takeWriteEnd()
        // Without this, a run of another user could write to /dev/stderr's descriptor but not open it anew.
        if let owner { try writer.setOwner(owner) }
        let input = try RunStreams.input(text)
        let output = try RunOutput(from: reader, to: file, limit: limit)
        self.output = output
        self.input = input
        self.writer = writer
    }

    private static func input(_ text: String?) throws(SystemError) -> FileDescriptor {
        guard let text else { return try File.open("/dev/null", O_RDONLY) }
        return try MemoryFile.sealed("standard-input", contents: Array(text.utf8))
    }
}
