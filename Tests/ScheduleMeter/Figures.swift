// Times in nanoseconds, and what is told of many.
import Glibc

func nanoseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

func nanoseconds(_ work: () throws -> Void) rethrows -> Int64 {
    let begin = nanoseconds()
    try work()
    return nanoseconds() - begin
}

extension [Int64] {
    /// The value that this share of all values does not exceed.
    func percentile(_ share: Double) -> Int64 {
        let sorted = sorted()
        return sorted[Swift.min(sorted.count - 1, Int(share * Double(sorted.count)))]
    }

    var median: Int64 { percentile(0.5) }

    /// Median, 99th percentile and worst.
    var summary: String { "\(median)\t\(percentile(0.99))\t\(self.max() ?? 0)" }
}

/// Random numbers that are the same in every run: SplitMix64.
struct Chance: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
