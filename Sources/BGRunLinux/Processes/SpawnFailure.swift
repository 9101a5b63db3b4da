// A program that could not be started, and at which step.

/// Why there is no child. Nothing of it is left: no process, no descriptor.
package struct SpawnFailure: Error, Equatable, Sendable {
    /// What was being done, in the order it is done.
    package enum Step: Equatable, Sendable {
        /// A text that cannot be passed: empty, or with a zero byte in it.
        case arguments
        case clone, cgroup, session, standardDescriptors, limits, priority, identity, privileges
        case workingDirectory
        case execute
    }

    package let step: Step
    package let errno: Int32

    package init(step: Step, errno: Int32) {
        self.step = step
        self.errno = errno
    }
}
