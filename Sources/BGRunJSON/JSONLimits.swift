// How much JSON text is read before it is refused.

/// The bounds of one text. Reaching one is an ordinary refusal, not a failure.
package struct JSONLimits: Sendable, Equatable {
    /// The longest text, in bytes.
    package let bytes: Int

    /// The deepest nesting of lists and objects; `[[1]]` is 2 deep. The reader calls itself once a level.
    package let depth: Int

    /// How many combining marks may follow each other in a string. To compare two strings takes the square of that: a
    /// megabyte of them stood the daemon still for minutes.
    package let marks: Int

    /// As many as Unicode's stream-safe text has (UAX #15); no language comes near.
    package static let streamSafe = 30

    /// At most 512 levels deep: more would be a promise about the size of the caller's stack.
    package init(bytes: Int, depth: Int = 32, marks: Int = streamSafe) {
        precondition(
            bytes >= 0 && (1...512).contains(depth), "limits that no text can meet, or no stack can hold")
        self.bytes = bytes
        self.depth = depth
        self.marks = marks
    }

    /// For a descriptor or a policy file: 64 KiB.
    package static let descriptor = JSONLimits(bytes: 64 << 10)

    /// For one message on the socket: 1 MiB.
    package static let message = JSONLimits(bytes: 1 << 20)
}
