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
        guard text.starts(with: key.utf8),
            let sum = LoadAverage.hundredths(text.dropFirst(key.utf8.count), digits: 1...3)
        else { return nil }
        return sum <= 10_000 ? sum : nil
    }
}
