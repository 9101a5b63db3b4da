// One loop: take events, read the clocks, ask the scheduler, carry out the effects in order. It decides nothing.
import BGRunCalendar
import BGRunJob
import BGRunLaunch
import BGRunLinux
import BGRunScheduler
import BGRunStore

/// The daemon at work, on one thread.
///
/// What one wait brings in is one turn: all its events are handled before its effects are carried out, so that
/// all saves of the turn share one transaction. Facts that come of the effects are events again, and the turn
/// ends when there are none. Only then streams are fed, questions answered and the log written; nothing that is
/// to start waits for them.
final class Loop {
    /// Everything the loop joins.
    struct Parts {
        let sources: Sources
        // Those among them that the loop asks for more than their news.
        let power: PowerSource
        let network: NetworkSource
        let bus: BusSource
        let files: DirectoriesSource
        let zones: ZoneSource
        let store: Store
        let launcher: Launcher
        let server: ControlServer
        let hands: MachineHands
        let log: DecisionLog
        let chronicle: Chronicle
        let journal: Journal
        let starter: Starter
        let trial: RenewalTrial
    }

    private let parts: Parts
    private var scheduler: Scheduler
    private var alarm: Alarm
    private let signals: SignalInbox
    private var feed = TransitionFeed()
    private var wakeup: Wakeup?
    private var machineWake = MachineWake()
    /// What was taken in and not handled yet: facts, since what users ask for waits in the server.
    private var events: [Event] = []
    private var ready: [EventQueue.Ready] = []
    private var leftovers = Leftovers()
    /// What a renewal waits for, as it was told last.
    private var awaited: String?
    /// Until when calls that were read are begun, once a renewal waits for nothing else.
    private var lastCallUntil: AwakeTime?
    /// The next program takes over.
    private var isRenewed = false

    init(_ parts: Parts, scheduler: Scheduler, signals: consuming SignalInbox) throws(SystemError) {
        self.parts = parts
        self.scheduler = scheduler
        self.signals = signals
        alarm = try Alarm()
        let queue = parts.sources.queue
        try queue.add(self.signals.descriptor, for: .read, token: Token.signals.rawValue)
        for (clock, number) in alarm.descriptors {
            try queue.add(number, for: .read, token: Token(clock).rawValue)
        }
    }

    /// The first turn: what was stored, and how the machine is.
    func begin(with recovery: Recovery) throws(SystemError) {
        events = [.recovered(recovery)] + parts.files.readAtOnce()
        events += [parts.power.firstReading, parts.network.firstReading]
        // All of it, before anybody is heard.
        try turn(within: .everything)
        // Of those that are about to be told of, it is asked then.
        events += (recovery.continued ?? []).compactMap { readEarlierRuns(of: $0.run.id) }
    }

    /// Works until the scheduler says that nothing is running any more and the daemon is to leave, or that the next program
    /// may take over.
    func run() throws(SystemError) {
        while !parts.hands.isLeaving, !isRenewed {
            let hasWork = parts.server.hasWork || !events.isEmpty
            if !hasWork { leftovers.clear(parts.store) }
            try parts.sources.queue.wait(into: &ready, timeout: hasWork ? 0 : nil)
            try collect()
            try turn(within: TurnShare(at: Now.read()))
            judgeRenewal()
        }
    }

    /// Says goodbye: what was answered is sent, and nobody else is let in.
    ///
    /// - Returns: What the next program takes over, and the socket that the service manager keeps, to be closed; nil where the
    ///   daemon leaves.
    func end() throws(SystemError) -> (Handover, passed: Int32?)? {
        if isRenewed { return try handOn() }
        leave()
        return nil
    }

    private func leave() {
        // Calls that were read and not begun: each is refused, so that its client knows that nothing was done.
        parts.server.takeCalls()
        var decisions: [Decision] = []
        var effects = Effects()
        while let call = parts.server.takeEvent() { effects.append(handle(call, &decisions)) }
        _ = Performer.perform(effects, with: parts.hands)
        parts.chronicle.tell(decisions)
        parts.log.write(decisions, wakeup: nil)
        parts.launcher.endErrands()
        parts.server.closeAll()
    }

    // MARK: - The next program

