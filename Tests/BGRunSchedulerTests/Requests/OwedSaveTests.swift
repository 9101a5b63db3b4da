// Scenarios: what is owed to a disk that takes nothing does not pile up.
import Testing

@Suite struct `While the disk takes nothing` {
    @Test func `the end of a pause is owed once`() {  // B-4
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > pause #1 by=1000 --all for=1h
            < savePause owner=1000 since=2026-11-20T10:00:00Z for=1h
            < reply #1 done
            > saved
            +1h > wokeUp
            < savePause owner=1000 over
            > notSaved "full"
            @ +10s saveRetry
            +10s > wokeUp
            < savePause owner=1000 over
            > notSaved "full"
            +20s > wokeUp
            < savePause owner=1000 over
            > notSaved "full"
            +40s > wokeUp
            < savePause owner=1000 over
            """)
    }

    // B-4
    @Test func `a pause that is over does not come back, so that nothing is done for it again and again`() {
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > network no "x"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requiresNetwork":true}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            > saved
            > pause #2 by=1000 --all for=1h
            < savePause owner=1000 since=2026-11-20T10:00:00Z for=1h
            < reply #2 done
            > saved
            +1h > wokeUp
            < savePause owner=1000 over
            > notSaved "full"
            @ +10s saveRetry
            """)
    }

    @Test func `who ends what has ended already is told so once that is stored`() {  // B-4
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > pause #1 by=1000 --all for=1h
            < savePause owner=1000 since=2026-11-20T10:00:00Z for=1h
            < reply #1 done
            > saved
            +1h > wokeUp
            < savePause owner=1000 over
            > notSaved "full"
            > unpause #2 by=1000 --all
            < savePause owner=1000 over
            < reply #2 done
            > notSaved "full"
            < reply #2 refused storage "full"
            +1m > unpause #3 by=1000 --all
            < savePause owner=1000 over
            < reply #3 done
            > saved
            """)
    }

    @Test func `who was answered before is not refused`() {  // B-4
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > unpause #1 by=1000 --all
            < reply #1 done
            > kept
            > submit #2 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]}
            < save org.example.a@1000 1 run=1
            < reply #2 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > notSaved "full"
            < reply #2 refused storage "full"
            < ignore sleep
            """)
    }

    @Test func `skips of one job are owed as one`() {  // B-4
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > network no "x"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"every":"10s"},"maxLateness":"1s","requiresNetwork":true}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            > saved
            +10s > wokeUp
            < skip org.example.a@1000 maxLateness due=2026-11-20T10:00:00Z
            < save org.example.a@1000 2 due since=2026-11-20T10:00:10Z
            > notSaved "full"
            +10s > wokeUp
            < skip org.example.a@1000 maxLateness due=2026-11-20T10:00:00Z
            < save org.example.a@1000 2 due since=2026-11-20T10:00:10Z
            < skip org.example.a@1000 maxLateness due=2026-11-20T10:00:10Z
            < save org.example.a@1000 3 due since=2026-11-20T10:00:20Z
            > notSaved "full"
            +10s > wokeUp
            < skip org.example.a@1000 maxLateness due=2026-11-20T10:00:00Z
            < save org.example.a@1000 3 due since=2026-11-20T10:00:20Z
            < skip org.example.a@1000 maxLateness due=2026-11-20T10:00:20Z
            < save org.example.a@1000 4 due since=2026-11-20T10:00:30Z
            > notSaved "full"
            +10s > wokeUp
            < skip org.example.a@1000 maxLateness due=2026-11-20T10:00:00Z
            < save org.example.a@1000 4 due since=2026-11-20T10:00:30Z
            < skip org.example.a@1000 maxLateness due=2026-11-20T10:00:30Z
            < save org.example.a@1000 5 due since=2026-11-20T10:00:40Z
            """)
    }
}
