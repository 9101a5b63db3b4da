// Where systemd's units lie, in the order in which it looks for them, with their drop-ins.
import BGRunImport
import BGRunLinux
import Glibc

/// The directories of units, of the system's or of a user's manager.
struct UnitFiles {
    private let directories: [String]
    private let isUser: Bool
    /// That of a unit which was named with its path; nothing but the caller's word speaks for it.
    private let named: String?

    /// More than any unit has: in a file, in all that a unit is put together of, and of drop-ins.
    private static let (longest, longestSum, mostDropIns) = (256 << 10, 1 << 20, 100)
    private static let mostNames = 1000
    private static let mostUnits = 10_000

    /// - Parameter first: A directory that comes before the usual ones: that of a unit which was named with its path.
    init(isUser: Bool, first: String? = nil) {
        self.isUser = isUser
        named = first
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

    /// What `%h` and the like stand for. Of those that are not here the import says why it does not know them.
    static func specifiers(isUser: Bool) -> [Character: String] {
        var known: [Character: String] = ["T": "/tmp", "V": "/var/tmp", "a": architecture]
        known["H"] = Machine.hostName
        known["l"] = Machine.hostName.map { String($0.prefix { $0 != "." }) }
        known["q"] = variables(of: ["/etc/machine-info"])["PRETTY_HOSTNAME"] ?? known["l"]
        known["v"] = Machine.kernelRelease
        let release = variables(of: ["/etc/os-release", "/usr/lib/os-release"])
        for (letter, name) in ofRelease { known[letter] = release[name] ?? "" }
        known["m"] = (try? File.contents(of: "/etc/machine-id", limit: 64)).map {
            String(decoding: $0.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        }
        let account = try? UserAccount.with(user: isUser ? Machine.user : 0)
        known["s"] = account?.shell
        known["G"] = account.map { String($0.group) }
        known["g"] = account.flatMap { try? UserAccount.name(ofGroup: $0.group) }
        if isUser {
            known["h"] = Machine.environment("HOME")
            known["t"] = Machine.environment("XDG_RUNTIME_DIR")
            known["E"] = variable("XDG_CONFIG_HOME", below: ".config")
            known["C"] = variable("XDG_CACHE_HOME", below: ".cache")
            known["U"] = String(Machine.user)
            known["u"] = account?.name
        } else {
            known.merge([
                "h": "/root", "u": "root", "U": "0", "t": "/run", "S": "/var/lib", "C": "/var/cache",
                "L": "/var/log",
                "E": "/etc",
            ]) { $1 }
        }
        return known
    }

    /// Fields of os-release(5).
    private static let ofRelease: [(letter: Character, name: String)] = [
        ("o", "ID"), ("w", "VERSION_ID"), ("W", "VARIANT_ID"), ("B", "BUILD_ID"), ("M", "IMAGE_ID"),
        ("A", "IMAGE_VERSION"),
    ]

    /// What the first of some files that is there sets, which has the form of os-release(5).
    private static func variables(of files: [String]) -> [String: String] {
        for file in files {
            guard let bytes = try? File.contents(of: file, limit: longest) else { continue }
            let pairs = bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
                let parts = String(decoding: line, as: UTF8.self).split(separator: "=", maxSplits: 1)
                return parts.count == 2 ? (String(parts[0]), parts[1].filter { !"\"'\\".contains($0) }) : nil
            }
            return Dictionary(pairs) { $1 }
        }
        return [:]
    }

    /// As systemd calls it.
    private static var architecture: String {
        #if arch(x86_64)
            "x86-64"
        #elseif arch(arm64)
            "arm64"
        #elseif arch(riscv64)
            "riscv64"
        #else
            "unknown"
        #endif
    }

    /// Whether a directory has units of a user's own manager.
    static func isOfUsers(_ directory: String) -> Bool {
        directory.hasSuffix("/systemd/user") || directory.hasSuffix("/systemd/user.control")
    }

    /// Timers that there are, by their names. Templates are none.
    func timers() -> Set<String> {
        Set(
            directories.flatMap { (try? Directory(path: $0).names(limit: Self.mostUnits)) ?? [] }.filter {
                $0.hasSuffix(".timer") && !$0.hasSuffix("@.timer")
            })
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
            for path in directories.map({ "\($0)/\(file)" })
            where (try? File.statusOfLink(at: path)) != nil {
                do throws(Refusal) {
                    return .parts(try parts(of: name, at: path))
                } catch {
                    return .refused(error.reason, advice: error.advice)
                }
            }
        }
        return .nowhere
    }

