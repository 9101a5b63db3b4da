// Waits for a daemon to come: inotify on the directory of its socket, or on the nearest one that is there.
internal import BGRunLinux

/// Follows the way to a socket as its directories come and go.
///
/// The service manager removes the directory of a user's daemon together with the daemon. A file is there before anybody
/// listens at it, so news only say that it is worth trying.
struct SocketWatch: ~Copyable {
    private let inotify: Inotify
    private let parts: [Substring]
    /// How many parts of the way the watched directory is below the root.
    private var depth = 0
    private var watch: Inotify.Watch?

    /// Nil where there is nothing to be watched: the name is no path, or the system gives no watch.
    init?(for path: String) {
        let parts = path.split(separator: "/")
        guard path.hasPrefix("/"), !parts.isEmpty, let inotify = try? Inotify() else { return nil }
        self.inotify = inotify
        self.parts = parts
        move()
    }

    var descriptor: Int32 { inotify.descriptor.rawValue }

    /// Whether the socket may have come, as far as the kernel has told since the last time.
    mutating func hasNews() -> Bool {
        guard let events = try? inotify.events() else { return true }
        let (depth, watch) = (depth, watch)
        let isTold = events.contains { event in
            switch event {
            case .overflowed: true
            case .changed(let changed, let changes, let name):
                changed == watch
                    && (name == nil ? !changes.isEmpty : parts[depth].elementsEqual(name ?? ""))
            }
        }
        if isTold { move() }
        return isTold
    }

    /// Watches the deepest directory of the way that is there. What comes while this looks is seen: it looks again below
    /// each directory that it has begun to watch.
    private mutating func move() {
        if let watch { try? inotify.remove(watch) }
        watch = nil
        for depth in (0..<parts.count).reversed() {
            guard let found = look(at: depth) else { continue }
            (watch, self.depth) = (found, depth)
            while self.depth + 1 < parts.count, let deeper = look(at: self.depth + 1) {
                if let watch, watch != deeper { try? inotify.remove(watch) }
                (watch, self.depth) = (deeper, self.depth + 1)
            }
            return
        }
    }

    private func look(at depth: Int) -> Inotify.Watch? {
        try? inotify.watch(
            "/" + parts[..<depth].joined(separator: "/"),
            for: [.created, .movedTo, .deletedSelf, .movedSelf, .onlyDirectory])
    }
}
