// Many targets, gone through a portion at a time.

/// Targets in the order in which they came, and how far a round over them has come.
///
/// Those that nobody follows any more are still met, until they are left out by ``compact(to:where:)``.
struct TargetRound<Target: Hashable> {
    private var order: [Target] = []
    private var position = 0
    private var left = 0

    var isOver: Bool { left == 0 }
    var all: [Target] { order }

    mutating func add(_ target: Target) {
        order.append(target)
        // It may stand before some that the round has still to meet: one more step, so that none of them is missed.
        if left > 0 { left += 1 }
    }

    /// All are to be met once from now on, those too that a round under way has met.
    mutating func begin() { left = order.count }

    /// The next one of the round; nil where it is over.
    mutating func takeNext() -> Target? {
        guard left > 0 else { return nil }
        left -= 1
        if position >= order.count { position = 0 }
        defer { position += 1 }
        return order[position]
    }

    /// Leaves those out that have gone, once they are the most. A round under way goes on.
    ///
    /// - Parameter count: How many have not gone.
    mutating func compact(to count: Int, where isFollowed: (Target) -> Bool) {
        guard order.count > 2 * count + 64 else { return }
        let ring = order[position...] + order[..<position]
        var seen: Set<Target> = []
        // One that has gone and come back stands there twice.
        let keeps = { (target: Target) in isFollowed(target) && seen.insert(target).inserted }
        let ahead = ring.prefix(left).filter(keeps)
        order = ahead + ring.dropFirst(left).filter(keeps)
        (position, left) = (0, ahead.count)
    }
}
