// What a backup leaves out: what somebody says, and the caches of homes.
import BGRunLinux

/// What stands behind `--exclude`.
struct LeftOut {
    /// As the program takes it.
    private(set) var patterns: [String] = []
    /// As people call it.
    private(set) var names: [String] = []

    /// - Parameter said: What options say.
    init(_ kind: Recipe.Kind, of paths: [String], said: [String]) {
        // Who names one wants it.
        let isCacheWanted = paths.contains { $0.split(separator: "/").contains(".cache") }
        for path in isCacheWanted ? [] : paths {
            for home in Self.homes(in: path) {
                add(Self.pattern(kind, path, "\(home)/.cache"), "\(home)/.cache")
            }
        }
        for pattern in said { add(pattern, pattern) }
    }

    private mutating func add(_ pattern: String, _ name: String) {
        if !patterns.contains(pattern) { patterns.append(pattern) }
        if !names.contains(name) { names.append(name) }
    }

    /// The homes that a path is or holds.
    private static func homes(in path: String) -> [String] {
        let parts = path.split(separator: "/")
        if parts.count == 2, parts[0] == "home" { return ["/\(parts[0])/\(parts[1])"] }
        let own = Machine.environment("HOME").map { [$0] } ?? []
        let root = "/" + parts.joined(separator: "/")
        return ["/home/*", "/root"].filter { holds(root, $0) }
            + own.filter { holds(root, $0) && !(holds(root, "/home/*") && holds("/home", $0)) }
    }

    private static func holds(_ path: String, _ home: String) -> Bool {
        path == "/" || path == home || home.hasPrefix("\(path)/")
    }

    private static func pattern(_ kind: Recipe.Kind, _ path: String, _ cache: String) -> String {
        switch kind {
        case .restic, .command: return cache
        // A star of its usual patterns goes on behind a slash.
        case .borg: return cache.contains("*") ? "sh:\(cache)" : cache
        case .rsync:
            // Of what is copied, the last name alone is in its copy; with a slash behind it, not even that.
            let isOpen = path.hasSuffix("/")
            let parts = path.split(separator: "/")
            let rest = cache.split(separator: "/").dropFirst(isOpen ? parts.count : max(parts.count - 1, 0))
            return "/" + rest.joined(separator: "/")
        }
    }
}
