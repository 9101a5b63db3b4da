// Where systemd's units lie, in the order in which it looks for them, with their drop-ins.
import BGRunImport
import BGRunLinux

/// The directories of units, of the system's or of a user's manager.
struct UnitFiles {
    private let directories: [String]

    /// More than any unit has.
    private static let longest = 256 * 1024
    private static let mostNames = 1000

    /// - Parameter first: A directory that comes before the usual ones: that of a unit which was named with its path.
    init(isUser: Bool, first: String? = nil) {
        directories = (first.map { [$0] } ?? []) + (isUser ? Self.ofUser : Self.ofSystem)
    }

    /// As `systemd-analyze unit-paths` has them.
    private static let ofSystem = [
        "/etc/systemd/system.control", "/run/systemd/system.control", "/run/systemd/transient",
        "/run/systemd/generator.early", "/etc/systemd/system", "/etc/systemd/system.attached",
        "/run/systemd/system", "/run/systemd/system.attached", "/run/systemd/generator",
        "/usr/local/lib/systemd/system", "/usr/lib/systemd/system", "/lib/systemd/system",
        "/run/systemd/generator.late",
    ]

    private static var ofUser: [String] {
        let runtime = Machine.environment("XDG_RUNTIME_DIR").flatMap { $0.isEmpty ? nil : "\($0)/systemd" }
        let configuration = variable("XDG_CONFIG_HOME", below: ".config").map { "\($0)/systemd" }
        let data = variable("XDG_DATA_HOME", below: ".local/share").map { "\($0)/systemd" }
        func below(_ directory: String?, _ names: String...) -> [String] {
            directory.map { directory in names.map { "\(directory)/\($0)" } } ?? []
        }
        return below(configuration, "user.control")
            + below(runtime, "user.control", "transient", "generator.early")
            + below(configuration, "user") + ["/etc/xdg/systemd/user", "/etc/systemd/user"]
            + below(runtime, "user") + ["/run/systemd/user"] + below(runtime, "generator")
            + below(data, "user") + ["/usr/local/share/systemd/user", "/usr/share/systemd/user"]
            + ["/usr/local/lib/systemd/user", "/usr/lib/systemd/user"] + below(runtime, "generator.late")
    }

    static func variable(_ name: String, below directory: String) -> String? {
        Machine.environment(name).flatMap { $0.isEmpty ? nil : $0 }
            ?? Machine.environment("HOME").map { "\($0)/\(directory)" }
    }

    /// What `%h` and the like stand for; those that are not here are not known.
    static func specifiers(isUser: Bool) -> [Character: String] {
        var known: [Character: String] = ["T": "/tmp", "V": "/var/tmp"]
        known["H"] = Machine.hostName
        if isUser {
            known["h"] = Machine.environment("HOME")
            known["t"] = Machine.environment("XDG_RUNTIME_DIR")
            known["E"] = variable("XDG_CONFIG_HOME", below: ".config")
            known["C"] = variable("XDG_CACHE_HOME", below: ".cache")
            known["U"] = String(Machine.user)
            known["u"] = (try? UserAccount.with(user: Machine.user))?.name
        } else {
            known.merge([
                "h": "/root", "u": "root", "U": "0", "t": "/run", "S": "/var/lib", "C": "/var/cache",
                "L": "/var/log",
                "E": "/etc",
            ]) { $1 }
        }
        return known
    }

    /// Whether there is a file of a unit that is not masked, of which nothing is read.
    func has(_ name: String) -> Bool {
        for file in Self.names(of: name) {
            for path in directories.map({ "\($0)/\(file)" })
            where (try? File.statusOfLink(at: path)) != nil {
                return (try? File.status(of: path)).map { $0.size > 0 } ?? false
            }
        }
        return false
    }

    /// The file of a unit, and what changes it.
    func find(_ name: String) -> TimerReader.Found {
        for file in Self.names(of: name) {
            for directory in directories {
                let path = "\(directory)/\(file)"
                guard (try? File.statusOfLink(at: path)) != nil else { continue }
                guard let text = Self.text(of: path), !text.isEmpty else { return .masked(path: path) }
                return .parts([ForeignSource(path: path, text: text)] + dropIns(of: name))
            }
        }
        return .nowhere
    }

    /// A unit's own, and that of the template that it is of.
    private static func names(of unit: String) -> [String] {
        guard let at = unit.firstIndex(of: "@"), let dot = unit.lastIndex(of: "."), at < dot else {
            return [unit]
        }
        return [unit, "\(unit[...at])\(unit[dot...])"]
    }

    /// Sorted by their names, whatever directory they lie in; of two of one name the first that is found counts.
    private func dropIns(of unit: String) -> [ForeignSource] {
        var found: [String: String] = [:]
        for name in Self.names(of: unit) + Self.prefixes(of: unit) {
            for directory in directories.map({ "\($0)/\(name).d" }) {
                guard let below = try? Directory(path: "\(directory)/."),
                    let files = try? below.names(limit: Self.mostNames)
                else { continue }
                for file in files where file.hasSuffix(".conf") && found[file] == nil {
                    found[file] = "\(directory)/\(file)"
                }
            }
        }
        return found.sorted { $0.key < $1.key }.compactMap { _, path in
            Self.text(of: path).map { ForeignSource(path: path, text: $0) }
        }
    }

    /// `a-b-.timer` and `a-.timer` of `a-b-c.timer`, and `timer`.
    private static func prefixes(of unit: String) -> [String] {
        guard let dot = unit.lastIndex(of: ".") else { return [] }
        let type = unit[unit.index(after: dot)...]
        let parts = unit[..<dot].split(separator: "-", omittingEmptySubsequences: false)
        let prefixes = (1..<max(parts.count, 1)).reversed().map {
            "\(parts.prefix($0).joined(separator: "-"))-.\(type)"
        }
        return prefixes + [String(type)]
    }

    private static func text(of path: String) -> String? {
        (try? File.contents(of: path, limit: longest)).map { String(decoding: $0, as: UTF8.self) }
    }
}
