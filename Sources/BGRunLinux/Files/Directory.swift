// An open directory: what is reached through it is reached by one name at a time and never through a link.
import CLinux
import Glibc

/// A directory held open, so that what was checked is what is used, whatever its path comes to mean.
///
/// Names given to it are single components; "..", "/" and zero bytes are refused with EINVAL.
package struct Directory: ~Copyable, Sendable {
    package let descriptor: FileDescriptor
    /// The path it was opened by, for messages.
    package let path: String

    /// Opens a directory. Its last component may not be a symbolic link (ENOTDIR, ELOOP).
    package init(path: String) throws(SystemError) {
        descriptor = try File.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
        self.path = path
    }

    private init(descriptor: consuming FileDescriptor, path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    /// Opens the directory `name` in this one, without following a link.
    package func directory(_ name: String) throws(SystemError) -> Directory {
        Directory(descriptor: try open(name, O_RDONLY | O_DIRECTORY), path: join(name))
    }

    /// Opens the directory `name` in this one, through a link where it is one.
    ///
    /// For the kernel's own trees, whose links lead where the kernel wants them.
    package func directory(followingLink name: String) throws(SystemError) -> Directory {
        try SystemError.requireComponent("openat", name)
        let number = try SystemError.check("openat", join(name)) {
            unsafe clinux_open_at(descriptor.rawValue, name, O_RDONLY | O_DIRECTORY, 0)
        }
        return Directory(descriptor: FileDescriptor(owning: number), path: join(name))
    }

    /// Opens the directory at `path` below this one, through links on its way that stay below this one; EXDEV
    /// where one leads out.
    package func directory(beneath path: String) throws(SystemError) -> Directory {
        try SystemError.requirePath("openat2", path)
        let number = try SystemError.check("openat2", join(path)) {
            unsafe clinux_open_beneath(descriptor.rawValue, path, O_RDONLY | O_DIRECTORY)
        }
        return Directory(descriptor: FileDescriptor(owning: number), path: join(path))
    }

    /// Opens the directory `name` in this one, and makes it first where it is missing.
    ///
    /// A new one has exactly the given permissions; one that is already there is left as it is.
    package func directory(_ name: String, creatingWith mode: UInt32) throws(SystemError) -> Directory {
        let isNew = try makeDirectory(name)
        let made = try directory(name)
        if isNew { try made.descriptor.setPermissions(mode) }
        return made
    }

    /// As ``directory(_:creatingWith:)``; where something is mounted there, by whomever, it is not even asked: EXDEV.
    package func unmountedDirectory(_ name: String, creatingWith mode: UInt32) throws(SystemError)
        -> Directory
    {
        var isNew = false
        return try unmountedDirectory(name, creatingWith: mode, isNew: &isNew)
    }

    /// - Parameter isNew: Set where it had to be made.
    package func unmountedDirectory(
        _ name: String, creatingWith mode: UInt32, isNew: inout Bool
    ) throws(SystemError) -> Directory {
        isNew = try makeDirectory(name)
        let made = try unmountedDirectory(name)
        if isNew { try made.descriptor.setPermissions(mode) }
        return made
    }

    /// One that is there, under the same condition.
    package func unmountedDirectory(_ name: String) throws(SystemError) -> Directory {
        let number = try SystemError.check("openat2", join(name)) {
            unsafe clinux_open_on_same_mount(descriptor.rawValue, name, O_RDONLY | O_DIRECTORY)
        }
        return Directory(descriptor: FileDescriptor(owning: number), path: join(name))
    }

    /// Whether it had to be made. It is closed to everyone else until its permissions are set.
    private func makeDirectory(_ name: String) throws(SystemError) -> Bool {
        try SystemError.requireComponent("mkdirat", name)
        do {
            try SystemError.check("mkdirat", join(name)) { unsafe mkdirat(descriptor.rawValue, name, 0o700) }
            return true
        } catch {
            if error.errno == EEXIST { return false }
            throw error
        }
    }

    /// Opens a file with flags of open(2), CLOEXEC and NOFOLLOW added. `mode` is what a new file gets, less
    /// the umask.
    package func open(_ name: String, _ flags: Int32, mode: UInt32 = 0o600) throws(SystemError)
        -> FileDescriptor
    {
        try SystemError.requireComponent("openat", name)
        let number = try SystemError.check("openat", join(name)) {
            unsafe clinux_open_at(descriptor.rawValue, name, flags | O_NOFOLLOW, mode)
        }
        return FileDescriptor(owning: number)
    }

    /// Makes a file that was not there (EEXIST), with exactly these permissions, open for reading and
    /// writing.
    package func create(_ name: String, mode: UInt32) throws(SystemError) -> FileDescriptor {
        let file = try open(name, O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
        try file.setPermissions(mode)
        return file
    }

    /// The whole of a regular file, or EFBIG beyond `limit` bytes, EINVAL for what is no regular file.
    package func contents(of name: String, limit: Int) throws(SystemError) -> [UInt8] {
        // A pipe put in the file's place must not hold us up until someone writes to it.
        let file = try open(name, O_RDONLY | O_NONBLOCK)
        return try File.contents(of: file, path: join(name), limit: limit)
    }

    /// Puts a file of these contents in place of `name` in one step: a reader sees the old one or the new
    /// one whole.
    ///
    /// On return it is on the disk. `owner` is who it belongs to, nil for us; `reader` who may read it beside.
    package func replaceFile(
        _ name: String, with contents: [UInt8], mode: UInt32, owner: UInt32? = nil, reader: UInt32? = nil
    ) throws(SystemError) {
        try SystemError.requireComponent("openat", name)
        let temporary = ".\(name).new"
        // What an interrupted earlier call left.
        try removeIfPresent(temporary)
        let file = try create(temporary, mode: mode)
        if let owner { try file.setOwner(owner) }
        if let reader { try file.setReader(reader, mode: mode) }
        try file.write(all: contents)
        try file.synchronize()
        try rename(temporary, to: name)
        try descriptor.synchronize()
    }

    /// The names in the directory but "." and "..", sorted by their bytes; EFBIG when there are more than
    /// `limit`.
    ///
    /// A name that is not UTF-8 is left out: nothing of ours has one, and it could not be named in a message.
    package func names(limit: Int) throws(SystemError) -> [String] {
        // A descriptor of its own: closedir closes it, and the place in the listing is its own.
        let number = try SystemError.check("openat", path) {
            unsafe clinux_open_at(descriptor.rawValue, ".", O_RDONLY | O_DIRECTORY, 0)
        }
        guard let stream = unsafe fdopendir(number) else {
            let error = SystemError.last("fdopendir", path)
            _ = close(number)
            throw error
        }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                unsafe String(validatingCString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
            }
            guard let name, name != ".", name != ".." else { continue }
            if names.count == limit { throw SystemError(operation: "readdir", path: path, errno: EFBIG) }
            names.append(name)
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// What the symbolic link `name` says, which need not exist; EINVAL for what is no link.
    package func link(_ name: String) throws(SystemError) -> String {
        try SystemError.requireComponent("readlinkat", name)
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = try SystemError.check("readlinkat", join(name)) {
            unsafe readlinkat(descriptor.rawValue, name, &buffer, buffer.count)
        }
        return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Makes the symbolic link `name`; EEXIST where something has the name.
    package func makeLink(_ name: String, to target: String) throws(SystemError) {
        try SystemError.requireComponent("symlinkat", name)
        try SystemError.requirePath("symlinkat", target)
        try SystemError.check("symlinkat", join(name)) {
            unsafe symlinkat(target, descriptor.rawValue, name)
        }
    }

    /// Sets when the file `name` was changed last, also where it is a link: microseconds of the wall clock.
    package func setChanged(_ name: String, at instant: Int64) throws(SystemError) {
        try SystemError.requireComponent("utimensat", name)
        try SystemError.check("utimensat", join(name)) {
            unsafe clinux_set_changed(descriptor.rawValue, name, max(0, instant))
        }
    }

    /// The status of `name` itself, also where it is a link.
    package func status(of name: String) throws(SystemError) -> FileStatus {
        try SystemError.requireComponent("fstatat", name)
        return try FileStatus.read("fstatat", join(name)) {
            unsafe clinux_status_at(descriptor.rawValue, name, &$0)
        }
    }

    /// Renames within this directory; a file that has the new name is replaced.
    package func rename(_ name: String, to newName: String) throws(SystemError) {
        try SystemError.requireComponent("renameat", name)
        try SystemError.requireComponent("renameat", newName)
        try SystemError.check("renameat", join(newName)) {
            unsafe renameat(descriptor.rawValue, name, descriptor.rawValue, newName)
        }
    }

    /// Removes a file, or a link, never what it points to.
    package func remove(_ name: String) throws(SystemError) {
        try SystemError.requireComponent("unlinkat", name)
        try SystemError.check("unlinkat", join(name)) { unsafe unlinkat(descriptor.rawValue, name, 0) }
    }

    package func removeIfPresent(_ name: String) throws(SystemError) {
        do {
            try remove(name)
        } catch {
            if error.errno != ENOENT { throw error }
        }
    }

    /// Removes an empty directory.
    package func removeDirectory(_ name: String) throws(SystemError) {
        try SystemError.requireComponent("unlinkat", name)
        try SystemError.check("rmdir", join(name)) {
            unsafe unlinkat(descriptor.rawValue, name, AT_REMOVEDIR)
        }
    }

    private func join(_ name: String) -> String { path == "/" ? "/\(name)" : "\(path)/\(name)" }
}
