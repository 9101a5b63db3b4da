// Where a job stands, in one word.

/// Where a job stands, in the words of the design.
package enum JobState: String, CaseIterable, Sendable {
    case scheduled, due, running, frozen, expiring, paused, disabled, invalid
}
