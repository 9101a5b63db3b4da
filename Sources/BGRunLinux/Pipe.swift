// A pipe: what is written to one end is read from the other.
import CLinux

/// Both ends of a pipe, closed on exec. Take an end out with `takeReadEnd` or `takeWriteEnd`.
package struct Pipe: ~Copyable, Sendable {
    package var readEnd: FileDescriptor?
    package var writeEnd: FileDescriptor?

    package init() throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        try SystemError.check("pipe2") { unsafe clinux_pipe(&ends) }
        readEnd = FileDescriptor(owning: ends[0])
        writeEnd = FileDescriptor(owning: ends[1])
    }
}
