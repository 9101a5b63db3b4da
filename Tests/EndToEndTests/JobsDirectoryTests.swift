// Files that bring jobs, put in and taken away while the daemon runs.
import BGRunClient
import BGRunJob
import BGRunTestSupport
import BGRunWire
import Foundation
import Testing

@Suite struct `A jobs directory` {
    private let daemon: DaemonFixture

    init() throws { daemon = try DaemonFixture() }

    private static let later = #""shell": "exit 0", "earliestBeginDate": "+1d"}"#

    // B-19
    @Test func `brings jobs at the start and while the daemon runs, and takes them away`() throws {
        try daemon.put("a.json", #"{"identifier": "a", \#(Self.later)"#)
        try daemon.start()
        #expect(try daemon.job("a")?.file == daemon.jobsDirectory + "/a.json")
        try daemon.put("b.json", #"{"identifier": "b", \#(Self.later)"#)
        try daemon.job("b", becomes: "there") { _ in true }
        try daemon.submit(["identifier": "c", "shell": "exit 0", "earliestBeginDate": "+1d"])
        try FileManager.default.removeItem(atPath: daemon.jobsDirectory + "/a.json")
        let status = try daemon.status(becomes: "without a") { status in
            !status.jobs.contains { $0.identifier.text == "a" }
        }
        #expect(status.jobs.map(\.identifier.text) == ["b", "c"])
    }

    @Test func `with a broken file is reported, and the others load`() throws {
        try daemon.put("a.json", #"{"identifier": "a", "comand": []}"#)
        try daemon.put("b.json", #"{"identifier": "b", \#(Self.later)"#)
        try daemon.start()
        let status = try daemon.status()
        #expect(status.jobs.map(\.identifier.text) == ["b"])
        #expect(status.brokenFiles.map(\.path) == [daemon.jobsDirectory + "/a.json"])
        #expect(status.brokenFiles.first?.reason.contains("command") == true)
    }

    // B-19
    @Test func `has the only say about its jobs`() throws {
        try daemon.put("a.json", #"{"identifier": "a", \#(Self.later)"#)
        try daemon.start()
        #expect(
            throws: ClientError.refused(.scheduler(.broughtByFile(path: daemon.jobsDirectory + "/a.json")))
        ) {
            try daemon.submit(["identifier": "a", "shell": "exit 0"])
        }
        // It would come again; nothing of it is gone but what somebody names.
        let refused = try Person(daemon: daemon).bgrun("cancel", "a")
        #expect(
            refused.status == 5
                && refused.errors.contains(
                    #/\/a.json and is not due before .*; bgrun cancel --next a lets its next run go/#),
            "\(refused.errors)")
    }

    // B-19
    @Test func `runs a one-shot file once, also over a restart`() throws {
        try daemon.start()
        try daemon.put("a.json", #"{"identifier": "a", "shell": "exit 0"}"#)
        while try daemon.history("a").isEmpty {
            // Each change of the status is a reason to look.
            try daemon.status(becomes: "without a") { status in status.jobs.isEmpty }
        }
        #expect(try daemon.stop() == 0)
        try daemon.start()
        #expect(try daemon.history("a").count == 1)
        #expect(try daemon.status().jobs.isEmpty)
    }
}
