// Files that exist only in memory.
import CLinux

/// Anonymous files.
package enum MemoryFile {
    /// A file of these bytes that nobody can change any more, placed at its beginning.
    ///
    /// - Parameter name: shown in /proc, for people.
    package static func sealed(_ name: String, contents: [UInt8]) throws(SystemError) -> FileDescriptor {
        let file = try empty(name)
        try file.write(all: contents)
        try SystemError.check("fcntl", name) { clinux_seal(file.rawValue) }
        try file.seek(to: 0)
        return file
    }

    /// The bytes of such a file; EPERM for any other, which may wait for somebody or change.
    package static func contents(
        ofSealed file: borrowing FileDescriptor, limit: Int
    ) throws(SystemError) -> [UInt8] {
        guard clinux_is_sealed(file.rawValue) == 1 else { throw SystemError(operation: "read", errno: EPERM) }
        try file.seek(to: 0)
        return try file.readToEnd(limit: limit)
    }

    /// A file of zeros for whoever it is handed to: they may write to it, and can't make it larger. What is not written
    /// takes no memory.
    package static func blank(_ name: String, size: Int64) throws(SystemError) -> FileDescriptor {
        let file = try empty(name)
        try file.truncate(to: size)
        try SystemError.check("fcntl", name) { clinux_seal_size(file.rawValue) }
        return file
    }

    /// A file without contents, for a process of ours to write to.
    package static func empty(_ name: String) throws(SystemError) -> FileDescriptor {
        try SystemError.requirePath("memfd_create", name)
        return FileDescriptor(
            owning: try SystemError.check("memfd_create", name) { unsafe clinux_memory_file(name) })
    }
}
