// The number of a run.

/// The number of a run, counted up over the life of a state directory and never used twice.
package struct RunID: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let rawValue: Int64
    package init(_ rawValue: Int64) { self.rawValue = rawValue }

    package var next: RunID { RunID(rawValue.addingReportingOverflow(1).partialValue) }
    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    package var description: String { String(rawValue) }
}
