// What is to be done for several owners, taken by turns.
import BGRunJob
import DequeModule

/// A queue for each owner for whom something is to be done. One piece of each is next, then the second of each: whoever
/// has a thousand keeps nobody waiting who has one.
package struct OwnerQueues<Element> {
    /// Never an empty one.
    private var queues: [UserID: Deque<Element>] = [:]
    /// Those who have a queue, in the order of their turns.
    private var turns: Deque<UserID> = []

    package init() {}

    package var isEmpty: Bool { turns.isEmpty }

    package mutating func add(_ element: Element, of owner: UserID) {
        if queues[owner] == nil { turns.append(owner) }
        queues[owner, default: []].append(element)
    }

    package mutating func takeNext() -> Element? {
        guard let owner = turns.popFirst() else { return nil }
        let element = queues[owner]?.popFirst()
        if queues[owner]?.isEmpty == false {
            turns.append(owner)
        } else {
            queues[owner] = nil
        }
        return element
    }
}
