// What history was told of last.
import BGRunCalendar
import BGRunJob

/// One line of what history knows.
struct RememberedCondition: Hashable {
    let text: String
    let owner: UserID?
    let isSimulated: Bool

    /// An opposite is known as what it is the opposite of.
    init(_ key: GateKey) {
        text = key.requirement.condition.text
        owner = key.owner
        isSimulated = key.simulation != nil
    }
}
