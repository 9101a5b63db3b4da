// A piece of a run's output.

/// Bytes of a run's output, in order, and what had to be left out before them.
package struct OutputChunk: Equatable, Sendable {
    /// Bytes that came together.
    package struct Piece: Equatable, Sendable {
        /// Nil where nobody knows: of an older daemon, and where more came than notes are kept of.
        package let origin: OutputOrigin?
        package let bytes: ArraySlice<UInt8>
    }

    /// How many bytes were not kept between the position asked for and the first byte here.
    package let omitted: Int64
    package let bytes: [UInt8]
    /// The position to ask for next; the same as asked for when there is nothing more so far.
    package let next: Int64
    /// How many bytes of the whole output could not be kept because the disk was full when they came.
    package let lost: Int64
    /// Where pieces begin in `bytes`, and where they came from; the first one begins with them.
    private var beginnings: [Beginning] = [Beginning(place: 0, origin: nil)]

    private struct Beginning: Equatable {
        let place: Int
        let origin: OutputOrigin?
    }

    package init(omitted: Int64, bytes: [UInt8], next: Int64, lost: Int64 = 0) {
        self.omitted = omitted
        self.bytes = bytes
        self.next = next
        self.lost = lost
    }

    /// The position of the first byte.
    var start: Int64 { next - Int64(bytes.count) }

    /// The same, as far as all is told of it.
    func split(_ stretches: (known: [OutputMarks.Stretch], end: Int64)) -> OutputChunk {
        let end = min(max(stretches.end, start), next)
        var chunk = OutputChunk(
            omitted: omitted, bytes: Array(bytes.prefix(Int(clamping: end - start))), next: end, lost: lost)
        // Each lies within the chunk, and behind the one before it.
        chunk.beginnings = stretches.known.map {
            Beginning(place: Int(clamping: $0.position - start), origin: $0.origin)
        }
        return chunk
    }

    package var pieces: [Piece] {
        if bytes.isEmpty { return [] }
        let ends = beginnings.dropFirst().map(\.place) + [bytes.count]
        return zip(beginnings, ends).map { Piece(origin: $0.origin, bytes: bytes[$0.place..<$1]) }
    }

    /// The bytes as people are shown them, with a line that says what is missing.
    package var text: [UInt8] { note + bytes }

    /// The line that says what is missing before them; empty where nothing is.
    package var note: [UInt8] {
        omitted == 0 ? [] : Array("\n[bgrun: \(omitted) bytes left out]\n".utf8)
    }
}
