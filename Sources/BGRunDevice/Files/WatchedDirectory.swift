// One directory that paths lead through, and what the kernel tells of it.
import BGRunJob
import BGRunLinux

/// Who waits for what in a directory, found by the name that an event brings.
struct WatchedDirectory {
    private(set) var roles: [OwnedPath: ExistenceSurvey.Role] = [:]
    /// What the kernel was asked for.
    var asked: Inotify.Changes = []
    private var waiting: [String: Set<OwnedPath>] = [:]
    /// How many roles ask for each set of changes: many paths in one directory ask for the same few.
    private var wishes: [Inotify.Changes: Int] = [:]

    /// All that somebody asks for.
    var wanted: Inotify.Changes { wishes.keys.reduce(into: []) { $0.formUnion($1) } }

    func waiting(for name: String) -> Set<OwnedPath> { waiting[name] ?? [] }

    mutating func set(_ role: ExistenceSurvey.Role, for path: OwnedPath) {
        if let known = roles[path], known.names == role.names, known.changes == role.changes { return }
        remove(path)
        roles[path] = role
        for name in role.names { waiting[name, default: []].insert(path) }
        wishes[role.changes, default: 0] += 1
        asked.formUnion(role.changes)
    }

    mutating func remove(_ path: OwnedPath) {
        guard let role = roles.removeValue(forKey: path) else { return }
        for name in role.names {
            waiting[name]?.remove(path)
            if waiting[name]?.isEmpty == true { waiting[name] = nil }
        }
        let left = (wishes[role.changes] ?? 1) - 1
        wishes[role.changes] = left > 0 ? left : nil
    }
}