    /// The same, which tells of the other manager where that has the unit.
    func findOrAdvise(_ name: String) -> TimerReader.Found {
        let found = find(name)
        guard case .nowhere = found, UnitFiles(isUser: !isUser).has(name) else { return found }
        return isUser
            ? .refused("there is no file of \(name) of yours", advice: "leave out --user: the system has one")
            : .refused("there is no file of \(name) of the system's", advice: "say --user: you have one")
    }

    /// Why nothing is made of a unit that is there.
    private struct Refusal: Error {
        let reason: String
        let advice: String
    }

    private func parts(of name: String, at path: String) throws(Refusal) -> [ForeignSource] {
        guard let unit = try text(of: path), !unit.isEmpty else {
            let flags = (isUser ? " --user" : "") + " unmask" + (path.hasPrefix("/run/") ? " --runtime" : "")
            throw Refusal(reason: "\(name) is masked by \(path)", advice: "systemctl\(flags) \(name)")
        }
        // Of a file that is linked systemd knows the place where it lies (`%y`).
        let isLink = (try? File.statusOfLink(at: path).kind) == .symbolicLink
        let place = isLink ? (try? File.resolve(path)) ?? path : path
        var (parts, sum) = ([ForeignSource(path: place, text: unit)], unit.utf8.count)
        for path in try dropIns(of: name) {
            // One that leads nowhere has another of its name left out.
            guard let text = try text(of: path) else { continue }
            sum += text.utf8.count
            guard parts.count <= Self.mostDropIns, sum <= Self.longestSum else {
                throw Refusal(
                    reason: "\(name) has more than \(Self.mostDropIns) drop-ins, or more than 1 MiB of text",
                    advice: "mend the unit")
            }
            parts.append(ForeignSource(path: path, text: text))
        }
        return parts
    }

    /// Nil for what is masked by a link to /dev/null.
    private func text(of path: String) throws(Refusal) -> String? {
        let file: ForeignFile
        do throws(SystemError) {
            guard try File.status(of: path).kind != .characterDevice else { return nil }
            file = try ForeignFile(path: path, limit: Self.longest)
        } catch {
            if error.errno == EILSEQ {
                throw Refusal(reason: "\(path) is not UTF-8", advice: "mend the unit")
            }
            throw Refusal(
                reason: "\(path) can't be read: \(SystemError.text(of: error.errno))",
                advice: error.errno == EACCES ? "use sudo, which may read it" : "mend the unit")
        }
        if file.text.utf8.contains(0) {
            throw Refusal(
                reason: "\(path) has a zero byte, so it is no unit", advice: "check which file it is")
        }
        guard let named, path.hasPrefix("\(named)/"), let doubt = file.doubt(withRightsOf: 0) else {
            return file.text
        }
        throw Refusal(
            reason: "\(path) would say what root runs, and \(doubt)",
            advice: "copy the unit to a directory of root's, and read it there first")
    }

    /// A unit's own, and that of the template that it is of.
    static func names(of unit: String) -> [String] {
        guard let at = unit.firstIndex(of: "@"), let dot = unit.lastIndex(of: "."), at < dot else {
            return [unit]
        }
        return [unit, "\(unit[...at])\(unit[dot...])"]
    }

    /// Sorted by their names, whatever directory they lie in; of two of one name the first that is found counts.
    private func dropIns(of unit: String) throws(Refusal) -> [String] {
        var found: [String: String] = [:]
        for name in Self.names(of: unit) + Self.prefixes(of: unit) {
            for directory in directories.map({ "\($0)/\(name).d" }) {
                do throws(SystemError) {
                    let files = try Directory(path: "\(directory)/.").names(limit: Self.mostNames)
                    for file in files where file.hasSuffix(".conf") && found[file] == nil {
                        found[file] = "\(directory)/\(file)"
                    }
                } catch {
                    guard error.errno != ENOENT, error.errno != ENOTDIR else { continue }
                    throw Refusal(
                        reason: "\(directory) can't be read: \(SystemError.text(of: error.errno))",
                        advice: "mend the unit")
                }
            }
        }
        return found.sorted { $0.key < $1.key }.map(\.value)
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
}
