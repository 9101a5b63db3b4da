// Scenarios: users who want to run more than there is room for, and each of whom has a turn.
import BGRunJob
import Testing

@Suite struct `Runs of several users` {
    private func policy(maxRuns: Int) -> Policy {
        var policy = Policy()
        policy.maxRuns = maxRuns
        return policy
    }

    @Test func `never keep the first one of another user from starting`() {  // B-15
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            > submit #2 by=1000 owner=1000 {"identifier":"org.example.b","command":["true"]}
            < save org.example.b@1000 1 run=2
            < reply #2 accepted org.example.b@1000 new
            < launch run=2 org.example.b@1000
            > launched run=2 process=78
            > submit #3 by=1000 owner=1000 {"identifier":"org.example.c","command":["true"]}
            < save org.example.c@1000 1 due since=2026-11-20T10:00:00Z
            < reply #3 accepted org.example.c@1000 new
            ? org.example.c@1000 limit
            +1s > submit #4 by=1001 owner=1001 {"identifier":"org.example.d","command":["true"]}
            < save org.example.d@1001 1 run=3
            < reply #4 accepted org.example.d@1001 new
            < launch run=3 org.example.d@1001
            > launched run=3 process=79
            > submit #5 by=1001 owner=1001 {"identifier":"org.example.e","command":["true"]}
            < save org.example.e@1001 1 due since=2026-11-20T10:00:01Z
            < reply #5 accepted org.example.e@1001 new
            ? org.example.e@1001 limit
            > run #6 by=1001 org.example.e force
            < reply #6 refused blocked limit
            # Two are active, which is all there is room for.
            > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < forget org.example.a@1000
            > exited run=2 exit 0
            < history run=2 org.example.b@1000 succeeded (exit 0)
            < forget org.example.b@1000
            < save org.example.c@1000 1 run=4
            < launch run=4 org.example.c@1000
            > exited run=3 exit 0
            < history run=3 org.example.d@1001 succeeded (exit 0)
            < forget org.example.d@1001
            < save org.example.e@1001 1 run=5
            < launch run=5 org.example.e@1001
            """, policy: policy(maxRuns: 2))
    }

    @Test func `start by hand too where a user has none`() {  // B-15
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            > submit #2 by=1001 owner=1001 {"identifier":"org.example.b","command":["true"],"earliestBeginDate":"+1h"}
            < save org.example.b@1001 1 scheduled after=1h
            < reply #2 accepted org.example.b@1001 new
            > run #3 by=1001 org.example.b now
            < save org.example.b@1001 1 run=2 byHand
            < launch run=2 org.example.b@1001
            > launched run=2 process=78
            < reply #3 started run=2
            """, policy: policy(maxRuns: 1))
    }

    @Test func `leave room to whoever has the fewest, and then to what is most pressing`() {  // B-15
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > submit #2 by=1000 owner=1000 {"identifier":"org.example.b","command":["true"]}
            < save org.example.b@1000 1 run=2
            < reply #2 accepted org.example.b@1000 new
            < launch run=2 org.example.b@1000
            > submit #3 by=1001 owner=1001 {"identifier":"org.example.c","command":["true"]}
            < save org.example.c@1001 1 run=3
            < reply #3 accepted org.example.c@1001 new
            < launch run=3 org.example.c@1001
            > submit #4 by=1002 owner=1002 {"identifier":"org.example.d","command":["true"]}
            < save org.example.d@1002 1 run=4
            < reply #4 accepted org.example.d@1002 new
            < launch run=4 org.example.d@1002
            > submit #5 by=1000 owner=1000 {"identifier":"org.example.e","command":["true"],"priority":"high"}
            < save org.example.e@1000 1 due since=2026-11-20T10:00:00Z
            < reply #5 accepted org.example.e@1000 new
            +5s > submit #6 by=1001 owner=1001 {"identifier":"org.example.f","command":["true"]}
            < save org.example.f@1001 1 due since=2026-11-20T10:00:05Z
            < reply #6 accepted org.example.f@1001 new
            +5s > submit #7 by=1001 owner=1001 {"identifier":"org.example.g","command":["true"]}
            < save org.example.g@1001 1 due since=2026-11-20T10:00:10Z
            < reply #7 accepted org.example.g@1001 new
            > exited run=4 exit 0
            < history run=4 org.example.d@1002 succeeded (exit 0)
            < forget org.example.d@1002
            < save org.example.f@1001 1 run=5
            < launch run=5 org.example.f@1001
            # Both have two now.
            > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < forget org.example.a@1000
            < save org.example.e@1000 1 run=6
            < launch run=6 org.example.e@1000
            """, policy: policy(maxRuns: 4))
    }

    @Test func `are looked at for a user without one, although others have taken all room`() {  // B-15 B-31
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > submit #2 by=1000 owner=1000 {"identifier":"org.example.b","command":["true"],"requires":{"load":0.5}}
            < save org.example.b@1000 1 due since=2026-11-20T10:00:00Z
            < reply #2 accepted org.example.b@1000 new
            > submit #3 by=1001 owner=1001 {"identifier":"org.example.c","command":["true"],"requires":{"load":0.5}}
            < read load
            < save org.example.c@1001 1 due since=2026-11-20T10:00:00Z
            < reply #3 accepted org.example.c@1001 new
            > observed load 10
            < save org.example.c@1001 1 run=2
            < launch run=2 org.example.c@1001
            """, policy: policy(maxRuns: 1))
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
        #expect(alone == ["1 of at most 1 runs are active, all its owner's"])
        _ = try scenario.play(
            #"> submit #3 by=1001 owner=1001 {"identifier":"org.example.secret","command":["true"]}"#)
        let beside = try scenario.blockers(of: "org.example.b@1000").map(\.reason)
        #expect(beside == ["2 runs are active, 1 of them its owner's; beyond 1 each user has one"])
    }
}

