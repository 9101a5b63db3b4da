// What a process with tasks knows of itself: a value, changed under one lock.
internal import BGRunCalendar
internal import BGRunJob
internal import BGRunWire
internal import Dispatch

/// The handlers, the daemon's word, and the tasks that are not complete. It calls nobody.
struct HostState {
    enum Link {
        /// Nobody has registered anything.
        case none
        /// The thread tries, or waits for a daemon.
        case away
        case attached(AttachCall.Attached)
        /// A daemon said that this process is no host, and why. The thread waits for the next one, or for a reason to ask again.
        case refused(String)
    }

    /// On iOS no handler is entered before the application has finished launching.
    enum Launch {
        case going(until: AwakeTime)
        case over
    }

    /// A task that was handed over and is not complete.
    struct Active {
        let task: BGTask
        /// Which attachment it came with.
        let epoch: Int
        /// Its handler was entered, or is about to be.
        var hasBegun = false
    }

    private(set) var link = Link.none
    /// Signalled once the first attempt to attach is over; nil where that is not waited for.
    private var firstAttempt: DispatchSemaphore?
    /// Counts attachments. A host's name may come twice, from two daemons.
    private(set) var epoch = 0
    private(set) var launch = Launch.going(until: AwakeTime(microseconds: .max))
    private var registrations: [TaskPattern: Registration] = [:]
    /// What is asked for and not answered yet.
    private var reserved: Set<TaskPattern> = []
    /// What was asked for and is not permitted.
    private var denied: Set<TaskPattern> = []
    private var active: [RunID: Active] = [:]
    /// Told to a daemon as busy, and complete before it has said who we are.
    private var endedMeanwhile: [RunID: Bool] = [:]
    private var isAttaching = false
    private var mustServe = false
    /// What this daemon was told of.
    private var served: Set<TaskPattern> = []
    /// After a daemon has not answered, it is not asked again at once.
    private var serveAfter = AwakeTime(microseconds: 0)
    private var lastSample = AwakeTime(microseconds: 0)
    private var sampled: [RunID: TaskProgress] = [:]
    private var isHinted = false

    var attached: AttachCall.Attached? {
        if case .attached(let attached) = link { attached } else { nil }
    }

    // MARK: Handlers

    /// Keeps a place for a handler; false where there is one.
    mutating func reserve(_ pattern: TaskPattern) -> Bool {
        guard registrations[pattern] == nil else { return false }
        return reserved.insert(pattern).inserted
    }

    /// The place is filled, or free again.
    mutating func settle(_ pattern: TaskPattern, _ registration: Registration?) {
        reserved.remove(pattern)
        guard let registration else {
            denied.insert(pattern)
            return
        }
        denied.remove(pattern)
        registrations[pattern] = registration
        mustServe = true
    }

    /// All tasks that the application has and that this process wants, in order.
    var wanted: [TaskPattern] {
        denied.union(registrations.keys).union(attached?.permitted ?? []).sorted()
    }

    /// Why the daemon does not permit the task; nil where it does, or nobody can say.
    func objection(to pattern: TaskPattern) -> String? {
        switch link {
        case .none, .away: nil
        case .refused(let reason): reason
        case .attached(let attached):
            TaskPatterns(attached.permitted).cover(pattern)
                ? nil : "the manifest of \(attached.application) does not have it"
        }
    }

    /// A handler for itself goes before one for a prefix, and a longer prefix before a shorter one.
    func registration(of task: JobIdentifier, _ kind: TaskRequest.Kind) -> Registration? {
        if let own = registrations[.exact(task)] { return own }
        guard kind == .continued else { return nil }
        return registrations.filter { $0.key.matches(task) }
            .max { $0.key.description.utf8.count < $1.key.description.utf8.count }?.value
    }

    // MARK: Launch

    /// A handler was registered: launch goes on for so long. Whether it is the first.
    mutating func extendLaunch(until end: AwakeTime) -> Bool {
        guard case .going(let before) = launch else { return false }
        launch = .going(until: end)
        return before == AwakeTime(microseconds: .max)
    }

    mutating func endLaunch() { launch = .over }

    /// All handlers, where the daemon is to be told of them now.
    mutating func takeService(at now: AwakeTime) -> ServeCall? {
        guard mustServe, serveAfter <= now, let attached else { return nil }
        if case .going(let end) = launch {
            guard end <= now else { return nil }
            launch = .over
        }
        mustServe = false
        served = Set(registrations.keys)
        return ServeCall(host: attached.host, identifiers: served.sorted())
    }

    /// What the daemon has to be told of before a continued task is asked for: somebody has begun it, so its handler may be
    /// entered whether or not launch is over. All others go on waiting for that.
    mutating func takeService(for task: JobIdentifier) -> ServeCall? {
        guard mustServe, let attached else { return nil }
        let missing = registrations.keys.filter { !served.contains($0) && $0.matches(task) }
        if missing.isEmpty { return nil }
        served.formUnion(missing)
        return ServeCall(host: attached.host, identifiers: served.sorted())
    }

