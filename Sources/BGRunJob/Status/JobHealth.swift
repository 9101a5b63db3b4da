// What is wrong with a job, by one rule for all who tell of it.
import BGRunCalendar

/// What somebody should see to of a job; what concerns them most comes first.
package enum Trouble: String, CaseIterable, Sendable {
    /// It can't be used as it is written.
    case invalid
    /// Its runs fail.
    case failing
    /// This machine lacks what it asks for.
    case cannotStart
    /// It should have begun by its `latestBegin`.
    case overdue
    /// It has not run for longer than the policy's `warnAfter`.
    case notRun
    /// Its run takes by far too long.
    case overrun
    /// A command that it has called when an occurrence ends fails.
    case hook
    /// Several of its runs in a row have run out of time, or put it off.
    case unfinished
}

/// All that tells whether a job does well.
package struct JobHealth: Hashable, Sendable {
    /// From so many unfinished runs in a row on, a job is warned about.
    private static let warningRuns = 3

    /// What is wrong with it, in the order of the cases.
    package var troubles: [Trouble] = []
    /// How many runs of this occurrence in a row did not finish.
    package var unfinishedRuns: Int
    /// Since when it has not run, where that is long enough to be a warning.
    package var notRunSince: WallTime?
    /// Its failures since its last success, where it is said to fail.
    package var failing: Failing?
    /// Which attempt of its occurrence is the next one, or is made now; nil for the first, and where no end is set to them.
    package var attempt: Int?
    /// How many are made at most.
    package var attempts: Int?
    /// What keeps it from ever starting on this machine as it is.
    package var impediments: [Impediment]
    /// The last call of its hook that has failed; nil once that hook has succeeded.
    package var hookFault: HookReport?

    package init(
        troubles: [Trouble] = [], unfinishedRuns: Int = 0, notRunSince: WallTime? = nil,
        failing: Failing? = nil, attempt: Int? = nil, attempts: Int? = nil, impediments: [Impediment] = [],
        hookFault: HookReport? = nil
    ) {
        self.troubles = troubles
        self.unfinishedRuns = unfinishedRuns
        self.notRunSince = notRunSince
        self.failing = failing
        self.attempt = attempt
        self.attempts = attempts
        self.impediments = impediments
        self.hookFault = hookFault
    }

    /// The rule. A job that somebody has disabled is as they want it.
    ///
    /// - Parameter isOverdue: It waits, and should have begun.
    package mutating func judge(_ state: JobState, isOverdue: Bool, isOverrun: Bool, isDisabledByHand: Bool) {
        troubles = Trouble.allCases.filter { trouble in
            if isDisabledByHand { return false }
            return switch trouble {
            case .invalid: state == .invalid
            // What its machine lacks is told as that.
            case .failing:
                failing.map { failing in !impediments.contains { $0.reason == failing.reason } } ?? false
            case .cannotStart: !impediments.isEmpty
            case .overdue: isOverdue
            case .notRun: notRunSince != nil
            case .overrun: isOverrun
            case .hook: hookFault != nil
            case .unfinished: unfinishedRuns >= Self.warningRuns
            }
        }
    }
}
