// A pipe: what is written to one end is read from the other.
import CLinux

/// Both ends of a pipe, closed on exec. Each can be taken out once; what is not taken is closed with it.
package struct Pipe: ~Copyable, Sendable {
    private var readEnd: FileDescriptor?
    private var writeEnd: FileDescriptor?

    package init() throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        try SystemError.check("pipe2") { unsafe clinux_pipe(&ends) }
        readEnd = FileDescriptor(owning: ends[0])
        writeEnd = FileDescriptor(owning: ends[1])
    }

    package mutating func takeReadEnd() -> FileDescriptor {
        guard let end = readEnd.take() else { preconditionFailure("the read end is taken once") }
        return end
    }

    package mutating func takeWriteEnd() -> FileDescriptor {
        guard let end = writeEnd.take() else { preconditionFailure("the write end is taken once") }
        return end
    }
}
