// SQLite's log as it lies on disk: what of it SQLite takes, and what is in it behind the first damage.

/// A log file, by https://www.sqlite.org/fileformat2.html#the_write_ahead_log.
struct WriteAheadLog {
    struct Frame {
        let page: Int
        /// How many pages the database has after this commit; 0 inside a transaction.
        let size: Int
        /// Where its page begins in the file.
        let content: Int
        /// The bytes are those that were written.
        let isSound: Bool
    }

    static let headerSize = 32
    static let frameSize = 24 + Int(StateDirectory.pageSize)

    let bytes: [UInt8]
    /// Tells this log from the one before.
    let number: UInt64
    /// All frames of this log, damaged ones too, in their order. Behind them may lie those of an older one.
    private(set) var frames: [Frame] = []
    /// How many of them SQLite takes, and how many commits those are.
    private(set) var validFrames = 0
    private(set) var validCommits = 0

    /// - Parameter claimed: The number that the log should have, for one whose header is damaged.
    init(_ bytes: [UInt8], claimed: UInt64?) {
        self.bytes = bytes
        let headerSum = bytes.count >= Self.headerSize ? Sum(of: bytes, from: 0, count: 24, Sum()) : nil
        let isHeaderSound =
            headerSum.map { $0 == Sum(at: 24, of: bytes) } == true && bytes.word(at: 0) & ~1 == 0x377F_0682
            && bytes.word(at: 8) == UInt32(StateDirectory.pageSize)
        let stored = bytes.count >= Self.headerSize ? bytes.long(at: 16) : 0
        let number = isHeaderSound ? stored : claimed ?? stored
        self.number = number
        // Each sum goes on from the one before it as it is stored, so what follows a damaged page can be told to be sound.
        var before = bytes.count >= Self.headerSize ? Sum(at: 24, of: bytes) : Sum()
        var isWhole = isHeaderSound
        var commits = 0
        // Behind the last frame of its own number lie those of an older log.
        let places = Array(
            stride(from: Self.headerSize, through: bytes.count - Self.frameSize, by: Self.frameSize))
        let last = places.last { bytes.long(at: $0 + 8) == number } ?? 0
        for place in places where place <= last {
            let stored = Sum(at: place + 16, of: bytes)
            let sum = Sum(
                of: bytes, from: place + 24, count: Int(StateDirectory.pageSize),
                Sum(of: bytes, from: place, count: 8, before))
            let isSound = sum == stored && bytes.long(at: place + 8) == number
            frames.append(
                Frame(
                    page: Int(bytes.word(at: place)), size: Int(bytes.word(at: place + 4)),
                    content: place + 24,
                    isSound: isSound))
            if !isSound { isWhole = false }
            if bytes.word(at: place + 4) != 0 {
                commits += 1
                if isWhole { (validFrames, validCommits) = (frames.count, commits) }
            }
            before = stored
        }
    }

    /// The two sums that SQLite keeps of what it has written, in the order of bytes of the machines we run on.
    private struct Sum: Equatable {
        var first: UInt32 = 0
        var second: UInt32 = 0

        init() {}

        init(at place: Int, of bytes: [UInt8]) {
            (first, second) = (bytes.word(at: place), bytes.word(at: place + 4))
        }

        init(of bytes: [UInt8], from start: Int, count: Int, _ before: Sum) {
            self = before
            for place in stride(from: start, to: start + count, by: 8) {
                first = first &+ bytes.word(at: place).byteSwapped &+ second
                second = second &+ bytes.word(at: place + 4).byteSwapped &+ first
            }
        }
    }
}

extension [UInt8] {
    /// A number of four bytes, the highest first. There must be so many.
    func word(at place: Int) -> UInt32 {
        UInt32(self[place]) << 24 | UInt32(self[place + 1]) << 16 | UInt32(self[place + 2]) << 8
            | UInt32(self[place + 3])
    }

    func long(at place: Int) -> UInt64 { UInt64(word(at: place)) << 32 | UInt64(word(at: place + 4)) }
}
