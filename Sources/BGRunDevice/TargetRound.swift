// Many targets, gone through a portion at a time.

/// Targets in the order in which they came, and how far a round over them has come.
///
/// Those that nobody follows any more are still met, until they are left out by ``compact(to:where:)``.
struct TargetRound<Target> {
    private var order: [Target] = []
    private var position = 0
    private var left = 0

    var isOver: Bool { left == 0 }
    var all: [Target] { order }

    mutating func add(_ target: Target) { order.append(target) }

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

    /// Leaves those out that have gone, once they are the most.
    ///
    /// - Parameter count: How many have not gone.
    mutating func compact(to count: Int, where isFollowed: (Target) -> Bool) {
        guard isOver, order.count > 2 * count + 64 else { return }
        order = order.filter(isFollowed)
        position = 0
    }
}
