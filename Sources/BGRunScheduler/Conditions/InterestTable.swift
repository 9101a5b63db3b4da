// Who asks for what to be observed.
import BGRunJob

/// Counts who asks for an interest, and tells what of it begins and ends.
struct InterestTable {
    /// How many ask for an interest.
    private var asking: [Interest: Int] = [:]
    /// What was asked for or given up since the changes were taken, and whether it was asked for before.
    private var changed: [Interest: Bool] = [:]

    mutating func ask(for interest: Interest) { change(interest, by: 1) }

    mutating func giveUp(_ interest: Interest) { change(interest, by: -1) }

    func isAsked(for interest: Interest) -> Bool { asking[interest] != nil }

    private mutating func change(_ interest: Interest, by count: Int) {
        let before = asking[interest, default: 0]
        if before == 0 || before + count == 0, changed[interest] == nil { changed[interest] = before > 0 }
        asking[interest] = before + count > 0 ? before + count : nil
    }

    /// What is to be observed or ignored from now on, in a fixed order.
    mutating func takeChanges() -> [Effects.Wish] {
        guard !changed.isEmpty else { return [] }
        defer { changed = [:] }
        let order = { (left: Interest, right: Interest) in left.notation < right.notation }
        let gone = changed.filter { $0.value && asking[$0.key] == nil }.keys.sorted(by: order)
        let new = changed.filter { !$0.value && asking[$0.key] != nil }.keys.sorted(by: order)
        return gone.map { .ignore($0) } + new.map { .observe($0) }
    }
}
