// The machine's sleep: what is done before it, what keeps it away, and what ends it for a job's sake.
import BGRunCalendar
import BGRunJob

/// Where the scheduler stands to the machine's sleep.
struct SleepWatch {
    enum State: Hashable {
        case awake
        /// A sleep was announced; the machine waits for us until the instant at the latest.
        case preparing(until: AwakeTime)
        /// All is ready. A sleep that has not come by the instant does not come.
        case ready(until: AwakeTime)
    }

    /// Of the 5 s that logind waits as a rule, what is used to end or freeze runs.
    static let preparation: Duration = .seconds(4)
    /// A sleep that is not there after so long awake was called off, and nobody said so.
    static let longestReadiness: Duration = .seconds(60)
    /// How long the machine stays awake at least when it was woken for a job.
    static let visit: Duration = .seconds(60)
    /// Logind does not notice at once that what has kept the machine awake was let go, and takes it for somebody's use until then.
    static let echo: Duration = .seconds(1)
    /// For so long a visit waits for what programs are finishing, once nothing else keeps it.
    static let finishing: Duration = .seconds(30)
    /// For so long a visit waits for the start of a job that is due and lacks nothing.
    static let patience: Duration = .seconds(15 * 60)
    /// An alarm further ahead than the first is set for then, and one that is not nearer than the second is left
    /// alone. Many an alarm clock holds no more than a day, and until Linux 6.7 one that it can't hold keeps the
    /// machine from sleeping at all.
    static let furthestAlarm: Duration = .seconds(20 * 3600)
    static let nearestStep: Duration = .seconds(10 * 3600)
    /// An alarm this long ago may still be what has woken the machine: firmware takes its time.
    static let alarmDelay: Duration = .seconds(120)
    /// An alarm clock has whole seconds, and often wakes the machine before the instant.
    static let alarmHaste: Duration = .seconds(2)

    private(set) var state = State.awake
    /// Time in suspend when the last event came: more of it now means that the machine slept in between.
    private var asleep: Duration?
    /// Whether announcements are asked for.
    private var isObserved = false
    /// There was a run since they are.
    private var hadRuns = false
    /// What keeps the machine awake now.
    private var inhibition = Inhibition.none
    /// Set while the machine is awake because it was woken for a job: it may go back to sleep then.
    private var visitEnds: AwakeTime?
    /// What has kept the machine awake was let go so shortly before that it may still count.
    private var echoEnds: AwakeTime?
    /// What programs are finishing keeps the visit until then, and nothing else does.
    private var finishesBy: AwakeTime?
    /// Presence was asked for, and the answer is not here yet.
    private var isAskingPresence = false
    /// The alarm that was set when the last event came.
    private var armed: Wakeup.Moment?

    /// Occurrences the machine is woken for, always or with external power.
    private var wallAlarms = [Agenda<WallTime>](repeating: Agenda(), count: 2)
    private var bootAlarms = [Agenda<BootTime>](repeating: Agenda(), count: 2)

    /// For how long the machine has slept since the last event; nil where it has not. The boot clock has moved more than
    /// the awake one then.
    mutating func takeSleep(until now: Now) -> Duration? {
        defer { asleep = now.asleep }
        // The clocks are read one after the other, so a difference of some microseconds is no sleep.
        guard let asleep, now.asleep - asleep > .milliseconds(500) else { return nil }
        return now.asleep - asleep
    }

    /// Asks for announcements or gives them up, where that is new. Once there was a run there may be more: asking anew
    /// for each would cost more than watching. What programs are finishing is rare.
    mutating func observe(hasRuns: Bool, hasJobs: Bool, hasAssertions: Bool) -> Effects.Wish? {
        hadRuns = hasRuns || hadRuns && hasJobs
        // That a sleep is over, or called off, is to be heard by whoever has let it come.
        let isWanted = hadRuns || hasAssertions || isObserved && !isAwake
        guard isWanted != isObserved else { return nil }
        isObserved = isWanted
        return isWanted ? .observe(.sleep) : .ignore(.sleep)
    }

    /// Keeps the machine awake so much from now on, where that is new.
    mutating func hold(_ wanted: Inhibition, at now: Now) -> Effects.Wish? {
        guard wanted != inhibition else { return nil }
        inhibition = wanted
        echoEnds = now.awake.advanced(by: Self.echo)
        return .holdAwake(wanted)
    }

    // MARK: - Before sleep and after it

    var isAwake: Bool { state == .awake }

    /// A sleep is to come; false where that is known.
    mutating func announce(at now: Now) -> Bool {
        guard isAwake else { return false }
        state = .preparing(until: now.awake.advanced(by: Self.preparation))
        return true
    }

    /// Nothing moves any more: the machine may sleep.
    mutating func letSleep(at now: Now) -> Effects.Wish {
        state = .ready(until: now.awake.advanced(by: Self.longestReadiness))
        return .letSleep
    }

    /// The sleep is over, or was called off; false where there was none.
    mutating func wakeUp() -> Bool {
        defer { state = .awake }
        return !isAwake
    }

    // MARK: - A machine that was woken for a job

    /// The machine has woken: for a job's sake, where the alarm that was set has just passed.
    mutating func beginVisit(at now: Now) {
        visitEnds = hasAlarmPassed(at: now) ? now.awake.advanced(by: Self.visit) : nil
    }

