// Whether a process belongs to a host that was started, for whoever asks who is calling.
import BGRunJob
import BGRunLinux

/// The started host that a process belongs to.
package enum ContainingHost: Equatable, Sendable {
    /// One of this launcher's, started or adopted.
    case started(HostID)
    /// One that a daemon before us has left, or what is left of one that is over.
    case left
}

extension Launcher {
    /// The host in whose tree a process is; nil where it is in none, and where it has ended.
    ///
    /// Where each host has a cgroup of its own the kernel says so, and no memory of the process is read, which may lie where
    /// nothing answers. Else it is as with what belongs to a run: by session, by parent and by BGRUN_HOST in the
    /// environment.
    package func host(containing process: borrowing ProcessDescriptor) -> ContainingHost? {
        let found = hostByGroup(process.pid) ?? hostByMark(process.pid)
        // While it lives its number is its own, and what was seen of it was seen of it.
        guard (try? process.hasEnded()) == false else { return nil }
        return found
    }

    private func containing(_ host: HostID) -> ContainingHost {
        guard let live = tree(of: host), !live.isLeft else { return .left }
        return .started(host)
    }

    // MARK: - By its cgroup

    private func hostByGroup(_ pid: Int32) -> ContainingHost? {
        guard cgroups != nil else { return nil }
        for name in CgroupPlace.names(of: pid) where name.hasPrefix(LaunchSettings.hostGroup) {
            let mark = String(name.dropFirst(LaunchSettings.hostGroup.count))
            guard let host = settings.host(ofMark: mark) else { continue }
            // Whoever may make groups somewhere may call one like ours.
            guard let group = tree(of: host)?.group else { return .left }
            if group.processes().contains(pid) { return containing(host) }
        }
        return nil
    }

    // MARK: - By its mark

    /// No more is read than three processes can have: a child has its parent's environment for nothing.
    private static let mostEnvironment = 3 * ProcessTable.mostEnvironment

    private func hostByMark(_ pid: Int32) -> ContainingHost? {
        let unseen = trees.values.filter { live in
            if case .host = live.name { live.group == nil } else { false }
        }
        if cgroups != nil, unseen.isEmpty { return nil }
        let ancestry = ProcessTable.ancestry(of: pid)
        // The kernel's word first.
        for entry in ancestry {
            for live in unseen where live.leads(entry) {
                if case .host(let run) = live.name { return containing(.started(run)) }
            }
        }
        var left = Self.mostEnvironment
        for entry in ancestry where left >= ProcessTable.mostEnvironment {
            let environment = ProcessTable.environment(of: entry.pid)
            left -= environment.count
            if let found = host(saidBy: environment, entry) { return found }
        }
        return nil
    }

    private func host(saidBy environment: [UInt8], _ entry: ProcessTable.Entry) -> ContainingHost? {
        var found: ContainingHost?
        for value in ProcessTable.values(of: LaunchSettings.hostVariable, in: environment) {
            guard let host = settings.host(ofMark: value) else { continue }
            guard let live = tree(of: host), !live.isLeft else {
                found = .left
                continue
            }
            // What a process says of itself counts for the owner's own, as in a look for all that belong to a tree.
            if ProcessUsers(of: entry.pid)?.real == live.owner.rawValue { return .started(host) }
        }
        return found
    }
}
