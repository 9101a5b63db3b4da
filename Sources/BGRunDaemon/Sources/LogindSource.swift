// Logind as a source of events: sleep, logins, unlocks, and whether anybody is there.
import BGRunCalendar
import BGRunDevice
import BGRunJob
import BGRunLinux
import BGRunScheduler

/// Turns logind's facts into events, and says in the journal what it refuses.
final class LogindSource {
    private let bus: SystemBus
    private let logind: Logind
    private let journal: Journal

    /// - Parameter address: Where the bus is; nil is the system's.
    init(address: String? = nil, journal: Journal) throws(SystemError) {
        bus = try SystemBus(address: address)
        logind = Logind(bus)
        self.journal = journal
    }

    var descriptor: Int32 { bus.descriptor }
    /// When the bus wants attention although nothing came.
    var attendAt: AwakeTime? { bus.deadline.map { AwakeTime(microseconds: $0) } }

    /// The descriptor is readable, or the instant has come.
    func news() -> [Event] {
        bus.process()
        return logind.takeFacts().compactMap(event)
    }

    func attend(at now: Now) -> [Event] {
        guard let instant = attendAt, instant <= now.awake else { return [] }
        return news()
    }

    // MARK: - Wishes

    func observeSleep(_ isWanted: Bool) -> [Event] {
        logind.observesSleep = isWanted
        return news()
    }

    func observeSessions(_ isWanted: Bool) -> [Event] {
        logind.observesSessions = isWanted
        return news()
    }

    func holdAwake(_ inhibition: Inhibition) -> [Event] {
        logind.hold(inhibition)
        return news()
    }

    func letSleep() -> [Event] {
        logind.letSleep()
        return news()
    }

    func readPresence() -> [Event] {
        logind.readPresence()
        return news()
    }

    func suspend() -> [Event] {
        logind.suspend()
        return news()
    }

    // MARK: - Facts

    private func event(_ fact: LogindFact) -> Event? {
        switch fact {
        case .sleepAnnounced: return .sleepAnnounced
        case .sleepOver: return .sleepOver
        case .loggedIn(let user): return .loggedIn(user)
        case .unlocked(let user): return .unlocked(user)
        case .presence(let presence): return .presenceRead(Presence(presence))
        case .unavailable(let reason):
            journal.say(
                .notice, "logind can't be reached, so nothing is done about the machine's sleep: \(reason)")
        case .lockRefused(let lock, let reason):
            journal.say(.warning, "logind refuses the lock \"\(lock.rawValue)\": \(reason)")
        case .suspendAnswered(let refusal?):
            journal.say(.notice, "the machine does not go back to sleep: \(refusal)")
        case .misunderstood(let text):
            journal.say(.warning, "logind said something that makes no sense: \(text)")
        case .available, .sleepObserved, .lockTaken, .sessionsObserved, .suspendAnswered(nil): break
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
