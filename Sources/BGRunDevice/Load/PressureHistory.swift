// How much time was lost lately, by the kernel's own counter.
import BGRunCalendar

/// What the counter said when, as far back as a trigger's window reaches.
///
/// Nobody reads the counter while pressure is low, so what it said ten seconds ago is known only by chance. But what it
/// said longer ago is a bound: what has passed a threshold in the window has passed it since then as well.
struct PressureHistory {
    private static let window = Duration.microseconds(Int64(PressureTrigger.window))

    /// The oldest first. The first one is of the trigger's beginning, before which the kernel counts nothing, or at
    /// least a window old.
    private var samples: [(at: AwakeTime, total: Int)]

    init(total: Int, at now: AwakeTime) { samples = [(now, total)] }

    /// Microseconds lost in the last window, or in a longer time where what was said a window ago is not known.
    mutating func growth(to total: Int, at now: AwakeTime) -> Int {
        while samples.count > 1, samples[1].at.duration(to: now) >= Self.window { samples.removeFirst() }
        samples.append((now, total))
        return total - samples[0].total
    }
}
