// What inotify tells, and what it must not be believed.
import BGRunLinux
import BGRunTestSupport
import Glibc
import Testing

@Suite struct `An inotify watch` {
    @Test func `tells what happens in a directory, and is let go of without a wait`() throws {
        let scratch = try ScratchDirectory()
        let inotify = try Inotify()
        let watch = try inotify.watch(
            scratch.path, for: [.created, .closedAfterWriting, .moved, .deleted, .deletedSelf])
        let directory = try Directory(path: scratch.path)
        do { try directory.create("a", mode: 0o600).write(all: [1]) }
        var events = try inotify.events()
        let end = deadline(60)
        // Another test's process has the file open, too, until its exec.
        while events.count < 2, try Readiness.wait(for: inotify.descriptor.rawValue, to: .read, until: end) {
            events += try inotify.events()
        }
        try directory.rename("a", to: "b")
        try directory.remove("b")
        #expect(
            try events + inotify.events() + inotify.events() == [
                .changed(watch, .created, name: "a"),
                .changed(watch, .closedAfterWriting, name: "a"),
                .changed(watch, .movedFrom, name: "a"),
                .changed(watch, .movedTo, name: "b"),
                .changed(watch, .deleted, name: "b"),
            ])
        // The kernel waits for what was watched in any queue that was closed.
        var waited = 0
        for _ in 0..<20 {
            let queue = try Inotify()
            _ = try queue.watch(scratch.path, for: .created)
            let before = Self.waits()
            _ = consume queue
            waited += Self.waits() - before
        }
        // Another test's thread may hold the process's memory for a moment.
        #expect(waited < 10)
    }

    /// How often this thread has waited.
    private static func waits() -> Int {
        var usage = rusage()
        // RUSAGE_THREAD, which the Glibc module lacks.
        getrusage(1, &usage)
        return usage.ru_nvcsw
    }

    @Test func `tells when its directory goes`() throws {
        let scratch = try ScratchDirectory()
        let inotify = try Inotify()
        mkdir(scratch.path("d"), 0o700)
        let watch = try inotify.watch(scratch.path("d"), for: [.deletedSelf])
        rmdir(scratch.path("d"))
        #expect(
            try inotify.events() == [
                .changed(watch, .deletedSelf, name: nil), .changed(watch, .ignored, name: nil),
            ])
    }
}
