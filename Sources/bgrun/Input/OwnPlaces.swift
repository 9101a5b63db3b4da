// Where a user's own daemon and service manager have their files, which must be the caller's.
import BGRunLinux
import BGRunText
import Glibc

enum OwnPlaces {
    /// Refuses places of others for root: what lies there would be run by root's own daemon.
    static func require(for daemon: DaemonOptions) throws {
        guard daemon.user, Machine.effectiveUser == 0 else { return }
        for name in ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"] {
            guard let path = Machine.environment(name), path.hasPrefix("/"), let fault = fault(of: path)
            else { continue }
            throw Failure.usage(
                "--user means root's own daemon here, and \(name) (\(path.visible)) is \(fault)",
                advice: "leave out sudo for a daemon of your own, or --user for the system's")
        }
    }

    /// Whose a place is, of what is there of its path. The way counts too: who has laid a link may have it lead elsewhere in the next
    /// moment.
    private static func fault(of path: String) -> String? {
        var rest = path[...]
        while true {
            let place = rest.isEmpty ? "/" : String(rest)
            // A link that leads nowhere is there.
            if (try? File.statusOfLink(at: place)) != nil {
                if let status = try? File.status(of: place), status.user != 0 {
                    return "\(status.ownersName)'s"
                }
                return PathTrail.doubt(of: place).map { "not root's alone: \($0)" }
            }
            guard let slash = rest.lastIndex(of: "/") else { return nil }
            rest = rest[..<slash]
        }
    }
}
