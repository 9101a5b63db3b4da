// A system bus of a test's own, with python-dbusmock's services on it.

import BGRunLinux
import Foundation

/// A real dbus-daemon and mocks of services, driven by Fixtures/bus.py. They end with this value.
package final class PrivateBus {
    private let process = Process()
    private let commands = Foundation.Pipe()
    private let words = Foundation.Pipe()
    private let scratch: ScratchDirectory
    private var unread: [UInt8] = []

    /// What D-Bus calls the bus.
    package var address: String { "unix:path=\(scratch.path("bus"))" }

    /// Its path.
    package var socket: String { scratch.path("bus") }

    package init(_ firstCommands: String...) throws {
        scratch = try ScratchDirectory()
        guard let script = Bundle.module.url(forResource: "Fixtures/bus", withExtension: "py") else {
            throw DaemonFixture.Fault(description: "Fixtures/bus.py is not beside the tests")
        }
        process.executableURL = URL(filePath: "/usr/bin/env")
        // Whatever goes wrong here, nothing of it is left after two minutes.
        process.arguments = [
            "timeout", "120", "/usr/bin/python3", script.path(percentEncoded: false), scratch.path,
        ]
        process.standardInput = commands
        process.standardOutput = words
        try process.run()
        for command in firstCommands { try play(command) }
    }

    /// A bus with logind on it.
    package static func withLogind() throws -> PrivateBus { try PrivateBus("start-bus", "start-logind") }

    /// A bus with NetworkManager on it.
    package static func withNetworkManager() throws -> PrivateBus {
        try PrivateBus("start-bus", "start-network")
    }

    /// Ends when the script has: its words do, then. Foundation's own wait hangs when several run at once.
    deinit {
        try? commands.fileHandleForWriting.close()
        while (try? line()) != nil {}
    }

    /// Lets every user of the machine reach the bus.
    package func admitEveryone() throws {
        try FileManager.default.setAttributes([.posixPermissions: 0o711], ofItemAtPath: scratch.path)
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: scratch.path("bus"))
    }

    /// Gives a command of the script's and waits until it is done.
    package func play(_ command: String) throws {
        let answer = try ask(command)
        if answer != "done" {
            throw DaemonFixture.Fault(description: "\(command): \(answer ?? "no answer")")
        }
    }

    /// Gives a command and waits for its answer.
    package func ask(_ command: String) throws -> String? {
        let text = command.replacingOccurrences(of: " ", with: "\t")
        try commands.fileHandleForWriting.write(contentsOf: Data("\(text)\n".utf8))
        return try line()
    }

    /// Waits until logind lists these locks. One that was let go is listed as long as any copy of it is open, and whatever the process forks
    /// has a copy until its exec.
    package func inhibitors(become wanted: String, _ work: () throws -> Void = beat) throws {
        let deadline = Clock.read(.monotonic) + 30_000_000
        while true {
            let listed = try ask("inhibitors")
            if listed == wanted { return }
            guard Clock.read(.monotonic) < deadline else {
                throw DaemonFixture.Fault(description: "locks: \(listed ?? "no answer"); not \(wanted)")
            }
            try work()
        }
    }

    /// The line that comes next; nil at the end, or where none comes within thirty seconds.
    private func line() throws -> String? {
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
