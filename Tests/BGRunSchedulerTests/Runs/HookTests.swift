// The commands of jobs that are called when occurrences have ended.
import BGRunJob
import Testing

@Suite struct `A job's hooks` {
    /// A job of every hour's, at the end of its first run.
    private static func start(_ keys: String) -> String {
        """
        > recovered nextRun=1
        > files 0 unreadable 0
        > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"every":"1h"},"notify":"never",\(keys)}
        < save org.example.a@1000 1 run=1
        < reply #1 accepted org.example.a@1000 new
        < launch run=1 org.example.a@1000
        < observe sleep
        > saved
        > launched run=1 process=77

        """
    }

    @Test func `that are replaced are no fault of the job any more`() throws {  // B-104
        var scenario = Scenario(policy: Policy())
        _ = try scenario.play(
            Self.start(#""onFailure":["f"]"#) + """
                > exited run=1 exit 1
                > saved
                > hookEnded run=1 owner=1000 onFailure exit 7
                > saved

                """)
        #expect(scenario.status(of: "org.example.a")?.health.hookFault != nil)
        _ = try scenario.play(
            """
            > submit #9 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"every":"1h"},"onFailure":["g"]}
            > saved
            """)
        #expect(scenario.status(of: "org.example.a")?.health.hookFault == nil)
    }
}
