// What was promised in this turn of the loop, and what the store still owes.
import BGRunCalendar
import BGRunJob

/// Keeps the promise "accepted means durable" when a save fails.
///
/// All saves of a turn are one transaction. If it fails, none of the turn's promises has been carried out: the
/// requests are refused and their changes undone, the launches are undone, but facts stay facts (a run that
/// has ended has ended). Their saves are kept and go first into every later transaction until one succeeds.
/// Meanwhile nothing starts, so what is kept stays bounded by what was running.
struct Ledger {
    /// What is taken back where the saves fail.
    enum Promised {
        case launch(JobID)
        /// A host that was to be started, whatever became of its run since.
        case hostStart(HostID)
        /// A run that was started before was handed to its host.
        case handOver(RunID)
        /// A request that was answered with yes.
        case answer(RequestID)
        /// A request that brought a job which was not there before.
        case arrival(JobID)
        /// A request that changed a job, which was like this before.
        case change(from: Job)
        /// The pause of a scope was changed, and was like this before.
        case pause(PauseScope, before: Pause?)
        /// An application was permitted or forbidden, and had this manifest before.
        case manifest(ApplicationID, before: ApplicationManifest?)
        /// Those who waited for a job were told that it was cancelled.
        case farewell([Waiters.End], of: JobID)
        /// What is kept of a job that is over was changed, and was like this before.
        case end(of: JobID, before: EndedJob?)
        /// Who waited for a job was told how its run ended.
        case ending(RequestID, Reply)
    }

    /// Why the last transaction failed, and when it is tried again at the latest.
    struct Fault {
        let reason: String
        let retryAt: AwakeTime
    }

    static let firstRetry: Duration = .seconds(10)
    static let longestRetry: Duration = .seconds(300)

    private(set) var fault: Fault?
    /// How long the last failure was waited out; nil once a save has succeeded.
    private var retryDelay: Duration?
    private var promises: [Promised] = []
    /// Saves of failed transactions, in their order.
    private var owed: [Change] = []
    /// Saves of the event that reported a failure: stored after ``owed``, and not handed out yet.
    private var held: [Change] = []
    /// Who waits for an end that has come and is owed to the store.
    private var owedReplies: [(request: RequestID, reply: Reply)] = []
    /// Saves handed out in this turn, of which no result is known yet.
    private var pending: [Change] = []
    private var isRetryDue = false
    /// Set in the event that hears of a failure: its refusals must go out, so nothing is tried in it again.
    private var isHolding = false

    mutating func promised(_ promise: Promised) { promises.append(promise) }

    /// The saves to hand out: the new ones, after all that the store still owes. What is owed is handed out once
    /// a turn, with the first saves of it, or with the first yes: what somebody is told now has to be stored.
    ///
    /// - Returns: All of them, and how many of them, the first, are owed.
    mutating func saves(adding new: [Change]) -> (all: [Change], owed: Int) {
        if isHolding {
            isHolding = false
            held += new.filter { !$0.isNote }
            return ([], 0)
        }
        guard isRetryDue || !new.isEmpty || isOwing && !promises.isEmpty else { return ([], 0) }
        isRetryDue = false
        let repeated = Self.withoutOutdated(owed, before: held)
        let fresh = held + new
        (owed, held) = ([], [])
        pending += repeated + fresh
        return (repeated + fresh, repeated.count)
    }

    /// Of what is kept in one place only the last change counts, and skips of a job in a row are one: earlier ones would
    /// pile up while the store fails.
    ///
    /// - Parameter later: What is saved behind them.
    private static func withoutOutdated(_ saves: [Change], before later: [Change]) -> [Change] {
        if saves.isEmpty { return [] }
        var seen = Set(later.compactMap(\.place))
        return joiningSkips(saves).reversed().filter { save in
            save.place.map { seen.insert($0).inserted } ?? true
        }.reversed()
    }

    private static func joiningSkips(_ saves: [Change]) -> [Change] {
        var joined: [Change] = []
        var places: [JobID: (place: Int, skip: Skip)] = [:]
        for save in saves {
            guard case .append(.skip(var skip, let job, let title)) = save else {
                joined.append(save)
                continue
            }
            if let (place, first) = places[job], first.reason == skip.reason {
                // It is told from its first occurrence on.
                skip.due = first.due
                joined[place] = .append(.skip(skip, of: job, title: title))
                places[job] = (place, skip)
            } else {
                places[job] = (joined.count, skip)
                joined.append(save)
            }
        }
        return joined
    }

