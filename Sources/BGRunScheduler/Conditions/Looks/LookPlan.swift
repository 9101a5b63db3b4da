// When needs are looked through again, by owner.
import BGRunCalendar
import BGRunJob

/// The instants at which a look may show that a need holds. Events come in thousands, and each asks for the first.
struct LookPlan {
    private var instants: [UserID: [Need: AwakeTime]] = [:]
    /// The first of each owner's; missing where it has to be looked for.
    private var firsts: [UserID: AwakeTime] = [:]

    /// - Parameter instant: nil for a need that no look can help.
    mutating func set(_ instant: AwakeTime?, for need: Need, of owner: UserID) {
        guard instants[owner]?[need] != instant else { return }
        instants[owner, default: [:]][need] = instant
        if instants[owner]?.isEmpty == true { instants[owner] = nil }
        firsts[owner] = nil
    }

    mutating func first(of owner: UserID) -> AwakeTime? {
        guard let all = instants[owner] else { return nil }
        if let known = firsts[owner] { return known }
        let first = all.values.min()
        firsts[owner] = first
        return first
    }

    /// Needs whose instant has come, in no order: they are to be tried, and planned anew then.
    mutating func takeDue(by now: Now) -> [Need] {
        var due: [Need] = []
        for owner in instants.keys {
            guard let first = first(of: owner), first <= now.awake else { continue }
            for (need, instant) in instants[owner] ?? [:] where instant <= now.awake {
                due.append(need)
                set(nil, for: need, of: owner)
            }
        }
        return due
    }
}
