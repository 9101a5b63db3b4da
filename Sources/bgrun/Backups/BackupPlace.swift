// Where a backup's copies go: a directory, a disk that comes and goes, or another machine.
import BGRunDevice
import BGRunJob
import BGRunLinux
import BGRunText

/// A place as restic, borg or rsync has it.
struct BackupPlace {
    let kind: Recipe.Kind
    let text: String
    /// The mount point that has to be there.
    private(set) var disk: String?
    /// `host:port` that has to answer.
    private(set) var address: String?
    /// What is not sure of that, and how to say it.
    private(set) var doubt: Complaint?

    init(kind: Recipe.Kind, text: String) {
        self.kind = kind
        self.text = text
    }

    /// Another machine, or a service: `sftp:nas:/x`, `nas:/x`, `ssh://nas/x`; of a local path the colon comes behind a slash.
    var isRemote: Bool {
        guard let colon = text.firstIndex(of: ":") else { return false }
        return !text[..<colon].contains("/")
    }

    /// The same place as another program has it.
    func text(for other: Recipe.Kind) -> String {
        guard isRemote, other != kind else { return text }
        // Behind `ssh://nas/` a path begins at the root, behind `sftp://nas/` at the home.
        let (mine, others) = ("ssh://", "sftp://")
        if other == .restic {
            guard text.hasPrefix(mine) else { return "sftp:\(text)" }
            let (authority, path) = Self.halves(text.dropFirst(mine.count))
            return
                "\(others)\(authority)\(["/./", "/~/"].contains(where: path.hasPrefix) ? path.dropFirst(2) : "/\(path)")"
        }
        guard text.hasPrefix(others) else {
            return text.hasPrefix("sftp:") ? String(text.dropFirst("sftp:".count)) : text
        }
        let (authority, path) = Self.halves(text.dropFirst(others.count))
        return "\(mine)\(authority)\(path.hasPrefix("//") ? path.dropFirst() : "/.\(path)")"
    }

    private static func halves(_ address: Substring) -> (authority: Substring, path: Substring) {
        let slash = address.firstIndex(of: "/") ?? address.endIndex
        return (address[..<slash], address[slash...])
    }

    /// The machine, the disk or the directory, for a title.
    var shortName: String {
        if let host = sshWords?.last { return String(host.split(separator: "@").last ?? host[...]) }
        if isRemote { return text }
        return (disk ?? text).split(separator: "/").last.map(String.init) ?? text
    }

    /// A password in an address would be in the descriptor, and on a command line.
    func refuseSecret() throws {
        guard let start = text.firstRange(of: "://") else { return }
        let authority = text[start.upperBound...].prefix { $0 != "/" }
        guard let at = authority.lastIndex(of: "@"), authority[..<at].contains(":") else { return }
        throw Failure.usage(
            "there is a password in the address, which everybody on this machine could read",
            advice:
                "leave it out, write such as RESTIC_REST_PASSWORD=… into a file of mode 0600, and name that as environmentFile in the descriptor"
        )
    }

    /// An address as another program has it is none of this one's, and would be taken for one that does not answer.
    func refuseSpelling() throws {
        guard isRemote, let colon = text.firstIndex(of: ":") else { return }
        let scheme = String(text[..<colon])
        let meant: String?
        switch kind {
        case .restic where Self.schemesOfRestic.contains(scheme): return
        case .restic:
            meant =
                text.firstRange(of: "://") == nil || scheme == "ssh" ? sibling(.borg).text(for: .restic) : nil
        case .borg where scheme == "sftp": meant = sibling(.restic).text(for: .borg)
        case .rsync where ["sftp", "ssh"].contains(scheme):
            let ssh = sibling(scheme == "ssh" ? .borg : .restic)
            let path = text.split(separator: "/", maxSplits: 2).last.map { "/\($0)" } ?? ""
            meant =
                text.firstRange(of: "://") == nil
                ? ssh.text(for: .borg) : "\(ssh.sshWords?.last ?? ""):\(path)"
        case .borg, .rsync, .command: return
        }
        throw Failure.usage(
            "\(text.visible) is no address of \(kind.rawValue)'s",
            advice: meant.map { "write \($0.visible)" } ?? "bgrun help new tells how one is written")
    }