    /// There is nothing to be taken back any more.
    mutating func kept() { promises = [] }

    mutating func saved() {
        kept()
        pending = []
        fault = nil
        retryDelay = nil
    }

    /// Hands out the promises to undo, the latest first.
    mutating func failed(reason: String, at now: Now) -> [Promised] {
        let delay = retryDelay.map { min($0 * 2, Self.longestRetry) } ?? Self.firstRetry
        retryDelay = delay
        fault = Fault(reason: reason, retryAt: now.awake.advanced(by: delay))
        // What was seen of the machine is told again when it changes; a gap in it is no reason to wake up. Who wanted
        // something purged is refused, and so is who let an occurrence go: that comes after all.
        owed = pending.filter { !$0.isNote && !$0.isPurge && !$0.isCancelledSkip } + owed
        pending = []
        isHolding = true
        defer { promises = [] }
        return promises.reversed()
    }

    /// An end that has come is told once it is stored.
    mutating func owe(_ reply: Reply, to request: RequestID) { owedReplies.append((request, reply)) }

    /// The replies that go with saves which were owed; where those fail again, the replies are owed again.
    mutating func replies() -> [(request: RequestID, reply: Reply)] {
        if owedReplies.isEmpty || pending.isEmpty { return [] }
        defer { owedReplies = [] }
        for (request, reply) in owedReplies { promised(.ending(request, reply)) }
        return owedReplies
    }

    /// The client went away.
    mutating func drop(_ request: RequestID) { owedReplies.removeAll { $0.request == request } }

    /// Drops what a refused request wanted to store of a job that was not there before. What is owed of an earlier
    /// job of that name ends with its removal, which stays.
    mutating func dropSaves(of job: JobID) {
        func isOfJob(_ save: Change) -> Bool {
            guard case .save(let record) = save else { return false }
            return record.id == job
        }
        owed.removeAll(where: isOfJob)
        held.removeAll(where: isOfJob)
    }

    private var isOwing: Bool { !owed.isEmpty || !held.isEmpty }

    /// How a job's last run ended, where that is owed to the store.
    func owedEnd(of job: JobID) -> HistoryEntry? {
        for case .append(.run(let entry)) in (owed + held).reversed() where entry.job == job { return entry }
        return nil
    }

    /// Before leaving, what is owed is tried once more.
    mutating func retryNow() { isRetryDue = true }

    /// Where nothing is owed, the next request or start is the trial.
    mutating func pass(to now: Now) {
        guard let fault, fault.retryAt <= now.awake else { return }
        if !isOwing { self.fault = nil } else { isRetryDue = true }
    }
}

extension Change {
    /// Where something is kept that a later change replaces.
    fileprivate enum Place: Hashable {
        case job(JobID)
        case end(JobID)
        case pause(PauseScope)
        case finishedFile(JobID)
        case silentPower
        case owner(UserID)
        case application(ApplicationID)
    }

    /// What it replaces; nil for what is added.
    fileprivate var place: Place? {
        switch self {
        case .save(let record): .job(record.id)
        case .forget(let id): .job(id)
        case .saveEnd(let job): .end(job.id)
        case .forgetEnd(let id): .end(id)
        case .savePause(let scope, _): .pause(scope)
        case .rememberFinishedFile(let file): .finishedFile(file.job)
        case .forgetFinishedFile(let job): .finishedFile(job)
        case .rememberSilentPower: .silentPower
        case .bindOwner(let user, _): .owner(user)
        case .saveApplication(let manifest, let owner):
            .application(ApplicationID(owner: owner, name: manifest.application))
        case .forgetApplication(let application): .application(application)
        case .append, .appendHook, .note, .setAside, .purge: nil
        }
    }

    fileprivate var isCancelledSkip: Bool {
        if case .append(.skip(let skip, _, _)) = self { skip.reason == .cancelled } else { false }
    }

    fileprivate var isPurge: Bool { if case .purge = self { true } else { false } }

    fileprivate var isNote: Bool { if case .note = self { true } else { false } }
}