    /// The daemon has not taken the list of handlers: it is told again after a while.
    mutating func isNotServed(until next: AwakeTime) {
        mustServe = true
        served = []
        serveAfter = next
    }

    // MARK: Attaching

    /// Whether a thread has to be started, and what to wait at until it has found out whether there is a daemon.
    mutating func begin() -> (isNew: Bool, firstAttempt: DispatchSemaphore?) {
        switch link {
        case .away, .attached: return (false, firstAttempt)
        case .none:
            link = .away
            firstAttempt = DispatchSemaphore(value: 0)
            return (true, firstAttempt)
        case .refused:
            // Somebody may have permitted it meanwhile.
            link = .away
            isHinted = true
            firstAttempt = DispatchSemaphore(value: 0)
            return (false, firstAttempt)
        }
    }

    /// Nobody is to wait any longer.
    mutating func takeFirstAttempt() -> DispatchSemaphore? {
        defer { firstAttempt = nil }
        return firstAttempt
    }

    /// Whether there are handlers that were told nothing of it.
    mutating func isRefused(because reason: String) -> Bool {
        link = .refused(reason)
        return !registrations.isEmpty
    }

    /// What is said to a daemon: the runs of before whose handlers have not let go.
    mutating func attach() -> [AttachCall.Busy] {
        isAttaching = true
        endedMeanwhile = [:]
        return active.filter(\.value.hasBegun).sorted { $0.key < $1.key }.map { run, active in
            AttachCall.Busy(run: run, identifier: active.task.work.request.identifier)
        }
    }

    /// A daemon has let us in. The runs that ended while it did.
    mutating func isAttached(_ attached: AttachCall.Attached) -> [RunID: Bool] {
        link = .attached(attached)
        epoch += 1
        isAttaching = false
        mustServe = !registrations.isEmpty
        served = []
        serveAfter = AwakeTime(microseconds: 0)
        sampled = [:]
        defer { endedMeanwhile = [:] }
        return endedMeanwhile
    }

    /// The manifest is another than when the daemon has let us in.
    mutating func isPermitted(_ permitted: [TaskPattern], as application: JobIdentifier) {
        guard case .attached(var attached) = link, attached.application == application else { return }
        attached.permitted = permitted
        link = .attached(attached)
    }

    /// The daemon has gone. All that were its runs.
    mutating func isLost() -> [BGTask] {
        link = .away
        return active.sorted { $0.key < $1.key }.map(\.value.task)
    }

    /// A daemon has let somebody of this process in while nobody listens: it is worth trying to attach.
    mutating func hint() -> Bool {
        switch link {
        case .none, .attached: return false
        case .away, .refused:
            isHinted = true
            return true
        }
    }

    mutating func takeHint() -> Bool {
        defer { isHinted = false }
        return isHinted
    }

    // MARK: Tasks

    mutating func add(_ task: BGTask, epoch: Int) { active[task.work.run] = Active(task: task, epoch: epoch) }

    func task(_ run: RunID) -> BGTask? { active[run]?.task }

    /// Who asks whether the run may begin; nil where its daemon has gone.
    func asker(of run: RunID) -> AttachCall.Attached? {
        active[run]?.epoch == epoch ? attached : nil
    }

    mutating func begin(_ run: RunID) { active[run]?.hasBegun = true }

    /// The task is complete. Who tells the daemon; nil where there is none to be told now.
    mutating func end(_ run: RunID, success: Bool) -> AttachCall.Attached? {
        sampled[run] = nil
        if active.removeValue(forKey: run) != nil, isAttaching { endedMeanwhile[run] = success }
        return attached
    }

    // MARK: Progress

    /// When something is to be done without anybody's word; nil: nothing. An idle program has no such instant.
    func nextChore(sampling span: Duration, at now: AwakeTime) -> AwakeTime? {
        guard attached != nil else { return nil }
        let service: AwakeTime? =
            switch launch {
            case .going(let end) where mustServe: max(end, serveAfter)
            case .over where mustServe: max(now, serveAfter)
            case .going, .over: nil
            }
        return [service, nextSample(every: span)].compactMap(\.self).min()
    }

    private func nextSample(every span: Duration) -> AwakeTime? {
        guard attached != nil,
            active.values.contains(where: { $0.hasBegun && $0.task is BGContinuedProcessingTask })
        else { return nil }
        return lastSample.advanced(by: span)
    }

    /// The continued tasks that are to be looked at now.
    mutating func sample(every span: Duration, at now: AwakeTime) -> [BGContinuedProcessingTask] {
        guard let next = nextSample(every: span), next <= now else { return [] }
        lastSample = now
        return active.sorted { $0.key < $1.key }.compactMap { _, active in
            active.hasBegun ? active.task as? BGContinuedProcessingTask : nil
        }
    }

    /// Whether it is news.
    mutating func isNews(_ progress: TaskProgress, of run: RunID) -> Bool {
        guard active[run] != nil, sampled[run] != progress else { return false }
        sampled[run] = progress
        return true
    }
}
