// The part of the cgroup v2 tree in which this daemon may make groups, or why there is none.
import BGRunLinux
import Glibc

/// The group whose children hold our runs.
///
/// It is the group the daemon itself is in. That one may hold processes and groups at the same time as
/// long as no controller is enabled below it, and we enable none: a run's group is there to find and to
/// end everything in it. So the daemon stays where its starter put it.
package final class CgroupTree {
    /// What a look for a usable tree gave.
    package enum Finding {
        case usable(CgroupTree)
        /// Why runs are held without groups, for people.
        case unusable(reason: String)
    }

    /// More than runs and errands together ever have.
    private static let mostGroups = 65_536

    package let path: String
    private let directory: Directory

    /// Takes a group by its path. Whether we may make groups in it shows when one is made.
    package init(at path: String) throws(SystemError) {
        directory = try Directory(path: path)
        self.path = path
    }

    /// Looks for our own group and tries whether groups can be made in it.
    package static func find() -> Finding {
        do throws(SystemError) {
            let mounts = try File.contents(of: "/proc/self/mountinfo", limit: 16 << 20)
            let groups = try File.contents(of: "/proc/self/cgroup", limit: 1 << 20)
            let place = CgroupPlace.find(
                mounts: String(decoding: mounts, as: UTF8.self),
                groups: String(decoding: groups, as: UTF8.self))
            switch place {
            case .noHierarchy: return .unusable(reason: "no cgroup v2 file system is mounted")
            case .outside: return .unusable(reason: "our own cgroup lies outside the mounted cgroup v2 tree")
            case .at(let path):
                let tree = try CgroupTree(at: path)
                try tree.probe()
                return .usable(tree)
            }
        } catch {
            return .unusable(reason: "\(error)")
        }
    }

    /// Makes a group and sees that processes can be put in it: for that, the kernel asks for the right to
    /// write the list of both groups, the one left and the one entered.
    private func probe() throws(SystemError) {
        let name = "bgrun-probe-\(Machine.pid)"
        let group = try directory.directory(name, creatingWith: 0o755)
        do throws(SystemError) {
            _ = try directory.open("cgroup.procs", O_WRONLY).rawValue
            _ = try group.open("cgroup.procs", O_WRONLY).rawValue
        } catch {
            try? directory.removeDirectory(name)
            throw error
        }
        try directory.removeDirectory(name)
    }

    /// Makes the group of a run, or takes the one that an earlier daemon made.
    func makeGroup(_ name: String) throws(SystemError) -> RunGroup {
        try RunGroup(try directory.directory(name, creatingWith: 0o755))
    }

    /// The group an earlier daemon made; nil where there is none.
    func existingGroup(_ name: String) throws(SystemError) -> RunGroup? {
        do throws(SystemError) {
            return try RunGroup(try directory.directory(name))
        } catch {
            if error.errno == ENOENT { return nil }
            throw error
        }
    }

    /// What follows the prefix in the names of the groups that have it; none where they can't be listed.
    func names(withPrefix prefix: String) -> [Substring] {
        let names = (try? directory.names(limit: CgroupTree.mostGroups)) ?? []
        return names.filter { $0.hasPrefix(prefix) }.map { $0.dropFirst(prefix.count) }
    }

    /// Takes away an empty group and the empty groups in it.
    func removeGroup(_ name: String) {
        // Nearly none has groups in it. To look for them, each of the kernel's files in it would be opened.
        if (try? directory.removeDirectory(name)) != nil { return }
        guard let group = try? directory.directory(name) else { return }
        RunGroup.removeChildren(of: group)
        // One that is not empty after all stays; the run it belongs to is then not over.
        try? directory.removeDirectory(name)
    }
}
