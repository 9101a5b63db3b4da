// When a job is likely to start, judged by what was seen of the machine, as `forecast` shows it.
import BGRunCalendar

/// A guess about one job that says how sure it is. Nothing is decided by it.
package struct Forecast: Hashable, Sendable {
    /// How much the guess is worth.
    package enum Confidence: String, CaseIterable, Sendable {
        /// There is no guess: too little was seen, or nothing speaks for any time.
        case none
        case low, fair, good
    }

    /// When one requirement usually holds.
    package struct Habit: Hashable, Sendable {
        /// On which days of the week.
        package enum Days: String, CaseIterable, Sendable {
            case all
            /// Monday to Friday.
            case workingDays
            case weekend
        }

        /// A part of the day on the machine's clock; where it ends before it begins it goes on over midnight, and
        /// where it ends as it begins it is the whole day.
        package struct Window: Hashable, Sendable {
            /// Minutes of the day, 0 to 1439.
            package var start: Int
            package var end: Int

            package init(start: Int, end: Int) {
                self.start = start
                self.end = end
            }

            /// "20:10–23:40", or "all day".
            package var text: String {
                start == end ? "all day" : "\(Self.clock(start))–\(Self.clock(end))"
            }

            /// A minute of the day as clocks show it: "23:40".
            package static func clock(_ minute: Int) -> String {
                let (hour, rest) = (minute / 60 % 24, minute % 60)
                return "\(hour < 10 ? "0" : "")\(hour):\(rest < 10 ? "0" : "")\(rest)"
            }
        }

        /// The ``Requirement/Kind``, `anyOf` or `not`.
        package var name: String
        /// As the object of "needs".
        package var words: String
        package var days: Days
        /// Ascending; empty where there is no time of day at which it usually holds.
        package var windows: [Window]
        /// On how many days of this class somebody looked.
        package var daysSeen: Int

        package init(name: String, words: String, days: Days, windows: [Window], daysSeen: Int) {
            self.name = name
            self.words = words
            self.days = days
            self.windows = windows
            self.daysSeen = daysSeen
        }
    }

    package var job: JobID
    /// When it is likely to start; nil where nothing speaks for any time.
    package var likely: WallTime?
    /// All it needs is there already.
    package var isNow: Bool
    package var confidence: Confidence
    /// "On 9 of 12 days" all it needs held at that time of day; both are 0 without a guess.
    package var daysHeld: Int
    package var daysSeen: Int
    /// One for each requirement that was seen and each class of days, in the order of the descriptor.
    package var habits: [Habit]
    /// What it needs and of which nothing is known, in words; the guess leaves it out.
    package var unforeseeable: [String]
    /// One sentence without a full stop: what the guess rests on, or why there is none.
    package var note: String

    package init(
        job: JobID, likely: WallTime? = nil, isNow: Bool = false, confidence: Confidence = .none,
        daysHeld: Int = 0, daysSeen: Int = 0, habits: [Habit] = [], unforeseeable: [String] = [], note: String
    ) {
        self.job = job
        self.likely = likely
        self.isNow = isNow
        self.confidence = confidence
        self.daysHeld = daysHeld
        self.daysSeen = daysSeen
        self.habits = habits
        self.unforeseeable = unforeseeable
        self.note = note
    }
}
