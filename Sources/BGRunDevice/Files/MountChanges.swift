// That something was mounted or unmounted, told by the kernel.
import BGRunLinux
import Glibc

/// Tells of changes of the list of mounts, not which.
package final class MountChanges: KernelWatch {
    private let queue: EventQueue
    private let file: FileDescriptor
    private var ready: [EventQueue.Ready] = []

    /// - Parameter path: The list of mounts (proc(5), /proc/PID/mountinfo).
    package init(path: String = "/proc/self/mountinfo") throws(SystemError) {
        queue = try EventQueue()
        file = try File.open(path, O_RDONLY)
        // For reading, not EPOLLPRI: polling takes the kernel's "changed" mark away, also when an outer epoll polls this one.
        try queue.add(file.rawValue, for: [.read, .edge], token: 0)
        // The queue's first word on the list is no news.
        try queue.wait(into: &ready, timeout: 0)
    }

    package var descriptor: Int32 { queue.rawValue }

    /// Whether there was a change since the last time; also where that can't be told.
    package func drain() -> Bool {
        guard (try? queue.wait(into: &ready, timeout: 0)) != nil else { return true }
        return !ready.isEmpty
    }
}
