// One tree of processes between its start and its one end.
import BGRunJob
import BGRunLinux
import Glibc

/// What the launcher keeps of a run, an errand or a host that is not over.
final class LiveTree {
    let name: TreeName
    let owner: UserID
    /// Nil for an errand and a host, which have none.
    let place: RunPlace?
    private var mark: ProcessTable.Mark
    let group: RunGroup?
    /// Nil for a tree that a daemon before us started: its exit goes to someone else.
    let main: HeldProcess?
    /// What everyone in it is told to end with.
    var stopSignal = StopSignal.TERM
    /// Whether its work is done elsewhere, so that what its processes use says nothing of it.
    private var isStandIn = false
    /// What memory it may have, where its job says so.
    var memoryMax: Int?
    /// How many of its owner's processes the kernel had killed for want of memory before it began.
    var memoryKillsBefore: Int64 = 0
    /// Signs of life are passed on no more often; nil where nobody waits for them.
    var lifePause: Duration?
    /// When the last of them was, on the clock that stops in suspend.
    private var lifePassed: Int64?
    /// Whether we have sent SIGKILL.
    private var isKilledByUs = false
    /// Nil once the program runs, or will not run any more.
    var beginning: Beginning?
    /// Why its program was not begun.
    var failure: LaunchFailure?
    /// Nil for a tree of a daemon before us, which read it, and for an errand to which nobody listens.
    var output: TreeOutput?
    /// How it ended, once the main process has; something of it may be left.
    var end: End?
    /// A daemon before us has started it, and nobody asks for it any more.
    var isLeft = false
    /// Who has had the signal; nil while nobody has. Whoever is given the number of one that has gone misses it, and no more.
    private var told: Set<Int32>?
    /// Processes that are being waited for where there is no group, by number.
    var stragglers: [Int32: HeldProcess] = [:]
    /// Whether we are told when the group becomes empty.
    var watchesGroup = false
    /// The tokens of what is watched for it.
    var tokens: [UInt64] = []

    struct End {
        let status: ExitStatus
        let usage: ResourceUsage

        init(status: ExitStatus, usage: ResourceUsage) {
            self.status = status
            self.usage = usage
        }

        init(_ exit: ProcessExit) {
            switch exit.status {
            case .exited(let code): status = .code(code)
            case .signalled(let number): status = .signal(number)
            }
            usage = ResourceUsage(
                processes: .init(
                    userTime: .microseconds(exit.usage.userMicroseconds),
                    systemTime: .microseconds(exit.usage.systemMicroseconds),
                    peakMemoryKiB: exit.usage.maximumResidentKiB, readBytes: exit.usage.readBytes,
                    writtenBytes: exit.usage.writtenBytes))
        }
    }

    init(
        _ name: TreeName, of owner: UserID, at place: RunPlace?, mark: ProcessTable.Mark, group: RunGroup?,
        main: HeldProcess?
    ) {
        self.name = name
        self.owner = owner
        self.place = place
        self.mark = mark
        self.group = group
        self.main = main
    }

    /// Of a daemon before us: how it ends is not to be learnt any more.
    ///
    /// - Parameter user: Whose rights it has, where these are not its owner's.
    init(
        adopting name: TreeName, of owner: UserID, at place: RunPlace?, group: RunGroup?, _ variable: String,
        rightsOf user: UserID? = nil
    ) {
        self.name = name
        self.owner = owner
        self.place = place
        mark = ProcessTable.Mark(variable: variable, owner: user ?? owner, session: nil)
        self.group = group
        main = nil
        end = End(status: .lost, usage: ResourceUsage())
    }

    /// Takes in what its job says of how a run is watched and told to end.
    func hold(to descriptor: JobDescriptor) {
        stopSignal = descriptor.launchRules.stopSignal
        memoryMax = descriptor.launchRules.resources.memoryMax
        lifePause = descriptor.lifePause
        isStandIn = descriptor.program.unit != nil
    }

    /// Whether what its main process leaves behind is killed. That of a run has a grace period, of which others decide; but
    /// one that was given up has begun nothing.
    var isKilledAtEnd: Bool {
        switch name {
        case .run: failure != nil
        case .errand: true
        // Who was the main process of one that was adopted is not known. Others decide how long it has.
        case .host: main != nil || isLeft
        }
    }

    /// What it has left behind, in words; nil for nothing, and where it was told to end, or killed.
    private(set) var leftBehind: String?

