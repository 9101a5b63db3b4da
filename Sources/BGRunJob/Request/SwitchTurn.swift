// What people switch by hand.

/// How a switch is turned, for one job or for all of somebody. What runs goes on.
package enum SwitchTurn: Hashable, Sendable {
    /// Nothing starts, for a time above zero or until ``unpause``; the note says what that is for.
    case pause(for: Duration?, note: String? = nil)
    case unpause
    /// They are run, whatever their descriptors say.
    case enable
    case disable
    /// That they wait too long is told again after this time, if it is still so, and not before.
    case snooze(for: Duration)

    /// How long a snooze is where nobody says.
    package static let usualSnooze: Duration = .seconds(86_400)
}
