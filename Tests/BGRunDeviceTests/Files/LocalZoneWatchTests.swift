// Every way to give a machine another zone is seen, and its neighbours in the directory are not.
import BGRunLinux
import BGRunTestSupport
import Foundation
import Glibc
import Testing

@testable import BGRunDevice

/// How an administrator, or a tool, replaces `localtime`.
enum ZoneChange: String, CaseIterable {
    case renameOver, unlinkAndLink, rewrite, removal, databaseUpdate
}

@Suite struct `The watch on the machine's zone` {
    private let scratch: ScratchDirectory

    init() throws {
        scratch = try ScratchDirectory()
        try scratch.directory("zones")
        try scratch.directory("etc")
        // Never opened: a child that another test starts may hold a writer's descriptor for a moment, and that its
        // last one is closed is told.
        for name in ["A", "B"] { mknod(scratch.path("zones/\(name)"), S_IFREG | 0o644, 0) }
    }

    private func link(_ name: String, to zone: String) {
        symlink("../zones/\(zone)", scratch.path("etc/\(name)"))
    }

    private func watch() throws -> PlaceWatch {
        try PlaceWatch([scratch.path("etc/localtime")], of: .files)
    }

    private func play(_ change: ZoneChange) throws {
        let local = scratch.path("etc/localtime")
        switch change {
        case .renameOver:
            link("new", to: "B")
            rename(scratch.path("etc/new"), local)
        case .unlinkAndLink:
            unlink(local)
            link("localtime", to: "B")
        case .rewrite: try Data("c".utf8).write(to: URL(filePath: local))
        case .removal: unlink(local)
        case .databaseUpdate:
            try scratch.file("zones/A.new", "a, by another law")
            rename(scratch.path("zones/A.new"), scratch.path("zones/A"))
        }
    }

    /// What the kernel tells is there to be read by the time the change returns.
    @Test(arguments: ZoneChange.allCases) func `tells a link's change, and the next`(_ change: ZoneChange)
        throws
    {
        link("localtime", to: "A")
        let watch = try watch()
        #expect(!watch.drain())
        try play(change)
        #expect(try Readiness.wait(for: watch.descriptor, to: .read, until: deadline()))
        #expect(watch.drain())
        unlink(scratch.path("etc/localtime"))
        link("localtime", to: "A")
        #expect(try Readiness.wait(for: watch.descriptor, to: .read, until: deadline()))
        #expect(watch.drain())
        while watch.drain() {}
        try play(.renameOver)
        #expect(watch.drain())
    }

    @Test(arguments: [ZoneChange.renameOver, .unlinkAndLink, .rewrite, .removal])
    func `tells a plain file's change, and the next`(_ change: ZoneChange) throws {
        try scratch.file("etc/localtime", "rule")
        let watch = try watch()
        try play(change)
        #expect(watch.drain())
        while watch.drain() {}
        unlink(scratch.path("etc/localtime"))
        link("localtime", to: "A")
        #expect(watch.drain())
    }

    @Test func `tells a link that comes where none was`() throws {
        let watch = try watch()
        try scratch.file("etc/passwd", "someone else's")
        #expect(!watch.drain())
        link("localtime", to: "A")
        #expect(watch.drain())
    }

    @Test func `is not woken by its neighbours`() throws {
        link("localtime", to: "A")
        let watch = try watch()
        try scratch.file("etc/passwd", "someone else's")
        rename(scratch.path("etc/passwd"), scratch.path("etc/shadow"))
        unlink(scratch.path("etc/shadow"))
        try scratch.file("zones/C", "c")
        _ = try scratch.text("etc/localtime")
        #expect(try !Readiness.wait(for: watch.descriptor, to: .read, until: 0))
    }

    @Test func `lives without a directory to watch`() throws {
        let watch = try PlaceWatch(["/nonexistent/etc/localtime"], of: .files)
        #expect(!watch.drain())
    }
}

/// The instant half a minute from now on the monotonic clock: how long a test waits for something at most.
func deadline() -> Int64 { Clock.read(.monotonic) + 30_000_000 }
