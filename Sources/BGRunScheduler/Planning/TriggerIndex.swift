// Jobs by the event or file that makes them due, and what has to be observed for them.
import BGRunCalendar
import BGRunJob

/// Finds the jobs that an event concerns without looking at the others.
struct TriggerIndex {
    private var byEvent: [TriggerEvent: Set<JobID>] = [:]
    private var byPath: [WatchedPath: Set<JobID>] = [:]
    /// Who waits for what launches have missed.
    private var missed: [WatchedPath: Set<JobID>] = [:]
    /// Watched paths at which nothing is. What a watch finds at once is what a launch did not: that is no news.
    private var missing: Set<WatchedPath> = []
    /// What is observed for them.
    private var interests = InterestTable()
    /// The machine was started, and the jobs that wait for that have not been told yet.
    private var isBootPending = false
    /// Why nobody tells of logins and unlocks; nil where somebody does, or nobody asks.
    private(set) var sessionFault: String?
    /// Why changes of a path are not seen.
    private(set) var faults: [WatchedPath: PathFault] = [:]

    func jobs(waitingFor event: TriggerEvent) -> [JobID] { byEvent[event].map { $0.sorted() } ?? [] }

    /// The events that waking is after so long asleep, in a fixed order.
    func wakings(after slept: Duration) -> [TriggerEvent] {
        let spans = byEvent.keys.compactMap { event -> Duration? in
            if case .wakeAfter(let span) = event, span <= slept { span } else { nil }
        }
        return [.wake] + spans.sorted().map { .wakeAfter($0) }
    }

    /// Nothing is at a path that is watched.
    mutating func confirm(missing path: WatchedPath) {
        if interests.isAsked(for: .path(path)) { missing.insert(path) }
    }

    /// The jobs that may try again since something is at a path that was not, each once.
    mutating func takeJobs(missing path: WatchedPath) -> [JobID] {
        missing.remove(path) == nil ? [] : missed[path]?.sorted() ?? []
    }

    func jobs(watching path: WatchedPath) -> [JobID] { byPath[path].map { $0.sorted() } ?? [] }

    mutating func add(_ job: Job) {
        change(job, by: 1)
        for interest in Self.interests(of: job) { interests.ask(for: interest) }
    }

    mutating func remove(_ job: Job) {
        change(job, by: -1)
        for interest in Self.interests(of: job) { interests.giveUp(interest) }
    }

    /// Jobs that wait for the machine's start are told once all of them are there.
    mutating func awaitBoot() { isBootPending = true }

    mutating func takeBoot() -> Bool {
        defer { isBootPending = false }
        return isBootPending
    }

    /// What is not observed any more is not known either. Until then it is: nobody would tell it again.
    mutating func takeInterests() -> InterestTable.Changes {
        let changes = interests.takeChanges()
        for case .path(let path) in changes.gone {
            missing.remove(path)
            faults[path] = nil
        }
        return changes
    }

    mutating func note(sessions fault: String?) { sessionFault = fault }

    mutating func note(_ fault: PathFault?, of path: WatchedPath) {
        guard interests.isAsked(for: .path(path)) else { return }
        let earlier = faults[path]?.unseenSince
        faults[path] = fault
        if fault?.unseenSince != nil, let earlier { faults[path]?.unseenSince = earlier }
    }

    private static func interests(of job: Job) -> Set<Interest> {
        let interests = job.descriptor.interests(of: job.id.owner)
        return job.awaitedPath.map { interests.union([.path($0)]) } ?? interests
    }

    private mutating func change(_ job: Job, by count: Int) {
        if let path = job.awaitedPath {
            Self.change(job.id, in: &missed[path, default: []], by: count)
            if missed[path] == [] { missed[path] = nil }
        }
        for schedule in job.descriptor.schedules {
            switch schedule {
            case .event(let event, _):
                Self.change(job.id, in: &byEvent[event, default: []], by: count)
                if byEvent[event] == [] { byEvent[event] = nil }
            case .path(let trigger):
                let path = trigger.watched(for: job.id.owner)
                Self.change(job.id, in: &byPath[path, default: []], by: count)
                if byPath[path] == [] { byPath[path] = nil }
            case .every, .cron, .calendar: break
            }
        }
    }

    private static func change(_ job: JobID, in jobs: inout Set<JobID>, by count: Int) {
        if count > 0 { jobs.insert(job) } else { jobs.remove(job) }
    }
}

/// Why changes of a path are not seen.
struct PathFault {
    var reason: String
    /// Since when none at all is; nil where some are, or where what comes there is.
    var unseenSince: WallTime?
}

extension PathTrigger {
    func watched(for owner: UserID) -> WatchedPath {
        WatchedPath(path: path, owner: owner, isRecursive: isRecursive)
    }
}

extension JobDescriptor {
    /// What is to be observed for it, each once.
    fileprivate func interests(of owner: UserID) -> Set<Interest> {
        var interests = Set<Interest>()
        for schedule in schedules {
            switch schedule {
            case .event(let event, _): if event.isOfSessions { interests.insert(.sessions) }
            case .path(let trigger): interests.insert(.path(trigger.watched(for: owner)))
            case .cron, .calendar, .every:
                if schedule.followsLocalClock, schedule.zoneName == nil { interests.insert(.localZone) }
            }
        }
        if allowedHours != nil { interests.insert(.localZone) }
        return interests
    }
}
