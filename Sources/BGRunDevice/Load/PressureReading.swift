// How busy the machine is: the share of time in which somebody waits for a processor or for a disk.
import BGRunJob
import BGRunLinux

/// The kernel's pressure stall information (the kernel's Documentation/accounting/psi.rst), over the last ten seconds.
///
/// It is read when it is needed and followed by nobody: the kernel reckons it every two seconds, and its events can only
/// tell of pressure that rises.
extension PressureReading {
    /// The kernel's files have two lines of some eighty bytes.
    private static let longestFile = 4096

    /// Reads both now. What can't be read, or is no such text, is unknown.
    package static func read(root: String = "/proc/pressure") -> PressureReading {
        PressureReading(cpu: some(in: "\(root)/cpu"), io: some(in: "\(root)/io"))
    }

    private static func some(in path: String) -> Int? {
        guard let bytes = try? File.contents(of: path, limit: longestFile) else { return nil }
        return some(bytes)
    }

    /// The number in `some avg10=12.34 ` at the beginning, as the kernel writes it: one to three digits, two after the
    /// point, at most a hundred percent.
    static func some(_ text: [UInt8]) -> Int? {
        let key = "some avg10="
        guard text.starts(with: key.utf8) else { return nil }
        let value = text.dropFirst(key.utf8.count).prefix { $0 != UInt8(ascii: " ") }
        // Nothing behind the number: the text was cut off, and so may the number be.
        guard key.utf8.count + value.count < text.count else { return nil }
        let parts = value.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 2, (1...3).contains(parts[0].count), parts[1].count == 2,
            let whole = number(parts[0]), let hundredths = number(parts[1])
        else { return nil }
        let sum = whole * 100 + hundredths
        return sum <= 10_000 ? sum : nil
    }

    /// Of at most three digits, and nothing but digits.
    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        var value = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            value = value * 10 + Int(digit - UInt8(ascii: "0"))
        }
        return value
    }
}
