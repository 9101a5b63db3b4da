// One look at a path with its owner's rights: what is there, how new it is, and the watches that tell of the next change.
import BGRunJob
import BGRunLinux
import Glibc

/// Sets up a request's watches, and reads times as it goes: each watch stands before what it watches is read.
///
/// Everything here is run with the owner's rights. A path may be swapped for a link at any time; what is reached by
/// it then is something the owner could reach as well.
struct PathSurvey {
    /// What a watch is there for.
    enum Role: Hashable {
        /// The path itself: any change counts.
        case target(path: String)
        /// A directory in its tree: any change counts, but the one it is in tells of its end.
        case branch(path: String)
        /// The link that the path is.
        case link
        /// The nearest directory above that exists: an entry of this name is waited for.
        case waiting(name: String)
        /// A directory above: only its own end or removal counts.
        case above
    }

    /// A file counts once its writer has closed it, not at each write: half a file is no news, and a large one would
    /// wake us thousands of times. One that is held open, as logs are, is thus news when it is closed. Attributes
    /// tell of a file's replacement too: the old one loses its name.
    private static let inside: Inotify.Changes = [
        .created, .closedAfterWriting, .moved, .deleted, .attributes, .deletedSelf, .movedSelf, .linkItself,
        .added,
    ]
    private static let link: Inotify.Changes = [.attributes, .deletedSelf, .movedSelf, .linkItself, .added]
    private static let waiting: Inotify.Changes = [
        .created, .movedTo, .deletedSelf, .movedSelf, .onlyDirectory, .added,
    ]
    private static let above: Inotify.Changes = [.deletedSelf, .movedSelf, .onlyDirectory, .added]
    /// What is missing may appear before the watch above it stands.
    private static let rounds = 8

    let request: WatchedPath
    let limits: PathLimits
    private let room: PathOwners.Room
    private(set) var roles: [Inotify.Watch: Role] = [:]
    private(set) var newest: Int64?
    private(set) var fault: PathFault?
    private var directories = 0
    private var entries = 0

    init(_ request: WatchedPath, _ limits: PathLimits, _ room: PathOwners.Room) {
        self.request = request
        self.limits = limits
        self.room = room
    }

    // MARK: - The whole of it

    mutating func run(_ inotify: borrowing Inotify) {
        for _ in 0..<Self.rounds {
            fault = nil
            if let path = try? File.resolve(request.path) {
                watchAbove(path, inotify)
                if (try? File.link(at: request.path)) != nil { add(request.path, Self.link, .link, inotify) }
                if survey(path, inotify) { return }
            } else if !wait(inotify) {
                return
            }
        }
    }

    /// Whether it was there to be watched, or can't be.
    private mutating func survey(_ path: String, _ inotify: borrowing Inotify) -> Bool {
        guard add(path, Self.inside, .target(path: path), inotify) else { return fault != nil }
        guard let status = try? File.status(of: path) else { return false }
        see(status)
        if status.kind == .directory { walk([path], inotify) }
        return true
    }

    /// Directories of a tree that has come into the watched one, each with all below it.
    mutating func extend(_ paths: [String], counting known: Int, _ inotify: borrowing Inotify) {
        directories = known
        let found = paths.filter { add($0, Self.inside.union(.onlyDirectory), .branch(path: $0), inotify) }
        walk(found, inotify)
    }

    /// Reads directories that are watched already, and those below them.
    private mutating func walk(_ start: [String], _ inotify: borrowing Inotify) {
        var pending = start
        while let path = pending.popLast() {
            directories += 1
            // One that its owner can't read, or that went meanwhile, has nothing to tell them.
            guard let directory = try? Directory(path: path) else { continue }
            if let status = try? directory.descriptor.status() { see(status) }
            guard let names = try? directory.names(limit: max(limits.entries - entries, 0)) else {
                fault = fault ?? .tooManyEntries(limit: limits.entries)
                continue
            }
            entries += names.count
            for name in names {
                guard let status = try? directory.status(of: name) else { continue }
                see(status)
                guard request.isRecursive, status.kind == .directory else { continue }
                let child = path == "/" ? "/\(name)" : "\(path)/\(name)"
                if directories + pending.count >= limits.directories {
                    fault = fault ?? .tooManyDirectories(limit: limits.directories)
                } else if add(child, Self.inside.union(.onlyDirectory), .branch(path: child), inotify) {
                    pending.append(child)
                }
            }
        }
    }

    mutating func see(_ status: FileStatus) { newest = max(newest ?? status.changed, status.changed) }

    // MARK: - What is above

    /// Waits for a path that is not there; whether to look once more.
    private mutating func wait(_ inotify: borrowing Inotify) -> Bool {
        var missing = request.path
        while let (parent, name) = PathSurvey.split(missing) {
            fault = nil
            if add(parent, Self.waiting, .waiting(name: name), inotify) {
                if let resolved = try? File.resolve(parent) { watchAbove(resolved, inotify) }
                return (try? File.status(of: missing)) != nil
            }
            if fault != nil { return false }
            missing = parent
        }
        return false
    }

    /// A directory above that is renamed takes the path with it. Those that the owner passes through and can't
    /// read stay unwatched.
    private mutating func watchAbove(_ path: String, _ inotify: borrowing Inotify) {
        let faultBefore = fault
        var path = path
        while let (parent, _) = PathSurvey.split(path), parent != "/" {
            add(parent, Self.above, .above, inotify)
            path = parent
        }
        fault = faultBefore
    }

    /// Whether it is watched. What is not there is no fault.
    @discardableResult
    private mutating func add(
        _ path: String, _ changes: Inotify.Changes, _ role: Role, _ inotify: borrowing Inotify
    ) -> Bool {
        if roles.count >= room.left {
            fault = .tooManyWatches(limit: room.limit)
            return false
        }
        do throws(SystemError) {
            let watch = try inotify.watch(path, for: changes)
            // Of two roles of one directory, the one that hears more.
            switch (roles[watch], role) {
            case (.target?, _), (_?, .above): break
            case (nil, _), (_?, .target), (_?, .branch), (_?, .link), (_?, .waiting): roles[watch] = role
            }
            return true
        } catch {
            if error.errno == ENOENT || error.errno == ENOTDIR { return false }
            // In a tree, what its owner can't read is not theirs to hear of.
            if case .branch = role, error.errno == EACCES { return false }
            fault = .refused(path: path, errno: error.errno)
            return false
        }
    }

    static func split(_ path: String) -> (parent: String, name: String)? {
        guard path != "/", let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
        let parent = path[..<slash]
        return (parent.isEmpty ? "/" : String(parent), String(path[path.index(after: slash)...]))
    }
}
