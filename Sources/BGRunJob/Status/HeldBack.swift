// What kept a job from starting over some time, as `why --history` shows it.
import BGRunCalendar

/// What held one job back within a window of time.
///
/// Two things may be missing at once, so the spans of all causes together may exceed ``waiting``.
package struct HeldBack: Hashable, Sendable {
    /// One thing that held it back, with all the time it did so.
    package struct Cause: Hashable, Sendable {
        /// A ``Requirement/Kind``, `anyOf`, `not`, the name of a ``Blocker``, `asleep`, `stopped` (bgrund did not run),
        /// `clock` (it was wrong) or `other`.
        package var name: String
        /// As the subject of a sentence: "external power", "paused by hand", "other limits".
        package var words: String
        /// How much of the window it held the job back.
        package var duration: Duration
        /// Nobody could know whether it held, which makes the job wait too.
        package var isUnknown: Bool
        /// What was seen was simulated by `bgrun simulate condition`.
        package var isSimulated: Bool

        package init(
            name: String, words: String, duration: Duration, isUnknown: Bool = false,
            isSimulated: Bool = false
        ) {
            self.name = name
            self.words = words
            self.duration = duration
            self.isUnknown = isUnknown
            self.isSimulated = isSimulated
        }
    }

    /// One thing that happened: "external power is lost: AC is offline", "due", "run 12 started".
    package struct Event: Hashable, Sendable {
        package var at: WallTime
        /// Without a full stop.
        package var text: String

        package init(at: WallTime, text: String) {
            self.at = at
            self.text = text
        }
    }

    package var job: JobID
    /// The window.
    package var from: WallTime
    package var to: WallTime
    /// How much of the window an occurrence was due and had no run.
    package var waiting: Duration
    /// The largest first.
    package var causes: [Cause]
    /// The newest first, bounded.
    package var events: [Event]
    /// There were more events than are listed.
    package var hasMoreEvents: Bool

    package init(
        job: JobID, from: WallTime, to: WallTime, waiting: Duration, causes: [Cause], events: [Event],
        hasMoreEvents: Bool = false
    ) {
        self.job = job
        self.from = from
        self.to = to
        self.waiting = waiting
        self.causes = causes
        self.events = events
        self.hasMoreEvents = hasMoreEvents
    }

    /// How much of the window a cause held it back, in whole percent.
    package func percentOfWindow(_ cause: Cause) -> Int {
        Self.percent(cause.duration, of: from.duration(to: to))
    }

    /// Rounded to the nearest, from 0 to 100.
    private static func percent(_ part: Duration, of whole: Duration) -> Int {
        let (part, whole) = (part.wholeMicroseconds, whole.wholeMicroseconds)
        guard whole > 0, part > 0 else { return 0 }
        guard part < whole else { return 100 }
        // Thousandths of a second are more than enough, and no product overflows then.
        let unit: Int64 = whole > 1 << 50 ? 1_000_000 : 1
        let (share, all) = (part / unit, whole / unit)
        return Int(min((share * 100 + all / 2) / all, 100))
    }
}
