// What one job went through over some time, as `timeline` and `report` draw it.
import BGRunCalendar

/// How things stood for one job within a window of time: what it requires, when it waited, and its runs.
package struct JobTimeline: Hashable, Sendable {
    /// Why nobody can say how things stood.
    package enum Absence: String, CaseIterable, Sendable {
        case asleep
        /// bgrund did not run: the machine was off, or it was stopped.
        case stopped
        /// Nothing was recorded, or nothing that can be placed in time.
        case unknown
    }

    /// One thing that was missing.
    package struct Lack: Hashable, Sendable {
        /// A ``Requirement/Kind``, `anyOf`, `not`, or the name of a ``Blocker``.
        package var name: String
        /// As the subject of a sentence: "external power", "paused by hand".
        package var words: String
        /// Nobody could know whether it held.
        package var isUnknown: Bool
        /// The job would rather have waited for it.
        package var isPreferred: Bool

        package init(name: String, words: String, isUnknown: Bool = false, isPreferred: Bool = false) {
            self.name = name
            self.words = words
            self.isUnknown = isUnknown
            self.isPreferred = isPreferred
        }
    }

    /// A time over which everything was the same: nobody looked, something was missing, or all was there.
    package struct Stretch: Hashable, Sendable {
        package var from: WallTime
        package var to: WallTime
        package var absence: Absence?
        /// Of what is known; the first few, in the order of the descriptor.
        package var lacks: [Lack]

        package init(from: WallTime, to: WallTime, absence: Absence? = nil, lacks: [Lack] = []) {
            self.from = from
            self.to = to
            self.absence = absence
            self.lacks = lacks
        }
    }

    /// So many things that were missing at once are told.
    package static let mostLacks = 4

    package var job: JobID
    package var title: String?
    package var from: WallTime
    package var to: WallTime
    /// How what it requires stood, whether it was due or not; over the whole window, in order.
    package var conditions: [Stretch]
    /// When an occurrence was due and had no run, with all that held it back.
    package var waits: [Stretch]
    /// Those that have ended, the oldest first.
    package var runs: [HistoryEntry]
    package var skips: [Skip]
    /// The one that goes on.
    package var activeRun: JobRecord.ActiveRun?

    package init(
        job: JobID, title: String? = nil, from: WallTime, to: WallTime, conditions: [Stretch] = [],
        waits: [Stretch] = [], runs: [HistoryEntry] = [], skips: [Skip] = [],
        activeRun: JobRecord.ActiveRun? = nil
    ) {
        self.job = job
        self.title = title
        self.from = from
        self.to = to
        self.conditions = conditions
        self.waits = waits
        self.runs = runs
        self.skips = skips
        self.activeRun = activeRun
    }
}

/// What was seen of the machine within a window of time.
package struct MachineTimeline: Hashable, Sendable {
    /// A time in which nobody looked.
    package struct Gap: Hashable, Sendable {
        package var from: WallTime
        package var to: WallTime
        package var absence: JobTimeline.Absence

        package init(from: WallTime, to: WallTime, _ absence: JobTimeline.Absence) {
            self.from = from
            self.to = to
            self.absence = absence
        }
    }

    /// A time over which a condition was the same.
    package struct Stretch: Hashable, Sendable {
        package var from: WallTime
        package var to: WallTime
        /// Nil where nobody looked.
        package var verdict: Verdict?

        package init(from: WallTime, to: WallTime, _ verdict: Verdict?) {
            self.from = from
            self.to = to
            self.verdict = verdict
        }
    }

    /// One condition over the whole window.
    package struct Lane: Hashable, Sendable {
        /// What names it: `externalPower`, `batteryLevel 60`.
        package var text: String
        /// In words: "external power".
        package var words: String
        package var owner: UserID?
        package var stretches: [Stretch]

        package init(text: String, words: String, owner: UserID? = nil, stretches: [Stretch]) {
            self.text = text
            self.words = words
            self.owner = owner
            self.stretches = stretches
        }
    }

    package var from: WallTime
    package var to: WallTime
    /// From when on anything is kept; ``from`` where what is kept is older.
    package var begin: WallTime
    package var gaps: [Gap]
    package var lanes: [Lane]

    package init(from: WallTime, to: WallTime, begin: WallTime, gaps: [Gap] = [], lanes: [Lane] = []) {
        self.from = from
        self.to = to
        self.begin = begin
        self.gaps = gaps
        self.lanes = lanes
    }
}
