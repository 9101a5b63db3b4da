// An emulated laptop with a process below it that follows its power.

import BGRunLinux
import BGRunTestSupport
import Foundation
import Testing

/// umockdev's testbed, driven by Fixtures/testbed.py. It ends with this value.
final class Testbed {
    private let process = Process()
    private let commands = Foundation.Pipe()
    private let words = Foundation.Pipe()
    private var unread: [UInt8] = []

    /// - Parameter arguments: The probe's; without any it follows power.
    init(_ arguments: [String] = []) throws {
        let script = try #require(Bundle.module.url(forResource: "Fixtures/testbed", withExtension: "py"))
        process.executableURL = URL(filePath: "/usr/bin/env")
        // Whatever goes wrong here, nothing of it is left after two minutes.
        process.arguments =
            [
                "timeout", "120", "umockdev-wrapper", "/usr/bin/python3", script.path(percentEncoded: false),
                Repository.program("DeviceProbe"),
            ] + arguments
        process.standardInput = commands
        process.standardOutput = words
        try process.run()
    }

    deinit {
        try? commands.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// Gives one command of the script's, its words divided by blanks where none has one of its own.
    func play(_ command: String...) throws {
        for line in command {
            let text = line.contains("\t") ? line : line.replacingOccurrences(of: " ", with: "\t")
            try commands.fileHandleForWriting.write(contentsOf: Data("\(text)\n".utf8))
        }
    }

    /// Waits for the line that the probe says next; nil where none comes within thirty seconds.
    func line() throws -> String? {
        let deadline = Clock.read(.monotonic) + 30_000_000
        let number = words.fileHandleForReading.fileDescriptor
        while true {
            if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                defer { unread.removeFirst(end + 1) }
                return String(decoding: unread[..<end], as: UTF8.self)
            }
            guard try Readiness.wait(for: number, to: .read, until: deadline) else { return nil }
            let more = words.fileHandleForReading.availableData
            if more.isEmpty { return nil }
            unread += more
        }
    }
}
