// Users who want to run more than there is room for, and each of whom has a turn.
import BGRunJob
import Testing

@Suite struct `Runs of several users` {
    private func policy(maxRuns: Int) -> Policy {
        var policy = Policy()
        policy.maxRuns = maxRuns
        return policy
    }

    @Test func `tell whose share is used up, and nothing else of others`() throws {  // B-15 B-18
        var scenario = Scenario(policy: policy(maxRuns: 1))
        _ = try scenario.play(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]}
            > submit #2 by=1000 owner=1000 {"identifier":"org.example.b","command":["true"]}
            """)
        let alone = try scenario.blockers(of: "org.example.b@1000").map(\.reason)
        #expect(alone == ["waits for a free slot (1 of 1)"])
        _ = try scenario.play(
            #"> submit #3 by=1001 owner=1001 {"identifier":"org.example.secret","command":["true"]}"#)
        let beside = try scenario.blockers(of: "org.example.b@1000").map(\.reason)
        #expect(
            beside == ["waits for a free slot (2 runs, 1 of them its owner's; beyond 1 each user has one)"])
    }
}
