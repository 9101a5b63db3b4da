// Where a backup's copies go: a directory, a disk that comes and goes, or another machine.
import BGRunDevice
import BGRunLinux
import BGRunText

/// A place as restic, borg or rsync has it.
struct BackupPlace {
    let kind: Recipe.Kind
    let text: String
    /// The mount point that has to be there.
    var disk: String?
    /// `host:port` where ssh leads there by itself.
    var address: String?

    init(kind: Recipe.Kind, text: String) {
        self.kind = kind
        self.text = text
        disk = usualDisk
    }

    /// Another machine, or a service: `sftp:nas:/x`, `nas:/x`, `ssh://nas/x`; of a local path the colon comes behind a slash.
    var isRemote: Bool {
        guard let colon = text.firstIndex(of: ":") else { return false }
        return !text[..<colon].contains("/")
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

    /// It was opened, so what is mounted there now is what has to be.
    mutating func settle(beside paths: [String]) {
        guard !isRemote else { return address = sshAddress }
        let point = PathSight.mountPoint(of: text)
        disk = point == "/" || paths.contains { PathSight.mountPoint(of: $0) == point } ? nil : point
    }

    /// Nothing is mounted where a disk would be, but what holds the directory for disks.
    var isDiskAbsent: Bool {
        guard usualDisk != nil, let point = PathSight.mountPoint(of: text) else { return false }
        return point.split(separator: "/").count < depthOfDisks - 1
    }

    /// The disk that has to be there: where file managers and people mount what is plugged in.
    private var usualDisk: String? {
        let parts = text.split(separator: "/")
        guard depthOfDisks > 0, parts.count >= depthOfDisks else { return nil }
        return "/" + parts.prefix(depthOfDisks).joined(separator: "/")
    }

    /// How many names such a mount point has there: `/mnt/disk`, `/media/me/disk`, `/run/media/me/disk`.
    private var depthOfDisks: Int {
        guard text.hasPrefix("/") else { return 0 }
        let parts = text.split(separator: "/").prefix(2)
        return switch parts.first {
        case "mnt": 2
        case "media": 3
        case "run" where parts.last == "media": 4
        case _: 0
        }
    }

    // MARK: - By ssh

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

    /// Where ssh connects to, by its own settings; nil where another program or machine stands in between.
    private var sshAddress: String? {
        guard let words = sshWords, let program = try? CallerProgram.path(of: "ssh"),
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
            let port = settings["port"], !host.contains(":"), !host.contains("%")
        else { return nil }
        return "\(host):\(port)"
    }
}
