// An assertion as people are shown it.
import BGRunCalendar

/// What a program is finishing.
package struct AssertionStatus: Hashable, Sendable {
    package var id: AssertionID
    package var owner: UserID
    package var why: String
    package var process: Int32
    package var since: WallTime
    /// When it ends by itself, unless the machine sleeps meanwhile.
    package var until: WallTime

    package init(
        id: AssertionID, owner: UserID, why: String, process: Int32, since: WallTime, until: WallTime
    ) {
        self.id = id
        self.owner = owner
        self.why = why
        self.process = process
        self.since = since
        self.until = until
    }
}
