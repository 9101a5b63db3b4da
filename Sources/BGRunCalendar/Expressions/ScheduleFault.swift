// Why a schedule as people write it can't be one, and what to write instead.

/// The refusal of a schedule's text. Whoever reads the descriptor adds the key and the place.
package struct ScheduleFault: Error, Hashable, Sendable {
    /// What is wrong, such as `"25:00" is no time of day`.
    package let reason: String
    /// What to do, such as `write HH:MM from 00:00 to 24:00`.
    package let advice: String

    package init(reason: String, advice: String) {
        self.reason = reason
        self.advice = advice
    }
}
