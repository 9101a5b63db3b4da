// Logind as a source of events: sleep, logins, unlocks, and whether anybody is there.
import BGRunCalendar
import BGRunDevice
import BGRunJob
import BGRunLinux
import BGRunScheduler

/// Turns logind's facts into events, and says in the journal what it refuses.
final class LogindSource: BusMember, SubjectFollower {
    let bus: BusSource
    private let logind: Logind
    private let journal: Journal
    private let idleTracker: IdleTracker
    /// Why logind tells nothing; nil where it does, or was not asked yet.
    private var absence: String?
    private var areSessionsObserved = false
    /// Since when nobody has used the machine.
    let idle: TrackerSource

    /// - Parameter root: Stands for `/` where input devices and terminals are looked at.
    init(_ bus: BusSource, journal: Journal, root: String = "") {
        self.bus = bus
        logind = Logind(bus.bus)
        self.journal = journal
        idleTracker = IdleTracker(logind, in: bus.queue, root: root)
        idle = TrackerSource(.idle, idleTracker, on: bus)
        bus.join(self)
        bus.join(idle)
    }

    func takeEvents() -> [Event] { logind.takeFacts().compactMap(event) }

    // MARK: - Wishes

    func observeSleep(_ isWanted: Bool) -> [Event] { wish { $0.observesSleep = isWanted } }

    func observeShutdown(_ isWanted: Bool) -> [Event] { wish { $0.observesShutdown = isWanted } }

    /// Whoever waits for a login is told where none is seen; a wish says nothing anew of a logind that is known to be away.
    func observeSessions(_ isWanted: Bool) -> [Event] {
        areSessionsObserved = isWanted
        let known = isWanted ? absence : nil
        let events = wish { $0.observesSessions = isWanted }
        return known == nil || known != absence ? events : [.sessionsRead(fault: known)] + events
    }

    /// Follows `.locks`.
    func observe(_: Subject) -> [Event] { wish { $0.observesLocks = true } }

    func ignore(_: Subject) -> [Event] { wish { $0.observesLocks = false } }

    func holdAwake(_ inhibition: Inhibition) -> [Event] { wish { $0.hold(inhibition) } }

    func letSleep() -> [Event] { wish { $0.letSleep() } }

    func letShutdown() -> [Event] { wish { $0.letShutdown() } }

    func readPresence() -> [Event] { wish { $0.readPresence() } }

    func suspend() -> [Event] { wish { $0.suspend() } }

    /// A wish may bring something to light at once.
    private func wish(_ wish: (Logind) -> Void) -> [Event] {
        wish(logind)
        return bus.news()
    }

    // MARK: - Facts

    private func event(_ fact: LogindFact) -> Event? {
        switch fact {
        case .sleepAnnounced: return .sleepAnnounced
        case .sleepOver: return .sleepOver
        case .shutdownAnnounced: return .shutdownAnnounced
        case .shutdownOver: return .shutdownOver
        case .loggedIn(let user): return .loggedIn(user)
        case .unlocked(let user): return .unlocked(user)
        case .locks(let observation): return .observed(.locks, observation)
        case .idle(let word): idleTracker.hear(word)
        case .presence(let presence): return .presenceRead(Presence(presence))
        case .sessionsObserved: return .sessionsRead(fault: nil)
        case .unavailable(let reason):
            journal.say(
                .notice, "logind can't be reached, so nothing is done about the machine's sleep: \(reason)")
            absence = reason
            return areSessionsObserved ? .sessionsRead(fault: reason) : nil
        case .available: absence = nil
        case .lockRefused(let lock, let reason):
            journal.say(.warning, "logind refuses the lock \"\(lock.rawValue)\": \(reason)")
        case .lockLate(let lock, let reason):
            journal.say(.warning, "logind does not give the lock \"\(lock.rawValue)\" yet: \(reason)")
        case .suspendAnswered(let refusal?):
            journal.say(.notice, "the machine does not go back to sleep: \(refusal)")
        case .misunderstood(let text):
            journal.say(.warning, "logind said something that makes no sense: \(text)")
        case .sleepObserved, .lockTaken, .suspendAnswered(nil): break
        }
        return nil
    }
}

extension Presence {
    fileprivate init(_ presence: LogindPresence) {
        switch presence {
        case .somebody: self = .somebody
        case .nobody: self = .nobody
        case .unknown: self = .unknown
        }
    }
}
