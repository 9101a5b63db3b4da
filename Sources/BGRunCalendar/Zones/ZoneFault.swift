// Why the bytes of a zone file can't be trusted.

/// The refusal of a TZif file: what is wrong, and at which byte.
package struct ZoneFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, such as `transition times are not in ascending order`.
    package let reason: String
    /// Where, counted in bytes from 0, the file's beginning.
    package let byte: Int

    package init(reason: String, byte: Int) {
        self.reason = reason
        self.byte = byte
    }

    package var description: String { "\(reason), at byte \(byte)" }
}
