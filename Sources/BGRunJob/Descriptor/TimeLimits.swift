// The bounds that few jobs set to their times.
import BGRunCalendar

/// What puts occurrences off, and what ends or forbids them. All of it is seldom written.
struct TimeLimits: Hashable, Sendable {
    var maxLateness: Duration?
    var randomDelay: Duration?
    var fixedDelay: Duration?
    var accuracy: Duration?
    var spacing: Duration?
    var until: WallTime?
    var maxRuns: Int?
    var allowedHours: AllowedHours?
    var onAllowedHoursEnd: HoursEnd?
    var latestBegin: LatestBegin?
    var preference: Preference?
    var maxTimeBudget: Duration?
    var watchdog: Duration?
}

extension JobDescriptor {
    /// An occurrence later than this is skipped.
    package var maxLateness: Duration? {
        get { limits.maxLateness }
        set { limits.maxLateness = newValue }
    }
    /// Each occurrence is put off by up to this, differently each time.
    package var randomDelay: Duration? {
        get { limits.randomDelay }
        set { limits.randomDelay = newValue }
    }
    /// Each occurrence is put off by up to this, always the same on one machine.
    package var fixedDelay: Duration? {
        get { limits.fixedDelay }
        set { limits.fixedDelay = newValue }
    }
    /// By so much an occurrence may come up later than at its instant, together with something else.
    package var accuracy: Duration? {
        get { limits.accuracy }
        set { limits.accuracy = newValue }
    }
    /// Starts that events, files and submissions have brought about lie at least this far from the start before; without
    /// it, what the policy says.
    package var spacing: Duration? {
        get { limits.spacing }
        set { limits.spacing = newValue }
    }
    /// No occurrence lies after this.
    package var until: WallTime? {
        get { limits.until }
        set { limits.until = newValue }
    }
    /// So many occurrences are run, and then the job is over.
    package var maxRuns: Int? {
        get { limits.maxRuns }
        set { limits.maxRuns = newValue }
    }
    /// The hours of the machine's own clock in which the job may start.
    package var allowedHours: AllowedHours? {
        get { limits.allowedHours }
        set { limits.allowedHours = newValue }
    }
    /// What becomes of a run when those hours end, where it was written.
    package var onAllowedHoursEnd: HoursEnd? {
        get { limits.onAllowedHoursEnd }
        set { limits.onAllowedHoursEnd = newValue }
    }
    /// What becomes of a run when those hours end.
    package var hoursEnd: HoursEnd { onAllowedHoursEnd ?? (kind == .service ? .stop : .finish) }
    /// From when on waiting is called overdue.
    package var latestBegin: LatestBegin? {
        get { limits.latestBegin }
        set { limits.latestBegin = newValue }
    }
    /// What holds an occurrence back for a while, and no longer.
    package var preference: Preference? {
        get { limits.preference }
        set { limits.preference = newValue }
    }
    /// How far a run may extend its own budget; without it, as far as the policy allows budgets.
    package var maxTimeBudget: Duration? {
        get { limits.maxTimeBudget }
        set { limits.maxTimeBudget = newValue }
    }

    /// The shortest watchdog. What gives signs more often does little else.
    package static let shortestWatchdog: Duration = .seconds(10)

    /// For how long a run may give no sign of life; nil where nobody waits for any.
    package var watchdog: Duration? {
        get { limits.watchdog }
        set { limits.watchdog = newValue }
    }
    /// A sign of life that follows another sooner is none to act on.
    package var lifePause: Duration? { watchdog.map { $0 / 4 } }
    /// Without a sign of life that was acted on for so long a run is told to end: whatever was passed over, it has been
    /// silent for as long as its watchdog says.
    package var silenceLimit: Duration? { watchdog.map { $0 + $0 / 4 } }
    /// As sd_watchdog_enabled(3) reads it.
    package var watchdogMicroseconds: String? { watchdog.map { String($0.wholeMicroseconds) } }
}
