// What was seen of the machine, read some rows at a time.
import BGRunCalendar
import BGRunJob

/// What was seen of the machine from an instant on, in the order in which it happened. Before it the last change of each
/// requirement that is older, so that the state at the instant is known. As far as it was read; see ``Store/read(_:)``.
package struct ConditionReading: Sendable {
    /// Rows that are read at once.
    static let page = 256

    struct Row {
        let number: Int64
        let change: ConditionChange
    }

    private struct Subject: Hashable {
        let requirement: String?
        let owner: UserID?

        init(_ what: ConditionChange.What) {
            switch what {
            case .requirement(let text, let owner, _): (requirement, self.owner) = (text, owner)
            case .machine: (requirement, owner) = (nil, nil)
            }
        }
    }

    private let since: WallTime
    /// The last rows before the instant.
    private var before: [Subject: Row] = [:]
    private var after: [ConditionChange] = []
    private var isBefore = true
    /// The number of the last row that was read, whether it could be used or not.
    private(set) var last = Int64.min

    package init(since: WallTime) { self.since = since }

    /// In order.
    package var changes: [ConditionChange] {
        before.values.sorted { $0.number < $1.number }.map(\.change) + after
    }

    /// - Parameter last: The number of the last row that was looked at.
    mutating func take(_ rows: [Row], upTo last: Int64) {
        self.last = last
        for row in rows {
            // Order is that of the rows: a clock may have been set back since.
            if isBefore, row.change.at < since {
                before[Subject(row.change.what)] = row
            } else {
                isBefore = false
                after.append(row.change)
            }
        }
    }

    /// What was read since the last time, so that nobody has to keep it all.
    ///
    /// - Parameter isAtEnd: Nothing more is read. Until a row at the instant or after it has come, what is older may be
    ///   overtaken.
    package mutating func taken(isAtEnd: Bool) -> [ConditionChange] {
        guard isAtEnd || !isBefore else { return [] }
        defer {
            before.removeAll()
            after.removeAll(keepingCapacity: true)
        }
        return changes
    }

    /// Leaves out what nobody asks for.
    package mutating func keep(where isAsked: (ConditionChange) -> Bool) {
        after.removeAll { !isAsked($0) }
        before = before.filter { isAsked($0.value.change) }
    }
}
