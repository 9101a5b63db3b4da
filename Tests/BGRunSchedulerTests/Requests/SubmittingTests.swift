// Scenarios: taking in requests.
import BGRunJob
import Testing

@Suite struct `Submitting a job` {
    @Test func `is answered after the save, and starts at once what nothing blocks`() {  // B-2 B-4
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            @ +30s launchEnds org.example.a@1000
            > saved
            > launched run=1 process=77
            @ +3h budgetEnds org.example.a@1000
            +3s > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < forget org.example.a@1000
            < ignore sleep
            > saved
            @ never
            """)
    }

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

    @Test func `waits for its earliest begin date, and wakes for nothing else`() {  // B-1 B-3
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"earliestBeginDate":"2026-11-21T02:00:00Z"}
            < save org.example.a@1000 1 scheduled at=2026-11-21T02:00:00Z
            < reply #1 accepted org.example.a@1000 new
            > saved
            ? org.example.a@1000 earliestBeginDate
            @ +16h occurrenceDue org.example.a@1000
            asleep +16h > clockChanged
            < readPower
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            @ +30s launchEnds org.example.a@1000
            """)
    }

    @Test func `counts a relative begin date in suspend too`() {  // B-12
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"earliestBeginDate":"+15m"}
            < save org.example.a@1000 1 scheduled after=15m
            < reply #1 accepted org.example.a@1000 new
            > saved
            @ +15m occurrenceDue org.example.a@1000
            # A clock step moves the date people see, and not the instant.
            wall -2h > clockChanged
            ? org.example.a@1000 earliestBeginDate
            @ +15m occurrenceDue org.example.a@1000
            asleep +15m > clockChanged
            < readPower
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            """)
    }

    @Test func `replaces the pending job of that name`() {  // B-5
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requiresNetwork":true}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            > saved
            > submit #2 by=1000 owner=1000 {"identifier":"org.example.a","command":["false"]}
            < save org.example.a@1000 1 run=1
            < reply #2 accepted org.example.a@1000 replaced
            < launch run=1 org.example.a@1000
            < observe sleep
            > saved
            """)
    }

    @Test func `while it runs follows the run`() {  // B-5
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > saved
            > launched run=1 process=77
            > submit #2 by=1000 owner=1000 {"identifier":"org.example.a","command":["false"]}
            < save org.example.a@1000 1 run=1 successor
            < reply #2 accepted org.example.a@1000 follows
            > saved
            +10s > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 1 run=2
            < launch run=2 org.example.a@1000
            > saved
            > launched run=2 process=78
            """)
    }

    @Test func `behind a run that is being cancelled can be cancelled for good`() {  // B-4 B-5
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > saved
            > launched run=1 process=77
            > cancel #2 by=1000 org.example.a
            < terminate run=1 cancelled
            < save org.example.a@1000 1 run=1 stop=cancelled
            < reply #2 done
            > saved
            > submit #3 by=1000 owner=1000 {"identifier":"org.example.a","command":["false"]}
            < save org.example.a@1000 1 run=1 stop=cancelled successor
            < reply #3 accepted org.example.a@1000 follows
            > saved
            > cancel #4 by=1000 org.example.a
            < save org.example.a@1000 1 run=1 stop=cancelled
            < reply #4 done
            > saved
            """)
    }

    @Test func `of another user with the same name is another job`() {  // B-18
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requiresNetwork":true}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            > saved
            > submit #2 by=1001 owner=1001 {"identifier":"org.example.a","command":["true"],"requiresNetwork":true}
            < save org.example.a@1001 1 due since=2026-11-20T10:00:00Z
            < reply #2 accepted org.example.a@1001 new
            > saved
            > submit #3 by=1001 owner=1000 {"identifier":"org.example.a","command":["true"]}
            < reply #3 refused ownerNotAllowed
            > cancel #4 by=1002 org.example.a
            < reply #4 refused unknownJob org.example.a
            > cancel #5 by=1001 org.example.a@1000
            < reply #5 refused unknownJob org.example.a
            > cancel #6 by=0 org.example.a
            < reply #6 refused ambiguousJob org.example.a 1000,1001
            > cancel #7 by=0 org.example.a@1000
            < forget org.example.a@1000
            < reply #7 done
            > saved
            > cancel #8 by=0 org.example.a
            < forget org.example.a@1001
            < reply #8 done
            > saved
            """)
    }

    @Test func `over the owner's limit is refused, but root is not limited`() {  // B-15
        var policy = Policy()
        policy.pendingPerOwner = 1
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requiresNetwork":true}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            > saved
            > submit #2 by=1000 owner=1000 {"identifier":"org.example.b","command":["true"],"requiresNetwork":true}
            < reply #2 refused tooManyJobs 1
            > submit #3 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requiresNetwork":true}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #3 accepted org.example.a@1000 replaced
            > saved
            > submit #4 by=0 owner=0 {"identifier":"org.example.a","command":["true"],"requiresNetwork":true}
            < save org.example.a@0 1 due since=2026-11-20T10:00:00Z
            < reply #4 accepted org.example.a@0 new
            > submit #5 by=0 owner=0 {"identifier":"org.example.b","command":["true"],"requiresNetwork":true}
            < save org.example.b@0 1 due since=2026-11-20T10:00:00Z
            < reply #5 accepted org.example.b@0 new
            """, policy: policy)
    }

    @Test func `by an owner whom the policy denies is refused`() {  // B-15
        var policy = Policy()
        policy.denyOwners = [UserID(1000)]
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]}
            < reply #1 refused ownerNotAllowed
            """, policy: policy)
    }

    @Test func `that is disabled waits without a wake-up`() {
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"enabled":false}
            < save org.example.a@1000 1 scheduled at=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            > saved
            ? org.example.a@1000 disabled
            @ never
            > run #2 by=1000 org.example.a whenPossible
            < reply #2 refused blocked disabled
            > run #3 by=1000 org.example.a now
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            > saved
            > launched run=1 process=77
            < reply #3 started run=1
            """)
    }
}
