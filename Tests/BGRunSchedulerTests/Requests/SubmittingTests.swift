// How requests are taken in.
import BGRunJob
import Testing

@Suite struct `Submitting a job` {
    // B-112
    @Test(arguments: [
        #""earliestBeginDate":"+1h""#,
        #""schedule":{"every":"1h"},"earliestBeginDate":"2026-11-21T02:00:00Z""#,
    ])
    func `counts the descriptors that a job has had`(keys: String) throws {
        var scenario = Scenario(policy: Policy())
        _ = try scenario.play("> recovered nextRun=1\n> files 0 unreadable 0")
        var requests = 0
        for (title, generation) in [("one", 1), ("one", 1), ("two", 2), ("one", 3)] {
            requests += 1
            _ = try scenario.play(
                """
                > submit #\(requests) by=1000 owner=1000 {"identifier":"a","title":"\(title)","command":["true"],\(keys)}
                > saved
                """)
            #expect(scenario.status(of: "a")?.generation == generation, "request \(requests)")
        }
    }
}
