// How much JSON text is read before it is refused.

/// The bounds of one text. Reaching one is an ordinary refusal, not a failure.
package struct JSONLimits: Sendable, Equatable {
    /// The longest text, in bytes.
    package let bytes: Int

    /// The deepest nesting of lists and objects; `[[1]]` is 2 deep. The reader calls itself once a level.
    package let depth: Int

    /// At most 512 levels deep: more would be a promise about the size of the caller's stack.
    package init(bytes: Int, depth: Int = 32) {
        precondition(
            bytes >= 0 && (1...512).contains(depth), "limits that no text can meet, or no stack can hold")
        self.bytes = bytes
        self.depth = depth
    }

    /// For a descriptor or a policy file: 64 KiB.
    package static let descriptor = JSONLimits(bytes: 64 << 10)

    /// For one message on the socket: 1 MiB.
    package static let message = JSONLimits(bytes: 1 << 20)
}