    /// It takes over between two turns, when nobody is owed anything. Those who call without end don't keep it off: no further call
    /// is read, and after a while none that was read is begun, and no question answered.
    private func judgeRenewal() {
        switch scheduler.renewal {
        case .unwanted:
            awaited = nil
            hearEverybody()
        case .waits(let clause):
            hearEverybody()
            guard awaited != clause else { return }
            awaited = clause
            parts.journal.say(.info, "Reload: the installed program takes over when \(clause).")
            parts.starter.waitingToReload()
        case .mayBegin:
            let now = Now.read().awake
            let end = lastCallUntil ?? now.advanced(by: Self.lastCalls)
            lastCallUntil = end
            parts.server.attention = now < end ? .whatWasRead : .whatWasOrdered
            isRenewed = events.isEmpty && !parts.server.owesAnswers && !scheduler.hasUnfinishedChores
        }
    }

    /// So long nobody else is heard, so it is short; calls that were read take milliseconds, but for an enemy's.
    private static let lastCalls = Duration.seconds(1)

    private func hearEverybody() {
        lastCallUntil = nil
        parts.server.attention = .everything
    }

    /// Calls that have come and were not read are the next program's: their clients connect again, as the kernel tells them. So
    /// do those whose calls are refused.
    private func handOn() throws(SystemError) -> (Handover, passed: Int32?) {
        parts.starter.reloading()
        let continued = scheduler.continuedRuns
        parts.launcher.endErrands()
        parts.server.refuseCalls()
        var handover = Handover()
        for tree in try parts.launcher.handOn() {
            switch tree.name {
            case .errand: handover.left.append(tree)
            case .run(let id):
                guard let run = continued.first(where: { $0.run.id == id }) else {
                    preconditionFailure("run \(id) has processes and is not active")
                }
                handover.runs.append(Handover.HandedRun(run: run, tree: tree))
            }
        }
        let door = parts.server.door
        parts.server.closeAll(keepsSocket: true)
        let kept = try FileDescriptor.inheritable(door.number).release()
        if door.isPassed { return (handover, kept) }
        handover.listener = kept
        return (handover, nil)
    }

    // MARK: - Events in

    private func collect() throws(SystemError) {
        // Facts come before the time: what has come just in time is not ended for being late.
        let (facts, times) = ready.parted { Token(rawValue: $0.token)?.isOfTime != true }
        for entry in facts + times {
            switch Token(rawValue: entry.token) {
            case .listener?: parts.server.accept()
            case .signals?: try takeSignals()
            case .wallClock?: try hear(alarm.acknowledge(.realtime))
            case .bootClock?: try hear(alarm.acknowledge(.boottime))
            case .awakeClock?: try hear(alarm.acknowledge(.monotonic))
            case .wallAlarm?: try hear(alarm.acknowledgeWake(.realtime))
            case .bootAlarm?: try hear(alarm.acknowledgeWake(.boottime))
            case nil:
                if let news = try parts.sources.news(of: entry.token) {
                    events += news
                } else {
                    parts.server.receive(entry)
                }
            }
        }
        events += parts.bus.readStale()
    }

    private func takeSignals() throws(SystemError) {
        for wish in try signals.wishes() {
            switch wish {
            case .leave:
                parts.starter.stopping()
                events.append(.shutdownRequested)
            case .reload:
                events += parts.files.read()
                parts.trial.begin()
            }
        }
    }

    private func hear(_ ring: Timer.Event) {
        let now = Now.read()
        switch ring {
        case .nothing: return
        case .clockWasSet:
            parts.chronicle.reviewClock(at: now)
            events.append(.clockChanged)
            // The machine may have been asleep: whatever was missed is read now.
            events += parts.network.read()
            events += parts.bus.readAnew()
        case .expired:
            // One is enough, also where the last one is still to be handled.
            if let wakeup, wakeup.moment.left(at: now) <= .zero, !events.contains(.wokeUp) {
                events.append(.wokeUp)
            }
            if parts.chronicle.reviewClock(at: now) { events.append(.clockChanged) }
        }
        events += parts.sources.attend(at: now.awake)
        parts.server.attend(at: now)
    }

    // MARK: - Decisions out

