// Scenarios: submissions of jobs that may be there already.
import Testing

@Suite struct `Submitting a job that may be there` {
    private let pending = """
        > recovered nextRun=1
        > files 0 unreadable 0
        > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requiresNetwork":true}
        < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
        < reply #1 accepted org.example.a@1000 new
        > saved

        """

    @Test func `to keep it leaves a pending one as it is, and stores nothing`() {  // B-95
        check(
            pending + """
                > submit #2 by=1000 owner=1000 ifExists=keep {"identifier":"org.example.a","command":["false"]}
                < reply #2 accepted org.example.a@1000 kept
                ? org.example.a@1000 network
                > disable #3 by=1000 org.example.a
                < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z disabled
                < reply #3 done
                > saved
                # Whatever the new descriptor says: it is not used.
                > submit #4 by=1000 owner=1000 ifExists=keep {"identifier":"org.example.a","command":["false"],"after":"org.example.a.x","schedule":{"cron":"0 0 1 1 *"},"until":"2026-11-21T00:00:00Z"}
                < reply #4 accepted org.example.a@1000 kept
                ? org.example.a@1000 disabled network
                """)
    }

    @Test func `to keep it leaves one that runs without a successor`() {  // B-95
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 ifExists=keep {"identifier":"org.example.a","command":["true"]}
            < save org.example.a@1000 1 run=1
            < reply #1 accepted org.example.a@1000 new
            < launch run=1 org.example.a@1000
            < observe sleep
            > saved
            > launched run=1 process=77
            > submit #2 by=1000 owner=1000 ifExists=keep {"identifier":"org.example.a","command":["false"]}
            < reply #2 accepted org.example.a@1000 kept
            > submit #3 by=1000 owner=1000 ifExists=fail {"identifier":"org.example.a","command":["false"]}
            < reply #3 refused alreadyExists org.example.a
            +10s > exited run=1 exit 0
            < history run=1 org.example.a@1000 succeeded (exit 0)
            < forget org.example.a@1000
            < ignore sleep
            > saved
            # It is over, so there is none.
            > submit #4 by=1000 owner=1000 ifExists=fail {"identifier":"org.example.a","command":["true"],"requiresNetwork":true}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:10Z
            < reply #4 accepted org.example.a@1000 new
            """)
    }

    @Test func `to fail refuses, and of two who come at once the second`() {  // B-95
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 ifExists=fail {"identifier":"org.example.a","command":["true"],"requiresNetwork":true}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            > submit #2 by=1000 owner=1000 ifExists=fail {"identifier":"org.example.a","command":["true"],"requiresNetwork":true}
            < reply #2 refused alreadyExists org.example.a
            > submit #3 by=1001 owner=1001 ifExists=fail {"identifier":"org.example.a","command":["true"],"requiresNetwork":true}
            < save org.example.a@1001 1 due since=2026-11-20T10:00:00Z
            < reply #3 accepted org.example.a@1001 new
            """)
    }

    @Test(arguments: ["replace", "keep", "fail"])
    func `a file's job is refused whatever is asked for`(_ what: String) {  // B-95 B-19
        let word = what == "replace" ? "" : "ifExists=\(what) "
        check(
            """
            > recovered nextRun=1
            > files 1 unreadable 0
            | file "/etc/bgrun/jobs.d/org.example.a.json" owner=0 {"identifier":"org.example.a","command":["true"],"requiresNetwork":true}
            < save org.example.a@0 1 due since=2026-11-20T10:00:00Z
            > saved
            > submit #1 by=0 owner=0 \(word){"identifier":"org.example.a","command":["true"]}
            < reply #1 refused broughtByFile "/etc/bgrun/jobs.d/org.example.a.json"
            """)
    }

    @Test func `keeps what could not be told of as stored from being told`() {  // B-95 B-4
        check(
            pending + """
                > cancel #2 by=1000 org.example.a
                < forget org.example.a@1000
                < reply #2 done
                > notSaved "the disk is full"
                < reply #2 refused storage "the disk is full"
                > submit #3 by=1000 owner=1000 ifExists=keep {"identifier":"org.example.a","command":["false"]}
                < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
                < reply #3 accepted org.example.a@1000 kept
                > notSaved "the disk is full"
                < reply #3 refused storage "the disk is full"
                ? org.example.a@1000 network storage
                """)
    }
}
