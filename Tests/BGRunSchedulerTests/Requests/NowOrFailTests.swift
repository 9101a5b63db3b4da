// Scenarios: jobs that start in the turn in which they come, or leave nothing behind.
import BGRunJob
import Testing

@Suite struct `A job that is to start now or not at all` {
    private let begin = """
        > recovered nextRun=1
        > files 0 unreadable 0
        > power no "AC is offline"
        > network no "no route to the internet"

        """

    @Test func `starts in the same turn`() {  // B-96
        check(
            begin + """
                > submit #1 by=1000 owner=1000 nowOrFail {"identifier":"org.example.a","command":["true"]}
                < save org.example.a@1000 1 run=1
                < reply #1 accepted org.example.a@1000 new
                < launch run=1 org.example.a@1000
                < observe sleep
                > saved
                > launched run=1 process=77
                > submit #2 by=1000 owner=1000 nowOrFail {"identifier":"org.example.a","command":["true"]}
                < reply #2 refused alreadyRunning run=1
                > submit #3 by=1000 owner=1000 ifExists=fail nowOrFail {"identifier":"org.example.a","command":["true"]}
                < reply #3 refused alreadyExists org.example.a
                +10s > exited run=1 exit 0
                < history run=1 org.example.a@1000 succeeded (exit 0)
                < forget org.example.a@1000
                < ignore sleep
                > saved
                """)
    }

    @Test func `is refused with all that is in the way, and leaves nothing behind`() {  // B-96
        var policy = Policy()
        policy.maxRuns = 1
        check(
            begin + """
                > submit #1 by=1000 owner=1000 nowOrFail {"identifier":"org.example.a","command":["true"],"requiresNetwork":true,"earliestBeginDate":"+1h","after":"org.example.x"}
                < reply #1 refused blocked earliestBeginDate,after,network
                > cancel #2 by=1000 org.example.a
                < reply #2 refused unknownJob org.example.a
                @ never
                > submit #3 by=1000 owner=1000 {"identifier":"org.example.b","command":["true"],"queue":"disk"}
                < save org.example.b@1000 1 run=1
                < reply #3 accepted org.example.b@1000 new
                < launch run=1 org.example.b@1000
                < observe sleep
                > saved
                > launched run=1 process=77
                > submit #4 by=1000 owner=1000 nowOrFail {"identifier":"org.example.a","command":["true"],"queue":"disk"}
                < reply #4 refused blocked limit,queue
                > pause #5 by=1000 --all
                < savePause owner=1000 since=2026-11-20T10:00:00Z
                < reply #5 done
                > submit #6 by=1000 owner=1000 nowOrFail {"identifier":"org.example.a","command":["true"],"enabled":false}
                < reply #6 refused blocked paused,disabled,limit
                """, policy: policy)
    }

    @Test func `counts what it prefers, and its distance from its last start`() {  // B-96 B-50
        check(
            begin + """
                > submit #1 by=1000 owner=1000 nowOrFail {"identifier":"org.example.a","command":["true"],"prefers":{"externalPower":true,"for":"1h"}}
                < reply #1 refused blocked externalPower
                > submit #2 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]}
                < save org.example.a@1000 1 run=1
                < reply #2 accepted org.example.a@1000 new
                < launch run=1 org.example.a@1000
                < observe sleep
                > saved
                > launched run=1 process=77
                > exited run=1 exit 0
                < history run=1 org.example.a@1000 succeeded (exit 0)
                < forget org.example.a@1000
                < ignore sleep
                > saved
                +3s > submit #3 by=1000 owner=1000 nowOrFail {"identifier":"org.example.a","command":["true"]}
                < reply #3 refused blocked spacing
                +8s > submit #4 by=1000 owner=1000 nowOrFail {"identifier":"org.example.a","command":["true"]}
                < save org.example.a@1000 1 run=2
                < reply #4 accepted org.example.a@1000 new
                < launch run=2 org.example.a@1000
                < observe sleep
                """)
    }

