// What a run reads from and writes to.
import BGRunJob
import BGRunLinux
import Glibc

/// The run's ends of its input and output, and ours of its output.
///
/// The run's ends are closed with this value, once the run has its own: then the pipe ends with the run.
struct RunStreams: ~Copyable {
    let input: FileDescriptor
    /// A pipe for each, so that what is read is known to be of the one or the other.
    let output: FileDescriptor
    let errors: FileDescriptor
    private var outputPipe: Pipe
    private var errorPipe: Pipe

    init(input text: String?, for owner: UInt32?) throws(SystemError) {
        var outputPipe = try Pipe()
        var errorPipe = try Pipe()
        let output = outputPipe.takeWriteEnd()
        let errors = errorPipe.takeWriteEnd()
        // Without this, a run of another user could write to /dev/stderr's descriptor but not open it anew.
        if let owner {
            try output.setOwner(owner)
            try errors.setOwner(owner)
        }
        input = try RunStreams.input(text)
        self.output = output
        self.errors = errors
        self.outputPipe = outputPipe
        self.errorPipe = errorPipe
    }

    /// What is read of our ends, which are nonblocking. Once.
    mutating func takeOutput() throws(SystemError) -> TreeOutput {
        let output = outputPipe.takeReadEnd()
        let errors = errorPipe.takeReadEnd()
        try output.makeNonblocking()
        try errors.makeNonblocking()
        return TreeOutput(from: output, errors)
    }

    private static func input(_ text: String?) throws(SystemError) -> FileDescriptor {
        guard let text else { return try File.open("/dev/null", O_RDONLY) }
        return try MemoryFile.sealed("standard-input", contents: Array(text.utf8))
    }
}
