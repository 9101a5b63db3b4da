// One look at a file, a directory or a tree: how new it is, and the watches that tell of the next change.
import BGRunJob
import BGRunLinux
import Glibc

/// Watches what a path leads to, and reads times as it goes: each watch stands before what it watches is read.
///
/// To be run with the owner's rights. A directory may be swapped for a link at any time; what is reached by it then
/// is something the owner could reach as well.
struct TreeSurvey {
    /// A file counts once its writer has closed it, not at each write: half a file is no news, and a large one would
    /// wake us thousands of times. One that is held open, as logs are, is thus news when it is closed. Attributes
    /// tell of a file's replacement too: the old one loses its name.
    static let inside: Inotify.Changes = [
        .created, .closedAfterWriting, .moved, .deleted, .attributes, .deletedSelf, .movedSelf, .linkItself,
        .added,
    ]

    private let isRecursive: Bool
    private let limits: PathLimits
    private let room: PathLimits.Room
    private let slow: SlowMounts
    /// Called before a mount is entered that may take its time.
    private let willPass: (String) -> Void
    /// Where each watched directory, or the file, is.
    private(set) var places: [Inotify.Watch: String] = [:]
    private(set) var newest: Int64?
    private(set) var fault: PathFault?
    private var directories: Int
    private var entries = 0

    /// - Parameter known: How many directories of the tree are watched already.
    init(
        isRecursive: Bool, _ limits: PathLimits, _ room: PathLimits.Room, counting known: Int = 0,
        _ slow: SlowMounts, willPass: @escaping (String) -> Void
    ) {
        self.slow = slow
        self.willPass = willPass
        self.isRecursive = isRecursive
        self.limits = limits
        self.room = room
        directories = known
    }

    /// Whether it was there to be watched, or can't be.
    mutating func run(_ path: String, _ inotify: borrowing Inotify) -> Bool {
        guard add(path, Self.inside, isTop: true, inotify) else { return fault != nil }
        guard let status = try? File.status(of: path) else { return false }
        see(status)
        if status.kind == .directory { walk([path], inotify) }
        return true
    }

    /// Directories that have come into a tree which is watched, each with all below it.
    mutating func extend(_ paths: [String], _ inotify: borrowing Inotify) {
        walk(paths.filter { add($0, Self.inside.union(.onlyDirectory), isTop: false, inotify) }, inotify)
    }

    mutating func see(_ status: FileStatus) { newest = max(newest ?? status.changed, status.changed) }

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
                guard mayPass(to: name, in: path), let status = try? directory.status(of: name) else {
                    continue
                }
                see(status)
                guard isRecursive, status.kind == .directory else { continue }
                let child = PathName.join(path, name)
                if directories + pending.count >= limits.directories {
                    fault = fault ?? .tooManyDirectories(limit: limits.directories)
                } else if add(child, Self.inside.union(.onlyDirectory), isTop: false, inotify) {
                    pending.append(child)
                }
            }
        }
    }

    private mutating func mayPass(to name: String, in directory: String) -> Bool {
        switch slow.passage(to: name, in: directory) {
        case .free: break
        case .slow(let point): willPass(point)
        case .mute(let point):
            fault = fault ?? .mute(point)
            return false
        }
        return true
    }

    /// Whether it is watched. What is not there is no fault; nor is what the owner can't read, below the top.
    private mutating func add(
        _ path: String, _ changes: Inotify.Changes, isTop: Bool, _ inotify: borrowing Inotify
    ) -> Bool {
        if places.count >= room.left {
            fault = .tooManyWatches(limit: room.limit)
            return false
        }
        do throws(SystemError) {
            let watch = try inotify.watch(path, for: changes)
            if places[watch] == nil { places[watch] = path }
            return true
        } catch {
            if error.errno == ENOENT || error.errno == ENOTDIR { return false }
            if !isTop, error.errno == EACCES { return false }
            fault = .refused(path: path, errno: error.errno)
            return false
        }
    }
}
