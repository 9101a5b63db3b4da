// Answers of hosts and commands that are believed no more.
import BGRunCalendar
import BGRunJob
import BGRunScheduler
import Testing

@Suite struct `An answer of a host or a command` {
    @Test func `that was asked for before the network changed is asked for again`() {  // B-33
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > network yes "internet through eth0" through=eth0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"network":{"reachable":"nas:445"}}}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < read check reachable nas:445 owner=1000
            +1s > network yes "internet through wlan0" through=wlan0
            +1s > observed check reachable nas:445 owner=1000 no "exited with 1"
            < read check reachable nas:445 owner=1000
            +1s > observed check reachable nas:445 owner=1000 no "exited with 1"
            @ +117s look
            """)
    }

    @Test func `that was asked for before the machine slept is asked for again`() {  // B-33
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"command":{"command":["/bin/ready"],"every":"10m"}}}
            < read check command "/bin/ready" every=10m timeBudget=10s owner=1000
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            +1s > sleepAnnounced
            < letSleep
            asleep +1h > sleepOver
            < readPower
            +1s > observed check command "/bin/ready" every=10m timeBudget=10s owner=1000 yes "exited with 0"
            +30s > wokeUp
            < read check command "/bin/ready" every=10m timeBudget=10s owner=1000
            """)
    }

    @Test func `to one occurrence is no answer to the next`() {  // B-33
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > network yes "internet through eth0" through=eth0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"every":"1d"},"maxLateness":"1h","requires":{"network":{"reachable":"nas:445"}}}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < read check reachable nas:445 owner=1000
            +1s > observed check reachable nas:445 owner=1000 no "exited with 1"
            +1h > wokeUp
            < skip org.example.a@1000 maxLateness due=2026-11-20T10:00:00Z
            < save org.example.a@1000 2 scheduled at=2026-11-21T10:00:00Z
            @ +82799s occurrenceDue org.example.a@1000
            +82799s > wokeUp
            < read check reachable nas:445 owner=1000
            < save org.example.a@1000 2 due since=2026-11-21T10:00:00Z
            """)
    }

    @Test func `that was no is asked for again for who starts the job by hand`() {  // B-33
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"command":{"command":["/bin/ready"],"every":"7d"}}}
            < read check command "/bin/ready" every=7d timeBudget=10s owner=1000
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            +1s > observed check command "/bin/ready" every=7d timeBudget=10s owner=1000 no "exited with 1"
            +2d > run #2 by=1000 org.example.a now
            < read check command "/bin/ready" every=7d timeBudget=10s owner=1000
            +1s > observed check command "/bin/ready" every=7d timeBudget=10s owner=1000 no "exited with 1"
            < reply #2 refused blocked command
            """)
    }

    @Test func `comes too late for a start by hand whose occurrence was cancelled`() {  // B-19
        check(
            """
            > recovered nextRun=1
            > files 1 unreadable 0
            | file "/etc/bgrun/jobs.d/org.example.a.json" owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"every":"1h"},"earliestBeginDate":"+1h","requires":{"command":{"command":["/bin/ready"],"every":"10m"}}}
            < save org.example.a@1000 1 scheduled after=1h
            +1s > run #2 by=1000 org.example.a now
            < read check command "/bin/ready" every=10m timeBudget=10s owner=1000
            +1s > cancel #3 by=1000 org.example.a
            < save org.example.a@1000 2 scheduled at=2026-11-20T11:00:00Z
            < reply #3 done
            < reply #2 refused blocked earliestBeginDate,command
            +1s > observed check command "/bin/ready" every=10m timeBudget=10s owner=1000 yes "exited with 0"
            """)
    }

    @Test func `of a job that went while its condition was simulated is waited for no more`() {  // B-3
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"command":{"command":["/bin/ready"],"every":"10m"}}}
            < read check command "/bin/ready" every=10m timeBudget=10s owner=1000
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            +1s > simulateConditions #2 by=1000 --all for=2h command=off
            < reply #2 simulating until=2026-11-20T12:00:01Z
            +1s > cancel #3 by=1000 org.example.a
            < abandon check command "/bin/ready" every=10m timeBudget=10s owner=1000
            < forget org.example.a@1000
            < reply #3 done
            +1m > wokeUp
            @ +7139s simulationEnds
            """)
    }

    @Test func `is not kept from one user by the many commands of another`() {  // B-33
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1001 owner=1001 {"identifier":"org.example.a","command":["true"],"requires":{"command":[{"command":["/bin/a"],"every":"1m"},{"command":["/bin/b"],"every":"1m"},{"command":["/bin/c"],"every":"1m"}]}}
            < read check command "/bin/a" every=1m timeBudget=10s owner=1001
            < read check command "/bin/b" every=1m timeBudget=10s owner=1001
            < save org.example.a@1001 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1001 new
            > submit #2 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"command":{"command":["/bin/ready"],"every":"10m"}}}
            < read check command "/bin/ready" every=10m timeBudget=10s owner=1000
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #2 accepted org.example.a@1000 new
            +1s > observed check command "/bin/a" every=1m timeBudget=10s owner=1001 yes "exited with 0"
            < read check command "/bin/c" every=1m timeBudget=10s owner=1001
            """)
    }
}
