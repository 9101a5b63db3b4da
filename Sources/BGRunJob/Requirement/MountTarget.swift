// What has to be mounted.

/// A file system, by the place where it is mounted or by its own name.
package enum MountTarget: Hashable, Sendable {
    case path(String)
    /// The file system's UUID, mounted anywhere.
    case uuid(String)
}