    /// When the machine was woken for a job that it is still awake for.
    var visitBegan: AwakeTime? { visitEnds?.advanced(by: .zero - Self.visit) }

    /// Whether a start has been waited for long enough.
    func hasWaited(at now: Now) -> Bool {
        visitBegan.map { $0.advanced(by: Self.patience) <= now.awake } ?? true
    }

    /// Whether the alarm that was set has just passed.
    private func hasAlarmPassed(at now: Now) -> Bool {
        guard let left = armed?.left(at: now) else { return false }
        return left <= Self.alarmHaste && .zero - Self.alarmDelay <= left
    }

    /// Notes whether programs that are finishing something are all that keeps the visit. One that is always finishing something
    /// would keep a machine awake that nobody sees.
    mutating func note(isFinishing: Bool, at now: Now) {
        guard isFinishing, let visitEnds, visitEnds <= now.awake else { return finishesBy = nil }
        finishesBy = finishesBy ?? now.awake.advanced(by: Self.finishing)
    }

    /// Whether what programs are finishing has been waited for.
    func hasFinished(at now: Now) -> Bool { finishesBy.map { $0 <= now.awake } ?? false }

    /// Whether the machine was awake for long enough, and nobody was asked yet whether it may go back to sleep.
    func isVisitOver(at now: Now) -> Bool {
        // What is held is let go of behind this.
        guard let visitEnds, inhibition == .none, !isAskingPresence else { return false }
        return max(visitEnds, echoEnds ?? visitEnds) <= now.awake
    }

    mutating func askPresence() -> Effects.Wish {
        isAskingPresence = true
        return .readPresence
    }

    /// Puts the machine back to sleep where nobody has come.
    ///
    /// - Parameter mayEnd: Whether no job has its time now.
    mutating func hear(_ presence: Presence, mayEnd: Bool) -> Effects.Wish? {
        guard isAskingPresence else { return nil }
        isAskingPresence = false
        guard visitEnds != nil else { return nil }
        // What has begun meanwhile is waited for, and then it is asked again.
        if presence == .nobody, !mayEnd { return nil }
        // Whoever has come stays master of the machine, also after leaving again; and so it is where nobody knows.
        visitEnds = nil
        return presence == .nobody ? .suspend : nil
    }

    // MARK: - Alarms

    /// - Parameter slack: So much later will do.
    mutating func addAlarm(for job: Job, slack: Duration) {
        let place: Int
        switch job.descriptor.wakeSystem {
        case .never: return
        case .always: place = 0
        case .onExternalPower: place = 1
        }
        if let at = job.plan.at {
            wallAlarms[place].add(job.id, at: at.advanced(by: slack), ticket: job.ticket)
        }
        if let end = job.plan.firstEnd {
            bootAlarms[place].add(job.id, at: end.advanced(by: slack), ticket: job.ticket)
        }
    }

    mutating func compact(keeping jobs: JobTable) {
        for place in wallAlarms.indices {
            wallAlarms[place].compact(keeping: jobs)
            bootAlarms[place].compact(keeping: jobs)
        }
    }

    /// The next instant at which the machine is to be woken; remembered, to know an alarm from a hand.
    mutating func alarm(in jobs: JobTable, hasPower: Bool, at now: Now) -> Wakeup? {
        var candidates: [Wakeup] = []
        for place in wallAlarms.indices where place == 0 || hasPower {
            if let entry = wallAlarms[place].first(in: jobs) {
                candidates.append(Wakeup(.wall(entry.at), .occurrenceDue(entry.job)))
            }
            if let entry = bootAlarms[place].first(in: jobs) {
                candidates.append(Wakeup(.boot(entry.at), .occurrenceDue(entry.job)))
            }
        }
        var first = candidates.min { $0.moment.left(at: now) < $1.moment.left(at: now) }
        if let left = first?.moment.left(at: now), left > Self.furthestAlarm { first = step(at: now) }
        armed = first?.moment
        return first
    }

    /// A stop on the way to an alarm that lies far ahead; the one that is set stays while it is far enough.
    private func step(at now: Now) -> Wakeup {
        if case .boot(let instant)? = armed, now.boot.duration(to: instant) > Self.nearestStep {
            return Wakeup(.boot(instant), .sleepStep)
        }
        return Wakeup(.boot(now.boot.advanced(by: Self.furthestAlarm)), .sleepStep)
    }

    /// When something is to be done by time alone.
    ///
    /// - Parameters:
    ///   - isIdle: Whether no job has its time.
    ///   - isFinishing: Whether a program is finishing something.
    ///   - isAwaiting: Whether a job that wakes the machine is about to start.
    func wakeup(isIdle: Bool, isFinishing: Bool, isAwaiting: Bool) -> AwakeTime? {
        switch state {
        case .preparing(let until), .ready(let until): return until
        case .awake:
            guard isIdle, inhibition == .none, !isAskingPresence else { return nil }
            let end = ((isFinishing ? finishesBy : nil) ?? visitEnds).map { max($0, echoEnds ?? $0) }
            return isAwaiting ? visitBegan.map { max($0.advanced(by: Self.patience), end ?? $0) } : end
        }
    }
}
