// Headlines: what is wrong now with the daemon.
import BGRunJob
import Testing

@testable import BGRunDaemon

@Suite struct `Headlines` {
    private let chronicle = Chronicle(Journal(isJournald: false), faults: ["2 rows were set aside."])

    // B-54
    @Test func `tell of a full disk, and of what went wrong at the start`() {
        #expect(
            chronicle.headlines(brokenFiles: [], storageFault: "no space") == [
                "2 rows were set aside.",
                "Nothing can be saved, so nothing is accepted or started: no space.",
            ])
    }

    // B-54
    @Test func `count what would be too many of one kind`() {
        let files = (1...5).map { BrokenFile(path: "/etc/bgrun/jobs.d/\($0).json", reason: "no") }
        let lines = chronicle.headlines(brokenFiles: files, storageFault: nil)
        #expect(lines.count == 5)
        #expect(lines.last == "2 more files are not used.")
    }
}
