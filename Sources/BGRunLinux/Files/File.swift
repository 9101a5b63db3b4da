// Files reached by a path that the caller trusts.
import CLinux
import Glibc

/// Opening and reading files by path.
package enum File {
    /// Opens a path with flags of open(2); CLOEXEC is added, O_NOFOLLOW is the caller's to give.
    package static func open(
        _ path: String, _ flags: Int32, mode: UInt32 = 0o600
    ) throws(SystemError) -> FileDescriptor {
        try SystemError.requirePath("open", path)
        let number = try SystemError.check("open", path) {
            unsafe clinux_open_at(AT_FDCWD, path, flags, mode)
        }
        return FileDescriptor(owning: number)
    }

    /// The whole of a regular file, or of a file of /proc or /sys; EFBIG beyond `limit` bytes.
    package static func contents(of path: String, limit: Int) throws(SystemError) -> [UInt8] {
        let file = try open(path, O_RDONLY | O_NONBLOCK)
        return try contents(of: file, path: path, limit: limit)
    }

    static func contents(
        of file: borrowing FileDescriptor, path: String, limit: Int
    ) throws(SystemError) -> [UInt8] {
        do throws(SystemError) {
            if try file.status().kind != .regular {
                throw SystemError(operation: "read", path: path, errno: EINVAL)
            }
            return try file.readToEnd(limit: limit)
        } catch {
            throw SystemError(operation: error.operation, path: path, errno: error.errno)
        }
    }

    /// The status of what a path leads to, without opening it.
    package static func status(of path: String) throws(SystemError) -> FileStatus {
        try SystemError.requirePath("stat", path)
        return try FileStatus.read("stat", path) { unsafe clinux_status_of(path, &$0) }
    }

    /// Bytes that are free on the file system of a path, for who is no administrator.
    package static func freeBytes(at path: String) throws(SystemError) -> Int {
        let system = try fileSystem(of: path)
        // In units of the fragment size, whatever the block size says: statvfs(3).
        let (bytes, overflow) = UInt64(system.f_bavail).multipliedReportingOverflow(
            by: UInt64(system.f_frsize))
        return overflow ? .max : Int(clamping: bytes)
    }

    /// Whether the file system of a path takes no changes.
    package static func isReadOnly(at path: String) throws(SystemError) -> Bool {
        try fileSystem(of: path).f_flag & UInt(ST_RDONLY) != 0
    }

    private static func fileSystem(of path: String) throws(SystemError) -> statvfs {
        try SystemError.requirePath("statvfs", path)
        var system = statvfs()
        try SystemError.check("statvfs", path) { unsafe statvfs(path, &system) }
        return system
    }

    /// Whether this process may read what a path leads to: EACCES where it may not, or may not pass on the way.
    package static func requireReadable(_ path: String) throws(SystemError) {
        try SystemError.requirePath("faccessat", path)
        try SystemError.check("faccessat", path) { unsafe faccessat(AT_FDCWD, path, R_OK, AT_EACCESS) }
    }

    /// The status of a path itself, also where it is a link.
    package static func statusOfLink(at path: String) throws(SystemError) -> FileStatus {
        try SystemError.requirePath("lstat", path)
        return try FileStatus.read("lstat", path) { unsafe clinux_status_at(AT_FDCWD, path, &$0) }
    }

    /// When what a path leads to was last read, in microseconds of the realtime clock. Of a terminal, when somebody last
    /// typed there, to eight seconds.
    package static func lastRead(of path: String) throws(SystemError) -> Int64 {
        try SystemError.requirePath("stat", path)
        var instant: Int64 = 0
        try SystemError.check("stat", path) { unsafe clinux_accessed(path, &instant) }
        return instant
    }

    /// The path without a link in it; ENOENT for one that leads nowhere.
    package static func resolve(_ path: String) throws(SystemError) -> String {
        try SystemError.requirePath("realpath", path)
        guard let resolved = unsafe realpath(path, nil) else { throw .last("realpath", path) }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }

    /// What a symbolic link says, which need not exist; EINVAL for what is no link.
    package static func link(at path: String) throws(SystemError) -> String {
        try SystemError.requirePath("readlink", path)
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = try SystemError.check("readlink", path) {
            unsafe readlink(path, &buffer, buffer.count)
        }
        return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Makes `path` and each missing directory above it, with these permissions less the umask.
    package static func makeDirectories(_ path: String, mode: UInt32) throws(SystemError) {
        try SystemError.requirePath("mkdir", path)
        var made = path.hasPrefix("/") ? "/" : "."
        for component in path.split(separator: "/") {
            made += made.hasSuffix("/") ? "\(component)" : "/\(component)"
            do {
                try SystemError.check("mkdir", made) { unsafe mkdir(made, mode) }
            } catch {
                if error.errno != EEXIST { throw error }
            }
        }
    }
}
