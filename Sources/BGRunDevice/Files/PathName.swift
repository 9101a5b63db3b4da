// Paths as text: cut, and looked for above.

/// Absolute paths without a look at any file.
package enum PathName {
    /// The directory that a path is in and its name there; nil for the root.
    package static func split(_ path: String) -> (parent: String, name: String)? {
        guard path != "/", let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
        let parent = path[..<slash]
        return (parent.isEmpty ? "/" : String(parent), String(path[path.index(after: slash)...]))
    }

    static func join(_ directory: String, _ name: String) -> String {
        directory == "/" ? "/\(name)" : "\(directory)/\(name)"
    }

    /// Whether it is the place, or below it.
    static func isInside(_ path: String, _ place: String) -> Bool {
        path == place || path.utf8.starts(with: "\(place)/".utf8)
    }
}