    /// The main process has left by itself, and something of it has not.
    func noteLeftBehind() {
        guard case .code? = end?.status, told == nil, !isKilledByUs else { return }
        leftBehind = (try? members()).flatMap { LeftProcesses($0).words }
    }

    /// Whose rights it was started with.
    var rights: UserID { mark.owner }

    /// Whether one more sign of life is passed on now.
    func passesLife() -> Bool {
        guard let lifePause else { return false }
        let now = Clock.read(.monotonic)
        if let lifePassed, .microseconds(now &- lifePassed) < lifePause { return false }
        lifePassed = now
        return true
    }

    /// Whether the process is its main process, or of the session that this has opened: known only while that is not
    /// reaped, and its number its own.
    func leads(_ entry: ProcessTable.Entry) -> Bool {
        guard end == nil, let main else { return false }
        return entry.pid == main.pid || entry.session == main.pid
    }

    /// What all of it has used, as far as the kernel tells. Of one that a daemon before us started nothing is told: what that
    /// one saw of it is not known.
    func usage(atEnd end: End) -> ResourceUsage {
        guard !isStandIn else { return ResourceUsage(processes: nil) }
        var usage = end.usage
        guard main != nil, let group, var processes = usage.processes else { return usage }
        if let time = group.processorTime {
            processes.userTime = .microseconds(time.user)
            processes.systemTime = .microseconds(time.system)
        }
        if let peak = group.peakMemoryKiB { processes.peakMemoryKiB = peak }
        usage.processes = processes
        return usage
    }

    /// What it had no more of, where the kernel has killed for that. A run that ended well has got over it.
    ///
    /// - Parameter memoryKills: How many of its owner's processes the kernel has killed for want of memory until now.
    func exhaustion(_ end: End, memoryKills: Int64) -> String? {
        guard let group, end.status != .code(0) else { return nil }
        if group.ranOutOfMemory {
            return "killed: out of memory" + (memoryMax.map { " (memoryMax \(SizeText.text(of: $0)))" } ?? "")
        }
        // Without a limit of its own nobody counts for the run alone. Who else would have killed it?
        guard end.status == .signal(SIGKILL), !isKilledByUs, memoryKills > memoryKillsBefore else {
            return nil
        }
        return "killed: out of memory (all runs of its owner's together)"
    }

    /// The signal and then, for those that are stopped, SIGCONT to everyone there is now.
    ///
    /// One look, not several: what a process starts in answer to the signal is its cleaning up, and must
    /// not be ended with it. For one that is forked between the look and the signal see ``terminateOrphans()``.
    func terminate() {
        do throws(SystemError) {
            told = []
            try tell(members())
        } catch {
            // Out of descriptors. The main process at least is open already.
            if end == nil { main?.send([stopSignal.number, SIGCONT]) }
        }
        // Last: whoever is frozen finds the signal waiting, and does nothing else before it.
        group?.thawAll()
    }

    /// The main process has left, in answer to the signal: the same to those of its children that had none. It was forking them
    /// as it was told, or did so since, and they have nobody to work for. What the others are doing to clean up is theirs.
    ///
    /// A crowd is left to SIGKILL: nobody else waits until it has been looked through.
    func terminateOrphans() {
        guard let told, let everyone = (try? members()).map({ Set($0) }) else { return }
        let new = everyone.subtracting(told).sorted()
        guard !new.isEmpty, new.count <= LiveTree.mostOrphans else { return }
        var parents: [Int32: Int32] = [:]
        for pid in new { parents[pid] = ProcessTable.entry(pid)?.parent }
        // Who works for one of these is one of these; all others work for somebody who was told, and goes on.
        let orphans = Set(new.filter { parents[$0].map { !everyone.contains($0) } ?? false })
        try? tell(new.filter { Self.descends($0, from: orphans, by: parents) })
    }

    private static func descends(_ pid: Int32, from orphans: Set<Int32>, by parents: [Int32: Int32]) -> Bool {
        var pid = pid
        // No longer than there are processes, should the numbers have changed meanwhile.
        for _ in 0...parents.count {
            if orphans.contains(pid) { return true }
            guard let parent = parents[pid] else { return false }
            pid = parent
        }
        return false
    }

    private func tell(_ pids: [Int32]) throws(SystemError) {
        for process in try open(pids) {
            told?.insert(process.pid)
            process.send([stopSignal.number, SIGCONT])
        }
    }

