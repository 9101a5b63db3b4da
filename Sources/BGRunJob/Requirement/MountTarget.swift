// What has to be mounted.

/// A file system, by the place where it is mounted or by its own name.
package enum MountTarget: Hashable, Sendable {
    case path(String)
    /// The file system's UUID, mounted anywhere.
    case uuid(String)
}

extension MountTarget {
    /// `/mnt/backup` or `UUID=1234-ABCD`, as people write it.
    package var text: String { words({ $0 }, { "UUID=\($0)" }) }

    /// What is said of a path, or else of a UUID.
    func words(_ path: (String) -> String, _ uuid: (String) -> String) -> String {
        switch self {
        case .path(let place): path(place)
        case .uuid(let name): uuid(name)
        }
    }
}
