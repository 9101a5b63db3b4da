// Whether somebody would mind if the machine fell asleep.

/// Whether anybody is at the machine.
package enum Presence: String, CaseIterable, Sendable {
    case somebody, nobody, unknown
}
