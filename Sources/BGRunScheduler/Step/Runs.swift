// The runs that are active: started, and not seen to end.
import BGRunCalendar
import BGRunJob

/// Active runs by number, and who waits for their start.
struct Runs {
    private var jobs: [RunID: JobID] = [:]
    private var counts: [UserID: Int] = [:]
    /// Services: they last, so they take nobody's slot.
    private var services: Set<RunID> = []
    private var serviceCounts: [UserID: Int] = [:]
    private var next = RunID(1)
    /// Requests that are answered once their run has a process.
    private var starters: [RunID: RequestID] = [:]
    /// Killed, and not seen to end: whose they were, now that their jobs have left.
    private var disowned: [RunID: UserID] = [:]

    /// What is known of each beside where it stands.
    private var voices: [RunID: RunVoice] = [:]

    /// When it was asked for that the daemon's program be replaced, once it may be.
    private(set) var renewalAsked: BootTime?

    /// When the daemon exits at the latest, whether they have ended or not; nil where it has not been told to.
    private(set) var exitsBy: AwakeTime?

    /// How many take a slot.
    var count: Int { jobs.count - services.count }
    var isEmpty: Bool { jobs.isEmpty }
    /// Whose they are, sorted: each event looks at all of them several times.
    private(set) var jobIDs: [JobID] = []

    subscript(run: RunID) -> JobID? { jobs[run] }

    /// How many an owner has that take a slot.
    func count(of owner: UserID) -> Int { counts[owner, default: 0] }

    /// How many services of an owner's run.
    func serviceCount(of owner: UserID) -> Int { serviceCounts[owner, default: 0] }

    /// Whether an owner may have one more. Nobody's runs keep another's from starting, so whoever has none may have one
    /// beyond the most there are otherwise.
    func hasRoom(for owner: UserID, ofMost most: Int) -> Bool { count < most || count(of: owner) == 0 }

    /// The daemon waits for them until then.
    mutating func leave(by instant: AwakeTime) { exitsBy = instant }

    mutating func awaitRenewal(at now: Now) { renewalAsked = renewalAsked ?? now.boot }

    /// A number that no run has had.
    mutating func newNumber() -> RunID {
        defer { next = next.next }
        return next
    }

    /// Goes on counting from a number, and never back.
    mutating func count(from number: RunID) { next = max(next, number) }

    mutating func begin(_ run: RunID, of job: Job) {
        count(from: run.next)
        let (isService, job) = (job.descriptor.kind == .service, job.id)
        guard jobs.updateValue(job, forKey: run) == nil else { return }
        if isService {
            services.insert(run)
            serviceCounts[job.owner, default: 0] += 1
        } else {
            counts[job.owner, default: 0] += 1
        }
        jobIDs.insert(job, at: jobIDs.firstIndex { job < $0 } ?? jobIDs.endIndex)
    }

    /// What is known of an active run beside where it stands; of any other nothing is kept.
    subscript(voice run: RunID) -> RunVoice {
        get { voices[run] ?? RunVoice() }
        set { if jobs[run] != nil { voices[run] = newValue == RunVoice() ? nil : newValue } }
    }

    mutating func end(_ run: RunID) {
        voices[run] = nil
        guard let job = jobs.removeValue(forKey: run) else { return }
        if services.remove(run) != nil {
            serviceCounts[job.owner] = Self.less(serviceCounts[job.owner])
        } else {
            counts[job.owner] = Self.less(counts[job.owner])
        }
        if let place = jobIDs.firstIndex(of: job) { jobIDs.remove(at: place) }
    }

    private static func less(_ count: Int?) -> Int? { count.flatMap { $0 > 1 ? $0 - 1 : nil } }

    /// Its job leaves before it has ended.
    mutating func disown(_ run: RunID) {
        disowned[run] = jobs[run]?.owner
        end(run)
    }

    /// Of those whose killed runs have not ended, the first.
    var disowningOwner: UserID? { disowned.values.min() }

    func isDisowned(_ run: RunID) -> Bool { disowned[run] != nil }

    /// A disowned run has ended: whose it was.
    mutating func takeDisowned(_ run: RunID) -> UserID? { disowned.removeValue(forKey: run) }

    /// A request waits until the run has a process.
    mutating func wait(_ request: RequestID, for run: RunID) { starters[run] = request }

    mutating func takeStarter(of run: RunID) -> RequestID? { starters.removeValue(forKey: run) }

    mutating func drop(_ request: RequestID) {
        for (run, starter) in starters where starter == request { starters[run] = nil }
    }
}
