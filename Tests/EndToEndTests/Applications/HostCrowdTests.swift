// Many hosts: what they leave behind, and what they cost while they do nothing.
import BGRunJob
import BGRunTestSupport
import BGRunWire
import Foundation
import Glibc
import Testing

@Suite(.serialized) struct `Many hosts` {
    private static func descriptors(of daemon: DaemonFixture) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(daemon.processIdentifier)/fd").count
    }

    /// In kilobytes.
    private static func memory(of daemon: DaemonFixture) throws -> Int {
        let text = try String(
            contentsOfFile: "/proc/\(daemon.processIdentifier)/smaps_rollup", encoding: .utf8)
        let line = text.split(separator: "\n").first { $0.hasPrefix("Anonymous:") }
        return try #require(line?.split(separator: " ").dropFirst().first.flatMap { Int($0) })
    }

    @Test func `that attach and die by dice leave nothing behind`() throws {
        let machine = try PhotosMachine()
        func crowd(_ count: Int) throws {
            let guest = try machine.guest("crowd=\(count)")
            try machine.daemon.settles("the crowd's end") { guest.lines.contains("crowded") }
            try machine.hostsAreGone()
        }
        // What is allocated once is allocated.
        try crowd(200)
        let before = (try Self.descriptors(of: machine.daemon), try Self.memory(of: machine.daemon))
        try crowd(1000)
        try machine.daemon.settles("as many descriptors as before") {
            try Self.descriptors(of: machine.daemon) <= before.0
        }
        let grown = try Self.memory(of: machine.daemon) - before.1
        print("1,000 hosts that attached and died: \(grown) KiB")
        #expect(grown < 512, "kilobytes")
        #expect(try machine.pending() == ["org.photos.crowd"])
        #expect(try machine.daemon.status().jobs.count == 1)
        #expect(try machine.report()?.hosts.isEmpty == true)
    }

    @Test func `that are attached cost little, and wake nobody`() throws {
        let machine = try PhotosMachine()
        // Each has asked something, so that all is allocated that stays.
        let first = try machine.guest("attach", "serve=org.photos.index", "hang")
        try first.says("Serve {")
        let before = try Self.memory(of: machine.daemon)
        let words = (1...60).flatMap { _ in ["attach", "renew", "serve=org.photos.index"] }
        let guest = try Guest(
            of: machine.daemon, try ApplicationProgram.command(words + ["hang"]), application: "org.photos")
        try machine.daemon.settles("sixty hosts") { guest.lines.count { $0.contains("Serve {") } == 60 }
        #expect(try machine.report()?.hosts.count == 61)
        let each = Double(try Self.memory(of: machine.daemon) - before) / 60
        print("an attached host: \(each) KiB")
        #expect(each < 16, "kilobytes, in a build for tests")
        #expect(try machine.daemon.leastWakeUps() == 0)
    }
}