    private static let schemesOfRestic: Set = [
        "sftp", "rest", "s3", "b2", "azure", "gs", "swift", "rclone", "local",
    ]

    /// The same text as another program reads it.
    private func sibling(_ kind: Recipe.Kind) -> BackupPlace { BackupPlace(kind: kind, text: text) }

    /// rsync puts each path into the place by its last name: two of one name would become one, and what lies there already would be
    /// copied onto itself, and be no backup.
    func refuseMingling(of paths: [String]) throws {
        guard kind == .rsync else { return }
        var seen: [String: String] = [:]
        for path in paths {
            // What ends with a slash, or a dot behind one, is the content of the directory.
            let name =
                ["/", "/."].contains(where: path.hasSuffix)
                ? "" : path.split(separator: "/").last.map(String.init) ?? ""
            if let other = seen.updateValue(path, forKey: name) {
                throw Failure.usage(
                    "\(other.visible) and \(path.visible) would be put into one directory of the place",
                    advice: "make a job for each, with a --repository of its own")
            }
            guard !isRemote else { continue }
            let target = name.isEmpty ? text : "\(text)/\(name)"
            guard Self.real(target) != Self.real(path) else {
                throw Failure.usage(
                    "\(path.visible) would be copied onto itself, since rsync puts it into \(text.visible)",
                    advice: "choose a place elsewhere, best on another disk or machine")
            }
        }
    }

    /// Refuses a path that exists and is not a directory.
    func refuseFile() throws {
        guard !isRemote, let status = try? File.status(of: text), status.kind != .directory else { return }
        throw Failure.usage("\(text.visible) is no directory", advice: "name a directory")
    }

    /// Each backup would hold the ones before.
    func refuse(inside paths: [String]) throws {
        guard !isRemote, let path = paths.first(where: { Self.holds(Self.real($0), Self.real(text)) }) else {
            return
        }
        throw Failure.usage(
            "\(text.visible) lies in \(path.visible), so each backup would hold the ones before",
            advice: "choose a place elsewhere, best on another disk or machine")
    }

    private static func holds(_ outer: String, _ inner: String) -> Bool {
        outer == inner || outer == "/" || inner.hasPrefix("\(outer)/")
    }

    /// Without links, as far as it is there.
    private static func real(_ path: String) -> String {
        var (place, rest) = (path, "")
        while place.count > 1, place.hasSuffix("/") { place.removeLast() }
        while true {
            if let real = try? File.resolve(place) {
                return real == "/" && !rest.isEmpty ? rest : real + rest
            }
            guard let slash = place.lastIndex(of: "/"), slash > place.startIndex else { return place + rest }
            rest = place[slash...] + rest
            place = String(place[..<slash])
        }
    }

    // MARK: - What has to be there

    /// Looks for what has to be there.
    ///
    /// - Parameters:
    ///   - isOpened: What is mounted there now is the right thing.
    ///   - isOurs: It is the caller's ssh that leads there.
    mutating func settle(beside paths: [String], isOpened: Bool, isOurs: Bool) {
        if let words = sshWords {
            return settle(words, isOurs: isOurs)
        }
        guard !isRemote else { return address = server }
        let point = isOpened ? PathSight.mountPoint(of: text) : usualDisk?.point
        let isShared = paths.contains { path in
            isOpened ? PathSight.mountPoint(of: path) == point : point.map { Self.holds($0, path) } ?? false
        }
        disk = point == "/" || isShared ? nil : point
        // Who names a place in their home knows it, elsewhere a disk may be meant that is not in.
        let isAtHome = Machine.environment("HOME").map { Self.holds(Self.real($0), Self.real(text)) } ?? false
        if isShared, isOpened, !isAtHome {
            doubt = Complaint(
                "\(text.visible) is on the same disk as what is backed up, and lost with it",
                advice: "mount the other disk first, if one is meant")
        }
        if let disk, !isOpened {
            doubt = Complaint(
                "\(disk.visible) is taken for the mount point of the disk",
                advice: "if it is another, write that in its place behind \"mounted\"")
        }
    }

    /// Nothing is mounted where a disk would be, but what holds the directory for disks.
    var isDiskAbsent: Bool {
        guard !isRemote, let (disk, isDeclared) = usualDisk, let point = PathSight.mountPoint(of: text) else {
            return false
        }
        if isDeclared { return !Self.holds(disk, point) }
        return point.split(separator: "/").count < disk.split(separator: "/").count - 1
    }

