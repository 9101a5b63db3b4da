// A user, by the kernel's number.

/// A user's number (`uid_t`), as the kernel tells it; never taken from a message.
package struct UserID: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let rawValue: UInt32
    package init(_ rawValue: UInt32) { self.rawValue = rawValue }

    package static let root = UserID(0)
    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    package var description: String { String(rawValue) }

    /// The PATH of a job that sets none.
    package var searchPath: String {
        self == .root
            ? "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
            : "/usr/local/bin:/usr/bin:/bin:/usr/local/games:/usr/games"
    }
}
