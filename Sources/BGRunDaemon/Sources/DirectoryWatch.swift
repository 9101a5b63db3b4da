// Told by inotify when the jobs directories may read differently.
import BGRunLinux

/// Watches directories that may come and go.
///
/// A directory that is not there is waited for in the nearest one above it that is.
struct DirectoryWatch: ~Copyable {
    /// What can change a listing. A file that is only created is not finished; its writer closes it later. A
    /// link is finished at once, so creations are news as well.
    private static let inside: Inotify.Changes = [
        .created, .closedAfterWriting, .moved, .deleted, .attributes, .deletedSelf, .movedSelf, .added,
    ]
    /// Added to what is watched for already: one directory may be waited in for several.
    private static let above: Inotify.Changes = [.created, .movedTo, .deletedSelf, .movedSelf, .added]

    private enum Purpose: Equatable {
        case jobs
        /// Waiting for entries of these names.
        case waiting(Set<String>)
    }

    private let inotify: Inotify
    private let paths: [String]
    private var watches: [Inotify.Watch: Purpose] = [:]

    init(_ paths: [String]) throws(SystemError) {
        inotify = try Inotify()
        self.paths = paths
        arm()
    }

    var descriptor: Int32 { inotify.descriptor.rawValue }

    /// Takes all events that wait; whether the directories have to be read again.
    mutating func drain() -> Bool {
        guard let events = try? inotify.events() else { return true }
        var hasNews = false
        for event in events where isNews(event) { hasNews = true }
        if hasNews { arm() }
        return hasNews
    }

    private func isNews(_ event: Inotify.Event) -> Bool {
        switch event {
        case .overflowed: return true
        case .changed(let watch, let changes, let name):
            switch watches[watch] {
            case nil: return false
            case .jobs?: return name.map { $0.hasSuffix(".json") } ?? true
            case .waiting(let names)?:
                return name.map { names.contains($0) } ?? !changes.isDisjoint(with: [
                    .deletedSelf, .movedSelf,
                ])
            }
        }
    }

    /// Watches each directory, or where it will appear. A watch that fails is one event less, no error: SIGHUP
    /// reads the directories too.
    private mutating func arm() {
        var current: [Inotify.Watch: Purpose] = [:]
        for path in paths { watchNearest(path, &current) }
        for watch in watches.keys where current[watch] == nil { try? inotify.remove(watch) }
        watches = current
    }

    private func watchNearest(_ path: String, _ current: inout [Inotify.Watch: Purpose]) {
        // What is missing may appear before the watch above it stands: then the next round finds it.
        for _ in 0..<Self.rounds {
            if let watch = try? inotify.watch(path, for: Self.inside) {
                current[watch] = .jobs
                return
            }
            guard let missing = waitAbove(path, &current) else { return }
            if (try? inotify.watch(missing, for: Self.above)) == nil { return }
        }
    }

    private static let rounds = 8

    /// Watches the nearest directory above that is there, and gives the path that is missing in it.
    private func waitAbove(_ path: String, _ current: inout [Inotify.Watch: Purpose]) -> String? {
        var missing = path
        while let (parent, name) = Self.split(missing) {
            if let watch = try? inotify.watch(parent, for: Self.above) {
                switch current[watch] {
                case .jobs?: break
                case .waiting(let names)?: current[watch] = .waiting(names.union([name]))
                case nil: current[watch] = .waiting([name])
                }
                return missing
            }
            missing = parent
        }
        return nil
    }

    private static func split(_ path: String) -> (parent: String, name: String)? {
        guard let slash = path.lastIndex(of: "/"), path != "/" else { return nil }
        let parent = path[..<slash]
        return (parent.isEmpty ? "/" : String(parent), String(path[path.index(after: slash)...]))
    }
}
