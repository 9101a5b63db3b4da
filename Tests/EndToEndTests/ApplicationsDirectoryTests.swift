// Files that permit applications, put in and taken away while the daemon runs.
import BGRunTestSupport
import Foundation
import Testing

@Suite struct `A directory of applications` {
    private let daemon: DaemonFixture

    init() throws { daemon = try DaemonFixture() }

    /// Whole, by renaming, as packages do it.
    private func put(_ name: String, tasks: String) throws {
        let file = try daemon.scratch.file(
            "incoming", #"{"application": "\#(name)", "command": ["/bin/true"], "tasks": {\#(tasks)}}"#)
        try FileManager.default.moveItem(
            atPath: file, toPath: "\(daemon.applicationsDirectory)/\(name).json")
    }

    // B-19
    @Test func `is read at the start, and what is broken in it is told in the journal`() throws {
        try put("com.example.a", tasks: #""t": {}"#)
        try put("com.example.b", tasks: "")
        try daemon.start()
        _ = try daemon.status()
        #expect(daemon.log.contains("manifests 1 unreadable 1"), "\(daemon.log)")
        let path = "\(daemon.applicationsDirectory)/com.example.b.json"
        #expect(daemon.log.contains("The file \(path) is not used: tasks: an application without a task"))
        #expect(!daemon.log.contains("/bin/true"), "decisions tell no commands")
    }

    // B-19
    @Test func `is read before the jobs that come after it while the daemon runs`() throws {
        try daemon.start()
        try put("com.example.a", tasks: #""t": {}"#)
        try daemon.put("b.json", #"{"identifier": "b", "shell": "exit 0", "earliestBeginDate": "+1d"}"#)
        try daemon.job("b", becomes: "there") { _ in true }
        try daemon.turnEnds()
        let log = daemon.log
        let manifests = try #require(log.range(of: "manifests 1 unreadable 0"))
        let files = try #require(log.range(of: "files 1 unreadable 0"))
        #expect(manifests.lowerBound < files.lowerBound)
    }
}
