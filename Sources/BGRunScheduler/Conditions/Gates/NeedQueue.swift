// Needs to be looked at, each once, by turns of their owners.
import BGRunJob

/// A queue of needs.
struct NeedQueue {
    private var queues = OwnerQueues<Need>()
    /// Those that are to be looked at; others in the queues are passed over.
    private var members: Set<Need> = []

    var isEmpty: Bool { members.isEmpty }

    func contains(_ need: Need) -> Bool { members.contains(need) }

    mutating func add(_ need: Need, of owner: UserID) {
        if members.insert(need).inserted { queues.add(need, of: owner) }
    }

    mutating func remove(_ need: Need) { members.remove(need) }

    mutating func takeNext() -> Need? {
        while let need = queues.takeNext() {
            if members.remove(need) != nil { return need }
        }
        return nil
    }
}
