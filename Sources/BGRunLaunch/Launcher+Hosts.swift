// Hosts that we start: programs in which an application's tasks run. Each ends whole with its main process.
import BGRunJob
import BGRunLinux
import Glibc

extension Launcher {
    /// Whether a host that we have started, or adopted, is not over.
    package var hasHosts: Bool {
        accounts.hasWaitingHosts
            || trees.contains { if case .host = $0.key { !$0.value.isLeft } else { false } }
    }

    // MARK: - Beginning

    /// Starts a host, and waits for nothing. ``LaunchEvent/hostStarted(_:process:)`` tells that its program runs,
    /// ``LaunchEvent/hostFailed(_:_:)`` that it does not.
    ///
    /// - Throws: Where there is no process.
    package func startHost(_ order: HostOrder) throws(LaunchFailure) {
        guard case .started(let run) = order.host else { preconditionFailure("nobody starts a guest") }
        // Where the store was lost, a number comes again before what had it is gone.
        if trees[.host(run)]?.isLeft == true {
            throw .system(
                SystemError(operation: "kill", path: settings.groupName(.host(run)), errno: EAGAIN))
        }
        precondition(trees[.host(run)] == nil, "a host is started once")
        precondition(!accounts.isWaiting(.host(run)), "a host is started once")
        try start(Accounts.Waiting(.host(run, order)))
    }

    func begin(_ run: RunID, _ order: HostOrder, for owner: Account) throws(LaunchFailure) {
        do throws(LaunchFailure) {
            trees[.host(run)] = try start(run, order, for: owner)
        } catch {
            clearAway(.host(run), of: order.application.owner, nil)
            throw error
        }
    }

    private func start(
        _ run: RunID, _ order: HostOrder, for owner: Account
    ) throws(LaunchFailure) -> LiveTree {
        let (name, user) = (TreeName.host(run), order.application.owner)
        // The mark comes before the process, so that no sudden end falls in between.
        if cgroups == nil { try LaunchFailure.ifFails(try hostMarks.add(leftMark(of: run, user))) }
        let group = try LaunchFailure.ifFails(
            try cgroups?.makeGroup(settings.groupName(name), of: user, heldTo: Self.hostResources))
        var streams = try LaunchFailure.ifFails(
            try RunStreams(input: nil, for: settings.newOwner(of: user)))
        let request = request(run, order, owner, streams, group)
        let live = try spawn(
            request, as: name, of: user, at: nil, in: group, inHome: order.manifest.workingDirectory == nil)
        return try watch(launched: live) { () throws(SystemError) in
            live.output = try streams.takeOutput()
            live.output?.keepEarly()
        }
    }

    /// Its threads may raise their own priority within their nice value's room; of the processor they have less all the
    /// same where others of its owner's want it.
    private static let hostResources = ResourceRules(cpuWeight: 20)

    private func request(
        _ run: RunID, _ order: HostOrder, _ owner: Account, _ streams: borrowing RunStreams,
        _ group: RunGroup?
    ) -> SpawnRequest {
        let manifest = order.manifest
        let environment = JobEnvironment(settings: settings, account: owner)
        var request = SpawnRequest(
            arguments: manifest.command, environment: environment.variables(forHost: run, order),
            workingDirectory: manifest.workingDirectory ?? owner.entry.home,
            standardInput: streams.input.rawValue, standardOutput: streams.output.rawValue,
            standardError: streams.errors.rawValue)
        complete(&request, for: owner, in: group)
        request.privileges = manifest.noNewPrivileges ? .fixed : .mayGrow
        request.isAudited = true
        giveWay(&request)
        return request
    }

    // MARK: - Ending

    /// SIGTERM and SIGCONT to each of its processes, without a reason: to a host it means only "leave". A frozen host is
    /// thawed with the signal waiting for it. A host whose owner is being asked for is given up.
    ///
    /// Nothing happens for a guest, or a host that is over; so with all that follows.
    package func terminateHost(_ host: HostID) {
        guard let name = TreeName(host) else { return }
        trees[name]?.terminate()
        giveUpWaiting(name)
    }

    /// SIGKILL to each of its processes, frozen or not. A host that has not begun is given up.
    package func killHost(_ host: HostID) {
        guard let name = TreeName(host) else { return }
        trees[name]?.giveUp()
        giveUpWaiting(name)
    }

    // MARK: - Freezing

    /// Halts each of its processes, as ``freeze(_:)`` does with a run's.
    package func freezeHost(_ host: HostID) throws(SystemError) { try tree(of: host)?.freeze() }

    /// Lets a frozen host go on, as ``thaw(_:)`` does with a run.
    package func thawHost(_ host: HostID) throws(SystemError) { try tree(of: host)?.thaw() }

    /// Whether each of its processes has halted, as ``isFrozen(_:)``.
    package func isHostFrozen(_ host: HostID) throws(SystemError) -> Bool {
        try tree(of: host)?.isFrozen() ?? true
    }

    func tree(of host: HostID) -> LiveTree? { TreeName(host).flatMap { trees[$0] } }

    // MARK: - After a sudden end

    private var hostMarks: TreeMarks { TreeMarks(.hosts, in: settings.runtimeDirectory) }

    /// With the owner, whose processes alone are believed what their environment says.
    private func leftMark(of run: RunID, _ owner: UserID) -> String { "\(owner)-\(settings.mark(of: run))" }

    func forget(host run: RunID, of owner: UserID) {
        if cgroups == nil { hostMarks.remove(leftMark(of: run, owner)) }
    }

    /// Takes over what is left of a host that an earlier daemon started. Its end is told like any other's, with the status
    /// `lost`; at once, in what is returned, where nothing is left. It has the time that it is given: who was its main
    /// process is not known.
    package func adoptHost(_ host: HostID, of application: ApplicationID) throws(SystemError) -> [LaunchEvent]
    {
        guard let name = TreeName(host) else { preconditionFailure("nobody adopts a guest") }
        precondition(trees[name] == nil, "a host is adopted once")
        return try adopt(try left(name, of: application.owner))
    }

    /// Ends the hosts of daemons before us that nobody has adopted, and clears away what is left of them. Nobody is told:
    /// no run was active in them. Call it once, when all that are to be adopted are.
    package func endLeftHosts() {
        for (run, owner) in leftHosts() where trees[.host(run)] == nil {
            let name = TreeName.host(run)
            do throws(SystemError) {
                let live = try left(name, of: owner)
                live.isLeft = true
                live.kill()
                _ = try adopt(live)
            } catch {
                // It was killed; that it is gone can't be watched. The next start looks again.
                trees[name] = nil
            }
        }
    }

    private func left(_ name: TreeName, of owner: UserID) throws(SystemError) -> LiveTree {
        LiveTree(
            adopting: name, of: owner, at: nil,
            group: try cgroups?.existingGroup(settings.groupName(name), of: owner),
            settings.variable(of: name))
    }

    private func leftHosts() -> [(run: RunID, owner: UserID)] {
        let found: [(owner: UserID, rest: Substring)]
        if let cgroups {
            found = cgroups.groups(withPrefix: LaunchSettings.hostGroup)
        } else {
            found = hostMarks.all().compactMap { text in
                let words = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
                guard words.count == 2, let owner = UInt32(words[0]) else { return nil }
                return (UserID(owner), words[1])
            }
        }
        return found.compactMap { owner, mark in
            guard case .started(let run) = settings.host(ofMark: String(mark)) else { return nil }
            return (run, owner)
        }
    }
}
