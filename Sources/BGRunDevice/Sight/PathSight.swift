// What keeps a path from being followed, as it is seen with the rights of whoever asks.
import BGRunLinux
import Glibc

/// One look at a path, without a watch. Nothing behind a mount point is looked at that may keep us waiting.
package enum PathSight {
    /// What will be said of a watched path; nil where its changes are seen.
    ///
    /// - Parameter isOwner: Whether the path is looked at with its owner's rights. What is closed to others says nothing.
    package static func faultOfWatch(on path: String, isOwner: Bool) -> String? {
        let slow = SlowMounts(try? MountTable.read(), mute: [])
        if case .slow(let mount) = slow.passage(to: path) {
            return slow.kind(at: mount).map { "\(PathFault.partlySilent(path: mount, kind: $0))" }
        }
        let walk = PathWalk(path, .none)
        switch walk.end {
        case .missing: return walk.obstacle.map { "\($0)" } ?? "nothing is there"
        case .fault(let fault): return isOwner || !fault.isClosed ? "\(fault)" : nil
        case .present(let place): return isOwner ? closed(place) : nil
        }
    }

    /// Whether a look there may have no end.
    package static func mayWait(at path: String) -> Bool {
        SlowMounts(try? MountTable.read(), mute: []).passage(to: path) != .free
    }

    /// Where the file system is mounted on which a path lies, or would lie; nil where that can't be known.
    package static func mountPoint(of path: String) -> String? {
        guard let table = try? MountTable.read() else { return nil }
        var place = path
        while (try? File.status(of: place)) == nil, let slash = place.lastIndex(of: "/"), place != "/" {
            place = slash == place.startIndex ? "/" : String(place[..<slash])
        }
        guard let real = try? File.resolve(place) else { return nil }
        // An automount by itself holds nothing.
        return table.mounts.lazy.filter { $0.kind != "autofs" }.map(\.point)
            .filter { $0 == "/" || real == $0 || real.hasPrefix("\($0)/") }
            .max { $0.utf8.count < $1.utf8.count }
    }

    /// Where fstab(5) has the file system on which a path lies, mounted or not; nil where that is the root's.
    package static func declaredMountPoint(of path: String) -> String? { DeclaredMounts().point(of: path) }

    /// What will be said of a path that is to exist; nil where it is followed, there or not.
    static func faultOfExistence(of path: String) -> String? {
        guard let table = try? MountTable.read(), case .fault(let fault) = PathWalk(path, table).end,
            !fault.isClosed
        else { return nil }
        return "\(fault)"
    }

    private static func closed(_ place: String) -> String? {
        do throws(SystemError) {
            try File.requireReadable(place)
            return nil
        } catch {
            return error.errno == EACCES ? "\(PathFault.refused(path: place, errno: EACCES))" : nil
        }
    }
}
