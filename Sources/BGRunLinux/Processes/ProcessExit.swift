// How a process ended and what it used.
import CLinux
import Glibc

/// The end of a child, as waitid(2) tells it.
package struct ProcessExit: Equatable, Sendable {
    package enum Status: Equatable, Sendable {
        /// It returned this code, 0 to 255.
        case exited(Int32)
        /// This signal ended it.
        case signalled(Int32)
    }

    /// What the process, and those of its children it waited for, used.
    package struct Usage: Equatable, Sendable {
        package let userMicroseconds: Int64
        package let systemMicroseconds: Int64
        /// Its most memory at once; 0 where that is not known, since it took no more than we did.
        ///
        /// Until it executes its program a child has our memory (vfork(2)), and the kernel takes what that has come to for
        /// the child's own (`exec_mmap` in fs/exec.c), so less than that says nothing.
        package let maximumResidentKiB: Int64
        /// From disks, not from memory.
        package let readBytes: Int64
        /// To disks; counted when it is written, though it may reach them later.
        package let writtenBytes: Int64
    }

    package let status: Status
    package let usage: Usage

    init(_ exit: clinux_exit) {
        status = exit.signalled != 0 ? .signalled(exit.value) : .exited(exit.value)
        usage = Usage(
            userMicroseconds: exit.user_microseconds,
            systemMicroseconds: exit.system_microseconds,
            maximumResidentKiB: exit.maximum_resident_kib > Self.ownPeakKiB ? exit.maximum_resident_kib : 0,
            readBytes: Self.bytes(exit.read_blocks), writtenBytes: Self.bytes(exit.written_blocks))
    }

    private static var ownPeakKiB: Int64 {
        var usage = rusage()
        // Safe: it writes into the value it is handed, for as long as the call. It fails for a wrong argument alone.
        unsafe getrusage(RUSAGE_SELF.rawValue, &usage)
        return Int64(usage.ru_maxrss)
    }

    private static func bytes(_ blocks: Int64) -> Int64 {
        let (bytes, overflow) = blocks.multipliedReportingOverflow(by: 512)
        return overflow ? .max : max(bytes, 0)
    }
}