    /// The disk that has to be there: where fstab(5) has one, or file managers and people mount what is plugged in, as
    /// `/mnt/disk`, `/media/disk`, `/media/me/disk`, `/run/media/me/disk`.
    private var usualDisk: (point: String, isDeclared: Bool)? {
        if let point = PathSight.declaredMountPoint(of: text) { return (point, true) }
        let parts = text.split(separator: "/").map(String.init)
        let depth: Int
        switch parts.first {
        case "mnt": depth = 2
        case "media" where parts.count > 1:
            depth = (try? UserAccount.with(name: parts[1])).flatMap(\.self) == nil ? 2 : 3
        case "run" where parts.count > 1 && parts[1] == "media": depth = 4
        case _: return nil
        }
        return parts.count < depth ? nil : ("/" + parts.prefix(depth).joined(separator: "/"), false)
    }

    // MARK: - Servers

    /// The server of an address that no ssh leads to.
    private var server: String? {
        if kind == .rsync {
            if text.hasPrefix("rsync://") { return Self.endpoint(text.dropFirst(8), 873) }
            return text.firstRange(of: "::").flatMap { Self.endpoint(text[..<$0.lowerBound], 873) }
        }
        guard kind == .restic, let service = ["rest:", "s3:"].first(where: text.hasPrefix) else { return nil }
        let address = text.dropFirst(service.count)
        if address.hasPrefix("http://") { return Self.endpoint(address.dropFirst(7), 80) }
        return Self.endpoint(address.hasPrefix("https://") ? address.dropFirst(8) : address, 443)
    }

    /// - Parameter port: The one that is meant where none is said.
    private static func endpoint(_ address: Substring, _ port: Int) -> String? {
        let host = address.prefix { $0 != "/" }.split(separator: "@").last.map(String.init) ?? ""
        return (Endpoint(host) ?? Endpoint("\(host):\(port)"))?.text
    }

    /// Whom ssh is asked for, with its port.
    private var sshWords: [String]? {
        if let scheme = ["sftp://", "ssh://"].first(where: text.hasPrefix) {
            let authority = text.dropFirst(scheme.count).prefix { $0 != "/" }
            let parts = authority.split(separator: ":", maxSplits: 1).map(String.init)
            return parts.count == 2 ? ["-p", parts[1], parts[0]] : parts
        }
        let address = text.hasPrefix("sftp:") ? text.dropFirst(5) : text[...]
        guard isRemote, !text.contains("://"), !text.contains("::"), kind != .restic || address != text[...],
            let colon = address.firstIndex(of: ":")
        else { return nil }
        return [String(address[..<colon])]
    }

    private mutating func settle(_ words: [String], isOurs: Bool) {
        address = isOurs ? Self.sshAddress(words) : nil
        guard address == nil else { return }
        let reason = isOurs ? "ssh gets there by another machine or program" : "their ssh may lead elsewhere"
        doubt = Complaint(
            "that \(shortName.visible) answers is not required, since \(reason)",
            advice: "\"network\": {\"reachable\": \"nas.local:22\"} in \"requires\" does that")
    }

    /// Where ssh connects to, by its own settings; nil where another program or machine stands in between.
    private static func sshAddress(_ words: [String]) -> String? {
        guard let program = try? CallerProgram.path(of: "ssh"),
            let home = Machine.environment("HOME"),
            let answer = try? CapturedChild.run(
                program, ["-G"] + words, environment: ["HOME": home, "PATH": "/usr/bin:/bin"],
                limit: 64 << 10,
                until: Clock.read(.monotonic) &+ 5_000_000),
            answer.end == .exited(.exited(0))
        else { return nil }
        var settings: [Substring: Substring] = [:]
        for line in String(decoding: answer.output, as: UTF8.self).split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 1)
            if parts.count == 2 { settings[parts[0]] = parts[1] }
        }
        guard settings["proxyjump"] == nil, settings["proxycommand"] == nil, let host = settings["hostname"],
            let port = settings["port"]
        else { return nil }
        return (Endpoint("\(host):\(port)") ?? Endpoint("[\(host)]:\(port)"))?.text
    }
}
