// Terminals, and when somebody last typed at one.
import BGRunLinux
import Glibc

/// The virtual consoles and the pseudo-terminals. What is typed at one is read from it, which is its access time.
///
/// Between ``watch(_:in:)`` and ``unwatch()`` the next key is told.
final class TerminalInput {
    /// Terminals that are looked at; the kernel has 63 consoles.
    private static let limit = 1024

    private let root: String
    private var inotify: Inotify?
    private var queue: EventQueue?
    /// The last access time and the awake instant it was understood as. The same access time keeps its instant: reckoned
    /// anew after a sleep, it would move back by the length of the sleep.
    private var known: (accessed: Int64, awake: Int64)?

    /// - Parameter root: Stands for `/`; without a slash at its end.
    init(root: String) { self.root = root }

    deinit { unwatch() }

    /// When somebody last typed at any terminal, in microseconds of the monotonic clock; nil where there is no terminal.
    func lastUse(at now: Int64) -> Int64? {
        guard let accessed = names.compactMap({ try? File.lastRead(of: path($0)) }).max() else { return nil }
        if let known, known.accessed == accessed { return known.awake }
        let ago = Clock.read(.realtime).subtractingReportingOverflow(accessed)
        let awake = min(max(now &- (ago.overflow ? now : max(ago.partialValue, 0)), 0), now)
        known = (accessed, awake)
        return awake
    }

    /// All terminals: "tty1", "pts/0".
    var names: [String] {
        list("").filter { Self.isNumbered($0, "tty") } + list("/pts").map { "pts/\($0)" }.filter(Self.isName)
    }

    /// Whether it is a terminal's name below /dev, and no path to somewhere else.
    static func isName(_ name: String) -> Bool { isNumbered(name, "tty") || isNumbered(name, "pts/") }

    private static func isNumbered(_ name: String, _ prefix: String) -> Bool {
        name.hasPrefix(prefix) && name.count > prefix.count
            && name.dropFirst(prefix.count).allSatisfy(\.isASCIIDigit)
    }

    private func list(_ below: String) -> [String] {
        guard let directory = try? Directory(path: "\(root)/dev\(below)") else { return [] }
        return Array(((try? directory.names(limit: 16_384)) ?? []).prefix(16_384))
    }

    private func path(_ name: String) -> String { "\(root)/dev/\(name)" }

    // MARK: - Watching

    /// Has the next key at one of these terminals told. A terminal that opens later is not among them.
    func watch(_ names: [String], in queue: EventQueue) {
        unwatch()
        guard !names.isEmpty, let fresh = try? Inotify() else { return }
        for name in names.prefix(Self.limit) where Self.isName(name) {
            _ = try? fresh.watch(path(name), for: [.accessed, .once])
        }
        guard (try? queue.add(fresh.descriptor.rawValue, for: .read, token: 0)) != nil else { return }
        inotify = consume fresh
        self.queue = queue
    }

    func unwatch() {
        guard inotify != nil, let queue else { return }
        if let number = inotify?.descriptor.rawValue { try? queue.remove(number) }
        inotify = nil
        self.queue = nil
    }

    /// Whether a key was told since ``watch(_:in:)``.
    func takeNews() -> Bool {
        guard let events = try? inotify?.events() else { return false }
        return events.contains { event in
            switch event {
            case .overflowed: true
            // A terminal that closes is no key.
            case .changed(_, let changes, _): changes.contains(.accessed)
            }
        }
    }
}
