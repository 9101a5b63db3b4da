// Scenarios: a number that comes back as somebody else, and an owner whom the policy denies.
import BGRunJob
import Testing

@Suite struct `The jobs of an owner` {
    // B-45
    @Test func `are bound to the account's name, once`() {
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > ownerFound 1000 "ann"
            < bindOwner 1000 "ann"
            > ownerFound 1000 "ann"
            """)
    }

    // B-45
    @Test func `are set aside when the number is another's, and nobody else's are`() {
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > ownerFound 1000 "ann"
            < bindOwner 1000 "ann"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requiresNetwork":true}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            > saved
            > submit #2 by=1001 owner=1001 {"identifier":"org.example.a","command":["true"],"requiresNetwork":true}
            < save org.example.a@1001 1 due since=2026-11-20T10:00:00Z
            < reply #2 accepted org.example.a@1001 new
            > saved
            > wait #3 by=1000 org.example.a
            > ownerFound 1000 "bob"
            < setAside 1000 "user 1000 was ann when these jobs were accepted, and is bob now"
            < bindOwner 1000 "bob"
            < forget org.example.a@1000
            < reply #3 ended cancelled
            > saved
            > cancel #4 by=1000 org.example.a
            < reply #4 refused unknownJob org.example.a
            > cancel #5 by=1001 org.example.a
            < forget org.example.a@1001
            < reply #5 done
            """)
    }

    // B-45
    @Test func `that run are killed when the number is another's, and nothing is kept of them`() {
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > ownerFound 1000 "ann"
            < bindOwner 1000 "ann"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > saved
            > launched run=1 process=77
            > wait #2 by=1000 org.example.a
            > ownerFound 1000 "bob"
            < kill run=1
            < setAside 1000 "user 1000 was ann when these jobs were accepted, and is bob now"
            < bindOwner 1000 "bob"
            < forget org.example.a@1000
            < reply #2 ended cancelled
            < ignore sleep
            > saved
            > submit #3 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requiresNetwork":true}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #3 accepted org.example.a@1000 new
            > saved
            > exited run=1 signal 9
            """)
    }

    // B-45
    @Test func `that are just being started when the number is another's are killed once they run`() {
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > ownerFound 1000 "ann"
            < bindOwner 1000 "ann"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > saved
            > ownerFound 1000 "bob"
            < kill run=1
            < setAside 1000 "user 1000 was ann when these jobs were accepted, and is bob now"
            < bindOwner 1000 "bob"
            < forget org.example.a@1000
            < ignore sleep
            > saved
            > launched run=1 process=77
            < kill run=1
            > launchFailed run=1 lasting "is another's"
            """)
    }

    // B-45 B-47
    @Test func `leave nothing behind of what was missing or simulated for them`() {
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > power yes "AC is online"
            > ownerFound 1000 "ann"
            < bindOwner 1000 "ann"
            > simulateConditions #1 by=1000 --all for=10h externalPower=off
            < reply #1 simulating until=2026-11-20T20:00:00Z
            > saved
            > submit #2 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]}
            < save org.example.a@1000 1 run=1
            < reply #2 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > saved
            > launchFailed run=1 shortage "no process"
            < history run=1 org.example.a@1000 couldNotLaunch
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            > saved
            +10s > wokeUp
            < save org.example.a@1000 1 run=2
            < launch run=2 org.example.a@1000
            > saved
            > ownerFound 1000 "bob"
            < kill run=2
            < setAside 1000 "user 1000 was ann when these jobs were accepted, and is bob now"
            < bindOwner 1000 "bob"
            < forget org.example.a@1000
            < ignore sleep
            > saved
            > launchFailed run=2 shortage "no process"
            > submit #3 by=1000 owner=1000 {"identifier":"org.example.b","command":["true"],"requiresExternalPower":true}
            < readPower
            < save org.example.b@1000 1 due since=2026-11-20T10:00:10Z
            < reply #3 accepted org.example.b@1000 new
            > saved
            > power yes "AC is online" asked
            < save org.example.b@1000 1 run=3
            < launch run=3 org.example.b@1000
            < observe sleep
            """)
    }

    // B-45
    @Test func `whom the policy denies wait, also those that it accepted before`() {
        var policy = Policy()
        policy.denyOwners = [UserID(1000)]
        check(
            """
            > recovered nextRun=7
            | job org.example.a@1000 {"identifier":"org.example.a","command":["true"]}
            | job org.example.a@1001 {"identifier":"org.example.a","command":["true"]}
            < save org.example.a@1001 1 due since=2026-11-20T10:00:00Z
            > files 0 unreadable 0
            < save org.example.a@1001 1 run=7
            < launch run=7 org.example.a@1001
            < observe sleep
            > run #1 by=0 org.example.a@1000 force
            < reply #1 refused blocked invalid
            """, policy: policy)
    }
}
