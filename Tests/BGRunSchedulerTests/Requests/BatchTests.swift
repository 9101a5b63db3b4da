// Scenarios: several jobs that are submitted together.
import BGRunJob
import Testing

@Suite struct `Submitting several jobs` {
    private let begin = """
        > recovered nextRun=1
        > files 0 unreadable 0

        """

    @Test func `stores all of them in one transaction, and starts what nothing blocks`() {  // B-97
        check(
            begin + """
                > submitAll #1 by=1000 owner=1000 [{"identifier":"org.example.b","command":["true"],"after":"org.example.a"},{"identifier":"org.example.a","command":["true"]}]
                < save org.example.b@1000 1 due since=2026-11-20T10:00:00Z
                < save org.example.a@1000 1 run=1
                < reply #1 accepted org.example.b@1000 new, org.example.a@1000 new
                < launch run=1 org.example.a@1000
                < observe sleep
                > saved
                > launched run=1 process=77
                > submitAll #2 by=1000 owner=1000 [{"identifier":"org.example.a","command":["true"]},{"identifier":"org.example.b","command":["true"],"after":"org.example.a","title":"B"}]
                < save org.example.a@1000 1 run=1 successor
                < save org.example.b@1000 1 due since=2026-11-20T10:00:00Z
                < reply #2 accepted org.example.a@1000 follows, org.example.b@1000 replaced
                > saved
                > submitAll #3 by=1000 owner=1000 ifExists=keep [{"identifier":"org.example.a","command":["true"]},{"identifier":"org.example.c","command":["true"],"requiresNetwork":true}]
                < save org.example.c@1000 1 due since=2026-11-20T10:00:00Z
                < reply #3 accepted org.example.a@1000 kept, org.example.c@1000 new
                """)
    }

    @Test func `tells of each that can't be accepted, and accepts none`() {  // B-97
        check(
            begin + """
                > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requiresNetwork":true}
                < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
                < reply #1 accepted org.example.a@1000 new
                > saved
                > submitAll #2 by=1000 owner=1000 ifExists=fail [{"identifier":"org.example.b","command":["true"]},{"identifier":"org.example.a","command":["true"]},{"identifier":"org.example.b","command":["true"]},{"identifier":"org.example.c","command":["true"],"schedule":{"cron":"0 0 1 1 *"},"until":"2026-11-21T00:00:00Z"}]
                < reply #2 refused noneAccepted 1:alreadyExists org.example.a 2:namedTwice 3:neverDue
                > cancel #3 by=1000 org.example.b
                < reply #3 refused unknownJob org.example.b
                ? org.example.a@1000 network
                > submitAll #4 by=1001 owner=1000 [{"identifier":"org.example.b","command":["true"]}]
                < reply #4 refused ownerNotAllowed
                """)
    }

    @Test func `finds a circle through them and through what is there`() {  // B-97 B-78
        check(
            begin + """
                > submit #1 by=1000 owner=1000 {"identifier":"org.example.b","command":["true"],"after":"org.example.c"}
                < save org.example.b@1000 1 due since=2026-11-20T10:00:00Z
                < reply #1 accepted org.example.b@1000 new
                > saved
                > submitAll #2 by=1000 owner=1000 [{"identifier":"org.example.x","command":["true"],"after":["org.example.a"]},{"identifier":"org.example.a","command":["true"],"after":["org.example.b"]},{"identifier":"org.example.c","command":["true"],"after":["org.example.a"]}]
                < reply #2 refused noneAccepted 1:cycle org.example.a,org.example.b,org.example.c,org.example.a
                # What is kept counts as it is.
                > submitAll #3 by=1000 owner=1000 ifExists=keep [{"identifier":"org.example.b","command":["true"]},{"identifier":"org.example.c","command":["true"],"after":["org.example.b"]}]
                < reply #3 refused noneAccepted 1:cycle org.example.c,org.example.b,org.example.c
                # What is replaced does not count any more.
                > submitAll #4 by=1000 owner=1000 [{"identifier":"org.example.b","command":["true"],"requiresNetwork":true},{"identifier":"org.example.c","command":["true"],"after":["org.example.b"]}]
                < save org.example.b@1000 1 due since=2026-11-20T10:00:00Z
                < save org.example.c@1000 1 due since=2026-11-20T10:00:00Z
                < reply #4 accepted org.example.b@1000 replaced, org.example.c@1000 new
                """)
    }

    @Test func `counts all that are new against the owner's limit`() {  // B-97 B-15
        var policy = Policy()
        policy.pendingPerOwner = 2
        check(
            begin + """
                > submitAll #1 by=1000 owner=1000 [{"identifier":"org.example.a","command":["true"],"requiresNetwork":true},{"identifier":"org.example.b","command":["true"],"requiresNetwork":true},{"identifier":"org.example.c","command":["true"],"requiresNetwork":true}]
                < reply #1 refused tooManyJobs 2
                > submitAll #2 by=1000 owner=1000 [{"identifier":"org.example.a","command":["true"],"requiresNetwork":true},{"identifier":"org.example.b","command":["true"],"requiresNetwork":true}]
                < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
                < save org.example.b@1000 1 due since=2026-11-20T10:00:00Z
                < reply #2 accepted org.example.a@1000 new, org.example.b@1000 new
                > saved
                # Those that are there count once.
                > submitAll #3 by=1000 owner=1000 [{"identifier":"org.example.b","command":["true"],"requiresNetwork":true},{"identifier":"org.example.a","command":["true"],"requiresNetwork":true}]
                < save org.example.b@1000 1 due since=2026-11-20T10:00:00Z
                < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
                < reply #3 accepted org.example.b@1000 replaced, org.example.a@1000 replaced
                """, policy: policy)
    }

    @Test func `takes all of it back where it can't be stored`() {  // B-97 B-4
        check(
            begin + """
                > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requiresNetwork":true}
                < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
                < reply #1 accepted org.example.a@1000 new
                > saved
                > submitAll #2 by=1000 owner=1000 [{"identifier":"org.example.b","command":["true"]},{"identifier":"org.example.a","command":["true"],"requiresExternalPower":true}]
                < save org.example.b@1000 1 run=1
                < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
                < reply #2 accepted org.example.b@1000 new, org.example.a@1000 replaced
                < launch run=1 org.example.b@1000
                < observe sleep
                > notSaved "the disk is full"
                < reply #2 refused storage "the disk is full"
                ? org.example.a@1000 network storage
                > cancel #3 by=1000 org.example.b
                < reply #3 refused unknownJob org.example.b
                """)
    }
}
