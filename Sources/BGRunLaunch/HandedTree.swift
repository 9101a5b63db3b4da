// A tree of processes, as the daemon's next program is told of it.
import BGRunJob

/// What two programs that follow one another in one process have to tell each other of a tree: the rest is found by its name.
///
/// The numbers are those of open descriptors, which stay open where the process executes another program.
package struct HandedTree: Equatable, Sendable {
    package enum Name: Equatable, Sendable {
        case run(RunID)
        /// By its text. Nobody waits for it any more: it is ended.
        case errand(String)
    }

    package let name: Name
    /// The main process, a child that nobody has waited for.
    package let process: Int32
    package let descriptor: Int32
    /// Where its output is read; nil where that has ended.
    package let output: Int32?
    package let errors: Int32?
    /// How many of its owner's processes the kernel had killed for want of memory before it began.
    package let memoryKillsBefore: Int64

    package init(
        _ name: Name, process: Int32, descriptor: Int32, output: Int32? = nil, errors: Int32? = nil,
        memoryKillsBefore: Int64 = 0
    ) {
        self.name = name
        self.process = process
        self.descriptor = descriptor
        self.output = output
        self.errors = errors
        self.memoryKillsBefore = memoryKillsBefore
    }

    package var descriptors: [Int32] { [descriptor, output, errors].compactMap(\.self) }
}
