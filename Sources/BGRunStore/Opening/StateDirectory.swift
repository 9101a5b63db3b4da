// The state directory: ours alone, locked while we live, and the database file in it nobody else's.
import BGRunCalendar
import BGRunLinux
import Glibc

/// A state directory that this process alone uses.
struct StateDirectory: ~Copyable {
    static let databaseName = "bgrun.sqlite"
    private static let lockName = "bgrun.lock"
    /// Every database of ours has pages of this size, in bytes.
    static let pageSize: Int64 = 4096
    static let logName = databaseName + logSuffix
    private static let logSuffix = "-wal"
    /// What SQLite may put beside the database; they share its fate.
    private static let companions = [logSuffix, "-journal", "-shm"]

    let directory: Directory
    /// An open file keeps its flock(2). SQLite's own locks would be lost as soon as anything in this process
    /// closed the database file, and they come too late: a foreign database must not even be renamed.
    private let lock: FileDescriptor

    var databasePath: String { path(of: Self.databaseName) }

    /// What lies where the database belongs.
    enum Found: Equatable {
        case nothing
        case database
        case unusable(reason: String)
    }

    /// Makes the directory (mode 0700) where it is missing, and takes its lock.
    init(path: String) throws(StoreFailure) {
        let opened: Directory
        do throws(SystemError) {
            try File.makeDirectories(path, mode: 0o700)
            opened = try Directory(path: try Self.resolve(path))
        } catch {
            throw StoreFailure(Self.operation, path, error)
        }
        try Self.requirePrivate(opened, path)
        lock = try Self.takeLock(in: opened, path)
        directory = opened
    }

    deinit { lock.unlock() }

    private static let operation = "use the state directory"

    private static func requirePrivate(_ directory: borrowing Directory, _ path: String) throws(StoreFailure)
    {
        let status: FileStatus
        do {
            status = try directory.descriptor.status()
        } catch {
            throw StoreFailure(operation, path, error)
        }
        if status.user != Machine.effectiveUser {
            throw StoreFailure(operation: operation, path: path, reason: "it belongs to user \(status.user)")
        }
        if status.othersMayWrite {
            throw StoreFailure(
                operation: operation, path: path, reason: "others may write in it; \"chmod 700\" it")
        }
    }

    /// For so many times 20 ms.
    private static let lockTries = 50

    private static func takeLock(
        in directory: borrowing Directory, _ path: String
    ) throws(StoreFailure) -> FileDescriptor {
        do {
            let lock = try directory.open(lockName, O_RDWR | O_CREAT, mode: 0o600)
            // A program that was just being started when the last daemon was killed holds a copy until it executes.
            for _ in 0..<lockTries {
                if try lock.lockExclusively() { return lock }
                _ = poll(nil, 0, 20)
            }
        } catch {
            throw StoreFailure(operation, path, error)
        }
        throw StoreFailure(operation: operation, path: path, reason: "another bgrund is using it")
    }

    /// The path without symbolic links: SQLite is told to follow none.
    private static func resolve(_ path: String) throws(SystemError) -> String {
        guard let resolved = unsafe realpath(path, nil) else {
            throw SystemError(operation: "realpath", path: path, errno: errno)
        }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }

    /// Looks at what is there before SQLite does, and sets the database's mode to exactly 0600.
    ///
    /// A link, a device or a file of another user is refused: in a directory that only we can write,
    /// somebody put it there on purpose, and moving it would be guessing which.
    func inspect() throws(StoreFailure) -> Found {
        let status = try ownStatus(of: Self.databaseName)
        var leftovers: Int64 = 0
        for suffix in Self.companions {
            leftovers = leftovers.addingSaturating(try ownStatus(of: Self.databaseName + suffix)?.size ?? 0)
        }
        guard let status else {
            // SQLite would delete the log of a database that is gone.
            return leftovers == 0 ? .nothing : .unusable(reason: "its log is there, but it is not")
        }
        guard status.kind == .regular else { return .unusable(reason: "a directory is in its place") }
        guard status.size > 0 else {
            return leftovers == 0 ? .nothing : .unusable(reason: "it is empty, but its log is not")
        }
        // Only a power cut in the middle of folding back the log leaves part of a page, and the log with it.
        if leftovers == 0, !status.size.isMultiple(of: Self.pageSize) {
            return .unusable(reason: "it is cut off")
        }
        if status.permissions != 0o600 {
            try attempt("protect the database") { directory throws(SystemError) in
                let file = try directory.open(Self.databaseName, O_RDONLY | O_NONBLOCK)
                try file.setPermissions(0o600)
            }
        }
        return .database
    }

