// Hosts and commands that are asked.
import BGRunCalendar
import BGRunJob
import BGRunScheduler
import Testing

private let policy = {
    var policy = Policy()
    policy.onlineCheck = OnlineCheck(endpoint: Endpoint(host: "a", port: 80), path: "/", answer: "")
    return policy
}()

@Suite struct `A job that needs a connectivity check` {
    @Test func `has it made once for a network, for all who need it`() {  // B-33
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > network yes "internet through eth0" through=eth0 over=eth0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"network":{"online":true}},"schedule":{"every":"1h"}}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe subject connection
            > observed connection absent "NetworkManager is not on the system bus"
            < read check online owner=0
            +1s > observed check online owner=0 yes "the page came"
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=4
            > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 2 scheduled at=2026-11-20T11:00:00Z
            +1h > wokeUp
            < save org.example.a@1000 2 run=2
            < launch run=2 org.example.a@1000
            > launched run=2 process=5
            > exited run=2 exit 0
            < history run=2 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 3 scheduled at=2026-11-20T12:00:00Z
            +1m > network yes "internet through wlan0" through=wlan0 over=wlan0
            +1h > wokeUp
            < read check online owner=0
            < save org.example.a@1000 3 due since=2026-11-20T12:00:00Z
            +1s > observed check online owner=0 yes "the page came"
            < save org.example.a@1000 3 run=3
            < launch run=3 org.example.a@1000
            """, policy: policy)
    }

    @Test func `is told of a failure that others met, and has it made again ever more rarely`() {  // B-33
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > network yes "internet through eth0" through=eth0 over=eth0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"network":{"online":true}}}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe subject connection
            > observed connection absent "NetworkManager is not on the system bus"
            < read check online owner=0
            +1s > observed check online owner=0 no "no server answered"
            % org.example.a@1000
            | network holds: internet through eth0
            | online lacking: the connectivity check failed: no server answered
            +1m > submit #2 by=1001 owner=1001 {"identifier":"org.example.b","command":["true"],"requires":{"network":{"online":true}}}
            < save org.example.b@1001 1 due since=2026-11-20T10:01:01Z
            < reply #2 accepted org.example.b@1001 new
            % org.example.b@1001
            | network holds: internet through eth0
            | online lacking: the connectivity check failed: no server answered
            @ +299s look
            +299s > wokeUp
            < read check online owner=0
            > observed check online owner=0 no "no server answered"
            @ +10m look
            """, policy: policy)
    }

    @Test
    func
        `believes nothing that came over another network, and is made again half a minute after the last one at the soonest`()
    {  // B-33
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > network yes "internet through eth0" through=eth0 over=eth0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"network":{"online":true}}}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe subject connection
            > observed connection absent "NetworkManager is not on the system bus"
            < read check online owner=0
            +1s > network yes "internet through wlan0" through=wlan0 over=wlan0
            +1s > observed check online owner=0 yes "the page came"
            % org.example.a@1000
            | network holds: internet through wlan0
            | online unknown: the network has changed since it was asked for
            @ +58s look
            +58s > wokeUp
            < read check online owner=0
            +1s > observed check online owner=0 no "another page came, as behind a captive portal"
            +1s > network yes "internet through eth0" through=eth0 over=eth0
            % org.example.a@1000
            | network holds: internet through eth0
            | online unknown: the network has changed since it was asked for
            @ +58s look
            """, policy: policy)
    }

    // B-33
    @Test func `is not made again for what NetworkManager says of other interfaces, or of a price`() {
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > network yes "internet through wlan0" through=wlan0 over=wlan0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"network":{"online":true}}}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe subject connection
            > observed connection open wlan0 unmetered "Home"
            < read check online owner=0
            +1s > observed check online owner=0 no "no server answered"
            +1m > observed connection open docker0 unknown wlan0 metered "Home"
            % org.example.a@1000
            | network holds: internet through wlan0
            | online lacking: the connectivity check failed: no server answered
            +1m > observed connection open docker0 unknown wlan0 metered "Cafe"
            < read check online owner=0
            """, policy: policy)
    }

    @Test func `keeps its answer for the next job when the last one that asked for it has gone`() {  // B-33
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > network yes "internet through eth0" through=eth0 over=eth0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"network":{"online":true}}}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe subject connection
            > observed connection absent "NetworkManager is not on the system bus"
            < read check online owner=0
            +1s > observed check online owner=0 no "no server answered"
            > cancel #2 by=1000 org.example.a
            < forget org.example.a@1000
            < reply #2 done
            < ignore subject connection
            > submit #3 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"network":{"online":true}}}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:01Z
            < reply #3 accepted org.example.a@1000 new
            < observe subject connection
            > observed connection absent "NetworkManager is not on the system bus"
            % org.example.a@1000
            | network holds: internet through eth0
            | online lacking: the connectivity check failed: no server answered
            """, policy: policy)
    }

    @Test func `is made as often as people ask for a start, but for the first half minute`() {  // B-33
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > network yes "internet through eth0" through=eth0 over=eth0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"network":{"online":true}}}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe subject connection
            > observed connection absent "NetworkManager is not on the system bus"
            < read check online owner=0
            +1s > observed check online owner=0 no "no server answered"
            > run #2 by=1000 org.example.a now
            < reply #2 refused blocked online
            +1m > run #3 by=1000 org.example.a now
            < read check online owner=0
            """, policy: policy)
    }

    @Test func `is made at once after a sleep`() {  // B-33
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > network yes "internet through eth0" through=eth0 over=eth0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"network":{"online":true}}}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe subject connection
            > observed connection absent "NetworkManager is not on the system bus"
            < read check online owner=0
            +1s > observed check online owner=0 no "no server answered"
            asleep +8h > clockChanged
            < readPower
            +1m > wokeUp
            < read check online owner=0
            """, policy: policy)
    }

    @Test func `is unknown without being made where the policy describes none`() {  // B-33
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > network yes "internet through eth0" through=eth0 over=eth0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"network":{"online":true}}}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe subject connection
            > observed connection absent "NetworkManager is not on the system bus"
            % org.example.a@1000
            | network holds: internet through eth0
            | online unknown: bgrund.json describes no connectivity check (onlineCheck)
            @ +7d warns org.example.a@1000
            """)
    }

    @Test func `has none made while there is no network`() {  // B-33
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > network no "no route to the internet"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"network":{"online":true}}}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe subject connection
            > observed connection absent "NetworkManager is not on the system bus"
            +1h > network yes "internet through eth0" through=eth0 over=eth0
            +5s > wokeUp
            < read check online owner=0
            """, policy: policy)
    }

    // B-33
    @Test func `has it made while root's checks and its owner's are under way, and takes nobody's room`() {
        let submits = [(0, "a"), (0, "b"), (1000, "c"), (1000, "d")]
        let lines = submits.enumerated().map { number, job in
            let (owner, name) = job
            return """
                > submit #\(number) by=\(owner) owner=\(owner) {"identifier":"org.example.\(name)","command":["true"],"requires":{"command":{"command":["/bin/\(name)"],"every":"10m"}}}
                < read check command "/bin/\(name)" every=10m timeBudget=10s owner=\(owner)
                < save org.example.\(name)@\(owner) 1 due since=2026-11-20T10:00:00Z
                < reply #\(number) accepted org.example.\(name)@\(owner) new
                """
        }
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > network yes "internet through eth0" through=eth0 over=eth0
            \(lines.joined(separator: "\n"))
            > submit #8 by=1000 owner=1000 {"identifier":"org.example.e","command":["true"],"requires":{"network":{"online":true}}}
            < save org.example.e@1000 1 due since=2026-11-20T10:00:00Z
            < reply #8 accepted org.example.e@1000 new
            < observe subject connection
            > observed connection absent "NetworkManager is not on the system bus"
            < read check online owner=0
            @ +10s checkEnds
            > observed check command "/bin/a" every=10m timeBudget=10s owner=0 no "exited with 1"
            > submit #9 by=0 owner=0 {"identifier":"org.example.f","command":["true"],"requires":{"command":{"command":["/bin/f"],"every":"10m"}}}
            < read check command "/bin/f" every=10m timeBudget=10s owner=0
            < save org.example.f@0 1 due since=2026-11-20T10:00:00Z
            < reply #9 accepted org.example.f@0 new
            """, policy: policy)
    }
}

