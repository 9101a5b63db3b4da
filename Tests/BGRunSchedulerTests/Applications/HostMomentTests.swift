// What comes to a host in an unlucky moment.
import BGRunJob
import Testing

@Suite struct `A host in an unlucky moment` {
    @Test func `of a dead daemon is waited for before people's eyes, also where nothing is due`() throws {
        var scenario = Scenario(policy: Policy())
        let submission = #"{"identifier":"org.photos.scan","earliestBeginDate":"2026-11-20T12:00:00Z"}"#
        let waiting = """
            > recovered nextRun=2
            | permitted owner=1000 {"application":"org.photos","command":["/usr/bin/photos"],"tasks":{"org.photos.scan":{}}}
            > files 0 unreadable 0
            > submitTask #1 by=1000 org.photos@1000 \(submission)
            < save org.photos.scan@1000 1 scheduled at=2026-11-20T12:00:00Z
            < reply #1 accepted org.photos.scan@1000 new
            @ +2s hostsReturn
            ? org.photos.scan@1000 earliestBeginDate application
            """
        let waited = try scenario.play(waiting)
        #expect(waited == Scenario.normalized(waiting))
        let revision = scenario.revision
        let over = """
            +2s > wokeUp
            ? org.photos.scan@1000 earliestBeginDate
            """
        let played = try scenario.play(over)
        #expect(played == Scenario.normalized(over))
        #expect(scenario.revision != revision)
    }
}
