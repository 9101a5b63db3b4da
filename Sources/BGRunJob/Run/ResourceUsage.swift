// What a run has used of the machine.

/// What a run has used, as the kernel accounts it for the main process and the children it waited for.
package struct ResourceUsage: Hashable, Sendable {
    package var userTime: Duration
    package var systemTime: Duration
    package var peakMemoryKiB: Int64
    /// What is kept of its output takes so much of the disk.
    package var outputBytes: Int64

    package init(
        userTime: Duration = .zero, systemTime: Duration = .zero, peakMemoryKiB: Int64 = 0,
        outputBytes: Int64 = 0
    ) {
        self.userTime = userTime
        self.systemTime = systemTime
        self.peakMemoryKiB = peakMemoryKiB
        self.outputBytes = outputBytes
    }
}
