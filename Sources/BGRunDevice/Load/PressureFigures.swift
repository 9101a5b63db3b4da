// What the kernel tells of one resource: the average of ten seconds, and the time that was lost since boot.
import BGRunJob
import BGRunLinux

/// The first line of a file in /proc/pressure: `some`.
struct PressureFigures: Equatable, Sendable {
    /// Of the last ten seconds, in hundredths of a percent.
    let average: Int
    /// Microseconds, counted since boot.
    let total: Int

    /// Nil for a text that the kernel does not write.
    init?(_ text: [UInt8]) {
        let line = text.prefix { $0 != UInt8(ascii: "\n") }
        let key = Array("total=".utf8)
        // Without the line's end the text was cut off, and so may the number be.
        guard line.count < text.count, let average = PressureReading.some(text),
            let word = line.split(separator: UInt8(ascii: " ")).last, word.starts(with: key),
            word.dropFirst(key.count).allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let total = Int(String(decoding: word.dropFirst(key.count), as: UTF8.self))
        else { return nil }
        self.average = average
        self.total = total
    }
}
