// What a run has used of the machine.

/// What a run has used.
package struct ResourceUsage: Hashable, Sendable {
    /// As the kernel accounts it: for all processes of a run with a cgroup, else for the main process and the children it waited for.
    package struct Processes: Hashable, Sendable {
        package var userTime: Duration
        package var systemTime: Duration
        package var peakMemoryKiB: Int64
        /// From disks, and to them; always of the main process and those that it waited for.
        package var readBytes: Int64
        package var writtenBytes: Int64

        package init(
            userTime: Duration = .zero, systemTime: Duration = .zero, peakMemoryKiB: Int64 = 0,
            readBytes: Int64 = 0, writtenBytes: Int64 = 0
        ) {
            self.userTime = userTime
            self.systemTime = systemTime
            self.peakMemoryKiB = peakMemoryKiB
            self.readBytes = readBytes
            self.writtenBytes = writtenBytes
        }
    }

    /// Nil where it had none of its own: a task, which shares its process with others, and a service, whose are systemd's.
    package var processes: Processes?
    /// What it had no more of, in words, where the kernel has killed for that. History keeps it beside the exit.
    package var exhaustion: String?
    /// Which processes it has left behind as it ended by itself, in words. History keeps them beside the exit.
    package var leftBehind: String?
    /// What is kept of its output takes so much of the disk.
    package var outputBytes: Int64

    package init(processes: Processes? = Processes(), outputBytes: Int64 = 0) {
        self.processes = processes
        self.outputBytes = outputBytes
    }

    /// What is known of a task's run.
    package static let ofTask = ResourceUsage(processes: nil)
}
