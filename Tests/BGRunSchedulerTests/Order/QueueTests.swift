// Scenarios: jobs that stand in a queue.
import Testing

@Suite struct `A queue` {
    @Test func `lets one run after the other`() {  // B-76
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"queue":"disk"}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > submit #2 by=1000 owner=1000 {"identifier":"org.example.b","command":["true"],"queue":"disk"}
            < save org.example.b@1000 1 due since=2026-11-20T10:00:00Z
            < reply #2 accepted org.example.b@1000 new
            ? org.example.b@1000 queue
            > submit #3 by=1000 owner=1000 {"identifier":"org.example.c","command":["true"],"queue":"disk","priority":"high"}
            < save org.example.c@1000 1 due since=2026-11-20T10:00:00Z
            < reply #3 accepted org.example.c@1000 new
            > submit #4 by=1000 owner=1000 {"identifier":"org.example.d","command":["true"],"queue":"net"}
            < save org.example.d@1000 1 run=2
            < reply #4 accepted org.example.d@1000 new
            < launch run=2 org.example.d@1000
            > launched run=1 process=7
            > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < forget org.example.a@1000
            < save org.example.c@1000 1 run=3
            < launch run=3 org.example.c@1000
            ? org.example.b@1000 queue
            """)
    }

    @Test func `has the smallest of the limits that its jobs ask for`() {  // B-76
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"queue":{"name":"q","limit":2}}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > submit #2 by=1000 owner=1000 {"identifier":"org.example.b","command":["true"],"queue":{"name":"q","limit":3}}
            < save org.example.b@1000 1 run=2
            < reply #2 accepted org.example.b@1000 new
            < launch run=2 org.example.b@1000
            ? org.example.b@1000
            > submit #3 by=1000 owner=1000 {"identifier":"org.example.c","command":["true"],"queue":{"name":"q","limit":3}}
            < save org.example.c@1000 1 due since=2026-11-20T10:00:00Z
            < reply #3 accepted org.example.c@1000 new
            ? org.example.c@1000 queue
            """)
    }

    @Test func `is held up by nobody who could not start`() {  // B-76
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > power no "BAT0 is discharging"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"queue":"q","requiresExternalPower":true}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            ? org.example.a@1000 externalPower
            > submit #2 by=1000 owner=1000 {"identifier":"org.example.b","command":["true"],"queue":"q"}
            < save org.example.b@1000 1 run=1
            < reply #2 accepted org.example.b@1000 new
            < launch run=1 org.example.b@1000
            < observe sleep
            ? org.example.b@1000
            """)
    }
}
