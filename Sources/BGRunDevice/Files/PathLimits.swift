// How much is watched and looked at for one owner.

/// The bounds of watched paths. Each watch holds about a kilobyte of the kernel's memory.
package struct PathLimits: Sendable {
    /// Directories of one tree.
    package var directories = 8192
    /// Entries of one tree that are looked at.
    package var entries = 32_768
    /// Watches in all.
    package var watches = 16_384

    package init() {}

    /// How many watches may still be added.
    struct Room {
        let left: Int
        let limit: Int
    }
}
