// What following logind costs: counted in a process that does nothing else.

import BGRunTestSupport
import Foundation
import Testing

@testable import BGRunDevice

@Suite struct `A process that follows all that the bus tells` {
    /// Lets time pass, in which nothing is to happen.
    private func window(seconds: Double) { Thread.sleep(forTimeInterval: seconds) }

    @Test func `has one thread and does not wake up`() throws {
        let machine = try PrivateBus.withLogind()
        try machine.play("start upower")
        try machine.play("start profiles")
        let probe = try Probe(machine.address)
        try probe.say("follow")
        try probe.hear("sessionsObserved", "locks", "idle", "lid", "powerSaver")
        try machine.play("add 1 1000")
        try probe.hear("loggedIn")
        // Answers to what it asked because of the login may still come in the first window.
        var least = Int.max
        for _ in 0..<3 where least > 1 {
            let before = try #require(try probe.figures())
            #expect(before[0] == 1)
            window(seconds: 2)
            try machine.play("garble UserNew")
            let after = try #require(try probe.figures())
            #expect(after[0] == 1)
            least = min(least, after[1] - before[1])
        }
        // The question about the figures is one.
        #expect(least <= 1)
    }
}

/// DeviceProbe, following logind. It ends with this value.
private final class Probe {
    private let process = Process()
    private let commands = Foundation.Pipe()
    private let words = Foundation.Pipe()

    init(_ address: String) throws {
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["timeout", "120", Repository.program("DeviceProbe"), "logind", address]
        process.standardInput = commands
        process.standardOutput = words
        try process.run()
    }

    deinit { try? commands.fileHandleForWriting.close() }

    func say(_ command: String) throws {
        try commands.fileHandleForWriting.write(contentsOf: Data("\(command)\n".utf8))
    }

    /// Waits for lines that begin with the words, in any order.
    func hear(_ words: String...) throws {
        var missing = words
        while !missing.isEmpty {
            guard let line = line() else {
                Issue.record("the probe has ended without \(missing)")
                return
            }
            missing.removeAll { line.hasPrefix($0) }
        }
    }

    func figures() throws -> [Int]? {
        try say("figures")
        while let line = line() {
            let numbers = line.split(separator: " ").compactMap { Int($0) }
            if numbers.count == 4 { return numbers }
        }
        return nil
    }

    private func line() -> String? {
        var line: [UInt8] = []
        while let byte = try? words.fileHandleForReading.read(upToCount: 1)?.first {
            if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
        return nil
    }
}
