// Runs started, signalled and watched until their one exit. It carries out; it decides nothing.
import BGRunJob
import BGRunLinux
import Glibc

/// Every run of this daemon.
///
/// It has no loop of its own: ``rawDescriptor`` is readable when ``events()`` has something to do.
package final class Launcher {
    /// What a watched descriptor belongs to.
    private enum Source {
        case main(RunID)
        case output(RunID)
        case group(RunID)
        case straggler(RunID, pid: Int32)
    }

    let settings: LaunchSettings
    let cgroups: CgroupTree?
    private let queue: EventQueue
    let outputs: Directory
    private var runs: [RunID: LiveRun] = [:]
    private var sources: [UInt64: Source] = [:]
    private var nextToken: UInt64 = 0
    private var ready: [EventQueue.Ready] = []

    /// How runs are held together here, and why.
    package let holding: RunHolding

    package init(_ settings: LaunchSettings, _ cgroups: CgroupTree.Finding) throws(SystemError) {
        self.settings = settings
        switch cgroups {
        case .usable(let tree):
            self.cgroups = tree
            holding = .cgroups(path: tree.path)
        case .unusable(let reason):
            self.cgroups = nil
            holding = .sessions(reason: reason)
        }
        queue = try EventQueue()
        outputs = try Directory(path: settings.stateDirectory).directory("output", creatingWith: 0o700)
    }

    /// Watch it for reading, and call ``events()`` when it is ready.
    package var rawDescriptor: Int32 { queue.rawValue }

    // MARK: - Beginning

    /// Starts a run and gives the number of its main process, which is then executing the job's program.
    package func launch(
        _ run: RunID, of job: JobID, as descriptor: JobDescriptor
    ) throws(LaunchFailure) -> Int32 {
        precondition(runs[run] == nil, "a run is launched once")
        let owner = try JobOwner(job.owner, daemon: settings.daemonUser)
        let place = RunPlace(run, of: job, for: owner.files, settings)
        do throws(LaunchFailure) {
            let live = try start(run, of: job, as: descriptor, for: owner, at: place)
            runs[run] = live
            return live.main?.pid ?? 0
        } catch {
            clearAway(run, place)
            try? outputs.removeIfPresent("\(run)")
            throw error
        }
    }

    /// Takes over what is left of a run that an earlier daemon started. Its exit is told like any other's,
    /// with the status `lost`; at once, in what is returned, where nothing is left.
    package func adopt(_ run: RunID, of job: JobID) throws(SystemError) -> [LaunchEvent] {
        precondition(runs[run] == nil, "a run is adopted once")
        // An owner who has been removed since may still have processes.
        let owner = try? JobOwner(job.owner, daemon: settings.daemonUser)
        let live = LiveRun(
            run, at: RunPlace(run, of: job, for: owner?.files, settings),
            mark: ProcessTable.Mark(value: settings.mark(of: run), owner: job.owner, session: nil),
            group: try cgroups?.existingGroup(groupName(run)), main: nil, output: nil)
        live.end = LiveRun.End(status: .lost, usage: ResourceUsage())
        runs[run] = live
        return try settle(live)
    }

    // MARK: - Ending

    /// Writes the reason where the run can read it, then sends SIGTERM and SIGCONT to each of its processes. A
    /// frozen run is thawed with the signal waiting for it.
    ///
    /// Nothing happens for a run that is over.
    package func terminate(_ run: RunID, because reason: StopReason) {
        guard let live = runs[run] else { return }
        // A full disk must not keep a run alive: it is told to end, if need be without the reason.
        try? live.place.write(reason)
        live.terminate()
    }

    /// SIGKILL to each process of the run, frozen or not. Nothing happens for a run that is over.
    package func kill(_ run: RunID) { runs[run]?.kill() }

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
    package func freeze(_ run: RunID) throws(SystemError) { try runs[run]?.freeze() }

    /// Lets a frozen run go on; nothing happens for one that was not frozen, or is over.
    ///
    /// Where the run was frozen by signals, SIGCONT also wakes a process that had stopped itself.
    package func thaw(_ run: RunID) throws(SystemError) { try runs[run]?.thaw() }

    /// Whether each process of the run has halted. The kernel takes a moment over it, longer for one that waits for a
    /// disk or a server; a run that is over has no process that goes on.
    package func isFrozen(_ run: RunID) throws(SystemError) -> Bool { try runs[run]?.isFrozen() ?? true }

    // MARK: - Watching

    /// Takes in what has happened. Never waits.
    ///
    /// When this fails the end of some run would go unnoticed. The way out is the one after a crash: end
    /// the program, and adopt the runs at the next start.
    package func events() throws(SystemError) -> [LaunchEvent] {
        var events: [LaunchEvent] = []
        try queue.wait(into: &ready, timeout: 0)
        for entry in ready {
            // What belonged to a run that ended earlier in this list is not watched any more.
            guard let source = sources[entry.token] else { continue }
            switch source {
            case .main(let run):
                if let live = runs[run] { events += try mainBecameReady(live, entry.token) }
            case .output(let run):
                if let live = runs[run] { events += outputBecameReady(live, entry.token) }
            case .group(let run):
                if let live = runs[run] { events += try settle(live) }
            case .straggler(let run, let pid):
                sources[entry.token] = nil
                guard let live = runs[run] else { continue }
                live.stragglers[pid] = nil
                events += try settle(live)
            }
        }
        return events
    }

    private func mainBecameReady(_ live: LiveRun, _ token: UInt64) throws(SystemError) -> [LaunchEvent] {
        guard let exit = try live.main?.reap() else { return [] }
        if let number = live.main?.rawValue { try queue.remove(number) }
        sources[token] = nil
        live.end = LiveRun.End(exit)
        // The run is what its main process is: the rest has nobody to work for. Without a group it is
        // ended as it is found, below.
        if live.group != nil { live.kill() }
        return try settle(live)
    }

    private func outputBecameReady(_ live: LiveRun, _ token: UInt64) -> [LaunchEvent] {
        guard let output = live.output else { return [] }
        switch (try? output.read()) ?? .ended {
        case .more: return [.wroteOutput(live.id)]
        case .nothing: return []
        case .ended:
            sources[token] = nil
            live.output = nil
            return []
        }
    }

    /// Closes the run if its main process has ended and nothing is left of it; else sees that the end of
    /// what is left will be noticed.
    private func settle(_ live: LiveRun) throws(SystemError) -> [LaunchEvent] {
        guard let end = live.end else { return [] }
        if let group = live.group {
            if try !group.isEmpty() {
                if !live.watchesGroup {
                    try watch(group.watchedEvents, for: .priority, .group(live.id), live)
                    live.watchesGroup = true
                }
                return []
            }
        } else {
            for straggler in try live.findStragglers() {
                // An adopted run is ended by the ladder; what a main process leaves behind, at once.
                if live.main != nil { straggler.send([SIGKILL]) }
                try watch(straggler.rawValue, for: .read, .straggler(live.id, pid: straggler.pid), live)
            }
            if !live.stragglers.isEmpty { return [] }
        }
        return close(live, end)
    }

    private func close(_ live: LiveRun, _ end: LiveRun.End) -> [LaunchEvent] {
        // Its descriptors leave the queue when they are closed, with the run.
        for token in live.tokens { sources[token] = nil }
        runs[live.id] = nil
        let wrote = live.output.map { $0.drain() } ?? .nothing
        clearAway(live.id, live.place)
        let exited = LaunchEvent.exited(live.id, end.status, end.usage)
        return wrote == .more ? [.wroteOutput(live.id), exited] : [exited]
    }

    /// Takes away the run's cgroup and its stop reason. What cannot be taken away harms no one.
    private func clearAway(_ run: RunID, _ place: RunPlace) {
        cgroups?.removeGroup(groupName(run))
        try? place.remove()
    }

    func watchLaunched(_ live: LiveRun) throws(SystemError) {
        if let number = live.main?.rawValue {
            try watch(number, for: .read, .main(live.id), live)
        }
        if let number = live.output?.rawValue { try watch(number, for: .read, .output(live.id), live) }
    }

    private func watch(
        _ number: Int32, for interest: EventQueue.Interest, _ source: Source, _ live: LiveRun
    ) throws(SystemError) {
        nextToken += 1
        try queue.add(number, for: interest, token: nextToken)
        sources[nextToken] = source
        live.tokens.append(nextToken)
    }

    func groupName(_ run: RunID) -> String { "run-\(settings.mark(of: run))" }

    // MARK: - Output

    /// A piece of what a run, ended or not, has written, from a position in the stream of it; nil where
    /// nothing is kept of the run.
    package func output(
        of run: RunID, from position: Int64, limit: Int
    ) throws(SystemError) -> OutputChunk? {
        do throws(SystemError) {
            return try RunOutput.read(try outputs.open("\(run)", O_RDONLY), from: position, limit: limit)
        } catch {
            if error.errno == ENOENT { return nil }
            throw error
        }
    }

    /// The runs whose output is kept, oldest first.
    package func keptOutputs() throws(SystemError) -> [RunID] {
        try outputs.names(limit: 1 << 24).compactMap { Int64($0).map { RunID($0) } }.sorted()
    }

    package func removeOutput(of run: RunID) throws(SystemError) {
        try outputs.removeIfPresent("\(run)")
    }
}
