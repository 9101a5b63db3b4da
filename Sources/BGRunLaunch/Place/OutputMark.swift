// When a stretch of a run's output came, and from which of its streams.
import BGRunJob
import BGRunLinux

/// Holds for all bytes of the output from its position on, up to the next one's.
struct OutputMark: Equatable {
    static let size = 16
    /// The end of the year 9999, in microseconds.
    private static let latest: UInt64 = 253_402_300_799_999_999

    let position: Int64
    let origin: OutputOrigin

    init(position: Int64, _ origin: OutputOrigin) {
        self.position = position
        self.origin = origin
    }

    /// Two little-endian words: the position, and the instant with the stream in its last bit.
    ///
    /// Nil for what is none of ours.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.size else { return nil }
        let words = [0, 8].map { OutputFile.word(bytes[$0..<($0 + 8)]) }
        // A time that no date has is as little ours as a place before the beginning.
        guard let position = Int64(exactly: words[0]), words[1] >> 1 <= Self.latest else { return nil }
        self.position = position
        origin = OutputOrigin(
            stream: words[1] & 1 == 0 ? .standardOutput : .standardError,
            microseconds: Int64(bitPattern: words[1]) >> 1)
    }

    var bytes: [UInt8] {
        let stream: UInt64 = origin.stream == .standardOutput ? 0 : 1
        return [UInt64(bitPattern: position), UInt64(bitPattern: origin.microseconds &<< 1) | stream]
            .flatMap(OutputFile.bytes)
    }
}

/// Where a stretch of output came from.
package struct OutputOrigin: Hashable, Sendable {
    package let stream: OutputStream
    /// When it was read, on the wall clock.
    package let microseconds: Int64

    package init(stream: OutputStream, microseconds: Int64) {
        self.stream = stream
        self.microseconds = microseconds
    }

    static func now(_ stream: OutputStream) -> OutputOrigin {
        OutputOrigin(stream: stream, microseconds: Clock.read(.realtime))
    }

    /// What comes so soon after it from the same stream counts as coming with it: who writes without end makes
    /// no more than ten marks a second.
    private static let grain: Int64 = 100_000

    /// Whether what came then needs no mark of its own.
    func covers(_ later: OutputOrigin) -> Bool {
        guard stream == later.stream else { return false }
        // A clock that was set back is another time too.
        return (0..<Self.grain).contains(later.microseconds &- microseconds)
    }
}
