// A piece of a run's output.

/// Bytes of a run's output, in order, and what had to be left out before them.
package struct OutputChunk: Equatable, Sendable {
    /// How many bytes were not kept between the position asked for and the first byte here.
    package let omitted: Int64
    package let bytes: [UInt8]
    /// The position to ask for next; the same as asked for when there is nothing more so far.
    package let next: Int64
    /// How many bytes of the whole output could not be kept because the disk was full when they came.
    package let lost: Int64

    package init(omitted: Int64, bytes: [UInt8], next: Int64, lost: Int64 = 0) {
        self.omitted = omitted
        self.bytes = bytes
        self.next = next
        self.lost = lost
    }

    /// The bytes as people are shown them, with a line that says what is missing.
    package var text: [UInt8] {
        omitted == 0 ? bytes : Array("\n[bgrun: \(omitted) bytes left out]\n".utf8) + bytes
    }
}
