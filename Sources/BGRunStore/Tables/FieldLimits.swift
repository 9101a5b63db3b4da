// What a number in the database may be, where its type allows more.

/// Ranges that a stored number must lie in; one outside was not written by us.
enum FieldLimits {
    /// `uid_t` less its last number: that is "no user", and system calls read it as "change nothing".
    static let user: ClosedRange<Int64> = 0...Int64(UInt32.max) - 1
    /// Bytes of an account's name: 32 are usual, and a directory server may have longer ones.
    static let accountName = 1024
    /// Runs and occurrences count from 1 and leave room to count on.
    static let count: ClosedRange<Int64> = 1...1 << 62
    /// How many occurrences were run; leaves room to count on too.
    static let runs: ClosedRange<Int64> = 0...1 << 62
    static let generation: ClosedRange<Int64> = 1...Int64(UInt32.max)
    static let unfinishedRuns: ClosedRange<Int64> = 0...1_000_000
    static let flag: ClosedRange<Int64> = 0...1
    static let exit: ClosedRange<Int64> = Int64(Int32.min)...Int64(Int32.max)
}