    private func turn(within share: TurnShare) throws(SystemError) {
        var share = share
        var decisions: [Decision] = []
        var effects = Effects()
        if !events.isEmpty || parts.server.hasWork { events = parts.network.freshen() + events }
        while !events.isEmpty, !share.isSpent(at: Now.read(), effects) {
            share.events += 1
            effects.append(handle(events.removeFirst(), &decisions))
        }
        // Facts come first; but one call is taken at least, however long they have taken.
        repeat {
            guard let call = parts.server.takeEvent() else { break }
            share.events += 1
            effects.append(handle(call, &decisions))
        } while !share.isSpent(at: Now.read(), effects)
        // What comes of it belongs to the turn, but what comes of that may go on for long: a start that fails at once lets
        // the next one begin. Only whether something could be saved is always heard at once.
        var results = Performer.perform(effects, with: parts.hands)
        while !results.isEmpty {
            let isSpent = share.isSpent(at: Now.read(), effects)
            let (heard, later) = isSpent ? results.parted(by: \.isAboutSaving) : (results, [])
            events = later + events
            effects = Effects()
            for event in heard {
                share.events += 1
                effects.append(handle(event, &decisions))
            }
            results = Performer.perform(effects, with: parts.hands)
        }
        tell(decisions)
        parts.chronicle.tell(decisions)
        events += decisions.compactMap(\.beginning).compactMap(readEarlierRuns)
        let now = Now.read()
        let hasNews = !decisions.isEmpty || !ready.isEmpty
        leftovers.note(parts.server.catchUp(scheduler, hasNews: hasNews, at: now))
        wakeup = scheduler.nextWakeup(at: now)
        parts.log.write(decisions, wakeup: wakeup)
        for decision in decisions { leftovers.note(1 + decision.effects.count) }
        let doubt = parts.chronicle.clockDoubt
        try alarm.set(wakeup?.byMachine(doubt), latest: latestLook)
        let wake = scheduler.nextAlarm(at: now)?.byMachine(doubt)
        if let fault = machineWake.stand(at: wake, &alarm, in: parts.sources.queue) {
            parts.journal.say(.warning, "a job wants the machine woken: \(fault)")
        }
    }

    /// How long the job of a run that has begun has taken before. Nothing that is to start waits for this look at history.
    private func readEarlierRuns(of run: RunID) -> Event? {
        guard let job = scheduler.measuredJob(of: run),
            let entries = try? parts.store.runs(
                owner: job.owner, identifier: job.identifier, limit: EarlierRuns.most)
        else { return nil }
        let spans = UsualSpan.spans(of: entries)
        return spans.isEmpty ? nil : .earlierRunsRead(run, spans)
    }

    private func handle(_ event: Event, _ decisions: inout [Decision]) -> Effects {
        var effects = Effects()
        for event in parts.zones.introductions(before: event) + [event] {
            let now = Now.read()
            let wanted = scheduler.handle(event, at: now)
            decisions.append(Decision(now: now, event: event, effects: wanted))
            effects.append(wanted)
        }
        return effects
    }

    private func tell(_ decisions: [Decision]) {
        if parts.server.hasEventWatchers {
            parts.server.publish(feed.transitions(of: decisions, scheduler), scheduler)
        } else {
            feed.note(decisions)
        }
    }

    /// When somebody wants attention although nothing comes, because something could not be read or is left alone.
    private var latestLook: AwakeTime? {
        [parts.sources.attendAt, parts.server.attendAt, parts.chronicle.clockDoubt?.ends].compactMap(\.self)
            .min()
    }
}

extension Array {
    /// Those of which it is so, and the others, each in their order.
    fileprivate func parted(by isFirst: (Element) -> Bool) -> ([Element], [Element]) {
        (filter(isFirst), filter { !isFirst($0) })
    }
}

extension Token {
    fileprivate init(_ clock: Clock) {
        switch clock {
        case .realtime: self = .wallClock
        case .boottime: self = .bootClock
        case .monotonic: self = .awakeClock
        }
    }
}

/// Counts work, and has its leftovers cleared away when there is nothing else to do.
///
/// The room of the largest moment of the daemon's life would be kept otherwise: one status of ten thousand jobs
/// would cost megabytes for ever.
struct Leftovers {
    /// So much work leaves enough behind that looking for free pages is worth its fraction of a millisecond.
    private static let worthwhile = 512

    /// A start leaves enough by itself.
    private var work = Leftovers.worthwhile

    /// Notes so many small acts: events, effects, answers.
    mutating func note(_ acts: Int) { work += acts }

    /// To be called when there is nothing else to do.
    mutating func clear(_ store: Store) {
        guard work >= Self.worthwhile else { return }
        work = 0
        store.releaseMemory()
        Heap.trim()
    }
}
