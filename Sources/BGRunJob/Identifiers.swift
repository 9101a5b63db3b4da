// The names of things: who owns a job, which job, which run.

/// A user's number (`uid_t`), as the kernel tells it; never taken from a message.
package struct UserID: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let rawValue: UInt32
    package init(_ rawValue: UInt32) { self.rawValue = rawValue }

    package static let root = UserID(0)
    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    package var description: String { String(rawValue) }
}

/// A job's identifier in reverse-DNS form, valid by construction.
///
/// It becomes part of file names and cgroup names, so its alphabet is closed: `[A-Za-z0-9][A-Za-z0-9._-]*`,
/// at most 255 bytes, never two dots in a row.
package struct JobIdentifier: Hashable, Comparable, Sendable, CustomStringConvertible {
    package static let longest = 255
    package let text: String

    /// Nil where `text` breaks a rule; ``fault(in:)`` says which.
    package init?(_ text: String) {
        guard Self.fault(in: text) == nil else { return nil }
        self.text = text
    }

    /// What is wrong with `text` as an identifier, in words; nil where nothing is.
    package static func fault(in text: String) -> String? {
        let bytes = text.utf8
        guard let first = bytes.first else { return "an identifier can't be empty" }
        guard bytes.count <= longest else { return "an identifier has at most \(longest) bytes" }
        guard isAlphanumeric(first) else { return "an identifier starts with a letter or a digit" }
        var before: UInt8 = 0
        for byte in bytes {
            guard
                isAlphanumeric(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
                    || byte == UInt8(ascii: "-")
            else { return "an identifier is made of letters, digits, '.', '_' and '-'" }
            if byte == UInt8(ascii: "."), before == byte { return "an identifier can't contain '..'" }
            before = byte
        }
        return nil
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        case _: false
        }
    }

    package static func < (left: Self, right: Self) -> Bool { left.text < right.text }
    package var description: String { text }
}

/// A job's full name: two users may use the same identifier.
package struct JobID: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let owner: UserID
    package let identifier: JobIdentifier

    package init(owner: UserID, identifier: JobIdentifier) {
        self.owner = owner
        self.identifier = identifier
    }

    /// By identifier, then by owner: the order of every list.
    package static func < (left: Self, right: Self) -> Bool {
        left.identifier == right.identifier ? left.owner < right.owner : left.identifier < right.identifier
    }

    package var description: String { "\(identifier)@\(owner)" }
}

/// The number of a run, counted up over the life of a state directory and never used twice.
package struct RunID: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let rawValue: Int64
    package init(_ rawValue: Int64) { self.rawValue = rawValue }

    package var next: RunID { RunID(rawValue.addingReportingOverflow(1).partialValue) }
    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    package var description: String { String(rawValue) }
}