    /// Halts everyone: by the group's freezer, else by SIGSTOP until a look finds no one new.
    ///
    /// Throws with everyone going on. EAGAIN: the run forks faster than we look.
    func freeze() throws(SystemError) {
        if let group, try group.setFrozen(true) { return }
        do throws(SystemError) {
            try stopInRounds()
        } catch {
            // Half a run that halts is worse than one that goes on.
            try? resume()
            throw error
        }
    }

    /// Lets everyone go on who was frozen. Without a freezer, also who had stopped itself.
    func thaw() throws(SystemError) {
        if let group, try group.setFrozen(false) { return }
        try resume()
    }

    /// Whether everyone there is has halted.
    func isFrozen() throws(SystemError) -> Bool {
        if let group, try group.isFrozen() { return true }
        return try members().allSatisfy { ProcessTable.entry($0)?.isHalted ?? true }
    }

    private func stopInRounds() throws(SystemError) {
        var reached: Set<Int32> = []
        for _ in 0..<LiveTree.mostRounds {
            let found = try members().filter { !reached.contains($0) }
            if found.isEmpty { return }
            for process in try open(found) { try process.stop() }
            reached.formUnion(found)
        }
        throw SystemError(operation: "freeze", errno: EAGAIN)
    }

    private func resume() throws(SystemError) {
        for process in try open(members()) { process.send([SIGCONT]) }
    }

    /// Ends it, and gives its program up where that has not begun yet. One that has just begun, of which nobody was told yet,
    /// was not too slow: it goes on, and is told of.
    func giveUp() {
        if let beginning, failure == nil {
            guard let failure = beginning.giveUp() else { return }
            self.failure = failure
        }
        kill()
    }

    /// SIGKILL to all, by the kernel at one stroke where it can; else until a look finds no one new.
    ///
    /// Processes that fork faster than we look are left to the next call.
    func kill() {
        isKilledByUs = true
        if group?.killAtOnce() != true { killInRounds() }
        // A main process that moved to another group is still ours to end.
        if end == nil { main?.send([SIGKILL]) }
    }

    private func killInRounds() {
        var reached: Set<Int32> = []
        for _ in 0..<LiveTree.mostRounds {
            guard let found = try? members().filter({ !reached.contains($0) }), !found.isEmpty,
                let opened = try? open(found)
            else { return }
            for process in opened { process.send([SIGKILL]) }
            reached.formUnion(found)
        }
    }

    /// Opens living processes of the run that are not waited for yet, and gives those.
    ///
    /// None, with no one waited for, means that nothing of the run is left: a look that found someone who
    /// was gone before they were opened is made again, for they may have left a child.
    func findStragglers() throws(SystemError) -> [HeldProcess] {
        var new: [HeldProcess] = []
        repeat {
            let unknown = try members().filter { stragglers[$0] == nil }
            if unknown.isEmpty { break }
            new = try open(unknown)
            for straggler in new { stragglers[straggler.pid] = straggler }
        } while stragglers.isEmpty
        return new
    }

    /// Everyone who belongs to the run now, by number. The main process counts until it is reaped: up to
    /// then its number is its own.
    private func members() throws(SystemError) -> [Int32] {
        var found: [Int32] = []
        if let group {
            found = group.processes()
        } else {
            let entries = try ProcessTable.members(of: mark)
            // Once the session is empty its number may become another's.
            if end != nil, !entries.contains(where: { $0.session == mark.session }) { mark.session = nil }
            found = entries.map(\.pid)
        }
        if end == nil, let pid = main?.pid, !found.contains(pid) { found.append(pid) }
        return found
    }

    /// Opens processes, and leaves out those that are not the run's once they are open: what is still
    /// listed under its number then is what was opened, and no stranger that was given the number since.
    private func open(_ pids: [Int32]) throws(SystemError) -> [HeldProcess] {
        var opened: [HeldProcess] = []
        for pid in pids {
            if let process = try HeldProcess.open(pid) { opened.append(process) }
        }
        if opened.isEmpty { return [] }
        let still = Set(try members())
        return opened.filter { still.contains($0.pid) }
    }

    private static let mostRounds = 16
    private static let mostOrphans = 256
}

extension StopSignal {
    fileprivate var number: Int32 {
        switch self {
        case .TERM: SIGTERM
        case .INT: SIGINT
        case .HUP: SIGHUP
        case .QUIT: SIGQUIT
        case .USR1: SIGUSR1
        case .USR2: SIGUSR2
        case .WINCH: SIGWINCH
        }
    }
}
