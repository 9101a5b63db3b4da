// History: the runs that have ended, and the occurrences that were skipped.
import BGRunJob

/// Asks for ended runs and skipped occurrences, the newest first.
package struct HistoryCall: SchedulerCall {
    package static let method = SchedulerMethod.history

    /// How many entries are given where the caller names no number, and at most.
    package static let usualLimit = 20
    package static let largestLimit = 1000

    /// Only of this job; nil for all that the caller may see.
    package var identifier: JobIdentifier?
    package var owner: UserID?
    /// How many entries at most; from 1 to ``largestLimit``.
    package var limit: Int

    package init(identifier: JobIdentifier? = nil, owner: UserID? = nil, limit: Int = usualLimit) {
        self.identifier = identifier
        self.owner = owner
        self.limit = limit
    }

    package init(fields: inout FieldReader) throws(FieldFault) {
        identifier = try fields.optional("identifier", .identifier)
        owner = try fields.optional("owner", .user)
        limit = try fields.optional("limit", .integer(Int.self)) ?? Self.usualLimit
        guard (1...Self.largestLimit).contains(limit) else { throw FieldFault("limit") }
    }

    package var fields: [Field] {
        [
            Field("identifier", .identifier, orNull: identifier),
            Field("owner", .user, orNull: owner),
            Field("limit", .integer(Int.self), limit),
        ]
    }

    package struct Reply: WireObject, Hashable {
        package var entries: [HistoryLine]

        package init(entries: [HistoryLine]) {
            self.entries = entries
        }

        package init(fields: inout FieldReader) throws(FieldFault) {
            entries = try fields.required("entries", .list(of: .object(HistoryLine.self)))
        }

        package var fields: [Field] { [Field("entries", .list(of: .object(HistoryLine.self)), entries)] }
    }
}
