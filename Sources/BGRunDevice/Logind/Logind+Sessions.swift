// Who logs in and who unlocks a screen.

import BGRunJob
import BGRunLinux

extension Logind {
    private static let sessionsPath = "/org/freedesktop/login1/session"

    /// Listens to sessions where they are observed, and reads those that are there.
    ///
    /// UserNew and UserRemoved say nothing that the sessions don't, and are not asked for.
    func observeSessions() {
        guard followsSessions else {
            sessionMatches = []
            sessions = LogindSessions()
            readings.areSessionsKnown = false
            readings.sessionFault = nil
            return
        }
        guard sessionMatches.isEmpty else { return }
        let changed = PropertyChange.rule(.below(Self.sessionsPath), of: LogindSession.interface)
        sessionMatches = [
            listenToSessions("SessionNew") { $0.readNew($1) },
            listenToSessions("SessionRemoved") {
                $0.sessions.remove($1, at: Clock.read(.monotonic))
                $0.listSessionsAgain()
                $0.tellReadings()
            },
            service.listen(changed, read: PropertyChange.reader(of: LogindSession.names)) {
                [weak self] signal in
                if let self, let change = understood(signal) { take(change) }
            },
        ].compactMap { $0 }
        listSessions()
    }

    private func listenToSessions(
        _ member: String, _ take: @escaping (Logind, String) -> Void
    ) -> BusMatch? {
        let rule = BusRule(place: .path(Self.path), interface: Self.manager, member: member)
        return service.listen(
            rule,
            read: { message throws(BusFault) in
                _ = try message.text()
                return try message.path()
            },
            then: { [weak self] signal in
                if let self, let path = understood(signal) { take(self, path) }
            })
    }

    /// Where they could not be read; any sign of logind's is an occasion.
    func listSessionsAgain() {
        guard readings.areSessionsKnown, readings.sessionFault != nil else { return }
        readings.areSessionsKnown = false
        listSessions()
    }

    /// Reads all sessions: those that are known as well, since nobody has told of them during a silence.
    func listSessions() {
        readings.sessionFault = nil
        let call = BusCall(path: Self.path, interface: Self.manager, member: "ListSessions")
        service.call(call, read: Self.readList) { [weak self] answer in
            guard let self else { return }
            if case .failure(.silent) = answer { return }
            guard let paths = understood(answer) else {
                if case .failure(let fault) = answer { miss(fault) }
                return knowSessions()
            }
            for path in paths.dropLast() { readSession(path) { _ in } }
            guard let last = paths.last else { return knowSessions() }
            readSession(last) { [weak self] _ in self?.knowSessions() }
        }
    }

    private func knowSessions() {
        readings.areSessionsKnown = true
        tell(.sessionsObserved)
        tellReadings()
    }

    private static func readList(_ message: borrowing BusMessage) throws(BusFault) -> [String] {
        var paths: [String] = []
        try message.array(of: "(susso)") { () throws(BusFault) in
            paths.append(
                try message.structure(of: "susso") { () throws(BusFault) in
                    _ = try message.text()
                    _ = try message.number()
                    _ = try message.text()
                    _ = try message.text()
                    return try message.path()
                })
        }
        return paths
    }

    /// What can't be read may be anybody's at work.
    private func miss(_ fault: BusFault) {
        readings.sessionFault = "logind does not tell of the sessions: \(fault)"
    }

    private func readNew(_ path: String) {
        listSessionsAgain()
        readSession(path) { [weak self] session in
            if let self, let session, session.counts { judgeLogin(session) }
        }
    }

    /// A session whose person has left stays a while, and says so nowhere: so the user's others are read again
    /// before they count. Answers come in the order of the questions, so the last one has all.
    private func judgeLogin(_ session: LogindSession) {
        let others = sessions.others(than: session.path, of: session.user)
        for path in others.dropLast() { readSession(path) { _ in } }
        guard let last = others.last else { return tell(.loggedIn(session.user)) }
        readSession(last) { [weak self] _ in
            guard let self, sessions.others(than: session.path, of: session.user).isEmpty else { return }
            tell(.loggedIn(session.user))
        }
    }

    /// Reads a session anew; nil where it has closed meanwhile.
    func readSession(_ path: String, then: @escaping (LogindSession?) -> Void) {
        service.properties(LogindSession.names, of: path, LogindSession.interface) { [weak self] answer in
            guard let self, followsSessions else { return }
            defer { tellReadings() }
            do throws(BusFault) {
                let session = try LogindSession(path: path, properties: try answer.get())
                if sessions.note(session) { tell(.unlocked(session.user)) }
                then(session)
            } catch {
                if case .silent = error { return }
                _ = understood(Result<Void, BusFault>.failure(error))
                if error.isEmpty {
                    miss(error)
                } else {
                    // It has closed meanwhile, which SessionRemoved says too.
                    sessions.remove(path, at: Clock.read(.monotonic))
                }
                then(nil)
            }
        }
    }

    /// Sessions are followed for idleness and locks too, where nobody asks who comes.
    private func tell(_ fact: LogindFact) {
        if observesSessions { publish(fact) }
    }

    private func take(_ change: PropertyChange) {
        listSessionsAgain()
        guard change.isThere, sessions.knows(change.path) else { return }
        if case .truth(let isLocked)? = change.values["LockedHint"],
            let user = sessions.note(isLocked: isLocked, of: change.path)
        {
            tell(.unlocked(user))
        }
        // What else has changed is read whole, for a value alone may be half of what was said.
        let isAlone = change.invalidated.isEmpty && change.values.keys.allSatisfy { $0 == "LockedHint" }
        if isAlone { tellReadings() } else { readSession(change.path) { _ in } }
    }
}
