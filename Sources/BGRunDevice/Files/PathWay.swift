// The way to a watched path: what is above it, the link it may be, or where it is waited for.
import BGRunJob
import BGRunLinux
import Glibc

/// Watches the way to a path, and says where it leads. To be run with the owner's rights.
struct PathWay {
    /// What a watch is there for.
    enum Role: Hashable {
        /// A directory above: only its own end or removal counts.
        case above
        /// A link on the way, or that the path is.
        case link
        /// The nearest directory above that exists: an entry of this name is waited for.
        case waiting(name: String)
        /// The nearest directory above that the owner may look into: the entry of this name is closed to them, and may
        /// be opened.
        case closed(name: String)
    }

    enum End: Equatable {
        /// It leads to what is there, a path without links.
        case leads(to: String)
        case nowhere
        /// It has changed meanwhile.
        case again
    }

    private static let link: Inotify.Changes = [.attributes, .deletedSelf, .movedSelf, .linkItself, .added]
    private static let above: Inotify.Changes = [.deletedSelf, .movedSelf, .onlyDirectory, .added]
    private static let waiting = above.union([.created, .movedTo])
    /// What stands there may go, too.
    private static let hindered = waiting.union([.deleted, .movedFrom])
    private static let closed = above.union(.attributes)

    let path: String
    private let room: PathLimits.Room
    private(set) var roles: [Inotify.Watch: Role] = [:]
    private(set) var fault: PathFault?

    init(_ path: String, _ room: PathLimits.Room) {
        self.path = path
        self.room = room
    }

    /// Each watch stands before what it watches is believed: the way is walked once more at its end.
    mutating func run(_ inotify: borrowing Inotify) -> End {
        let walk = PathWalk(path, .none)
        for step in walk.steps { watch(step, inotify) }
        var end = End.nowhere
        switch walk.end {
        case .present(let place): end = .leads(to: place)
        case .missing:
            guard let last = walk.steps.last else { break }
            wait(at: last, for: walk.obstacle == nil ? Self.waiting : Self.hindered, inotify)
            fault = fault ?? walk.obstacle
        case .fault(let fault):
            self.fault = fault
            if case .refused(let place, _) = fault { waitForOpening(of: place, inotify) }
        }
        return PathWalk(path, .none) == walk ? end : .again
    }

    /// A directory that is renamed takes the path with it, and a link may come to lead elsewhere. Those that the owner
    /// passes through and can't read stay unwatched.
    private mutating func watch(_ step: PathWalk.Step, _ inotify: borrowing Inotify) {
        if step.directory != "/" { add(step.directory, Self.above, .above, inotify) }
        if step.isLink { add(PathName.join(step.directory, step.name), Self.link, .link, inotify) }
        if fault?.isClosed == true { fault = nil }
    }

    /// Waits for what is not there.
    private mutating func wait(
        at step: PathWalk.Step, for changes: Inotify.Changes, _ inotify: borrowing Inotify
    ) {
        if add(step.directory, changes, .waiting(name: step.name), inotify) { return }
        if fault?.isClosed == true { waitForOpening(of: step.directory, inotify) }
    }

    /// What stands at the end is closed to the owner: whether it is opened is to be heard.
    mutating func waitForOpening(of place: String, _ inotify: borrowing Inotify) {
        let refusal = fault
        var closed = place
        while let (parent, name) = PathName.split(closed) {
            if add(parent, Self.closed, .closed(name: name), inotify) { break }
            closed = parent
        }
        fault = refusal
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
            case (_?, .above): break
            case (nil, _), (_?, .link), (_?, .waiting), (_?, .closed): roles[watch] = role
            }
            return true
        } catch {
            if error.errno == ENOENT || error.errno == ENOTDIR { return false }
            fault = .refused(path: path, errno: error.errno)
            return false
        }
    }
}
