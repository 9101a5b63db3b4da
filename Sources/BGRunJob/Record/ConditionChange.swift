// What history keeps of the machine: when requirements held and when not, and when nobody looked.
import BGRunCalendar

/// One change of what keeps jobs from starting, as history keeps it.
package struct ConditionChange: Hashable, Sendable {
    package enum What: Hashable, Sendable {
        /// A requirement, by its ``Requirement/text``, never an opposite. The owner is there where each user has their
        /// own answer (`locked`, `pathExists`, …).
        case requirement(String, owner: UserID?, Verdict)
        case machine(MachineState)
    }

    /// Whether anybody looked.
    package enum MachineState: String, CaseIterable, Sendable {
        /// The daemon begins to look; what was known before counts no more.
        case started
        case stopped
        /// A daemon has ended without a word, and this is when it wrote last. Told by the next one, before it begins to look.
        case lastWritten
        /// The machine begins to sleep. Told after waking, with the instant it began.
        case asleep
        case awake
    }

    package var at: WallTime
    package var what: What
    /// Why, in plain words; empty for the machine.
    package var reason: String
    /// The value was simulated by `bgrun simulate condition`.
    package var isSimulated: Bool

    package init(at: WallTime, _ what: What, reason: String = "", isSimulated: Bool = false) {
        self.at = at
        self.what = what
        self.reason = reason
        self.isSimulated = isSimulated
    }
}
