// What is to be done for several owners, taken by turns.
import BGRunJob

/// A queue for each owner for whom something is to be done. One piece of each is next, then the second of each: whoever
/// has a thousand keeps nobody waiting who has one.
package struct OwnerQueues<Element> {
    /// Never an empty one.
    private var queues: [UserID: Queue<Element>] = [:]
    /// Those who have a queue, in the order of their turns.
    private var turns = Queue<UserID>()

    package init() {}

    package var isEmpty: Bool { turns.isEmpty }

    package mutating func add(_ element: Element, of owner: UserID) {
        if queues[owner] == nil { turns.add(owner) }
        queues[owner, default: Queue()].add(element)
    }

    package mutating func takeNext() -> Element? {
        guard let owner = turns.takeFirst() else { return nil }
        let element = queues[owner]?.takeFirst()
        if queues[owner]?.isEmpty == false {
            turns.add(owner)
        } else {
            queues[owner] = nil
        }
        return element
    }
}

/// The same, with each element once, however often it is added before its turn.
package struct DistinctQueues<Element: Hashable> {
    private var queues = OwnerQueues<Element>()
    /// Those whose turn is to come; others in the queues are passed over.
    private var members: Set<Element> = []

    package init() {}

    package var isEmpty: Bool { members.isEmpty }

    package var count: Int { members.count }

    package func contains(_ element: Element) -> Bool { members.contains(element) }

    /// - Returns: Whether it was not to come before.
    @discardableResult
    package mutating func add(_ element: Element, of owner: UserID) -> Bool {
        guard members.insert(element).inserted else { return false }
        queues.add(element, of: owner)
        return true
    }

    package mutating func remove(_ element: Element) { members.remove(element) }

    package mutating func takeNext() -> Element? {
        while let element = queues.takeNext() {
            if members.remove(element) != nil { return element }
        }
        return nil
    }
}

/// First in, first out. The Deque of swift-collections is as good, and adds 200 KiB to the program.
struct Queue<Element> {
    private var elements: [Element] = []
    /// How many at the beginning were taken.
    private var taken = 0

    var isEmpty: Bool { taken == elements.count }
    var count: Int { elements.count - taken }

    mutating func add(_ element: Element) { elements.append(element) }

    mutating func takeFirst() -> Element? {
        guard !isEmpty else { return nil }
        defer {
            taken += 1
            if taken * 2 > elements.count {
                elements.removeFirst(taken)
                taken = 0
            }
        }
        return elements[taken]
    }
}
