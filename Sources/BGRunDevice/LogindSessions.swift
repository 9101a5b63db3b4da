// All sessions that logind has told of.

import BGRunJob

/// All sessions.
struct LogindSessions {
    /// More are passed over: no laptop has so many.
    private static let limit = 1024

    private var all: [LogindSession] = []

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

    mutating func remove(_ path: String) { all.removeAll { $0.path == path } }
}
