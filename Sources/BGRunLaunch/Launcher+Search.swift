// Whether a process belongs to a run or to a host that was started, for whoever asks who is calling.
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
    package func host(containing process: borrowing ProcessDescriptor) -> ContainingHost? {
        switch find(process, in: .hosts) {
        case .live(let run): .started(.started(run))
        case .left: .left
        case nil: nil
        }
    }

    /// The active run in whose tree a process is; nil where it is in none, and where it has ended.
    package func run(containing process: borrowing ProcessDescriptor) -> RunID? {
        switch find(process, in: .runs) {
        case .live(let run): run
        case .left, nil: nil
        }
    }

    private enum Finding {
        case live(RunID)
        case left
    }

    /// Where each tree has a cgroup of its own the kernel says so, and no memory of the process is read, which may lie where
    /// nothing answers. Else it is as with what belongs to a run: by session, by parent and by a mark in the environment.
    private func find(_ process: borrowing ProcessDescriptor, in kind: TreeKind) -> Finding? {
        let found = byGroup(process.pid, kind) ?? byMark(process.pid, kind)
        // While it lives its number is its own, and what was seen of it was seen of it.
        guard (try? process.hasEnded()) == false else { return nil }
        return found
    }

    private func containing(_ run: RunID, _ kind: TreeKind) -> Finding {
        guard let live = trees[kind.name(run)], !live.isLeft else { return .left }
        return .live(run)
    }

    // MARK: - By its cgroup

    private func byGroup(_ pid: Int32, _ kind: TreeKind) -> Finding? {
        guard cgroups != nil else { return nil }
        for name in CgroupPlace.names(of: pid) where name.hasPrefix(kind.group) {
            let mark = String(name.dropFirst(kind.group.count))
            guard let run = settings.number(ofMark: mark) else { continue }
            // Whoever may make groups somewhere may call one like ours.
            guard let group = trees[kind.name(run)]?.group else { return .left }
            if group.processes().contains(pid) { return containing(run, kind) }
        }
        return nil
    }

    // MARK: - By its mark

    /// No more is read than three processes can have: a child has its parent's environment for nothing.
    private static let mostEnvironment = 3 * ProcessTable.mostEnvironment

    private func byMark(_ pid: Int32, _ kind: TreeKind) -> Finding? {
        let unseen = trees.compactMap { name, live -> (run: RunID, live: LiveTree)? in
            live.group == nil ? kind.number(of: name).map { ($0, live) } : nil
        }
        if cgroups != nil, unseen.isEmpty { return nil }
        let ancestry = ProcessTable.ancestry(of: pid)
        // The kernel's word first.
        for entry in ancestry {
            for (run, live) in unseen where live.leads(entry) { return containing(run, kind) }
        }
        var left = Self.mostEnvironment
        for entry in ancestry where left >= ProcessTable.mostEnvironment {
            let environment = ProcessTable.environment(of: entry.pid)
            left -= environment.count
            if let found = tree(saidBy: environment, entry, kind) { return found }
        }
        return nil
    }

    private func tree(
        saidBy environment: [UInt8], _ entry: ProcessTable.Entry, _ kind: TreeKind
    ) -> Finding? {
        var found: Finding?
        for value in ProcessTable.values(of: kind.variable, in: environment) {
            guard let run = settings.number(ofMark: value) else { continue }
            guard let live = trees[kind.name(run)], !live.isLeft else {
                found = .left
                continue
            }
            // What a process says of itself counts for the owner's own, as in a look for all that belong to a tree.
            if ProcessUsers(of: entry.pid)?.real == live.rights.rawValue { return .live(run) }
        }
        return found
    }
}

/// What a process is looked for in.
private enum TreeKind {
    case runs
    case hosts

    /// How the names of their cgroups begin.
    var group: String {
        switch self {
        case .runs: LaunchSettings.runGroup
        case .hosts: LaunchSettings.hostGroup
        }
    }

    /// Where their processes have their mark.
    var variable: String {
        switch self {
        case .runs: LaunchSettings.runVariable
        case .hosts: LaunchSettings.hostVariable
        }
    }

    func name(_ run: RunID) -> TreeName {
        switch self {
        case .runs: .run(run)
        case .hosts: .host(run)
        }
    }

    /// Nil for a tree of another kind.
    func number(of name: TreeName) -> RunID? {
        switch (self, name) {
        case (.runs, .run(let run)), (.hosts, .host(let run)): run
        case (.runs, .errand), (.runs, .host), (.hosts, .run), (.hosts, .errand): nil
        }
    }
}
