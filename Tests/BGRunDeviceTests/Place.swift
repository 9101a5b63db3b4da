// A directory of the test's own with a watch on what exists in it.
import BGRunJSON
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
    private let queue: Inotify
    private let limits: PathLimits
    private let mounts: String
    private let owner: UserID
    /// What an in-process user of the watch keeps beside it: the list of mounts, followed without a break.
    let watch: ExistenceWatch
    private let outer: EventQueue
    /// What other tests mount meanwhile wakes a watch too.
    private let mounted: MountChanges

    init(
        limits: PathLimits = PathLimits(), mounts: String = "/proc/self/mountinfo", of owner: UserID = us
    ) throws {
        scratch = try ScratchDirectory()
        chmod(scratch.path, 0o755)
        queue = try Inotify()
        self.limits = limits
        self.mounts = mounts
        self.owner = owner
        watch = try ExistenceWatch(
            Inotify(owning: FileDescriptor(owning: dup(queue.descriptor.rawValue))), mounts: mounts,
            limits: limits
        ) { _ in }
        mounted = try MountChanges()
        outer = try EventQueue()
        try outer.add(watch.descriptor, for: .read, token: 1)
    }

    func path(_ name: String) -> OwnedPath { OwnedPath(path: scratch.path(name), owner: owner) }

    func observe(_ name: String) -> Observation { asOwner { watch.observe(path(name)) } }

    private func asOwner<Result>(_ body: () throws -> Result) rethrows -> Result {
        try withFiles(of: owner.rawValue, body)
    }

    /// Nil where nobody was woken.
    func wake() throws -> [(Subject, Observation)]? {
        var ready: [EventQueue.Ready] = []
        try outer.wait(into: &ready, timeout: 0)
        return ready.isEmpty ? nil : asOwner { watch.process() }
    }

    /// Whether nobody was woken, but for a mount that is another test's.
    func isQuiet() throws -> Bool {
        guard let news = try wake() else { return true }
        return news.isEmpty && mounted.drain()
    }

    /// What is heard by now.
    func news() throws -> [Observation] { (try wake() ?? []).map(\.1) }

    /// Another watch, which goes on with what this one knows: as it is read from the memory of a survey.
    func successor() throws -> ExistenceWatch {
        let successor = try ExistenceWatch(
            Inotify(owning: FileDescriptor(owning: dup(queue.descriptor.rawValue))), mounts: mounts,
            limits: limits
        ) { _ in }
        let state = try JSONValue(parsing: watch.state.text(), limits: .message)
        try successor.resume(JSONField(state), as: owner)
        return successor
    }

    func link(_ target: String, _ name: String) throws {
        try #require(symlink(target, scratch.path("\(name).new")) == 0)
        try #require(rename(scratch.path("\(name).new"), scratch.path(name)) == 0)
    }

    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: scratch.path(name)) }

    func move(_ name: String, _ target: String) {
        #expect(rename(scratch.path(name), scratch.path(target)) == 0)
    }
}
