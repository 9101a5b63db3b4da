// SimulateConditions: play the device's conditions for a while.
import BGRunCalendar
import BGRunJob

/// Asks to decide by these conditions instead of what is seen, or to see again.
package struct SimulateConditionsCall: SchedulerCall {
    package static let method = SchedulerMethod.simulateConditions

    package static let usualDuration: Duration = .seconds(120)
    /// A simulation that is forgotten must not keep a backup from running for days.
    package static let longestDuration: Duration = .seconds(86_400)

    package enum What: Hashable, Sendable {
        /// In place of what these jobs were played before; above zero, at most ``longestDuration``.
        case play(SimulatedConditions, for: Duration)
        case end
    }

    /// The one job it concerns; nil for all that the caller may change.
    package var target: Target?
    package var what: What

    package init(_ target: Target?, _ what: What) {
        self.target = target
        self.what = what
    }

    package init(fields: inout FieldReader) throws(FieldFault) {
        let identifier = try fields.optional("identifier", .identifier)
        let owner = try fields.optional("owner", .user)
        if identifier == nil, owner != nil { throw FieldFault("identifier") }
        target = identifier.map { Target(identifier: $0, owner: owner) }
        let conditions = try fields.optional("conditions", .simulatedConditions)
        let duration = try fields.optional("duration", .durationText)
        let isEnd = try fields.optional("end", .bool) ?? false
        if isEnd {
            guard conditions == nil else { throw FieldFault("conditions") }
            guard duration == nil else { throw FieldFault("duration") }
            what = .end
        } else {
            guard let conditions else { throw FieldFault("conditions") }
            let span = duration ?? Self.usualDuration
            guard span > .zero, span <= Self.longestDuration else { throw FieldFault("duration") }
            what = .play(conditions, for: span)
        }
    }

    package var fields: [Field] {
        let conditions: SimulatedConditions?
        let duration: Duration?
        switch what {
        case .play(let played, let span): (conditions, duration) = (played, span)
        case .end: (conditions, duration) = (nil, nil)
        }
        return [
            Field("conditions", .simulatedConditions, orNull: conditions),
            Field("duration", .durationText, orNull: duration),
            Field("identifier", .identifier, orNull: target?.identifier),
            Field("owner", .user, orNull: target?.owner),
            Field("end", .bool, what == .end),
        ]
    }

    package struct Reply: WireObject, Hashable {
        /// When they end by themselves; nil where they were ended.
        package var until: WallTime?

        package init(until: WallTime?) {
            self.until = until
        }

        package init(fields: inout FieldReader) throws(FieldFault) {
            until = try fields.optional("until", .date)
        }

        package var fields: [Field] { [Field("until", .date, orNull: until)] }
    }
}
