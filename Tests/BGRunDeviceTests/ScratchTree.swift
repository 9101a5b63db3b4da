// A sysfs of plain files that a test may change.

import BGRunJob
import BGRunLinux
import Foundation
import Testing

@testable import BGRunDevice

/// A directory of its own for one test, removed with it.
final class ScratchTree {
    let root: String
    var classPath: String { "\(root)/class/power_supply" }

    init() throws {
        root =
            FileManager.default.temporaryDirectory.appendingPathComponent("bgrun-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: classPath, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    func add(_ name: String, _ attributes: [String: String]) throws {
        try FileManager.default.createDirectory(
            atPath: "\(classPath)/\(name)", withIntermediateDirectories: true)
        for (attribute, text) in attributes { try set(name, attribute, text) }
    }

    func set(_ name: String, _ attribute: String, _ text: String) throws {
        try write("class/power_supply/\(name)/\(attribute)", Array("\(text)\n".utf8))
    }

    func write(_ path: String, _ bytes: [UInt8]) throws {
        let whole = "\(root)/\(path)"
        let parent = (whole as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(fileURLWithPath: whole))
    }

    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: "\(classPath)/\(name)") }

    /// The common laptop: an adapter and a battery.
    func addLaptop(online: String, status: String) throws {
        try add("AC", ["type": "Mains", "online": online])
        try add("BAT0", ["type": "Battery", "present": "1", "status": status, "capacity": "80"])
    }

    func tracker() throws -> PowerTracker { try PowerTracker(root: root, supplies: Policy.Supplies()) }
}

extension PowerTracker {
    /// Waits for an event that is news and reads; nil where none comes within thirty seconds.
    func nextReading() throws -> PowerReading? {
        let descriptor = try #require(descriptor)
        let deadline = Clock.read(.monotonic) + 30_000_000
        while try Readiness.wait(for: descriptor, to: .read, until: deadline) {
            if drain() { return read() }
        }
        return nil
    }
}
