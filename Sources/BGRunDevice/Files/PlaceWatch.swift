// Told by inotify when what stands at a place may read differently.
import BGRunLinux

/// Watches files or directories that may come and go, by paths that nobody but an administrator has chosen.
///
/// What is not there is waited for in the nearest directory above it that is. inotify can't tell names apart before it
/// wakes us, and such a directory may be a busy place, so it is watched for no longer than that.
package final class PlaceWatch: KernelWatch {
    /// What stands at the places.
    package enum Kind: Sendable {
        /// Directories, of which only entries whose names end in one of these ways are of interest.
        case directories(ofNamesEnding: [String])
        /// Files, or links: one that is renamed over, or removed, drops its last name, which its watch tells.
        case files
    }

    /// A file that is only created is not finished; its writer closes it later. A link is finished at once, so
    /// creations are news as well.
    private static let inside: Inotify.Changes = [
        .created, .closedAfterWriting, .moved, .deleted, .attributes, .deletedSelf, .movedSelf, .added,
    ]
    private static let file: Inotify.Changes = [
        .attributes, .deletedSelf, .movedSelf, .closedAfterWriting, .added,
    ]
    /// Added to what is watched for already: one directory may be waited in for several.
    private static let above: Inotify.Changes = [
        .created, .movedTo, .deletedSelf, .movedSelf, .onlyDirectory, .added,
    ]
    private static let rounds = 8

    private enum Purpose {
        case place
        /// Waiting for entries of these names.
        case waiting(Set<String>)
    }

    private let inotify: Inotify
    private var paths: [String]
    private let kind: Kind
    private var watches: [Inotify.Watch: Purpose] = [:]

    /// - Parameter paths: Absolute.
    package init(_ paths: [String], of kind: Kind) throws(SystemError) {
        inotify = try Inotify()
        self.paths = paths
        self.kind = kind
        arm()
    }

    /// Watches these from now on; whether some of them are new.
    package func watch(_ paths: [String]) -> Bool {
        guard paths != self.paths else { return false }
        let known = Set(self.paths)
        self.paths = paths
        arm()
        return paths.contains { !known.contains($0) }
    }

    /// To be watched for reading, level-triggered.
    package var descriptor: Int32 { inotify.descriptor.rawValue }

    /// Takes all events that wait; whether the places have to be read again.
    package func drain() -> Bool {
        guard let events = try? inotify.events() else { return true }
        var hasNews = false
        for event in events where isNews(event) { hasNews = true }
        // Watched anew before the caller reads: what changes after that is told again.
        if hasNews { arm() }
        return hasNews
    }

    private func isNews(_ event: Inotify.Event) -> Bool {
        switch event {
        case .overflowed: return true
        case .changed(let watch, let changes, let name):
            switch watches[watch] {
            case nil: return false
            // The end of a watch comes behind the end of what it watched.
            case .place?: return name.map(counts) ?? (changes != .ignored)
            case .waiting(let names)?:
                return name.map(names.contains) ?? !changes.isDisjoint(with: [.deletedSelf, .movedSelf])
            }
        }
    }

    private func counts(_ name: String) -> Bool {
        switch kind {
        case .directories(let endings): endings.contains { name.hasSuffix($0) }
        case .files: true
        }
    }

    // MARK: - Watching

    /// Watches each place, or where it will appear. A watch that fails is one event less, no error.
    private func arm() {
        var current: [Inotify.Watch: Purpose] = [:]
        for path in paths { watchNearest(path, &current) }
        for watch in watches.keys where current[watch] == nil { try? inotify.remove(watch) }
        watches = current
    }

    private func watchNearest(_ path: String, _ current: inout [Inotify.Watch: Purpose]) {
        // What is missing may appear before the watch above it stands: then the next round finds it.
        for _ in 0..<Self.rounds {
            let found = watch(path)
            for watch in found { current[watch] = .place }
            if !found.isEmpty { return }
            guard let missing = waitAbove(path, &current), (try? File.statusOfLink(at: missing)) != nil else {
                return
            }
        }
    }

    /// What stands there now: of a link both itself and what it leads to.
    private func watch(_ path: String) -> [Inotify.Watch] {
        switch kind {
        case .directories: [try? inotify.watch(path, for: Self.inside)].compactMap(\.self)
        case .files:
            [
                try? inotify.watch(path, for: Self.file.union(.linkItself)),
                try? inotify.watch(path, for: Self.file),
            ].compactMap(\.self)
        }
    }

    /// Watches the nearest directory above that is there, and gives the path that is missing in it.
    private func waitAbove(_ path: String, _ current: inout [Inotify.Watch: Purpose]) -> String? {
        var missing = path
        while let (parent, name) = PathName.split(missing) {
            if let watch = try? inotify.watch(parent, for: Self.above) {
                switch current[watch] {
                case .place?: break
                case .waiting(let names)?: current[watch] = .waiting(names.union([name]))
                case nil: current[watch] = .waiting([name])
                }
                return missing
            }
            missing = parent
        }
        return nil
    }
}
