// The number of an assertion.

/// The number of an assertion, counted up over the life of a daemon.
package struct AssertionID: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let rawValue: Int64
    package init(_ rawValue: Int64) { self.rawValue = rawValue }

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    package var description: String { String(rawValue) }
}
