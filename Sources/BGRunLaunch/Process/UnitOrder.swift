// What the process of a run is told whose work is a service of systemd.
import BGRunJob

/// A service, and how the run that stands for it lasts and ends: arguments of our own program.
package struct UnitOrder: Equatable, Sendable {
    /// The argument of our own program before ``words``.
    package static let mode = "--unit"

    package let unit: UnitName
    /// Whether the run lasts for as long as the unit counts as up.
    package let lasts: Bool
    /// How long after SIGTERM the run is killed.
    package let grace: Duration

    package init(_ unit: UnitName, lasts: Bool, grace: Duration) {
        self.unit = unit
        self.lasts = lasts
        self.grace = grace
    }

    init(_ unit: UnitName, of descriptor: JobDescriptor) {
        self.init(unit, lasts: descriptor.kind == .service, grace: descriptor.gracePeriod)
    }

    private static let whole = "lasting"
    private static let once = "once"

    /// As ``words`` writes it.
    package init?(words: [String]) {
        guard words.count == 3, let unit = UnitName(words[0]), [Self.whole, Self.once].contains(words[1]),
            let grace = Int64(words[2]), (0...Self.longestGrace).contains(grace)
        else { return nil }
        self.init(unit, lasts: words[1] == Self.whole, grace: .milliseconds(grace))
    }

    private static let longestGrace = JobDescriptor.longestGracePeriod.components.seconds * 1000

    package var words: [String] {
        let (seconds, fraction) = grace.components
        return [
            unit.text, lasts ? Self.whole : Self.once,
            "\(seconds * 1000 + fraction / 1_000_000_000_000_000)",
        ]
    }
}
