// The number of a request that waits for its answer.

/// The number of a request that waits for its answer; the daemon gives them out, the scheduler only returns them.
package struct RequestID: Hashable, Comparable, Sendable {
    package let rawValue: UInt64
    package init(_ rawValue: UInt64) { self.rawValue = rawValue }
    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
