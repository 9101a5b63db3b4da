// When the power supplies are read again without an event, and whether this machine needs that.
import BGRunCalendar
import BGRunJob

/// The re-reading of power supplies: a few looks after each event, a poll only while something depends on it.
///
/// Some machines send no event for some changes, and some send it before the value has changed. Both are
/// covered without waking up an idle machine: see "Nothing polls" in docs/behaviour.md.
struct PowerWatch {
    /// Looks after an event; the second one catches a battery that lags behind its plug.
    static let secondLooks: [Duration] = [.milliseconds(1500), .seconds(30)]
    /// A reading younger than this is good enough to start a job on.
    static let freshness: Duration = .seconds(1)
    /// While a run depends on power, or a waiting job does on a machine known to be silent.
    static let shortPoll: Duration = .seconds(60)
    /// While a due job lacks nothing but power.
    static let longPoll: Duration = .seconds(600)

    private var looks: [AwakeTime] = []
    private var lastRead: AwakeTime?
    /// Changes found before this instant belong to an event that was seen.
    private var eventEchoEnds: AwakeTime?
    private(set) var isAsking = false
    private(set) var isSilent = false

    /// Takes note of a reading; true when it shows for the first time that this machine changes in silence.
    ///
    /// Only an event with news is worth second looks: a battery that tells each percent must not wake us thrice.
    mutating func note(_ cause: PowerReadingCause, isChange: Bool, isNews: Bool, at now: Now) -> Bool {
        let isFirst = lastRead == nil
        lastRead = now.awake
        isAsking = false
        switch cause {
        case .event:
            if isNews, !isFirst { expectEcho(at: now) }
            return false
        case .asked:
            guard isChange, !isFirst, !isSilent, eventEchoEnds.map({ $0 < now.awake }) ?? true else {
                return false
            }
            isSilent = true
            return true
        }
    }

    /// This machine's supplies were seen changing in silence, or no event of theirs can be heard.
    mutating func distrustEvents() { isSilent = true }

    /// An event or a wake-up from sleep: look again soon, and take what is found then as part of it.
    mutating func expectEcho(at now: Now) {
        looks = Self.secondLooks.map { now.awake.advanced(by: $0) }
        eventEchoEnds = now.awake.advanced(by: Self.secondLooks[1] + .seconds(1))
    }

    func isFresh(at now: Now) -> Bool {
        lastRead.map { $0.duration(to: now.awake) <= Self.freshness } ?? false
    }

    /// True when the supplies are to be read now; asking is not repeated before the answer.
    mutating func ask() -> Bool {
        defer { isAsking = true }
        return !isAsking
    }

    /// When the supplies are to be read next; `interval` is nil while nothing depends on a poll.
    func wakeup(interval: Duration?) -> (at: AwakeTime, reason: Wakeup.Reason)? {
        let poll = interval.flatMap { interval in lastRead?.advanced(by: interval) }
        guard !isAsking else { return nil }
        switch (looks.first, poll) {
        case (let look?, let poll?): return look <= poll ? (look, .powerSecondLook) : (poll, .powerPoll)
        case (let look?, nil): return (look, .powerSecondLook)
        case (nil, let poll?): return (poll, .powerPoll)
        case (nil, nil): return nil
        }
    }

    /// Drops the looks that are due.
    mutating func pass(to now: Now) { looks.removeAll { $0 <= now.awake } }
}
