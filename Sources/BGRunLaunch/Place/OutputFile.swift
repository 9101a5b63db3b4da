// How a run's output lies in its file, so that it can be read while it is written and after a crash.
import BGRunLinux
import Glibc

/// The layout: a header, the first marks, then the first bytes of the stream, then a ring that holds its last ones; behind
/// them, in a hole of the file until they are written, further marks and a ring of the last ones.
///
/// The header is seven little-endian words: what it is, size of head, size of tail, bytes written, bytes lost, marks written,
/// marks kept of each end. Files of an older version have five words and no marks.
struct OutputFile {
    static let headerSize = 56
    private static let oldHeaderSize = 40
    /// "bgrunou2", read as a little-endian number.
    private static let name: UInt64 = 0x32756f_6e75726762
    /// "bgrunout", as the first version had it.
    private static let oldName: UInt64 = 0x74756f_6e75726762
    /// No file of ours is larger; a damaged header must not make us read for ever.
    private static let largestPart: UInt64 = 1 << 30
    /// So many lie with the header: most runs need no more, and no further block for them.
    private static let nearMarks: Int64 = 12
    /// For each mark of an end so many bytes are kept of it.
    private static let bytesPerMark: Int64 = 64

    /// How much of the stream's beginning is kept.
    let head: Int64
    /// How much of its end is kept.
    let tail: Int64
    /// The length of the stream so far.
    var written: Int64 = 0
    /// Bytes that came while the file could not be written, on a full disk: not counted in `written`.
    var lost: Int64 = 0
    /// How many marks were made so far.
    var marks: Int64 = 0
    /// So many of the first ones are kept, and of the last ones; none in a file of an older version.
    let keptMarks: Int64
    /// Where the stream begins in the file.
    private let start: Int64

    init(limit: Int) {
        head = Int64(limit / 2)
        tail = Int64(limit - limit / 2)
        keptMarks = max(Self.nearMarks, tail / Self.bytesPerMark)
        start = Int64(Self.headerSize) + Self.nearMarks * Int64(OutputMark.size)
    }

    /// Nil for a header that is not one of ours.
    init?(header: [UInt8]) {
        let isOld = header.count >= Self.oldHeaderSize && Self.word(header[0..<8]) == Self.oldName
        guard isOld || header.count >= Self.headerSize else { return nil }
        let words = (0..<7).map { isOld && $0 > 4 ? 0 : Self.word(header[($0 * 8)..<($0 * 8 + 8)]) }
        guard isOld || words[0] == Self.name, words[1] <= Self.largestPart, words[2] >= 1,
            words[2] <= Self.largestPart, let written = Int64(exactly: words[3]),
            let lost = Int64(exactly: words[4]), let marks = Int64(exactly: words[5]),
            words[6] <= Self.largestPart, isOld || words[6] >= Self.nearMarks
        else { return nil }
        head = Int64(words[1])
        tail = Int64(words[2])
        self.written = written
        self.lost = lost
        self.marks = marks
        keptMarks = Int64(words[6])
        start =
            isOld
            ? Int64(Self.oldHeaderSize)
            : Int64(Self.headerSize) + Self.nearMarks * Int64(OutputMark.size)
    }

    var header: [UInt8] {
        [
            Self.name, UInt64(head), UInt64(tail), UInt64(written), UInt64(lost), UInt64(marks),
            UInt64(keptMarks),
        ].flatMap(Self.bytes)
    }

    static func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    static func bytes(_ word: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
    }

    /// Where the end that is kept begins in the stream; everything from `head` up to there is gone.
    var tailStart: Int64 { max(head, written &- tail) }

    /// What it takes of the disk, in whole blocks.
    var blocks: Int64 {
        let far = min(marks, 2 * keptMarks) - Self.nearMarks
        let near = start + min(written, head + tail)
        return Self.blocks(near) + (far > 0 ? Self.blocks(far * Int64(OutputMark.size)) : 0)
    }

    private static func blocks(_ size: Int64) -> Int64 { (size + 4095) / 4096 * 4096 }

    /// Where a byte of the stream lies in the file, and how many follow it there without a gap.
    func place(of position: Int64) -> (offset: Int64, room: Int64) {
        if position < head { return (start + position, head - position) }
        let inRing = (position - head) % tail
        return (start + head + inRing, tail - inRing)
    }

    /// Where a mark lies in the file.
    func place(ofMark number: Int64) -> Int64 {
        let size = Int64(OutputMark.size)
        if number < Self.nearMarks { return Int64(Self.headerSize) + number * size }
        let slot = number < keptMarks ? number : keptMarks + (number - keptMarks) % keptMarks
        // A block of their own, so that they share none with the end of the stream.
        return Self.blocks(start + head + tail) + (slot - Self.nearMarks) * size
    }

    /// The marks of the end that are kept, by their numbers; those of the beginning are the ones below `keptMarks`.
    var lastMarks: Range<Int64> {
        let first = max(min(keptMarks, marks), marks - keptMarks)
        return first..<max(first, marks)
    }
}
