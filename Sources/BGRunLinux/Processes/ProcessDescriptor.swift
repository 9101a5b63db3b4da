// A process held by a descriptor: its number may be given to another, the descriptor never speaks of another.
import CLinux
import Glibc

/// A pidfd: readable once the process has ended.
package struct ProcessDescriptor: ~Copyable, Sendable {
    package let descriptor: FileDescriptor
    /// The number it had, for messages and for /proc.
    package let pid: Int32

    /// Takes over a pidfd that came with a new child.
    init(owning descriptor: consuming FileDescriptor, pid: Int32) {
        self.descriptor = descriptor
        self.pid = pid
    }

    /// Takes over the pidfd of a child from the program before us in this process.
    ///
    /// EBADF where it is none, or one of another process: the kernel is asked, since a wrong one would be signalled.
    package init(inherited descriptor: consuming FileDescriptor, pid: Int32) throws(SystemError) {
        let path = "/proc/self/fdinfo/\(descriptor.rawValue)"
        let lines = String(decoding: try File.contents(of: path, limit: 4096), as: UTF8.self).split(
            separator: "\n")
        // -1 for one that has ended and was waited for.
        guard lines.contains(where: { $0.hasPrefix("Pid:") && $0.split(separator: "\t").last == "\(pid)" })
        else {
            throw SystemError(operation: "read", path: path, errno: EBADF)
        }
        self.descriptor = descriptor
        self.pid = pid
    }

    /// Any process that exists (ESRCH), child or not. Who it is must be looked up after this, not before.
    package init(pid: Int32) throws(SystemError) {
        descriptor = FileDescriptor(
            owning: try SystemError.check("pidfd_open", "\(pid)") { clinux_pidfd_open(pid) })
        self.pid = pid
    }

    /// Whether it has ended, waited for or not. While it has not, its number is its own: what was read of the number
    /// before this is false was read of this process.
    package func hasEnded() throws(SystemError) -> Bool {
        try Readiness.wait(for: descriptor.rawValue, to: .read, until: 0)
    }

    /// Sends a signal. ESRCH when it has ended.
    package func send(signal number: Int32) throws(SystemError) {
        try SystemError.check("pidfd_send_signal", "\(pid)") {
            clinux_pidfd_signal(descriptor.rawValue, number)
        }
    }

    /// Reaps a child that has ended; nil while it runs. ECHILD for a process that is not our child.
    package func reap() throws(SystemError) -> ProcessExit? { try wait(block: 0) }

    /// Waits until a child has ended, and reaps it.
    package func waitForExit() throws(SystemError) -> ProcessExit {
        guard let exit = try wait(block: 1) else {
            throw SystemError(operation: "waitid", path: "\(pid)", errno: ECHILD)
        }
        return exit
    }

    private func wait(block: Int32) throws(SystemError) -> ProcessExit? {
        var exit = clinux_exit()
        let result = try SystemError.check("waitid", "\(pid)") {
            unsafe clinux_pidfd_wait(descriptor.rawValue, block, &exit)
        }
        return result == 1 ? ProcessExit(exit) : nil
    }
}