    /// Which file stands under the database's name; nil where there is none.
    func databaseFile() -> FileIdentity? {
        guard let status = try? directory.status(of: Self.databaseName) else { return nil }
        return FileIdentity(device: status.device, inode: status.inode)
    }

    /// Whether the database can be opened for writing. Not for one that is in use: closing it again would end SQLite's
    /// locks.
    func canWriteDatabase() -> Bool {
        (try? directory.open(Self.databaseName, O_RDWR | O_NONBLOCK)) != nil
    }

    /// What makes two names the same file.
    struct FileIdentity: Equatable {
        let device: UInt64
        let inode: UInt64
    }

    /// Makes an empty database file, mode 0600 from its first moment on. SQLite gives its log the same mode.
    func createDatabase() throws(StoreFailure) {
        try attempt("create the database") { directory throws(SystemError) in
            // Only an empty one can be in the way: it is what a crash right here leaves.
            try directory.removeIfPresent(Self.databaseName)
            let file = try directory.create(Self.databaseName, mode: 0o600)
            try file.synchronize()
            try directory.descriptor.synchronize()
        }
    }

    /// Renames the database and what belongs to it, and says where it lies now.
    ///
    /// A companion keeps its suffix, so that SQLite finds it beside the renamed database.
    func setAside(_ cause: Opening.Replacement.Cause, at now: WallTime) throws(StoreFailure) -> String {
        let stem = "\(Self.databaseName).\(cause.rawValue)-\(Self.timestamp(now))"
        let name = try unusedName(stem)
        try attempt("set aside the database") { directory throws(SystemError) in
            // The log first: a crash in between must not leave a log that the next database would inherit.
            for suffix in Self.companions + [""] {
                do throws(SystemError) {
                    try directory.rename(Self.databaseName + suffix, to: name + suffix)
                } catch {
                    if error.errno != ENOENT { throw error }
                }
            }
            try directory.descriptor.synchronize()
        }
        return path(of: name)
    }

    /// Takes the database away that was begun in place of one that was set aside, and puts that one back.
    func putBack(_ path: String) {
        let name = String(path.split(separator: "/").last ?? "")
        for suffix in [""] + Self.companions {
            try? directory.removeIfPresent(Self.databaseName + suffix)
            try? directory.rename(name + suffix, to: Self.databaseName + suffix)
        }
    }

    /// `stem`, or with a number after it where several were set aside within one second.
    private func unusedName(_ stem: String) throws(StoreFailure) -> String {
        var name = stem
        var number = 2
        while try status(of: name) != nil {
            name = "\(stem)-\(number)"
            number += 1
        }
        return name
    }

    private func status(of name: String) throws(StoreFailure) -> FileStatus? {
        do {
            return try directory.status(of: name)
        } catch {
            if error.errno == ENOENT { return nil }
            throw StoreFailure("look at", path(of: name), error)
        }
    }

    /// The status of a regular file or directory that is ours; nil where there is nothing.
    private func ownStatus(of name: String) throws(StoreFailure) -> FileStatus? {
        guard let status = try status(of: name) else { return nil }
        guard status.user == Machine.effectiveUser else {
            throw refusal(of: name, "it belongs to user \(status.user)")
        }
        switch status.kind {
        case .regular, .directory: return status
        case .symbolicLink: throw refusal(of: name, "it is a symbolic link")
        case .socket, .pipe, .characterDevice, .blockDevice: throw refusal(of: name, "it is no file")
        }
    }

    /// Whoever put it there may still need it, and it may be all that is left of the jobs: it is moved, not removed.
    private func refusal(of name: String, _ reason: String) -> StoreFailure {
        let path = path(of: name)
        return StoreFailure(
            operation: "use the database", path: path,
            reason:
                "\(reason). Look at whose it is; \"mv -nT '\(path)' '\(path).aside'\" keeps it and makes room"
        )
    }

    private func attempt(
        _ operation: String, _ body: (borrowing Directory) throws(SystemError) -> Void
    ) throws(StoreFailure) {
        do {
            try body(directory)
        } catch {
            throw StoreFailure(operation, databasePath, error)
        }
    }

    private func path(of name: String) -> String { "\(directory.path)/\(name)" }

    /// `20260329T003000Z`: a date as a file name can hold it.
    private static func timestamp(_ now: WallTime) -> String {
        now.rfc3339.prefix { $0 != "." && $0 != "Z" }.filter { $0 != "-" && $0 != ":" } + "Z"
    }
}
