// A directory of the test's own with a watch on what exists in it.
import BGRunJob
import BGRunLinux
import BGRunTestSupport
import Foundation
import Testing

@testable import BGRunDevice

/// A scratch directory that everyone may pass, with a watch on things in it and the daemon's queue around it.
final class Place {
    static let us = UserID(geteuid())
    static let nobody = UserID(65534)
    let scratch: ScratchDirectory
    let watch: ExistenceWatch
    private let outer: EventQueue

    init(limits: PathLimits = PathLimits(), mounts: String = "/proc/self/mountinfo") throws {
        scratch = try ScratchDirectory()
        chmod(scratch.path, 0o755)
        watch = try ExistenceWatch(mounts: mounts, limits: limits)
        outer = try EventQueue()
        try outer.add(watch.descriptor, for: .read, token: 1)
    }

    func path(_ name: String, of owner: UserID = us) -> OwnedPath {
        OwnedPath(path: scratch.path(name), owner: owner)
    }

    func observe(_ name: String, of owner: UserID = us) -> Observation {
        watch.observe(path(name, of: owner))
    }

    /// Nil where nobody was woken.
    func wake() throws -> [(Subject, Observation)]? {
        var ready: [EventQueue.Ready] = []
        try outer.wait(into: &ready, timeout: 0)
        return ready.isEmpty ? nil : watch.process()
    }

    /// What is heard by now.
    func news() throws -> [Observation] { (try wake() ?? []).map(\.1) }

    func link(_ target: String, _ name: String) throws {
        try #require(symlink(target, scratch.path("\(name).new")) == 0)
        try #require(rename(scratch.path("\(name).new"), scratch.path(name)) == 0)
    }

    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: scratch.path(name)) }

    func move(_ name: String, _ target: String) {
        #expect(rename(scratch.path(name), scratch.path(target)) == 0)
    }
}
