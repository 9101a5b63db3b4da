// The bounds that few jobs set to their times.
import BGRunCalendar

/// What puts occurrences off, and what ends or forbids them. All of it is seldom written.
struct TimeLimits: Hashable, Sendable {
    var maxLateness: Duration?
    var randomDelay: Duration?
    var fixedDelay: Duration?
    var spacing: Duration?
    var until: WallTime?
    var maxRuns: Int?
    var allowedHours: AllowedHours?
    var onAllowedHoursEnd: HoursEnd?
    var latestBegin: LatestBegin?
    var preference: Preference?
    var maxTimeBudget: Duration?
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
}