@Suite struct `A job that needs a host` {
    @Test func `asks for it when all else holds, and starts when it answers`() {  // B-33
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > network no "no route to the internet"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"network":{"reachable":"nas:445"}}}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            ? org.example.a@1000 network reachable
            +1m > network yes "internet through eth0" through=eth0
            +5s > wokeUp
            < read check reachable nas:445 owner=1000
            @ +10s checkEnds
            +1s > observed check reachable nas:445 owner=1000 yes "exited with 0"
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            """)
    }

    @Test func `is asked again after a minute, then after twice as long, up to 15 min`() {  // B-33
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > network yes "internet through eth0" through=eth0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"network":{"reachable":"nas:445"}}}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < read check reachable nas:445 owner=1000
            +1s > observed check reachable nas:445 owner=1000 no "exited with 1"
            @ +119s look
            +119s > wokeUp
            < read check reachable nas:445 owner=1000
            +1s > observed check reachable nas:445 owner=1000 no "exited with 1"
            @ +179s look
            +179s > wokeUp
            < read check reachable nas:445 owner=1000
            +1s > observed check reachable nas:445 owner=1000 no "exited with 1"
            @ +299s look
            +299s > wokeUp
            < read check reachable nas:445 owner=1000
            +1s > observed check reachable nas:445 owner=1000 no "exited with 1"
            @ +539s look
            +539s > wokeUp
            < read check reachable nas:445 owner=1000
            +1s > observed check reachable nas:445 owner=1000 no "exited with 1"
            @ +959s look
            +959s > wokeUp
            < read check reachable nas:445 owner=1000
            +1s > observed check reachable nas:445 owner=1000 no "exited with 1"
            @ +959s look
            +1s > network yes "internet through wlan0" through=wlan0
            < read check reachable nas:445 owner=1000
            +1s > observed check reachable nas:445 owner=1000 no "exited with 1"
            @ +117s look
            +119s > wokeUp
            < read check reachable nas:445 owner=1000
            +1s > observed check reachable nas:445 owner=1000 yes "exited with 0"
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            """)
    }

    @Test func `is asked for nobody while something else is missing too`() {  // B-33
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > network yes "internet through eth0" through=eth0
            > power yes "AC is online"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"externalPower":true,"network":{"reachable":"nas:445"}}}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < read check reachable nas:445 owner=1000
            +1s > observed check reachable nas:445 owner=1000 no "exited with 1"
            > power no "AC is offline"
            @ +1500ms powerSecondLook
            +1h > power yes "AC is online"
            +5s > wokeUp
            < readPower
            """)
    }

    @Test func `is not asked in a loop, but again when the network has changed`() {  // B-33
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > network yes "internet through eth0" through=eth0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"network":{"reachable":"nas:445"}}}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < read check reachable nas:445 owner=1000
            +1s > observed check reachable nas:445 owner=1000 no "exited with 1"
            % org.example.a@1000
            | network holds: internet through eth0
            | reachable nas:445 lacking: nas:445 does not answer: exited with 1
            @ +119s look
            +30s > wokeUp
            +1s > network yes "internet through wlan0" through=wlan0
            < read check reachable nas:445 owner=1000
            """)
    }

    @Test func `gives up a host that does not answer in time`() {  // B-33
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > network yes "internet through eth0" through=eth0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"network":{"reachable":"nas:445"}}}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < read check reachable nas:445 owner=1000
            @ +10s checkEnds
            +10s > wokeUp
            < abandon check reachable nas:445 owner=1000
            % org.example.a@1000
            | network holds: internet through eth0
            | reachable nas:445 lacking: nas:445 does not answer: did not answer within 10s
            """)
    }
}

@Suite struct `A job that needs a command` {
    @Test func `has it asked at full minutes after its interval, and no sooner`() {  // B-33
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"command":{"command":["/bin/ready"],"every":"10m"}}}
            < read check command "/bin/ready" every=10m timeBudget=10s owner=1000
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            +1s > observed check command "/bin/ready" every=10m timeBudget=10s owner=1000 no "exited with 1"
            ? org.example.a@1000 command
            % org.example.a@1000
            | command /bin/ready every=10m timeBudget=10s lacking: ready exited with 1
            @ +659s look
            +11m > wokeUp
            < read check command "/bin/ready" every=10m timeBudget=10s owner=1000
            +1s > observed check command "/bin/ready" every=10m timeBudget=10s owner=1000 yes "exited with 0"
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            """)
    }

    @Test func `kills one that takes too long`() {  // B-33
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"command":{"command":["/bin/ready"],"every":"10m"}}}
            < read check command "/bin/ready" every=10m timeBudget=10s owner=1000
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            @ +10s checkEnds
            +10s > wokeUp
            < abandon check command "/bin/ready" every=10m timeBudget=10s owner=1000
            % org.example.a@1000
            | command /bin/ready every=10m timeBudget=10s lacking: ready did not answer within 10s
            """)
    }

    @Test func `waits while two of its owner's are under way, and nobody else's does`() {  // B-33
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"command":{"command":["/bin/a"],"every":"10m"}}}
            < read check command "/bin/a" every=10m timeBudget=10s owner=1000
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            > submit #2 by=1000 owner=1000 {"identifier":"org.example.b","command":["true"],"requires":{"command":{"command":["/bin/b"],"every":"10m"}}}
            < read check command "/bin/b" every=10m timeBudget=10s owner=1000
            < save org.example.b@1000 1 due since=2026-11-20T10:00:00Z
            < reply #2 accepted org.example.b@1000 new
            > submit #3 by=1000 owner=1000 {"identifier":"org.example.c","command":["true"],"requires":{"command":{"command":["/bin/c"],"every":"10m"}}}
            < save org.example.c@1000 1 due since=2026-11-20T10:00:00Z
            < reply #3 accepted org.example.c@1000 new
            > submit #4 by=1001 owner=1001 {"identifier":"org.example.d","command":["true"],"requires":{"command":{"command":["/bin/d"],"every":"10m"}}}
            < read check command "/bin/d" every=10m timeBudget=10s owner=1001
            < save org.example.d@1001 1 due since=2026-11-20T10:00:00Z
            < reply #4 accepted org.example.d@1001 new
            +1s > observed check command "/bin/a" every=10m timeBudget=10s owner=1000 no "exited with 1"
            < read check command "/bin/c" every=10m timeBudget=10s owner=1000
            """)
    }

    @Test func `does not wait for those of others where its owner has none under way`() {  // B-33
        let submits = [(1000, "a"), (1000, "b"), (1001, "c"), (1001, "d"), (1002, "e")]
        let lines = submits.enumerated().map { number, job in
            let (owner, name) = job
            return """
                > submit #\(number) by=\(owner) owner=\(owner) {"identifier":"org.example.\(name)","command":["true"],"requires":{"command":{"command":["/bin/\(name)"],"every":"10m"}}}
                < read check command "/bin/\(name)" every=10m timeBudget=10s owner=\(owner)
                < save org.example.\(name)@\(owner) 1 due since=2026-11-20T10:00:00Z
                < reply #\(number) accepted org.example.\(name)@\(owner) new
                """
        }
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            \(lines.joined(separator: "\n"))
            > submit #9 by=1002 owner=1002 {"identifier":"org.example.f","command":["true"],"requires":{"command":{"command":["/bin/f"],"every":"10m"}}}
            < save org.example.f@1002 1 due since=2026-11-20T10:00:00Z
            < reply #9 accepted org.example.f@1002 new
            """)
    }

    @Test func `lets it go with its job`() {  // B-33
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"command":{"command":["/bin/ready"],"every":"10m"}}}
            < read check command "/bin/ready" every=10m timeBudget=10s owner=1000
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            +1s > cancel #2 by=1000 org.example.a
            < abandon check command "/bin/ready" every=10m timeBudget=10s owner=1000
            < forget org.example.a@1000
            < reply #2 done
            """)
    }

    @Test func `believes a yes for its interval`() {  // B-33
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"every":"1h"},"requires":{"command":{"command":["/bin/ready"],"every":"2h"}}}
            < read check command "/bin/ready" every=2h timeBudget=10s owner=1000
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            +1h > wokeUp
            < abandon check command "/bin/ready" every=2h timeBudget=10s owner=1000
            +1s > observed check command "/bin/ready" every=2h timeBudget=10s owner=1000 yes "exited with 0"
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=4
            +1s > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < save org.example.a@1000 2 scheduled at=2026-11-20T12:00:00Z
            +1h > wokeUp
            < save org.example.a@1000 2 run=2
            < launch run=2 org.example.a@1000
            """)
    }
}
