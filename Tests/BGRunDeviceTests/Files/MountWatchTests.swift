// Mounts of a namespace of the test's own, told by the kernel.
import BGRunJob
import BGRunLinux
import BGRunTestSupport
import Foundation
import TestConditions
import Testing

@testable import BGRunDevice

// B-32
@Suite(.root) struct `A mount that is asked for` {
    private let scratch: ScratchDirectory
    private let mounts = "/proc/thread-self/mountinfo"

    init() throws { scratch = try ScratchDirectory() }

    /// A loop around the watch as the daemon has one; nothing where nobody was woken.
    private func news(_ watch: MountWatch, _ outer: EventQueue) throws -> [Observation] {
        var ready: [EventQueue.Ready] = []
        try outer.wait(into: &ready, timeout: 0)
        return ready.isEmpty ? [] : watch.process().map(\.1)
    }

    @Test func `by its place comes and goes, and other mounts are no news`() throws {
        try inNamespaces {
            let watch = try MountWatch(mounts: mounts)
            let outer = try EventQueue()
            try outer.add(watch.descriptor, for: .read, token: 1)
            let place = try scratch.directory("my disk")
            #expect(watch.observe(.path("/")) == .present(true))
            #expect(watch.observe(.path(place)) == .present(false))
            #expect(try news(watch, outer).isEmpty)
            for _ in 1...3 {
                try mountEmpty(over: place)
                #expect(try news(watch, outer) == [.present(true)])
                try mountEmpty(over: scratch.directory("other"))
                #expect(try news(watch, outer).isEmpty)
                try mountEmpty(over: place)
                #expect(try news(watch, outer).isEmpty)
                unmount(place)
                #expect(try news(watch, outer).isEmpty, "one is still below")
                unmount(place)
                #expect(try news(watch, outer) == [.present(false)])
            }
            watch.ignore(.path(place))
            try mountEmpty(over: place)
            #expect(try news(watch, outer).isEmpty)
        }
    }

    @Test func `by its UUID is the one whose device udev's link leads to, whichever comes first`() throws {
        try inNamespaces {
            let links = scratch.path("by-uuid")
            let watch = try MountWatch(mounts: mounts, links: links)
            let outer = try EventQueue()
            try outer.add(watch.descriptor, for: .read, token: 1)
            #expect(watch.observe(.uuid("1234-ABCD")) == .present(false))
            #expect(watch.observe(.uuid("../../x")) == .present(false))
            let place = try scratch.directory("disk")
            try mountEmpty(over: place)
            #expect(try news(watch, outer).isEmpty)
            // A node with the number of what is mounted there: what the kernel lists is compared, not the
            // content.
            let number = try File.status(of: place).device
            try #require(mknod(scratch.path("sdb1"), S_IFBLK | 0o600, dev_t(number)) == 0, "this needs root")
            try scratch.directory("by-uuid")
            symlink("../sdb1", "\(links)/1234-ABCD")
            #expect(try news(watch, outer) == [.present(true)])
            try mountEmpty(over: scratch.directory("another disk"))
            #expect(try news(watch, outer).isEmpty)
            unmount(place)
            #expect(try news(watch, outer) == [.present(false)])
        }
    }

    private func unmount(_ path: String) {
        typealias Unmount = @convention(c) (UnsafePointer<CChar>, CInt) -> CInt
        #expect(unsafeBitCast(dlsym(nil, "umount2"), to: Unmount.self)(path, 2) == 0)
    }
}
