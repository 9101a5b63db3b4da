// Where a user's own daemon and service manager have their files, which must be the caller's.
import BGRunLinux
import BGRunText
import Glibc

enum OwnPlaces {
    /// Refuses places of others for root: what lies there would be run by root's own daemon.
    static func require(for daemon: DaemonOptions) throws {
        guard daemon.user, Machine.effectiveUser == 0 else { return }
        for name in ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"] {
            guard let path = Machine.environment(name), path.hasPrefix("/"),
                let status = nearest(to: path), status.user != 0
            else { continue }
            throw Failure.usage(
                "--user means root's own daemon here, and \(name) (\(path.visible)) is \(status.ownersName)'s",
                advice: "leave out sudo for a daemon of your own, or --user for the system's")
        }
    }

    /// The status of a path, or of the first directory above it that is there.
    private static func nearest(to path: String) -> FileStatus? {
        var rest = path[...]
        while true {
            if let status = try? File.status(of: rest.isEmpty ? "/" : String(rest)) { return status }
            guard let slash = rest.lastIndex(of: "/") else { return nil }
            rest = rest[..<slash]
        }
    }
}
