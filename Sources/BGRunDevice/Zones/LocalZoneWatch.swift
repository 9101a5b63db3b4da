// Told by inotify when the machine's own zone may be another one.
import BGRunLinux

/// Watches `/etc/localtime`, and what it leads to.
///
/// inotify can't tell names apart before it wakes us, and `/etc` is a busy place: so the link itself is watched. One
/// that is renamed over, or removed, drops its last name, which its watch tells; then the new one is watched. What
/// remains: a change of the link's own attributes wakes the daemon for nothing, and while there is no link at all, so
/// does each new entry of its directory.
package final class LocalZoneWatch {
    private static let link: Inotify.Changes = [
        .attributes, .deletedSelf, .movedSelf, .closedAfterWriting, .linkItself,
    ]
    /// An update of the tz database renames a new file over the old one.
    private static let target: Inotify.Changes = [.attributes, .deletedSelf, .movedSelf, .closedAfterWriting]
    private static let directory: Inotify.Changes = [.created, .movedTo, .onlyDirectory]
    /// The link may come while its directory is being watched, and go again.
    private static let rounds = 8

    private let inotify: Inotify
    private let path: String
    private let parent: String
    private let name: String
    private var watches: Set<Inotify.Watch> = []
    /// The directory, while the link is missing.
    private var waiting: Inotify.Watch?

    /// - Parameter path: the link, absolute.
    package init(path: String = "/etc/localtime") throws(SystemError) {
        inotify = try Inotify()
        self.path = path
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        parent = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        name = slash.map { String(path[path.index(after: $0)...]) } ?? path
        arm()
    }

    /// To be watched for reading, level-triggered.
    package var descriptor: Int32 { inotify.descriptor.rawValue }

    /// Takes all events that wait; whether the zone has to be read again.
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
        case .overflowed: true
        case .changed(let watch, let changes, let name):
            if watch == waiting {
                name == self.name
            } else {
                // The end of a watch that was given up is no news.
                watches.contains(watch) && changes != .ignored
            }
        }
    }

    private func arm() {
        var current: Set<Inotify.Watch> = []
        var waiting: Inotify.Watch?
        for _ in 0..<Self.rounds {
            if let watch = try? inotify.watch(path, for: Self.link) {
                current.insert(watch)
                // One file where the path is no link: the same watch, for the same changes.
                if let watch = try? inotify.watch(path, for: Self.target) { current.insert(watch) }
                waiting = nil
                break
            }
            // A second failure with the directory watched: its next entry of the name is told.
            if waiting != nil { break }
            waiting = try? inotify.watch(parent, for: Self.directory)
            if waiting == nil { break }
        }
        let old = watches.union(self.waiting.map { [$0] } ?? [])
        for watch in old where !current.contains(watch) && watch != waiting { try? inotify.remove(watch) }
        watches = current
        self.waiting = waiting
    }
}
