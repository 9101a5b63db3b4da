// The part of the cgroup v2 tree in which this daemon may make groups, or why there is none.
import BGRunJob
import BGRunLinux
import Glibc

/// The group whose children hold our runs: a group for each owner, and in it one for each run and errand.
///
/// It is the group the daemon itself is in, and stays in as long as no controller is enabled below it: a run's group is
/// there to find and to end everything in it. ``separate()`` enables controllers, and has the daemon leave for a group
/// beside those of the owners.
package final class CgroupTree {
    /// What a look for a usable tree gave.
    package enum Finding {
        case usable(CgroupTree)
        /// Why runs are held without groups, for people.
        case unusable(reason: String)
    }

    /// More than owners, runs and errands together ever have.
    static let mostGroups = 65_536

    package let path: String
    let directory: Directory
    /// What owners are held to; nil where nothing holds them.
    var shares: OwnerShares?
    /// Those that groups of runs can have.
    var controllers: Set<Controller> = []
    /// Why one owner's runs can take what others need, or runs can't be held to what their jobs allow them; nil where
    /// neither is so.
    private(set) var undivided: Undivided?
    private var owners: [UserID: OwnerGroup] = [:]
    /// Groups of a version of the daemon that knew no groups of owners: they lie beside these.
    private var older: Set<String> = []

    /// Takes a group by its path. Whether we may make groups in it shows when one is made.
    package init(at path: String) throws(SystemError) {
        directory = try Directory(path: path)
        self.path = path
    }

    /// Whose runs the groups are for.
    package enum Audience { case everybody, oneUser }

    /// Looks for our own group and tries whether groups can be made in it, and has everybody's kept apart.
    package static func find(for audience: Audience) -> Finding {
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
                let tree = try CgroupTree(at: divided(above: path) ?? path)
                try tree.probe()
                tree.undivided = tree.separate(for: audience)
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

    // MARK: - Groups of owners

    private static let ownerPrefix = "user-"

    /// The names of the owners' groups that are there; none where they can't be listed.
    var ownerNames: [String] {
        let names = (try? directory.names(limit: Self.mostGroups)) ?? []
        return names.filter { $0.hasPrefix(Self.ownerPrefix) }
    }

    private func name(of owner: UserID) -> String { "\(Self.ownerPrefix)\(owner)" }

    /// An owner's group while there is something of theirs in it. It is held open: what is over is taken away also when
    /// the process has run out of descriptors.
    private final class OwnerGroup {
        let directory: Directory
        /// The groups in it that are ours to take away.
        var names: Set<String> = []

        init(_ directory: consuming Directory) { self.directory = directory }
    }

    /// An owner's group, which is made where it is missing, with its shares.
    private func group(of owner: UserID) throws(SystemError) -> OwnerGroup {
        if let group = owners[owner] { return group }
        let name = name(of: owner)
        let others = shares == nil ? [] : ownerNames.filter { $0 != name }
        let made = try directory.directory(name, creatingWith: 0o755)
        do throws(SystemError) {
            try shares?.hold(made, beside: others, in: directory)
        } catch {
            try? directory.removeDirectory(name)
            throw error
        }
        let group = OwnerGroup(made)
        owners[owner] = group
        return group
    }

    private func existing(_ name: String, in group: borrowing Directory) throws(SystemError) -> Directory? {
        do throws(SystemError) {
            return try group.directory(name)
        } catch {
            if error.errno == ENOENT { return nil }
            throw error
        }
    }

    // MARK: - Groups of runs

    /// Makes the group of a run, or takes the one that an earlier daemon made.
    ///
    /// - Parameter rules: What everybody in it is held to. Weights without a controller hold nobody.
    func makeGroup(
        _ name: String, of owner: UserID, heldTo rules: ResourceRules = ResourceRules()
    ) throws(SystemError) -> RunGroup {
        let ofOwner = try group(of: owner)
        let holds = rules.holds.filter { controllers.contains($0.hold.controller) }
        if !holds.isEmpty { try Self.enable(holds.map(\.hold), in: ofOwner.directory) }
        let made = try ofOwner.directory.directory(name, creatingWith: 0o755)
        ofOwner.names.insert(name)
        for (hold, value) in holds { try Self.write(hold, value, to: made) }
        return try RunGroup(made)
    }

    /// An owner's group has the controllers for its runs only once one of them asks for it: each costs a little memory for
    /// every run. The kernel takes all or none; a weight is no reason to do without a limit, nor to fail.
    private static func enable(_ holds: [ResourceRules.Hold], in group: borrowing Directory)
        throws(SystemError)
    {
        do throws(SystemError) {
            try enable(Set(holds.map(\.controller)), in: group)
        } catch {
            let limits = Set(holds.filter(\.isLimit).map(\.controller))
            if !limits.isEmpty { try enable(limits, in: group) }
        }
    }

    private static func enable(_ controllers: Set<Controller>, in group: borrowing Directory)
        throws(SystemError)
    {
        let list = Controller.allCases.filter(controllers.contains).map { "+\($0.rawValue)" }
        try group.open("cgroup.subtree_control", O_WRONLY).write(all: Array(list.joined(separator: " ").utf8))
    }

    private static func write(
        _ hold: ResourceRules.Hold, _ value: Int, to group: borrowing Directory
    ) throws(SystemError) {
        for (number, writing) in hold.writings(value).enumerated() {
            do throws(SystemError) {
                try group.open(writing.file, O_WRONLY).write(all: Array(writing.text.utf8))
            } catch {
                if hold.isLimit, number == 0 { throw error }
            }
        }
    }

    /// How many processes of an owner's the kernel has killed for want of memory since their group was made.
    func memoryKills(of owner: UserID) -> Int64 {
        owners[owner].map { RunGroup.memoryKills(in: $0.directory) } ?? 0
    }

    /// The group an earlier daemon made; nil where there is none.
    func existingGroup(_ name: String, of owner: UserID) throws(SystemError) -> RunGroup? {
        var ofOwner = owners[owner]
        if ofOwner == nil, let left = try existing(self.name(of: owner), in: directory) {
            ofOwner = OwnerGroup(left)
        }
        if let ofOwner, let found = try existing(name, in: ofOwner.directory) {
            owners[owner] = ofOwner
            ofOwner.names.insert(name)
            return try RunGroup(found)
        }
        guard let found = try existing(name, in: directory) else { return nil }
        older.insert(name)
        return try RunGroup(found)
    }

    /// What follows the prefix in the names of the groups that have it, whosever they are; none where they can't be
    /// listed.
    func names(withPrefix prefix: String) -> [Substring] {
        var names = (try? directory.names(limit: Self.mostGroups)) ?? []
        for owner in names where owner.hasPrefix(Self.ownerPrefix) {
            names += (try? directory.directory(owner).names(limit: Self.mostGroups)) ?? []
        }
        return names.filter { $0.hasPrefix(prefix) }.map { $0.dropFirst(prefix.count) }
    }

    /// Of the groups whose names have the prefix, whose they are and what follows it; none where they can't be listed.
    func groups(withPrefix prefix: String) -> [(owner: UserID, rest: Substring)] {
        ownerNames.flatMap { name -> [(owner: UserID, rest: Substring)] in
            guard let owner = UInt32(name.dropFirst(Self.ownerPrefix.count)),
                let names = try? directory.directory(name).names(limit: Self.mostGroups)
            else { return [] }
            return names.filter { $0.hasPrefix(prefix) }.map { (UserID(owner), $0.dropFirst(prefix.count)) }
        }
    }

    /// Takes away an empty group and the empty groups in it, and with the last of an owner's their own.
    func removeGroup(_ name: String, of owner: UserID) {
        if older.remove(name) != nil { return Self.remove(name, from: directory) }
        guard let ofOwner = owners[owner] else { return }
        if ofOwner.names.remove(name) != nil { Self.remove(name, from: ofOwner.directory) }
        guard ofOwner.names.isEmpty else { return }
        // Their next run has shares that fit who is there then; and a group without a run costs memory.
        owners[owner] = nil
        try? directory.removeDirectory(self.name(of: owner))
    }

    private static func remove(_ name: String, from parent: borrowing Directory) {
        // Nearly none has groups in it. To look for them, each of the kernel's files in it would be opened.
        if (try? parent.removeDirectory(name)) != nil { return }
        guard let group = try? parent.directory(name) else { return }
        RunGroup.removeChildren(of: group)
        // One that is not empty after all stays; the run it belongs to is then not over.
        try? parent.removeDirectory(name)
    }
}
