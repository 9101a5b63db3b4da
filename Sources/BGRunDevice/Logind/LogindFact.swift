// What logind has to tell.

import BGRunJob

/// A fact about the machine or its sessions, or the answer to what was asked.
package enum LogindFact: Equatable, Sendable {
    /// Logind is there.
    case available
    /// It is not, and nothing of what is asked of it works, for this reason.
    case unavailable(String)
    /// Sleep is observed from now on; how long it waits for us at most, where logind says so
    /// (`InhibitDelayMaxUSec`, 5 s unless configured).
    case sleepObserved(delay: Duration?)
    /// The machine goes to sleep once ``Logind/letSleep()`` is called, or the delay is over.
    case sleepAnnounced
    /// The machine has woken, or stays awake after all. After a loss of logind too: nothing it announced stands.
    case sleepOver
    /// The machine shuts down once ``Logind/letShutdown()`` is called, or the delay is over.
    case shutdownAnnounced
    /// It does not after all.
    case shutdownOver
    case lockTaken(LogindLock)
    /// Told once for each wish, which stays unfulfilled.
    case lockRefused(LogindLock, String)
    /// Logind does not answer, for this reason; it is asked again.
    case lockLate(LogindLock, String)
    /// Sessions are observed from now on, and those that were there are known.
    case sessionsObserved
    /// The user's first session opened, of those that count as the user being there.
    case loggedIn(UserID)
    case unlocked(UserID)
    /// Whether somebody uses the machine, while that is observed.
    case idle(LogindIdle)
    /// Whose sessions are locked, or why nobody knows, while that is observed.
    case locks(Observation)
    /// The answer to ``Logind/readPresence()``.
    case presence(LogindPresence)
    /// The answer to ``Logind/suspend()``: refused for a reason, or, with nil, the machine is on its way.
    case suspendAnswered(refusal: String?)
    /// Something came that logind's interface does not promise; it was passed over. Told once a connection for each.
    case misunderstood(String)
}

/// What the sessions of people say together.
package enum LogindIdle: Equatable, Sendable {
    /// Somebody is at work, or a program other than ours keeps the machine from being idle.
    case active
    /// The last use was then, in microseconds of the monotonic clock. The next key at one of the terminals ("tty1",
    /// "pts/0") is told by nobody.
    case idle(since: Int64, terminals: [String])
    case unknown(String)
    /// Logind does not answer: what it would tell is not known, whatever the input shows.
    case silent(String)
}

/// Whether somebody uses the machine.
package enum LogindPresence: Equatable, Sendable {
    case somebody
    /// All sessions are idle or the lid is closed, and nobody but us keeps the machine awake.
    case nobody
    case unknown(String)
}