    @Test func `has no schedule`() {  // B-96
        check(
            begin + """
                > submit #1 by=1000 owner=1000 nowOrFail {"identifier":"org.example.a","command":["true"],"schedule":{"every":"1h"}}
                < reply #1 refused scheduledAndAtOnce
                """)
    }

    @Test func `takes the place of a pending one only where it starts`() {  // B-96
        check(
            begin + """
                > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requiresNetwork":true}
                < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
                < reply #1 accepted org.example.a@1000 new
                > saved
                > submit #2 by=1000 owner=1000 nowOrFail {"identifier":"org.example.a","command":["true"],"requiresExternalPower":true}
                < reply #2 refused blocked externalPower
                ? org.example.a@1000 network
                > submit #3 by=1000 owner=1000 nowOrFail {"identifier":"org.example.a","command":["true"]}
                < save org.example.a@1000 1 run=1
                < reply #3 accepted org.example.a@1000 replaced
                < launch run=1 org.example.a@1000
                < observe sleep
                """)
    }

    private let asked = """
        > recovered nextRun=1
        > files 0 unreadable 0
        > submit #1 by=1000 owner=1000 nowOrFail {"identifier":"org.example.a","command":["true"],"requires":{"load":0.5}}
        < read load

        """

    @Test func `starts once what it needs was looked at, and is nowhere until then`() {  // B-96
        check(
            asked + """
                > cancel #2 by=1000 org.example.a
                < reply #2 refused unknownJob org.example.a
                > observed load 20
                < save org.example.a@1000 1 run=1
                < reply #1 accepted org.example.a@1000 new
                < launch run=1 org.example.a@1000
                < observe sleep
                """)
    }

    @Test func `is refused once what it needs was looked at, and is not there`() {  // B-96
        check(
            asked + """
                > observed load 120
                < reply #1 refused blocked load
                > observed load 20
                @ never
                """)
    }

    @Test func `is decided as if it came when all is known`() {  // B-96
        check(
            asked + """
                > submit #2 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]}
                < save org.example.a@1000 1 run=1
                < reply #2 accepted org.example.a@1000 new
                < launch run=1 org.example.a@1000
                < observe sleep
                > saved
                > launched run=1 process=77
                > observed load 20
                < reply #1 refused alreadyRunning run=1
                """)
    }

    @Test func `is forgotten with its client, and refused by a daemon that leaves`() {  // B-96
        check(
            asked + """
                > dropped #1
                > observed load 20
                > submit #2 by=1000 owner=1000 nowOrFail {"identifier":"org.example.a","command":["true"],"requires":{"load":0.5}}
                < read load
                > shutdown
                < reply #2 refused shuttingDown
                < exit
                """)
    }

    @Test func `goes with its owner where the number becomes another's`() {  // B-96 B-45
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > ownerFound 1000 "ada"
            < bindOwner 1000 "ada"
            > saved
            > submit #1 by=1000 owner=1000 nowOrFail {"identifier":"org.example.a","command":["true"],"requires":{"load":0.5}}
            < read load
            > ownerFound 1000 "eve"
            < setAside 1000 "user 1000 was ada when these jobs were accepted, and is eve now"
            < bindOwner 1000 "eve"
            < reply #1 refused ownerNotAllowed
            > saved
            > observed load 20
            """)
    }

    @Test func `that can't be stored was never there`() {  // B-96 B-4
        check(
            begin + """
                > submit #1 by=1000 owner=1000 nowOrFail {"identifier":"org.example.a","command":["true"]}
                < save org.example.a@1000 1 run=1
                < reply #1 accepted org.example.a@1000 new
                < launch run=1 org.example.a@1000
                < observe sleep
                > notSaved "the disk is full"
                < reply #1 refused storage "the disk is full"
                < ignore sleep
                > cancel #2 by=1000 org.example.a
                < reply #2 refused unknownJob org.example.a
                """)
    }
}
