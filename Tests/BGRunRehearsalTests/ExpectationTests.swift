// What a story says is to follow.
import BGRunRehearsal
import Testing

// B-125
@Suite struct `What a story says is to follow` {
    private func misses(_ story: String) throws -> [String] {
        try played(story, backup).unmet.map { "\($0.expectation.line) \($0.expectation.text): \($0.found)" }
    }

    @Test func `comes in its order, before the next line`() throws {
        #expect(
            try misses(
                """
                01:00
                < launch run=1 backup
                02:05 unplugged
                < terminate requirementLost:externalPower
                < history interrupted
                < not launch
                ? backup externalPower
                03:00 plugged
                < launch backup@1000
                < history succeeded
                ? backup earliestBeginDate
                05:00
                """) == [])
    }

    @Test func `is told where it did not come, with what came instead`() throws {
        #expect(
            try misses(
                """
                01:00
                < history succeeded
                < launch
                02:05 unplugged
                < launch
                < not terminate
                ? backup@1000 network
                03:00
                """) == [
                    "2 < history succeeded: launch run=1 backup@1000",
                    "5 < launch: terminate run=1 requirementLost:externalPower; "
                        + "history run=1 backup@1000 interrupted stop=requirementLost:externalPower (signal 15)",
                    "6 < not terminate: terminate run=1 requirementLost:externalPower",
                    "7 ? backup@1000 network: externalPower",
                ])
    }

    @Test func `of a last line has an hour to come`() throws {
        #expect(try misses("01:30\n< launch\n< history succeeded") == [])
        #expect(try misses("00:30\n< launch") == ["2 < launch: nothing"])
    }

    @Test func `names blockers in any order`() throws {
        #expect(
            try misses("01:00 unplugged\n01:30 network no\n02:30\n? backup network externalPower\n03:00")
                == [])
    }
}
