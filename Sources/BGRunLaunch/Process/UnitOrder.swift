// What the process of a run is told whose work is a service of systemd.
import BGRunJob

/// A service, and how the run that stands for it lasts and ends: arguments of our own program.
package struct UnitOrder: Equatable, Sendable {
    /// The argument of our own program before ``words``.
    package static let mode = "--unit"

    /// Whose services are meant.
    package enum Scope: String, Sendable {
        case system, user
    }

    package let unit: UnitName
    package let scope: Scope
    /// Whether the run lasts for as long as the unit counts as up.
    package let lasts: Bool
    /// How long after SIGTERM the run is killed.
    package let grace: Duration

    package init(_ unit: UnitName, in scope: Scope, lasts: Bool, grace: Duration) {
        self.unit = unit
        self.scope = scope
        self.lasts = lasts
        self.grace = grace
    }

    init(_ unit: UnitName, in scope: Scope, _ descriptor: JobDescriptor) {
        self.init(
            unit, in: scope, lasts: descriptor.kind == .service, grace: descriptor.gracePeriod)
    }

    private static let whole = "lasting"
    private static let once = "once"

    /// As ``words`` writes it.
    package init?(words: [String]) {
        guard words.count == 4, let unit = UnitName(words[0]), let scope = Scope(rawValue: words[1]),
            [Self.whole, Self.once].contains(words[2]), let grace = Int64(words[3]),
            (0...Self.longestGrace).contains(grace)
        else { return nil }
        self.init(unit, in: scope, lasts: words[2] == Self.whole, grace: .milliseconds(grace))
    }

    private static let longestGrace = JobDescriptor.longestGracePeriod.components.seconds * 1000

    package var words: [String] {
        let (seconds, fraction) = grace.components
        return [
            unit.text, scope.rawValue, lasts ? Self.whole : Self.once,
            "\(seconds * 1000 + fraction / 1_000_000_000_000_000)",
        ]
    }
}
