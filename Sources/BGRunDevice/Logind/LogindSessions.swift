// All sessions that logind has told of.

import BGRunJob

/// All sessions.
struct LogindSessions {
    /// More are passed over: no laptop has so many.
    private static let limit = 1024

    private var all: [LogindSession] = []
    /// When the last of those that went had its end, in microseconds of the monotonic clock.
    private var lastEnd: Int64 = 0

    func knows(_ path: String) -> Bool { all.contains { $0.path == path } }

    /// The paths of the other sessions by which a user is there.
    func others(than path: String, of user: UserID) -> [String] {
        all.filter { $0.path != path && $0.user == user && $0.counts }.map(\.path)
    }

    /// Takes a session as read anew; whether its person has unlocked it since the last time.
    mutating func note(_ session: LogindSession) -> Bool {
        guard let index = all.firstIndex(where: { $0.path == session.path }) else {
            if all.count < Self.limit { all.append(session) }
            return false
        }
        let isUnlocked = all[index].isLocked && !session.isLocked && session.counts
        all[index] = session
        return isUnlocked
    }

    /// Takes the lock alone; the user who has unlocked the session by that.
    mutating func note(isLocked: Bool, of path: String) -> UserID? {
        guard let index = all.firstIndex(where: { $0.path == path }) else { return nil }
        let session = all[index]
        all[index].isLocked = isLocked
        return session.isLocked && !isLocked && session.counts ? session.user : nil
    }

    mutating func remove(_ path: String, at now: Int64) {
        guard let index = all.firstIndex(where: { $0.path == path }) else { return }
        if all.remove(at: index).counts { lastEnd = now }
    }

    // MARK: - All together

    /// Those that are there, for a look at each.
    var paths: [String] { all.map(\.path) }

    /// Users who sit before the machine, and whether all of each one's sessions are locked.
    var locks: LockReading {
        var users: [UserID: Bool] = [:]
        for session in all where session.canBeLocked {
            users[session.user] = (users[session.user] ?? true) && session.isLocked
        }
        return LockReading(users: users)
    }

    /// Whether a desktop is in use, else when the last use was: since boot where there was none.
    ///
    /// A session that is no desktop and has no terminal (a file that is copied over the network) says nothing of people.
    func idle(at now: Int64, notBefore earliest: Int64) -> LogindIdle {
        let people = all.filter(\.counts)
        if people.contains(where: { $0.isGraphical && !$0.isIdle }) { return .active }
        // The wall clock stands behind a terminal's instant; it may have been wrong.
        let last = people.compactMap(\.idleSince).map { min($0, now) }.max() ?? 0
        let terminals = people.filter { !$0.isGraphical }.compactMap(\.terminal)
        return .idle(since: max(last, lastEnd, earliest), terminals: terminals.sorted())
    }
}
