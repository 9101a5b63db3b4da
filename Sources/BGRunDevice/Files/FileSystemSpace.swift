// How much free space is left on the file system of a path.
import BGRunJob
import BGRunLinux

/// What a path's owner may still write there. Nobody is told when it changes, so it is read when it is asked
/// for.
package enum FileSystemSpace {
    /// Bytes for who is no administrator, seen with the owner's rights.
    ///
    /// A file system that is reached over a network, or answered for by a process, is not asked: it may keep
    /// the daemon waiting for ever.
    package static func read(_ path: OwnedPath, mounts: String = "/proc/self/mountinfo") -> Observation {
        guard let rights = UserRights(owner: path.owner) else {
            return .unknown("user \(path.owner) has no entry in the user database")
        }
        do throws(MountTable.Fault) {
            let table = try MountTable.read(path: mounts)
            do throws(SystemError) {
                return try withRights(of: rights) { () throws(SystemError) in try space(path.path, table) }
            } catch {
                return .unknown(
                    "the free space at \(path.path) can't be read: \(SystemError.text(of: error.errno))")
            }
        } catch {
            return .unknown("\(error)")
        }
    }

    private static func space(_ path: String, _ table: MountTable) throws(SystemError) -> Observation {
        switch PathWalk(path, table).end {
        case .missing: return .unknown("\(path) is not there")
        case .fault(.silent(let point, let kind)): return unasked(point, kind)
        case .fault(.refused(let place, let errno)):
            return .unknown("\(place) can't be looked at: \(SystemError.text(of: errno))")
        case .fault(let fault): return .unknown("\(fault)")
        case .present(let place):
            if let kind = table.silent[place] { return unasked(place, kind) }
            return .freeSpace(try File.freeBytes(at: place))
        }
    }

    private static func unasked(_ point: String, _ kind: String) -> Observation {
        .unknown(
            "\(point) is of type \(kind), which may keep the daemon waiting and is not asked for its free space"
        )
    }
}
