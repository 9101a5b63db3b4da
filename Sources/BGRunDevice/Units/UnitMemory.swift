// Which life of a service a job has started, for its next run to know after a crash.
import BGRunJob
import BGRunLinux

/// A line in a file of the job's own directory: the unit, and the invocation by which systemd names that life of it.
///
/// A life that has ended is never named again, so that an old line says nothing.
struct UnitMemory {
    private let directory: String

    private static let file = ".unit"
    private static let longest = 512

    init(_ directory: String) { self.directory = directory }

    func knows(_ unit: UnitName, _ invocation: [UInt8]) -> Bool {
        guard !invocation.isEmpty,
            let bytes = try? Directory(path: directory).contents(of: Self.file, limit: Self.longest)
        else { return false }
        return bytes == Self.line(unit, invocation)
    }

    /// Best effort: where it can't be kept, the next run leaves the service alone.
    func keep(_ unit: UnitName, _ invocation: [UInt8]) {
        try? Directory(path: directory).replaceFile(Self.file, with: Self.line(unit, invocation), mode: 0o600)
    }

    private static func line(_ unit: UnitName, _ invocation: [UInt8]) -> [UInt8] {
        Array("\(unit) \(text(invocation))\n".utf8)
    }

    /// As the journal has it: 32 digits.
    static func text(_ invocation: [UInt8]) -> String {
        let digits = Array("0123456789abcdef")
        return String(invocation.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
}
