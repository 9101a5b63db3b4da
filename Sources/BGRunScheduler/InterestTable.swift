// Who asks for what to be observed.
import BGRunJob

/// Counts who asks for an interest, and tells what of it begins and ends.
struct InterestTable {
    /// How many ask for an interest.
    private var asking = SplitDictionary<Interest, Int>()
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

    /// What is to be observed or ignored from now on.
    struct Changes {
        var gone: [Interest] = []
        var new: [Interest] = []

        /// The same in a fixed order.
        var wishes: [Effects.Wish] {
            Self.sorted(gone).map { .ignore($0) } + Self.sorted(new).map { .observe($0) }
        }

        private static func sorted(_ interests: [Interest]) -> [Interest] {
            if interests.count < 2 { return interests }
            return interests.map { (notation: $0.notation, interest: $0) }
                .sorted { $0.notation < $1.notation }.map(\.interest)
        }

        static func + (left: Changes, right: Changes) -> Changes {
            Changes(gone: left.gone + right.gone, new: left.new + right.new)
        }
    }

    /// What nobody asks for now, of what was asked for or given up since the changes were taken.
    var givenUp: [Interest] { changed.keys.filter { asking[$0] == nil } }

    mutating func takeChanges() -> Changes {
        guard !changed.isEmpty else { return Changes() }
        defer { changed = [:] }
        return Changes(
            gone: changed.keys.filter { changed[$0] == true && asking[$0] == nil },
            new: changed.keys.filter { changed[$0] == false && asking[$0] != nil })
    }
}
