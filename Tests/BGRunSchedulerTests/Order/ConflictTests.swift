// Scenarios: jobs that never run at once.
import Testing

@Suite struct `Jobs in conflict` {
    @Test func `run one after the other, whichever of them says so`() {  // B-74
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > submit #2 by=1000 owner=1000 {"identifier":"org.example.b","command":["true"],"conflicts":"org.example.a"}
            < save org.example.b@1000 1 due since=2026-11-20T10:00:00Z
            < reply #2 accepted org.example.b@1000 new
            ? org.example.b@1000 conflict
            > launched run=1 process=7
            > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < forget org.example.a@1000
            < save org.example.b@1000 1 run=2
            < launch run=2 org.example.b@1000
            > submit #3 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]}
            < save org.example.a@1000 1 scheduled called=10s
            < reply #3 accepted org.example.a@1000 new
            ? org.example.a@1000 spacing conflict
            """)
    }

    @Test func `may be all of a group, and are their owner's alone`() {  // B-74
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"conflictGroup":"disk"}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > submit #2 by=1000 owner=1000 {"identifier":"org.example.b","command":["true"],"conflicts":[{"group":"disk"}]}
            < save org.example.b@1000 1 due since=2026-11-20T10:00:00Z
            < reply #2 accepted org.example.b@1000 new
            > submit #3 by=1001 owner=1001 {"identifier":"org.example.b","command":["true"],"conflicts":[{"group":"disk"}]}
            < save org.example.b@1001 1 run=2
            < reply #3 accepted org.example.b@1001 new
            < launch run=2 org.example.b@1001
            ? org.example.b@1000 conflict
            ? org.example.b@1001
            """)
    }

    @Test func `let who waits longest go first, though others could run beside who runs`() {  // B-74
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"conflictGroup":"g"}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > submit #2 by=1000 owner=1000 {"identifier":"org.example.w","command":["true"],"conflicts":[{"group":"g"}]}
            < save org.example.w@1000 1 due since=2026-11-20T10:00:00Z
            < reply #2 accepted org.example.w@1000 new
            ? org.example.w@1000 conflict
            +10s > wokeUp
            > submit #3 by=1000 owner=1000 {"identifier":"org.example.b","command":["true"],"conflictGroup":"g"}
            < save org.example.b@1000 1 due since=2026-11-20T10:00:10Z
            < reply #3 accepted org.example.b@1000 new
            ? org.example.b@1000 conflict
            > submit #4 by=1000 owner=1000 {"identifier":"org.example.c","command":["true"]}
            < save org.example.c@1000 1 run=2
            < reply #4 accepted org.example.c@1000 new
            < launch run=2 org.example.c@1000
            ? org.example.c@1000
            > launched run=1 process=7
            > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < forget org.example.a@1000
            < save org.example.w@1000 1 run=3
            < launch run=3 org.example.w@1000
            ? org.example.w@1000
            ? org.example.b@1000 conflict
            """)
    }

    @Test func `keep nobody from starting while what they require is missing`() {  // B-74
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > power no "BAT0 is discharging"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"conflictGroup":"g"}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > submit #2 by=1000 owner=1000 {"identifier":"org.example.w","command":["true"],"conflicts":[{"group":"g"}],"requiresExternalPower":true}
            < save org.example.w@1000 1 due since=2026-11-20T10:00:00Z
            < reply #2 accepted org.example.w@1000 new
            ? org.example.w@1000 externalPower conflict
            +10s > wokeUp
            > submit #3 by=1000 owner=1000 {"identifier":"org.example.b","command":["true"],"conflictGroup":"g"}
            < save org.example.b@1000 1 run=2
            < reply #3 accepted org.example.b@1000 new
            < launch run=2 org.example.b@1000
            ? org.example.b@1000
            """)
    }

    @Test func `are not started by hand either, nor by force`() {  // B-74
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > submit #2 by=1000 owner=1000 {"identifier":"org.example.b","command":["true"],"conflicts":["org.example.a"]}
            < save org.example.b@1000 1 due since=2026-11-20T10:00:00Z
            < reply #2 accepted org.example.b@1000 new
            > run #3 by=1000 org.example.b now
            < reply #3 refused blocked conflict
            > run #4 by=1000 org.example.b force
            < reply #4 refused blocked conflict
            """)
    }
}

@Suite struct `An exclusive job` {
    @Test func `waits for all of its owner's runs, and keeps others from starting`() {  // B-75
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > submit #2 by=1000 owner=1000 {"identifier":"org.example.x","command":["true"],"exclusive":true}
            < save org.example.x@1000 1 due since=2026-11-20T10:00:00Z
            < reply #2 accepted org.example.x@1000 new
            ? org.example.x@1000 conflict
            +1s > wokeUp
            > submit #3 by=1000 owner=1000 {"identifier":"org.example.b","command":["true"]}
            < save org.example.b@1000 1 due since=2026-11-20T10:00:01Z
            < reply #3 accepted org.example.b@1000 new
            ? org.example.b@1000 conflict
            > submit #4 by=1001 owner=1001 {"identifier":"org.example.c","command":["true"]}
            < save org.example.c@1001 1 run=2
            < reply #4 accepted org.example.c@1001 new
            < launch run=2 org.example.c@1001
            ? org.example.c@1001
            > launched run=1 process=7
            > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < forget org.example.a@1000
            < save org.example.x@1000 1 run=3
            < launch run=3 org.example.x@1000
            ? org.example.x@1000
            ? org.example.b@1000 conflict
            > launched run=3 process=8
            > exited run=3 exit 0
            < history run=3 org.example.x@1000 succeeded (exit 0)
            < forget org.example.x@1000
            < save org.example.b@1000 1 run=4
            < launch run=4 org.example.b@1000
            ? org.example.b@1000
            """)
    }
}
