// systemd-logind, followed over the system bus: sleep, locks against it, sessions, presence.

import BGRunJob
import BGRunLinux

/// Publishes what logind tells, and keeps the locks that are wanted of it.
///
/// All wishes are levels: they are said whole, stand while logind comes and goes, and are fulfilled when it is there.
/// The connection is opened for the first wish and closed after the last. Facts come of wishes and of
/// ``SystemBus/process()``; the caller takes them after each.
///
/// org.freedesktop.login1(5) is the source of every name used here.
package final class Logind {
    static let path = "/org/freedesktop/login1"
    static let manager = "org.freedesktop.login1.Manager"
    /// As what we take locks.
    static let ownName = "bgrun"
    /// What is told to whoever asks why sleep waits.
    private static let delayReason = "bgrun freezes or stops its jobs before sleep"
    private static let shutdownReason = "a program is finishing something"
    /// Different things that are told as misunderstood in the life of one connection.
    private static let faultLimit = 8

    let service: BusService
    private var facts: [LogindFact] = []
    private var faults: [BusFault] = []
    /// Why logind is not there or does not answer, as it was published; nil when it does, or was not asked yet.
    private var absence: String?

    /// Told before the machine sleeps, with a delay until ``letSleep()``.
    package var observesSleep = false { didSet { wish() } }
    /// Told before the machine shuts down, with a delay until ``letShutdown()``.
    package var observesShutdown = false { didSet { wish() } }
    /// Told of sessions that open and of screens that are unlocked.
    package var observesSessions = false { didSet { wish() } }
    /// Told whether somebody uses the machine, at once and with each change.
    package var observesIdle = false {
        didSet {
            readings.askIdle()
            wish()
        }
    }
    /// Told whose sessions are locked, at once and with each change.
    package var observesLocks = false {
        didSet {
            readings.askLocks()
            wish()
        }
    }
    var followsSessions: Bool { observesSessions || observesIdle || observesLocks }

    var locks: [LogindLock: InhibitorLock] = [:]
    private var sleepMatch: BusMatch?
    private var isSleepAnnounced = false
    private var maySleep = false
    private var shutdownMatch: BusMatch?
    private var isShutdownAnnounced = false
    private var mayShutDown = false

    var sessionMatches: [BusMatch] = []
    var sessions = LogindSessions()
    var readings = LogindReadings()
    var asksPresence = false
    /// So often it may be asked again.
    var presenceTries = 0
    private static let mostPresenceTries = 100
    var asksSuspend = false

    package init(_ bus: SystemBus) {
        service = BusService(bus, name: "org.freedesktop.login1", title: "logind")
        service.news = { [weak self] news in self?.hear(news) }
    }

    /// What there is to tell, in its order; each fact is given once.
    package func takeFacts() -> [LogindFact] {
        defer { facts = [] }
        return facts
    }

    // MARK: - Wishes

    /// Holds what is wanted from now on, and lets go of the rest.
    package func hold(_ inhibition: Inhibition) {
        lock(.awake, inhibition.sleepAndIdle ? inhibition.why : nil)
        lock(.lidSwitch, inhibition.lidSwitch ? inhibition.why : nil)
        wish()
    }

    /// Everything is ready for the sleep that was announced.
    package func letSleep() {
        guard isSleepAnnounced else { return }
        maySleep = true
        update()
    }

    /// Everything is ready for the shutdown that was announced.
    package func letShutdown() {
        guard isShutdownAnnounced else { return }
        mayShutDown = true
        update()
    }

    /// Asks whether somebody uses the machine. Questions that are asked before the answer get one together.
    package func readPresence() {
        guard !asksPresence else { return }
        asksPresence = true
        presenceTries = Self.mostPresenceTries
        wish()
        if service.isPresent { askPresence() }
    }

    /// Suspends the machine, unless somebody keeps it awake.
    package func suspend() {
        guard !asksSuspend else { return }
        asksSuspend = true
        wish()
        if service.isPresent { askSuspend() }
    }

    private var isWanted: Bool {
        observesSleep || observesShutdown || followsSessions || asksPresence || asksSuspend || !locks.isEmpty
    }

    /// A wish has changed: the occasion to look for a logind that was not there.
    func wish() {
        update()
        guard isWanted else { return }
        service.ask()
        if let reason = service.absence { answerQuestions(reason) }
        tellReadings()
    }

    /// Brings what stands at logind to what is wanted.
    func update() {
        lock(.sleepDelay, observesSleep && !maySleep ? Self.delayReason : nil)
        lock(.shutdownDelay, observesShutdown && !mayShutDown ? Self.shutdownReason : nil)
        guard isWanted else {
            service.leave()
            return forgetAll()
        }
        guard service.isPresent else { return }
        observeSleep()
        observeShutdown()
        observeSessions()
        observeIdleBlocks()
        for kind in LogindLock.allCases { takeLock(kind) }
    }

    // MARK: - Logind comes and goes

    private func hear(_ news: BusService.News) {
        switch news {
        case .present:
            forgetAll()
            absence = nil
            publish(.available)
            update()
            if asksPresence { askPresence() }
            if asksSuspend { askSuspend() }
        case .absent(let reason):
            forgetAll()
            miss(reason)
        case .silent(let reason):
            // Locks that are held stay held, and what is listened to is told when it goes on.
            readings.forgetAnswers()
            miss(reason)
        case .back:
            absence = nil
            publish(.available)
            if sleepMatch != nil { readSleep() }
            if shutdownMatch != nil { readShutdown() }
            if followsSessions { listSessions() }
            if observesIdle { askIdleBlocks() }
            update()
        }
    }

    private func miss(_ reason: String) {
        if absence != reason { publish(.unavailable(reason)) }
        absence = reason
        answerQuestions(reason)
        tellReadings()
    }

    private func forgetAll() {
        for kind in LogindLock.allCases {
            locks[kind]?.forget()
            dropIfIdle(kind)
        }
        sessionMatches = []
        sessions = LogindSessions()
        readings.forget()
        faults = []
        // A sleep that was announced by one who is gone is never said to be over.
        if isSleepAnnounced { publish(.sleepOver) }
        forgetSleep()
        if isShutdownAnnounced { publish(.shutdownOver) }
        forgetShutdown()
    }

    private func forgetShutdown() {
        shutdownMatch = nil
        isShutdownAnnounced = false
        mayShutDown = false
    }

    private func forgetSleep() {
        sleepMatch = nil
        isSleepAnnounced = false
        maySleep = false
    }

    private func answerQuestions(_ reason: String) {
        if asksPresence { publish(.presence(.unknown(reason))) }
        if asksSuspend { publish(.suspendAnswered(refusal: reason)) }
        asksPresence = false
        asksSuspend = false
        if !isWanted { service.leave() }
    }

    // MARK: - Sleep

    private func observeSleep() {
        guard observesSleep else { return forgetSleep() }
        guard sleepMatch == nil else { return }
        let rule = BusRule(place: .path(Self.path), interface: Self.manager, member: "PrepareForSleep")
        sleepMatch = service.listen(rule, read: { message throws(BusFault) in try message.truth() }) {
            [weak self] signal in
            guard let self, let isComing = understood(signal) else { return }
            hearSleep(isComing: isComing)
        }
        readSleep()
    }

    private func readSleep() {
        let names = ["InhibitDelayMaxUSec", "PreparingForSleep"]
        service.properties(names, of: Self.path, Self.manager) { [weak self] answer in
            self?.beginSleep(answer)
        }
    }

    private func beginSleep(_ answer: Result<[String: BusValue], BusFault>) {
        guard observesSleep else { return }
        if case .failure(.silent) = answer { return }
        let properties = understood(answer) ?? [:]
        var delay: Duration?
        if case .longNumber(let microseconds)? = properties["InhibitDelayMaxUSec"] {
            delay = .microseconds(Int64(clamping: microseconds))
        }
        publish(.sleepObserved(delay: delay))
        // Announced before anyone listened.
        if properties["PreparingForSleep"] == .truth(true), !isSleepAnnounced { hearSleep(isComing: true) }
    }

    private func hearSleep(isComing: Bool) {
        if isComing {
            if !isSleepAnnounced { publish(.sleepAnnounced) }
            isSleepAnnounced = true
        } else {
            publish(.sleepOver)
            isSleepAnnounced = false
            maySleep = false
            // Logind gives no delay while it is on its way to sleep.
            locks[.sleepDelay]?.forgive()
        }
        update()
    }

    // MARK: - Shutdown

    private func observeShutdown() {
        guard observesShutdown else { return forgetShutdown() }
        guard shutdownMatch == nil else { return }
        let rule = BusRule(place: .path(Self.path), interface: Self.manager, member: "PrepareForShutdown")
        shutdownMatch = service.listen(rule, read: { message throws(BusFault) in try message.truth() }) {
            [weak self] signal in
            guard let self, let isComing = understood(signal) else { return }
            hearShutdown(isComing: isComing)
        }
        readShutdown()
    }

    /// It may have been announced before anyone listened.
    private func readShutdown() {
        service.properties(["PreparingForShutdown"], of: Self.path, Self.manager) { [weak self] answer in
            guard let self, observesShutdown else { return }
            if case .failure(.silent) = answer { return }
            let isComing = (understood(answer) ?? [:])["PreparingForShutdown"] == .truth(true)
            if isComing, !isShutdownAnnounced { hearShutdown(isComing: true) }
        }
    }

    private func hearShutdown(isComing: Bool) {
        if isComing {
            if !isShutdownAnnounced { publish(.shutdownAnnounced) }
            isShutdownAnnounced = true
        } else {
            publish(.shutdownOver)
            isShutdownAnnounced = false
            mayShutDown = false
            locks[.shutdownDelay]?.forgive()
        }
        update()
    }

    // MARK: - Facts

    func publish(_ fact: LogindFact) { facts.append(fact) }

    /// The value that came; nil for what can't be understood, which is told once, and for a refusal.
    func understood<Value>(_ answer: Result<Value, BusFault>) -> Value? {
        switch answer {
        case .success(let value): return value
        case .failure(let fault):
            if case .misunderstood(let what) = fault, !faults.contains(fault), faults.count < Self.faultLimit
            {
                faults.append(fault)
                publish(.misunderstood(what))
            }
            return nil
        }
    }
}
