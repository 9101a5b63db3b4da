// The watch over the jobs directories, told by the kernel.
import BGRunLinux
import BGRunTestSupport
import Foundation
import Testing

@testable import BGRunDevice

@Suite struct `The watch over the jobs directories` {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private func watch(_ path: String) throws -> PlaceWatch {
        try PlaceWatch([path], of: .directories(ofNamesEnding: [".json"]))
    }

    /// Fails where no news come in time.
    private func hears(
        _ watch: PlaceWatch, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let end = deadline()
        while try Readiness.wait(for: watch.descriptor, to: .read, until: end) {
            if watch.drain() { return }
        }
        Issue.record("nothing was heard", sourceLocation: sourceLocation)
    }

    @Test func `hears of a file that is put in, changed and taken away`() throws {
        let directory = try scratch.directory("jobs.d")
        let watch = try watch(directory)
        try scratch.file("jobs.d/a.json", "{}")
        try hears(watch)
        try FileManager.default.removeItem(atPath: directory + "/a.json")
        try hears(watch)
    }

    @Test func `hears of a directory that is made later, with its parents`() throws {
        let watch = try watch(scratch.path("etc/bgrun/jobs.d"))
        try scratch.file("etc/bgrun/jobs.d/a.json", "{}")
        try hears(watch)
        // By now the directory itself is watched.
        while watch.drain() {}
        try scratch.file("etc/bgrun/jobs.d/b.json", "{}")
        try hears(watch)
    }

    @Test func `hears of a directory that goes and comes again`() throws {
        let directory = try scratch.directory("jobs.d")
        let watch = try watch(directory)
        try FileManager.default.removeItem(atPath: directory)
        try hears(watch)
        while watch.drain() {}
        try scratch.file("jobs.d/a.json", "{}")
        try hears(watch)
    }

    @Test func `takes no notice of what is no descriptor`() throws {
        let directory = try scratch.directory("jobs.d")
        let watch = try watch(directory)
        try scratch.file("jobs.d/.a.json.swp", "x")
        try scratch.file("jobs.d/README", "x")
        #expect(!watch.drain())
    }
}
