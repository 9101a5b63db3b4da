// The daemon's settings: whose file is obeyed, and what a bad one leads to.
import BGRunJob
import BGRunTestSupport
import TestConditions
import Testing

@testable import BGRunDaemon

@Suite struct `The policy file` {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private func read(_ text: String?, mode: Int = 0o644, trust: FileTrust = .rootOnly) throws -> Policy {
        if let text { try scratch.file("bgrund.json", text, mode: mode) }
        return try PolicyFile.read(scratch.path("bgrund.json"), absence: .meansDefaults, trust: trust)
    }

    @Test func `that is not there means the defaults`() throws {
        #expect(try read(nil) == Policy())
    }

    @Test(.root) func `changes what it names and nothing else`() throws {
        var expected = Policy()
        expected.maxRuns = 7
        #expect(try read(#"{"maxRuns": 7}"#) == expected)
    }

    // B-18
    @Test func `that others may write is not obeyed by root's daemon`() throws {
        #expect(throws: StartFailure.self) { try read(#"{"maxRuns": 7}"#, mode: 0o666) }
        #expect(try read(#"{"maxRuns": 7}"#, mode: 0o666, trust: .anyone).maxRuns == 7)
    }

    // B-21
    @Test(arguments: ["", "{", #"{"maxRun": 7}"#, #"{"maxRuns": 0}"#, #"{"maxRuns": "7"}"#])
    func `that breaks a rule refuses the start and says why`(text: String) {
        let fault = #expect(throws: StartFailure.self) { try read(text) }
        #expect(fault?.text.contains("bgrund.json") == true)
    }
}
