// SimulateConditions: simulate the device's conditions for a while.
import BGRunCalendar
import BGRunJob

/// Asks to evaluate jobs against these conditions instead of the observed ones, or to end that.
package struct SimulateConditionsCall: SchedulerCall, WireObject {
    package var method: SchedulerMethod { .simulateConditions }

    package static let usualDuration: Duration = .seconds(120)
    /// A simulation that is forgotten must not keep a backup from running for days.
    package static let longestDuration: Duration = .seconds(86_400)

    package enum What: Hashable, Sendable {
        /// In place of what was simulated for these jobs before; above zero, at most ``longestDuration``.
        case begin(SimulatedConditions, for: Duration)
        case end
    }

    /// The one job it concerns; nil for all that the caller may change.
    package var target: Target?
    package var what: What

    package init(_ target: Target?, _ what: What) {
        self.target = target
        self.what = what
    }

    package static let wire = WireTable<SimulateConditionsCall>(
        .key("conditions", .optional(.simulatedConditions), \.conditions),
        .key("duration", .optional(.span(upTo: longestDuration)), \.duration),
        .key("identifier", .optional(.identifier), \.identifier),
        .key("owner", .optional(.user), \.owner),
        .usual("end", .bool, else: false, \.isEnd),
        make: SimulateConditionsCall.init)

    private init(
        conditions: SimulatedConditions?, duration: Duration?, identifier: JobIdentifier?, owner: UserID?,
        isEnd: Bool
    ) throws(FieldFault) {
        if identifier == nil, owner != nil { throw FieldFault("identifier") }
        if isEnd, conditions != nil { throw FieldFault("conditions") }
        if isEnd, duration != nil { throw FieldFault("duration") }
        target = identifier.map { Target(identifier: $0, owner: owner) }
        what =
            isEnd ? .end : .begin(try there(conditions, "conditions"), for: duration ?? Self.usualDuration)
    }

    private var identifier: JobIdentifier? { target?.identifier }
    private var owner: UserID? { target?.owner }
    private var isEnd: Bool { what == .end }

    private var conditions: SimulatedConditions? {
        switch what {
        case .begin(let conditions, _): conditions
        case .end: nil
        }
    }

    private var duration: Duration? {
        switch what {
        case .begin(_, let duration): duration
        case .end: nil
        }
    }

    package struct Reply: WireObject, Hashable {
        /// When they end by themselves; nil where they were ended.
        package var until: WallTime?

        package init(until: WallTime?) {
            self.until = until
        }

        package static let wire = WireTable<Reply>(.key("until", .optional(.date), \.until), make: Reply.init)
    }
}