@Suite struct `Making up for what several users have missed` {
    @Test func `does not let one of them wait until another has made up for all`() {  // B-14
        check(
            """
            > recovered nextRun=1
            | job org.example.a@1000 due since=2026-11-16T08:00:00Z {"identifier":"org.example.a","command":["true"]}
            | job org.example.b@1000 due since=2026-11-17T08:00:00Z {"identifier":"org.example.b","command":["true"],"priority":"high"}
            | job org.example.y@1001 due since=2026-11-18T08:00:00Z {"identifier":"org.example.y","command":["true"]}
            | job org.example.z@1001 due since=2026-11-19T08:00:00Z {"identifier":"org.example.z","command":["true"]}
            > files 0 unreadable 0
            < save org.example.b@1000 1 run=1
            < launch run=1 org.example.b@1000
            < observe sleep
            +500ms > exited run=1 exit 0
            < history run=1 org.example.b@1000 succeeded (exit 0)
            < forget org.example.b@1000
            < save org.example.y@1001 1 run=2
            < launch run=2 org.example.y@1001
            +500ms > exited run=2 exit 0
            < history run=2 org.example.y@1001 succeeded (exit 0)
            < forget org.example.y@1001
            < save org.example.a@1000 1 run=3
            < launch run=3 org.example.a@1000
            """)
    }

    @Test func `lets a user start beside the runs of others, however busy those keep the machine`() {  // B-14
        check(
            """
            > recovered nextRun=1
            | job org.example.a@1000 due since=2026-11-16T08:00:00Z {"identifier":"org.example.a","command":["true"]}
            | job org.example.b@1000 due since=2026-11-17T08:00:00Z {"identifier":"org.example.b","command":["true"]}
            | job org.example.z@1001 due since=2026-11-19T08:00:00Z {"identifier":"org.example.z","command":["true"]}
            > files 0 unreadable 0
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=77
            ? org.example.z@1001 catchUp
            @ +2s catchUp
            # What another starts on time does not put it off.
            +1s > submit #1 by=1000 owner=1000 {"identifier":"org.example.c","command":["true"]}
            < save org.example.c@1000 1 run=2
            < reply #1 accepted org.example.c@1000 new
            < launch run=2 org.example.c@1000
            > launched run=2 process=78
            @ +1s catchUp
            +1s > wokeUp
            < save org.example.z@1001 1 run=3
            < launch run=3 org.example.z@1001
            > launched run=3 process=79
            > exited run=2 exit 0
            < history run=2 org.example.c@1000 succeeded (exit 0)
            < forget org.example.c@1000
            ? org.example.b@1000 catchUp
            +2s > wokeUp
            < readPressure
            > pressure cpu=9000 io=100
            ? org.example.b@1000 catchUp
            """)
    }
}
