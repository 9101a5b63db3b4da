// How a run's output lies in its file, so that it can be read while it is written and after a crash.
import BGRunLinux
import Glibc

/// The layout: a header of five little-endian words (mark, size of head, size of tail, bytes written,
/// bytes lost), then the first bytes of the stream, then a ring that holds its last ones.
struct OutputFile {
    static let headerSize = 40
    /// "bgrunout", read as a little-endian number.
    private static let mark: UInt64 = 0x74756f_6e75726762
    /// No file of ours is larger; a damaged header must not make us read for ever.
    private static let largestPart: UInt64 = 1 << 30

    /// How much of the stream's beginning is kept.
    let head: Int64
    /// How much of its end is kept.
    let tail: Int64
    /// The length of the stream so far.
    var written: Int64 = 0
    /// Bytes that came while the file could not be written, on a full disk: not counted in `written`.
    var lost: Int64 = 0

    init(limit: Int) {
        head = Int64(limit / 2)
        tail = Int64(limit - limit / 2)
    }

    /// Nil for a header that is not one of ours.
    init?(header: [UInt8]) {
        guard header.count == OutputFile.headerSize else { return nil }
        let words = (0..<5).map { word -> UInt64 in
            header[(word * 8)..<(word * 8 + 8)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
        guard words[0] == OutputFile.mark, words[1] <= OutputFile.largestPart, words[2] >= 1,
            words[2] <= OutputFile.largestPart, let written = Int64(exactly: words[3]),
            let lost = Int64(exactly: words[4])
        else { return nil }
        head = Int64(words[1])
        tail = Int64(words[2])
        self.written = written
        self.lost = lost
    }

    var header: [UInt8] {
        [OutputFile.mark, UInt64(head), UInt64(tail), UInt64(written), UInt64(lost)].flatMap { word in
            (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
        }
    }

    /// Where the end that is kept begins in the stream; everything from `head` up to there is gone.
    var tailStart: Int64 { max(head, written &- tail) }

    /// How long the file is.
    var size: Int64 { Int64(OutputFile.headerSize) + min(written, head + tail) }

    /// What a file of a size takes, in whole blocks.
    static func blocks(_ size: Int64) -> Int64 { (size + 4095) / 4096 * 4096 }

    /// Where a byte of the stream lies in the file, and how many follow it there without a gap.
    func place(of position: Int64) -> (offset: Int64, room: Int64) {
        if position < head { return (Int64(OutputFile.headerSize) + position, head - position) }
        let inRing = (position - head) % tail
        return (Int64(OutputFile.headerSize) + head + inRing, tail - inRing)
    }
}
