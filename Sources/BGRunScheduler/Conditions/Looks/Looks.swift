// When what tells of no change itself was looked at, and how long that is good for.
import BGRunCalendar
import BGRunJob

/// Looks at values without events: load, temperature, free space, and the checks that a process answers.
///
/// A yes is good for a moment, since a job is started on it. A no is good until the next tick: all that is looked at
/// again, is so at full minutes of the awake clock, so that one waking serves all.
struct Looks {
    /// A value that holds is believed this long.
    static let freshness: Duration = .seconds(10)
    /// Looks are taken at multiples of this.
    static let tick: Duration = .seconds(60)
    /// An address that could be reached is believed this long.
    static let reachableFreshness: Duration = .seconds(60)
    /// An address that could not be reached is tried again after ``tick``, then after twice as long each time, up to this.
    static let longestReachableRest: Duration = .seconds(15 * 60)
    /// A connectivity check that succeeded is believed until the network changes or the machine sleeps: a week is as good as that.
    static let onlineFreshness: Duration = .seconds(7 * 86_400)
    /// One that failed is made again after this, then after twice as long each time, up to the second: somebody may have
    /// logged in to a portal, of which there is no event.
    static let onlineRest: Duration = .seconds(5 * 60)
    static let longestOnlineRest: Duration = .seconds(3600)
    /// The least time between two connectivity checks, whatever happens to the network and whoever asks: somebody else's
    /// server answers them.
    static let onlineSpacing: Duration = .seconds(30)
    /// How long opening a connection may take.
    static let reachableBudget: Duration = .seconds(10)
    /// Checks that may be under way at once, and beyond them one of each owner who has no other: nobody's keep another's
    /// from being asked.
    static let mostChecks = 4
    /// Checks of one owner's that may be.
    static let mostChecksOfOwner = 2
    /// Looks at one user's file systems that may be under way at once; the rest have their turn when these are answered.
    static let mostSpacesOfOwner = 256

    private struct Look {
        var readAt: AwakeTime?
        var askedAt: AwakeTime?
        /// What a check answered last, and how often in a row, while all was as it is.
        var answer: Bool?
        var row = 0
        /// What it is about has changed since it was asked for: the answer is shown, and believed no more.
        var isOutdated = false
        /// Before how many sleeps it was looked at or asked for is told by this, and by how many there were.
        var sleeps: Int
    }

    /// To be read by ``look(at:)``.
    private var looks: [Subject: Look] = [:]
    /// How often the machine has slept: what was seen before counts no more.
    private var sleeps = 0
    /// Checks under way.
    private var checks: Set<Subject> = []
    /// How many looks at an owner's file systems are under way.
    private var spaces: [UserID: Int] = [:]
    /// Owners of whom something was not looked at, since too much was under way.
    private var waiting: Set<UserID> = []
    /// Owners who have room again.
    private var hasRoom: Set<UserID> = []
    /// When the last connectivity check was begun; nil where that was before the machine slept.
    private var onlineAskedAt: AwakeTime?

    private func look(at subject: Subject) -> Look? {
        guard let look = looks[subject] else { return nil }
        return look.sleeps == sleeps ? look : forgotten(look)
    }

    private func forgotten(_ look: Look) -> Look {
        Look(askedAt: look.askedAt, isOutdated: look.askedAt != nil, sleeps: sleeps)
    }

    /// Whether a look was asked for and is not answered.
    func isAsking(_ subject: Subject) -> Bool { looks[subject]?.askedAt != nil }

    /// True when it is to be looked at now; asking is not repeated before the answer.
    mutating func ask(_ subject: Subject, at now: Now) -> Bool {
        guard !isAsking(subject) else { return false }
        if case .check(let check) = subject {
            if let owner = check.roomOwner, !hasRoom(forCheckOf: owner) {
                waiting.insert(owner)
                return false
            }
            checks.insert(subject)
            if subject.isOnline { onlineAskedAt = now.awake }
        } else if case .freeSpace(let path) = subject {
            guard spaces[path.owner, default: 0] < Self.mostSpacesOfOwner else {
                waiting.insert(path.owner)
                return false
            }
            spaces[path.owner, default: 0] += 1
        }
        var look = look(at: subject) ?? Look(sleeps: sleeps)
        look.askedAt = now.awake
        looks[subject] = look
        return true
    }

    private func hasRoom(forCheckOf owner: UserID) -> Bool {
        let owners = checks.compactMap(\.roomOwner)
        let own = owners.count { $0 == owner }
        return own == 0 || own < Self.mostChecksOfOwner && owners.count < Self.mostChecks
    }

    /// Whether nothing of the owner's is under way.
    func isQuiet(_ owner: UserID) -> Bool {
        spaces[owner] == nil && !checks.contains { $0.roomOwner == owner }
    }

    /// Something of the owner's is still to be looked at.
    mutating func wait(_ owner: UserID) { waiting.insert(owner) }

    /// Owners of whom something was not looked at before, and may be now.
    mutating func takeRoom() -> Set<UserID> {
        defer { hasRoom = [] }
        return hasRoom
    }

    /// It is not under way any more.
    private mutating func end(_ subject: Subject) {
        guard isAsking(subject) else { return }
        if checks.remove(subject) != nil {
            hasRoom.formUnion(waiting)
            waiting = []
        } else if case .freeSpace(let path) = subject {
            spaces[path.owner, default: 0] -= 1
            guard spaces[path.owner] == 0 else { return }
            spaces[path.owner] = nil
            if waiting.remove(path.owner) != nil { hasRoom.insert(path.owner) }
        }
    }

    /// When it was last looked at; of what never was, the beginning of time.
    func lastLook(at subject: Subject) -> AwakeTime {
        look(at: subject).flatMap(\.readAt) ?? .beginning
    }

