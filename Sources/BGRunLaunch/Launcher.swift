// Runs, errands and hosts started, signalled and watched until their one end. It carries out; it decides nothing.
import BGRunJob
import BGRunLinux
import Glibc

/// Every run, every errand and every host of this daemon.
///
/// It has no loop of its own: ``rawDescriptor`` is readable when ``events()`` has something to do.
package final class Launcher {
    /// What a watched descriptor belongs to.
    private enum Source {
        case main(TreeName)
        case report(TreeName)
        case output(TreeName, OutputStream)
        case group(TreeName)
        case straggler(TreeName, pid: Int32)
        case speech(UserID)
        case news
    }

    let settings: LaunchSettings
    let cgroups: CgroupTree?
    private let queue: EventQueue
    let outputs: Directory
    var trees: [TreeName: LiveTree] = [:]
    var accounts: Accounts
    /// Where the runs of each user say how they are.
    var inboxes: [UserID: SpeechInbox] = [:]
    /// What is to be told at the next ``events()``, of what no descriptor tells.
    private var news: [LaunchEvent] = []
    /// Readable at any time: watched while there is news.
    private let bell: FileDescriptor
    /// The errands so far.
    var errandCount: Int64 = 0
    /// What the last hosts wrote that have ended before a task of theirs had begun, by the runs that they were started for.
    var earlyOutputs: [(run: RunID, owner: UserID, written: EarlyOutput)] = []
    let era = Clock.read(.boottime)
    private var sources: [UInt64: Source] = [:]
    private var nextToken: UInt64 = 0
    private var ready: [EventQueue.Ready] = []

    /// How runs are held together here, and why.
    package let holding: RunHolding
    /// Why one owner's runs can take all processes, or all memory; nil where they can't, or where there are no others.
    package let undivided: String?
    /// What runs can't be held to here, with the reason for each.
    package let unheld: [ResourceRules.Hold: String]

    /// - Parameter left: Errands that the program before us in this process has not waited for.
    package init(
        _ settings: LaunchSettings, _ cgroups: CgroupTree.Finding, left: [HandedTree] = []
    ) throws(SystemError) {
        self.settings = settings
        switch cgroups {
        case .usable(let tree):
            self.cgroups = tree
            holding = .cgroups(path: tree.path)
            undivided = tree.undivided?.description
            unheld = tree.unheld
        case .unusable(let reason):
            self.cgroups = nil
            holding = .sessions(reason: reason)
            undivided = "there are no cgroups (\(reason))"
            let unheldReason = "there are no cgroups (\(reason))"
            unheld = Dictionary(uniqueKeysWithValues: ResourceRules.Hold.allCases.map { ($0, unheldReason) })
        }
        accounts = Accounts(span: settings.accountSpan)
        try Spawn.prepare()
        queue = try EventQueue()
        var pipe = try Pipe()
        bell = pipe.takeReadEnd()
        outputs = try Directory(path: settings.stateDirectory).directory("output", creatingWith: 0o700)
        for tree in left { end(left: tree) }
        endLeftErrands()
    }

    /// Watch it for reading, and call ``events()`` when it is ready.
    package var rawDescriptor: Int32 { queue.rawValue }

    /// Whether any run is not over.
    package var hasRuns: Bool {
        trees.keys.contains { if case .run = $0 { true } else { false } } || accounts.hasWaitingRuns
    }

    /// Whether anything is not begun, since its owner is being asked for.
    package var hasWaiting: Bool { accounts.hasWaiting }

    // MARK: - Beginning

    /// Starts a run, and waits for nothing. ``LaunchEvent/launched(_:process:)`` tells that its program runs,
    /// ``LaunchEvent/launchFailed(_:_:)`` that it does not.
    ///
    /// - Parameter told: Variables about this run, which stand above those of its job.
    /// - Throws: Where there is no process.
    package func launch(
        _ run: RunID, of job: JobID, as descriptor: JobDescriptor, telling told: [String: String] = [:]
    ) throws(LaunchFailure) {
        precondition(trees[.run(run)] == nil, "a run is launched once")
        precondition(!accounts.isWaiting(.run(run)), "a run is launched once")
        try start(Accounts.Waiting(.run(run, job, descriptor, told)))
    }

    func begin(
        _ run: RunID, of job: JobID, as descriptor: JobDescriptor, _ told: [String: String],
        for owner: Account
    ) throws(LaunchFailure) {
        let place = RunPlace(run, of: job, settings, for: UserID(owner.entry.user))
        do throws(LaunchFailure) {
            trees[.run(run)] = try start(run, of: job, as: descriptor, told, for: owner, at: place)
        } catch {
            clearAway(.run(run), of: job.owner, place)
            try? outputs.removeIfPresent("\(run)")
            throw error
        }
    }

    /// Takes over what is left of a run that an earlier daemon started. Its exit is told like any other's,
    /// with the status `lost`; at once, in what is returned, where nothing is left.
    ///
    /// - Parameter signal: What it is told to end with.
    package func adopt(
        _ run: RunID, of job: JobID, endingBy signal: StopSignal = .TERM
    ) throws(SystemError) -> [LaunchEvent] {
        precondition(trees[.run(run)] == nil, "a run is adopted once")
        let user = RunPlace.user(of: job, settings)
        let live = LiveTree(
            adopting: .run(run), of: job.owner,
            at: RunPlace(run, of: job, settings, for: user),
            group: try cgroups?.existingGroup(settings.groupName(.run(run)), of: job.owner),
            settings.variable(of: .run(run)), rightsOf: user)
        live.stopSignal = signal
        return try adopt(live)
    }

    func adopt(_ live: LiveTree) throws(SystemError) -> [LaunchEvent] {
        trees[live.name] = live
        return try finish(live)
    }

    // MARK: - Ending

    /// Writes the reason where the run can read it, if there is one, then sends SIGTERM, or what its job names in its place, and SIGCONT to each
    /// of its processes. A frozen run is thawed with the signal waiting for it.
    ///
    /// Nothing happens for a run that is over.
    package func terminate(_ run: RunID, because reason: StopReason?) {
        guard let live = trees[.run(run)] else { return }
        // A full disk must not keep a run alive: it is told to end, if need be without the reason.
        if let reason { try? live.place?.write(reason) }
        live.terminate()
    }

    /// SIGKILL to each process of the run, frozen or not. A run that has not begun is given up; one of which it was not told yet
    /// that it has goes on. Nothing happens for one that is over.
    package func kill(_ run: RunID) {
        trees[.run(run)]?.giveUp()
        giveUpWaiting(.run(run))
    }

    /// The number is another's now: what its jobs have kept in their directories is out of that one's reach, and kept
    /// for root.
    ///
    /// - Parameter date: Until when it was theirs, as part of a name.
    package func setAsidePlaces(of owner: UserID, until date: String) throws(SystemError) {
        earlyOutputs.removeAll { $0.owner == owner }
        try RunPlace.setAside(of: owner, until: date, settings)
    }

    // MARK: - Directories of jobs that are gone

    /// Puts the directory of a job that is gone out of the way; nil where there is none.
    package func leavePlace(of job: JobID) throws(SystemError) -> LeftPlace? {
        try LeftPlace(of: job, settings)
    }

    /// Takes away what was left, once its owner has emptied it.
    package func remove(_ place: LeftPlace) throws(SystemError) { try place.remove() }

    /// The jobs that have a directory, and what earlier daemons have left.
    package func places() throws(SystemError) -> (jobs: [JobID], left: [LeftPlace]) {
        try LeftPlace.all(settings)
    }

    // MARK: - Freezing

    /// Halts each process of the run where it is, and every one it has begun to fork; nothing happens for a run that
    /// is over.
    ///
    /// With a cgroup the kernel's freezer does it (cgroup-v2's cgroup.freeze): the job can't see it, and it can't
    /// be undone from inside unless the job has rights to its group's files. Without one, or on a kernel before
    /// 5.2, each process gets SIGSTOP.
    ///
    /// - Throws: The call that failed, with the run going on as before: EPERM for a process beyond our rights,
    ///   EAGAIN for a run that forks faster than it can be stopped.
    package func freeze(_ run: RunID) throws(SystemError) { try trees[.run(run)]?.freeze() }

    /// Lets a frozen run go on; nothing happens for one that was not frozen, or is over.
    ///
    /// Where the run was frozen by signals, SIGCONT also wakes a process that had stopped itself.
    package func thaw(_ run: RunID) throws(SystemError) { try trees[.run(run)]?.thaw() }

    /// Whether each process of the run has halted. The kernel takes a moment over it, longer for one that waits for a
    /// disk or a server; a run that is over has no process that goes on.
    package func isFrozen(_ run: RunID) throws(SystemError) -> Bool {
        try trees[.run(run)]?.isFrozen() ?? true
    }

    // MARK: - Watching

    /// Takes in what has happened. Never waits.
    ///
    /// When this fails the end of some run would go unnoticed. The way out is the one after a crash: end
    /// the program, and adopt the runs at the next start.
    package func events() throws(SystemError) -> [LaunchEvent] {
        var events = takeNews()
        try queue.wait(into: &ready, timeout: 0)
        for entry in ready {
            // What belonged to a run that ended earlier in this list is not watched any more.
            guard let source = sources[entry.token] else { continue }
            switch source {
            case .main(let name):
                if let live = trees[name] { events += try mainBecameReady(live, entry.token) }
            case .report(let name):
                if let live = trees[name] { events += reportBecameReady(live) }
            case .output(let name, let stream):
                if let live = trees[name] { events += outputBecameReady(live, stream, entry.token) }
            case .group(let name):
                if let live = trees[name] { events += try finish(live) }
            case .speech(let user): events += speech(of: user)
            // Taken above.
            case .news: break
            case .straggler(let name, let pid):
                sources[entry.token] = nil
                guard let live = trees[name] else { continue }
                live.stragglers[pid] = nil
                events += try finish(live)
            }
        }
        return events
    }

    private func mainBecameReady(_ live: LiveTree, _ token: UInt64) throws(SystemError) -> [LaunchEvent] {
        guard let exit = try live.main?.reap() else { return [] }
        let events = reportBecameReady(live, isOver: true)
        if let number = live.main?.rawValue { try queue.remove(number) }
        sources[token] = nil
        let end = LiveTree.End(exit)
        live.end = end
        // What an errand or a host leaves behind has nobody to work for. Without a group it is ended as it is found, below.
        if live.isKilledAtEnd, live.group != nil { live.kill() }
        if !live.isKilledAtEnd { live.terminateOrphans() }
        let ended = try finish(live)
        guard ended.isEmpty, case .run(let run) = live.name, live.failure == nil else {
            return events + ended
        }
        live.noteLeftBehind()
        return events + [.mainExited(run, end.status)]
    }

    /// The child has become its program, or has not.
    ///
    /// - Parameter isOver: It has ended, so there is no more to come, whoever else may hold the pipe for a moment.
    private func reportBecameReady(_ live: LiveTree, isOver: Bool = false) -> [LaunchEvent] {
        guard let beginning = live.beginning else { return [] }
        let progress = beginning.progress()
        if case .under = progress, !isOver { return [] }
        try? queue.remove(beginning.rawValue)
        live.beginning = nil
        if live.failure != nil { return [] }
        if case .failed(let failure) = progress {
            live.failure = failure
            // It is about to end by itself, if whoever has its rights lets it.
            live.kill()
            return []
        }
        guard let main = live.main else { return [] }
        switch live.name {
        case .run(let run): return [.launched(run, process: main.pid)]
        case .errand: return []
        case .host(let run): return [.hostStarted(.started(run), process: main.pid)]
        }
    }

    private func outputBecameReady(
        _ live: LiveTree, _ stream: OutputStream, _ token: UInt64
    ) -> [LaunchEvent] {
        guard let output = live.output else { return [] }
        switch (try? output.read(stream)) ?? .ended {
        case .more: return output.runs.map { .wroteOutput($0) }
        case .nothing: return []
        case .ended:
            sources[token] = nil
            output.close(stream)
            return []
        }
    }

    /// Closes the tree if its main process has ended and nothing is left of it; else sees that the end of
    /// what is left will be noticed.
    private func finish(_ live: LiveTree) throws(SystemError) -> [LaunchEvent] {
        guard let end = live.end else { return [] }
        if let group = live.group {
            if try !group.isEmpty() {
                if !live.watchesGroup {
                    try watch(group.watchedEvents, for: .priority, .group(live.name), live)
                    live.watchesGroup = true
                }
                return []
            }
        } else {
            for straggler in try live.findStragglers() {
                if live.isKilledAtEnd { straggler.send([SIGKILL]) }
                try watch(straggler.rawValue, for: .read, .straggler(live.name, pid: straggler.pid), live)
            }
            if !live.stragglers.isEmpty { return [] }
        }
        return close(live, end)
    }

    private func close(_ live: LiveTree, _ end: LiveTree.End) -> [LaunchEvent] {
        // Its descriptors leave the queue when they are closed, with the tree.
        for token in live.tokens { sources[token] = nil }
        trees[live.name] = nil
        closeSpeech(after: live)
        let wrote = drain(live)
        // They go with the group.
        let exhaustion = live.exhaustion(end, memoryKills: cgroups?.memoryKills(of: live.owner) ?? 0)
        let used = live.usage(atEnd: end)
        clearAway(live.name, of: live.owner, live.place)
        switch live.name {
        case .run(let run):
            if let failure = live.failure {
                try? outputs.removeIfPresent("\(run)")
                return [.launchFailed(run, failure)]
            }
            var usage = used
            usage.exhaustion = exhaustion
            usage.leftBehind = live.leftBehind
            usage.outputBytes = live.output?.keptBytes(of: run) ?? keptBytes(of: run)
            return wrote + [.exited(run, end.status, usage)]
        case .errand(let errand):
            if let events = accountErrandEnded(errand) { return events }
            if let failure = live.failure { return [.errandFailed(errand, failure)] }
            // Whoever asked for one of an earlier daemon has gone with it.
            return live.isLeft ? [] : [.errandEnded(errand, end.status, lastLine: live.output?.lastLine)]
        case .host(let run):
            if live.isLeft { return [] }
            if let failure = live.failure { return [.hostFailed(.started(run), failure)] }
            noteEarlyOutput(of: run, live)
            return wrote + [.hostEnded(.started(run), end.status)]
        }
    }

    /// Takes away the cgroup, and a run's stop reason. What cannot be taken away harms no one.
    func clearAway(_ name: TreeName, of owner: UserID, _ place: RunPlace?) {
        cgroups?.removeGroup(settings.groupName(name), of: owner)
        switch name {
        case .run: try? place?.remove()
        case .errand(let errand): forget(errand)
        case .host(let run): forget(host: run, of: owner)
        }
    }

    /// Has it told at the next ``events()``, which is soon.
    func tell(_ events: LaunchEvent...) { tell(events) }

    func tell(_ events: [LaunchEvent]) {
        guard !events.isEmpty else { return }
        if news.isEmpty {
            nextToken += 1
            sources[nextToken] = .news
            // Where it can't be watched, they are told with what is heard next.
            try? queue.add(bell.rawValue, for: .read, token: nextToken)
        }
        news += events
    }

    private func takeNews() -> [LaunchEvent] {
        guard !news.isEmpty else { return [] }
        defer { news = [] }
        try? queue.remove(bell.rawValue)
        return news
    }

    func watchLaunched(_ live: LiveTree) throws(SystemError) {
        if let number = live.main?.rawValue {
            try watch(number, for: .read, .main(live.name), live)
        }
        // It speaks on its way; what counts is that it has nothing more to say.
        if let number = live.beginning?.rawValue { try watch(number, for: [], .report(live.name), live) }
        for stream in OutputStream.allCases {
            guard let number = live.output?.rawValue(of: stream) else { continue }
            try watch(number, for: .read, .output(live.name, stream), live)
        }
    }

    /// Has it heard what the runs of a user say; by which token.
    func watchSpeech(_ number: Int32, of user: UserID) throws(SystemError) -> UInt64 {
        nextToken += 1
        try queue.add(number, for: .read, token: nextToken)
        sources[nextToken] = .speech(user)
        return nextToken
    }

    func watchSpeech(_ number: Int32, insteadOf other: Int32, by token: UInt64) {
        try? queue.remove(other)
        try? queue.add(number, for: .read, token: token)
    }

    /// Its descriptors may be open for a while.
    func forgetSpeech(_ inbox: SpeechInbox) {
        try? queue.remove(inbox.pause ?? inbox.socket)
        forget(inbox.token)
    }

    /// Nothing is heard of it any more.
    func forget(_ token: UInt64) { sources[token] = nil }

    private func watch(
        _ number: Int32, for directions: EventQueue.Directions, _ source: Source, _ live: LiveTree
    ) throws(SystemError) {
        nextToken += 1
        try queue.add(number, for: directions, token: nextToken)
        sources[nextToken] = source
        live.tokens.append(nextToken)
    }
}

/// Which way the processes of a run are found and ended.
package enum RunHolding: Equatable, Sendable, CustomStringConvertible {
    /// A cgroup of its own for each run, below this path: nothing can leave it unseen.
    case cgroups(path: String)
    /// A session of its own for each run, its descendants, and BGRUN_RUN in their environment.
    case sessions(reason: String)

    package var description: String {
        switch self {
        case .cgroups(let path): "each run has a cgroup of its own below \(path)"
        case .sessions(let reason):
            "each run has a session of its own, and what leaves it is found by BGRUN_RUN in its environment "
                + "(no cgroups: \(reason))"
        }
    }
}
