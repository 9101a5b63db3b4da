// What is known of idleness and locked sessions, and what was told of it.

import BGRunJob

/// Keeps a value that is told again from being told twice.
struct LogindReadings {
    /// All sessions were read that were there when logind was found.
    var areSessionsKnown = false
    /// Why the sessions are not to be believed, though logind is there: somebody may be in one that is not
    /// told.
    var sessionFault: String?
    /// Another than we keeps the machine from being idle; nil until logind has said so.
    private(set) var isIdleBlocked: Bool?
    /// When the last block went, in microseconds of the monotonic clock: somebody may have watched to the end.
    private(set) var blockEnd: Int64 = 0
    /// A look was asked for and its last answer is under way: what is known is half old until then.
    var isLooking = false
    /// Blocks against idleness come and go.
    var blockMatch: BusMatch?

    private var toldIdle: LogindIdle?
    private var toldLocks: Observation?

    /// Logind has gone: what it said is void. What was told stays told.
    mutating func forget() {
        forgetAnswers()
        forgetIdle()
    }

    mutating func forgetIdle() {
        isIdleBlocked = nil
        isLooking = false
        blockMatch = nil
    }

    /// Logind does not answer: what it said may be wrong by now.
    mutating func forgetAnswers() {
        areSessionsKnown = false
        sessionFault = nil
        isIdleBlocked = nil
        isLooking = false
    }

    mutating func noteBlock(_ isBlocked: Bool, at now: Int64) {
        if isIdleBlocked == true, !isBlocked { blockEnd = now }
        isIdleBlocked = isBlocked
    }

    /// Whatever comes next is told, also when it is the same again.
    mutating func askIdle() { toldIdle = nil }
    mutating func askLocks() { toldLocks = nil }

    /// Whether it is news.
    mutating func note(_ idle: LogindIdle) -> Bool {
        defer { toldIdle = idle }
        return toldIdle != idle
    }

    mutating func note(_ locks: Observation) -> Bool {
        defer { toldLocks = locks }
        return toldLocks != locks
    }
}
