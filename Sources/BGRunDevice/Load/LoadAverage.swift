// How many processes wait for each processor, over the last minute.
import BGRunJob
import BGRunLinux

/// The first figure of /proc/loadavg (proc(5)), shared among the processors that are online.
///
/// The kernel tells nobody when it changes, so it is read when it is asked for.
package enum LoadAverage {
    package static func read(
        path: String = "/proc/loadavg", processors: Int = Machine.onlineProcessors
    ) -> Observation {
        guard let text = try? File.contents(of: path, limit: 4096) else {
            return .unknown("\(path) can't be read")
        }
        guard let hundredths = hundredths(text[...], digits: 1...9) else {
            return .unknown("\(path) can't be understood")
        }
        let processors = max(processors, 1)
        // Rounded up: a load that is a trifle above what a job allows is above it.
        return .load((hundredths + processors - 1) / processors)
    }

    /// The number before the first blank, as the kernel writes such figures: digits, so many, and two after the point.
    static func hundredths(_ text: ArraySlice<UInt8>, digits: ClosedRange<Int>) -> Int? {
        let number = text.prefix { $0 != UInt8(ascii: " ") }
        // Nothing behind the number: the text was cut off, and so may the number be.
        guard number.count < text.count else { return nil }
        let parts = number.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 2, digits.contains(parts[0].count), parts[1].count == 2 else { return nil }
        let all = parts[0] + parts[1]
        guard all.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
        return all.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }
}
