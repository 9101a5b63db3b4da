// What the last commit was, kept beside the database: what is lost from there is missed here.
import BGRunJob

/// What the store has once promised, in a file of its own.
///
/// It is written after each commit and not synced, so after a power cut it may lag behind the database. It never leads: each
/// commit is on disk before the claim says so, and before the log is thrown away the claim says on disk that nothing in it
/// is needed any more.
struct Claim: Equatable {
    static let fileName = "bgrun.claim"

    /// The database's own number, see ``Meta/instance``.
    var instance: UInt64
    /// Which log it is: SQLite gives each a number of its own.
    var log: UInt64 = 0
    /// How many pages are in it up to the last commit, and how many commits.
    var frames = 0
    var commits = 0
    /// All of the log is in the database too.
    var isFolded = true
    /// How many rows the table of jobs has.
    var jobs = 0
    /// Above every run that was ever recorded.
    var nextRun: Int64 = 1

    private static let magic: UInt64 = 0x6267_726E_636C_0001
    private static let words = 9

    init(instance: UInt64) { self.instance = instance }

    /// Nil for what was not written whole, or is no claim.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.words * 8 else { return nil }
        let words = (0..<Self.words).map { word in
            (0..<8).reduce(UInt64(0)) { $0 << 8 | UInt64(bytes[word * 8 + $1]) }
        }
        guard words[0] == Self.magic, words[8] == Fingerprint.of(Array(bytes.prefix(64))),
            let frames = Int(exactly: words[3]), let commits = Int(exactly: words[4]), words[5] <= 1,
            let jobs = Int(exactly: words[6]), let nextRun = Int64(exactly: words[7]),
            FieldLimits.count.contains(nextRun)
        else { return nil }
        (instance, log, isFolded) = (words[1], words[2], words[5] == 1)
        (self.frames, self.commits, self.jobs, self.nextRun) = (frames, commits, jobs, nextRun)
    }

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.words * 8)
        let words = [
            Self.magic, instance, log, UInt64(clamping: frames), UInt64(clamping: commits), isFolded ? 1 : 0,
            UInt64(clamping: jobs), UInt64(clamping: nextRun),
        ]
        for word in words { Self.append(word, to: &bytes) }
        Self.append(Fingerprint.of(bytes), to: &bytes)
        return bytes
    }

    private static func append(_ word: UInt64, to bytes: inout [UInt8]) {
        for place in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(56 - 8 * place))) }
    }
}
