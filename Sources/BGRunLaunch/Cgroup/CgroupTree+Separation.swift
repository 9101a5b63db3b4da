// Has the kernel keep owners apart, where the tree is ours to divide.
import BGRunJob
import BGRunLinux
import Glibc

extension CgroupTree {
    /// The daemon's own group while owners are kept apart, beside theirs.
    static let ownName = "daemon"

    /// Why owners are not kept apart, or not in everything.
    enum Undivided: Error, Equatable {
        case missing([Controller], path: String)
        case shared(path: String)
        case refused(SystemError)
    }

    /// The group above the one we are in, where that is the one of the daemon in a tree that is divided already.
    static func divided(above path: String) -> String? {
        let suffix = "/\(ownName)"
        guard path.hasSuffix(suffix), case let above = String(path.dropLast(suffix.count)), !above.isEmpty,
            let processes = try? File.contents(of: "\(above)/cgroup.procs", limit: 1), processes.isEmpty
        else { return nil }
        return above
    }

    /// Enables the controllers that hold owners to their shares, and runs to what their jobs allow them.
    ///
    /// The kernel takes no processes in a group below which memory is shared out, so the daemon leaves for a group of its
    /// own. Where others are in ours, it was not given to us to divide, and all stays as it is.
    ///
    /// - Parameter audience: One user shares with nobody.
    /// - Returns: Why one owner's runs can take all of something nevertheless; nil where they can't.
    func separate(for audience: Audience = .everybody) -> Undivided? {
        do throws(Undivided) {
            let there = try words(of: "cgroup.controllers")
            let found = Controller.allCases.filter { there.contains($0.rawValue) }
            let missing = Controller.allCases.filter { $0.isNeededForShares && !found.contains($0) }
            guard found.contains(where: \.isNeededForShares) else { return .missing(missing, path: path) }
            let isNew = try enable(found)
            controllers = Set(found)
            if controllers.contains(.memory), let ours = try? directory.directory(Self.ownName) {
                OwnerShares.boundDaemon(in: ours, of: directory)
            }
            switch audience {
            case .oneUser: break
            case .everybody:
                let shares = OwnerShares(controllers: controllers)
                if isNew { holdLeft(to: shares) }
                self.shares = shares
            }
            return missing.isEmpty ? nil : .missing(missing, path: path)
        } catch {
            return error
        }
    }

    /// What runs can't be held to, with the reason for each.
    var unheld: [ResourceRules.Hold: String] {
        let holds = ResourceRules.Hold.allCases.filter { !controllers.contains($0.controller) }
        let reason =
            switch undivided {
            case .shared, .refused: undivided?.description ?? ""
            // One for all, so that it is told once.
            case .missing, nil:
                Undivided.missing(
                    Controller.allCases.filter { holds.map(\.controller).contains($0) }, path: path
                ).description
            }
        return Dictionary(uniqueKeysWithValues: holds.map { ($0, reason) })
    }

    /// Owners whose runs have outlived a daemon, and the controllers: a process that nothing ends.
    private func holdLeft(to shares: OwnerShares) {
        var others: [String] = []
        for name in ownerNames {
            guard let group = try? directory.directory(name) else { continue }
            // What can't be held leaves soon.
            try? shares.hold(group, beside: others, in: directory)
            others.append(name)
        }
    }

    /// False where a daemon before us has done so, whose group we are in.
    private func enable(_ controllers: [Controller]) throws(Undivided) -> Bool {
        let enabled = try words(of: "cgroup.subtree_control")
        if controllers.allSatisfy({ enabled.contains($0.rawValue) }) { return false }
        let us = "\(Machine.pid)"
        if try words(of: "cgroup.procs").contains(where: { $0 != us }) { throw .shared(path: path) }
        try Undivided.unless(try move(into: Self.ownName))
        do throws(SystemError) {
            let list = controllers.map { "+\($0.rawValue)" }.joined(separator: " ")
            try directory.open("cgroup.subtree_control", O_WRONLY).write(all: Array(list.utf8))
            return true
        } catch {
            try? directory.open("cgroup.procs", O_WRONLY).write(all: Array(us.utf8))
            try? directory.removeDirectory(Self.ownName)
            throw .refused(error)
        }
    }

    private func move(into name: String) throws(SystemError) {
        let group = try directory.directory(name, creatingWith: 0o755)
        try group.open("cgroup.procs", O_WRONLY).write(all: Array("\(Machine.pid)".utf8))
    }

    private func words(of name: String) throws(Undivided) -> [String] {
        let bytes = try Undivided.unless(try directory.contents(of: name, limit: 1 << 20))
        return bytes.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
            .map { String(decoding: $0, as: UTF8.self) }
    }
}

extension CgroupTree.Undivided: CustomStringConvertible {
    fileprivate static func unless<Result>(_ body: @autoclosure () throws(SystemError) -> Result)
        throws(Self) -> Result
    {
        do throws(SystemError) {
            return try body()
        } catch {
            throw .refused(error)
        }
    }

    /// What is the matter, and what to do, for `doctor`.
    var description: String {
        switch self {
        case .missing(let controllers, let path):
            """
            the cgroup controllers \(controllers.map(\.rawValue).joined(separator: ", ")) are not there in \(path). \
            They are where the daemon is started by its unit (Delegate=yes), on a machine with cgroup version 2 alone \
            (kernel option systemd.unified_cgroup_hierarchy=1) and no controller switched off (cgroup_disable=)
            """
        case .shared(let path):
            "other processes are in the daemon's cgroup, \(path). Start the daemon by its unit, or in a cgroup of its own"
        case .refused(let error): "the kernel refuses to share them out: \(error)"
        }
    }
}
