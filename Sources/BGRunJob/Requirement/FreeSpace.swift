// How much free space is asked for, and where.

/// Free space on the file system that a path lies on.
package struct FreeSpace: Hashable, Sendable {
    package let path: String
    /// At least so many bytes, as its owner may use them.
    package let bytes: Int

    package init(path: String, bytes: Int) {
        self.path = path
        self.bytes = bytes
    }
}
