// How much of a machine's files is watched at most.

/// The bounds of watched paths. Each watch holds about a kilobyte of the kernel's memory.
package struct PathLimits: Sendable {
    /// Directories of one request's tree.
    package var directories = 8192
    /// Entries of one request's tree that are looked at: the loop waits for as long as it takes.
    package var entries = 32_768
    /// Watches of all requests together.
    package var watches = 65_536
    /// Watches of one owner's requests, so that nobody takes all of them.
    package var watchesPerOwner = 16_384

    package init() {}
}