    mutating func note(_ observation: Observation, of subject: Subject, at now: Now) {
        let before = look(at: subject)
        end(subject)
        guard before?.isOutdated != true else {
            looks[subject] = Look(sleeps: sleeps)
            return
        }
        var look = Look(readAt: now.awake, sleeps: sleeps)
        if case .answered(let answer, _) = observation {
            look.answer = answer
            look.row = before?.answer == answer ? min((before?.row ?? 0) + 1, 60) : 1
        }
        looks[subject] = look
    }

    /// What was seen counts no more, and neither does what is being looked at.
    mutating func forget(_ subject: Subject) {
        if let look = looks[subject] { looks[subject] = forgotten(look) }
    }

    /// Nobody asks for it any more; true when it is under way.
    mutating func drop(_ subject: Subject) -> Bool {
        end(subject)
        return looks.removeValue(forKey: subject)?.askedAt != nil
    }

    /// Forgets all answers: after a sleep the world may be another one.
    mutating func forgetAll() {
        sleeps += 1
        onlineAskedAt = nil
    }

    /// Before it what does not hold is not looked at again; nil while an answer is on its way.
    private func notBefore(_ subject: Subject) -> AwakeTime? {
        guard subject.isOnline, !isAsking(subject) else { return nil }
        return onlineAskedAt?.advanced(by: Self.onlineSpacing)
    }

    /// Whether it is too soon to look at it again.
    func isRecent(_ subject: Subject, at now: Now) -> Bool {
        notBefore(subject).map { now.awake < $0 } ?? false
    }

    /// Whether what it is about has changed since it was asked for.
    func isOutdated(_ subject: Subject) -> Bool { look(at: subject)?.isOutdated ?? false }

    func isFresh(_ subject: Subject, holds: Bool, at now: Now) -> Bool {
        if !holds, isRecent(subject, at: now) { return true }
        guard look(at: subject)?.readAt != nil else { return false }
        guard let end = freshEnd(of: subject, holds: holds) else { return true }
        return now.awake < end
    }

    /// Until when what was seen is believed; nil for no end.
    func freshEnd(of subject: Subject, holds: Bool) -> AwakeTime? {
        guard let look = look(at: subject), let readAt = look.readAt else {
            return holds ? nil : notBefore(subject).map(Self.tick(after:))
        }
        switch (subject, holds) {
        case (.check(let check), true): return readAt.advanced(by: check.freshness)
        case (.check(let check), false):
            return Self.tick(after: readAt.advanced(by: check.rest(after: look.row)))
        case (_, true): return readAt.advanced(by: Self.freshness)
        case (_, false): return Self.tick(after: readAt.advanced(by: Self.freshness))
        }
    }

    /// The first full minute that is not before an instant.
    private static func tick(after instant: AwakeTime) -> AwakeTime {
        let tick = Self.tick.wholeMicroseconds
        let rest = instant.microseconds % tick
        return rest <= 0
            ? instant : AwakeTime(microseconds: instant.microseconds.addingSaturating(tick - rest))
    }

    /// Checks that were asked too long ago, in a fixed order.
    func overdue(at now: Now) -> [Subject] {
        deadlines.filter { $0.value <= now.awake }.map(\.key).sorted { $0.notation < $1.notation }
    }

    /// When the first check has had its time.
    var firstDeadline: AwakeTime? { deadlines.map(\.value).min() }

    private var deadlines: [(key: Subject, value: AwakeTime)] {
        checks.compactMap { subject in
            guard case .check(let check) = subject, let askedAt = looks[subject]?.askedAt else { return nil }
            return (subject, askedAt.advanced(by: check.timeBudget))
        }
    }
}

extension AwakeTime {
    /// Before everything.
    static var beginning: AwakeTime { AwakeTime(microseconds: .min) }
}

extension Subject {
    /// In whose room the check is under way.
    fileprivate var roomOwner: UserID? {
        if case .check(let check) = self { check.roomOwner } else { nil }
    }

    var isCheck: Bool {
        guard case .check = self else { return false }
        return true
    }

    /// The connectivity check, whose answer serves all: it is kept while nobody asks for it.
    var isOnline: Bool {
        guard case .check(let check) = self else { return false }
        return check.question == .online
    }
}

extension Check {
    /// In whose room it is under way; nil for the one question that is asked for all: it is never under way twice, and no
    /// owner's checks keep it from being asked.
    fileprivate var roomOwner: UserID? {
        switch question {
        case .command, .reachable: owner
        case .online: nil
        }
    }

    /// How long it may take.
    var timeBudget: Duration {
        switch question {
        case .command(let command): command.timeBudget
        case .reachable, .online: Looks.reachableBudget
        }
    }

    /// How long a no is believed that was given so often in a row. A host may be switched on while nothing else changes, and
    /// is not asked in a loop meanwhile.
    fileprivate func rest(after row: Int) -> Duration {
        switch question {
        case .command(let command): return command.interval
        case .reachable: return Self.rest(after: row, from: Looks.tick, upTo: Looks.longestReachableRest)
        case .online: return Self.rest(after: row, from: Looks.onlineRest, upTo: Looks.longestOnlineRest)
        }
    }

    private static func rest(after row: Int, from first: Duration, upTo longest: Duration) -> Duration {
        var rest = first
        for _ in 1..<max(1, row) where rest < longest { rest = rest * 2 }
        return min(rest, longest)
    }

    /// How long a yes is believed.
    fileprivate var freshness: Duration {
        switch question {
        case .command(let command): command.interval
        case .reachable: Looks.reachableFreshness
        case .online: Looks.onlineFreshness
        }
    }
}
