// One look at whether a path exists, and the watches that tell when that may have changed.
import BGRunJob
import BGRunLinux
import Glibc

/// Watches the way to a path, then looks again: each watch stands before what it watches is believed.
///
/// To be run with the owner's rights.
struct ExistenceSurvey {
    /// What a watched directory is there for.
    struct Role {
        var directory: String
        /// Entries whose coming and going count.
        var names: Set<String> = []
        var changes: Inotify.Changes
    }

    /// How often a way that changes under our feet is tried again; its events are waiting by then.
    private static let rounds = 8
    private static let end: Inotify.Changes = [.deletedSelf, .movedSelf, .onlyDirectory]
    private static let coming: Inotify.Changes = [.created, .movedTo]
    /// The owner is let in.
    private static let rights: Inotify.Changes = .attributes
    /// Also replaced by another, as links are.
    private static let going: Inotify.Changes = [.deleted, .moved]

    private let path: String
    private let room: PathLimits.Room
    private(set) var roles: [Inotify.Watch: Role] = [:]
    private(set) var value: Observation = .present(false)
    /// Watches were lacking.
    private(set) var isScarce = false

    init(_ path: String, room: PathLimits.Room) {
        self.path = path
        self.room = room
    }

    mutating func run(_ table: MountTable, _ inotify: borrowing Inotify) {
        var walk = PathWalk(path, table)
        for _ in 0..<Self.rounds {
            roles = [:]
            let fault = watch(walk, inotify)
            let again = PathWalk(path, table)
            value = Self.value(again.end, fault)
            isScarce = fault?.isScarce == true
            if again == walk { return }
            walk = again
        }
    }

    private static func value(_ end: PathWalk.End, _ fault: PathFault?) -> Observation {
        if let fault { return .unknown("\(fault)") }
        switch end {
        case .present: return .present(true)
        case .missing: return .present(false)
        case .fault(let fault): return .unknown("\(fault)")
        }
    }

    /// What keeps the way from being watched.
    private mutating func watch(_ walk: PathWalk, _ inotify: borrowing Inotify) -> PathFault? {
        for (index, step) in walk.steps.enumerated() {
            // A directory that is removed is empty, so what is in it goes first and is told. From then on the
            // one above is the last but one, and watched for its name: its own end stays untold while
            // somebody works in it.
            let isNamed = index + 2 >= walk.steps.count || step.isLink
            var role = Role(directory: step.directory, changes: Self.end)
            if isNamed {
                role.names = [step.name]
                role.changes.formUnion(step.isThere ? Self.going : Self.coming)
            }
            if index + 1 == walk.steps.count, case .fault = walk.end { role.changes.formUnion(Self.rights) }
            let isNeeded = index + 1 == walk.steps.count || step.isLink
            guard let fault = add(role, isNeeded: isNeeded, inotify) else { continue }
            // The directory above hears of it when this one is opened to its owner.
            if index > 0 {
                let above = walk.steps[index - 1]
                let role = Role(
                    directory: above.directory, names: [above.name],
                    changes: Self.end.union(Self.going).union(Self.rights))
                _ = add(role, isNeeded: false, inotify)
            }
            return fault
        }
        return nil
    }

    private mutating func add(_ role: Role, isNeeded: Bool, _ inotify: borrowing Inotify) -> PathFault? {
        if roles.count >= room.left { return .tooManyWatches(limit: room.limit) }
        do throws(SystemError) {
            let watch = try inotify.watch(role.directory, for: role.changes.union(.added))
            guard var known = roles[watch] else {
                roles[watch] = role
                return nil
            }
            known.names.formUnion(role.names)
            known.changes.formUnion(role.changes)
            roles[watch] = known
            return nil
        } catch {
            // The way has changed, which the second look finds.
            if error.errno == ENOENT || error.errno == ENOTDIR { return nil }
            // A directory that may be passed and not read still tells of its entries' ends by these
            // themselves.
            if error.errno == EACCES, !isNeeded { return nil }
            return .refused(path: role.directory, errno: error.errno)
        }
    }
}
