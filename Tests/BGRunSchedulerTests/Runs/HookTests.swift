// Scenarios: the commands of jobs that are called when occurrences have ended.
import BGRunJob
import Testing

@Suite struct `A job's hooks` {
    /// A job of every hour's, at the end of its first run.
    private static func start(_ keys: String) -> String {
        """
        > recovered nextRun=1
        > files 0 unreadable 0
        > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"every":"1h"},"notify":"never",\(keys)}
        < save org.example.a@1000 1 run=1
        < reply #1 accepted org.example.a@1000 new
        < launch run=1 org.example.a@1000
        < observe sleep
        > saved
        > launched run=1 process=77

        """
    }

    // B-104
    @Test func `are called after a final failure, a success, and a success that follows failures`() {
        check(
            Self.start(#""onFailure":["f"],"onRecovery":["r"],"onSuccess":["s"],"retry":{"attempts":2}"#)
                + """
                # What is tried again is no end.
                > exited run=1 exit 3
                < history run=1 org.example.a@1000 failed (exit 3) attempt=1/2
                < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z rests=27s attempts=1
                > saved
                +2m > wokeUp
                < save org.example.a@1000 1 run=2 attempts=1
                < launch run=2 org.example.a@1000
                > saved
                > launched run=2 process=78
                > exited run=2 exit 3
                < history run=2 org.example.a@1000 failed (exit 3) attempt=2/2
                < save org.example.a@1000 2 scheduled at=2026-11-20T11:00:00Z failing=1
                < call run=2 onFailure org.example.a@1000
                > saved
                > hookEnded run=2 owner=1000 onFailure exit 0
                < hook run=2 onFailure exit 0
                > saved
                +1h > wokeUp
                < save org.example.a@1000 2 run=3 failing=1
                < launch run=3 org.example.a@1000
                > saved
                > launched run=3 process=79
                > exited run=3 exit 0
                < history run=3 org.example.a@1000 succeeded (exit 0)
                < save org.example.a@1000 3 scheduled at=2026-11-20T12:00:00Z
                < call run=3 onRecovery org.example.a@1000
                > saved
                # One at a time, in their order.
                > hookEnded run=3 owner=1000 onRecovery couldNotStart: no such file
                < hook run=3 onRecovery couldNotStart: no such file
                # Its owner was not told, and so the job says it.
                < save org.example.a@1000 3 scheduled at=2026-11-20T12:00:00Z hookFault=onRecovery
                < call run=3 onSuccess org.example.a@1000
                > saved
                > hookEnded run=3 owner=1000 onSuccess signal 11
                < hook run=3 onSuccess signal 11
                < save org.example.a@1000 3 scheduled at=2026-11-20T12:00:00Z hookFault=onSuccess
                """)
    }

    @Test func `that are replaced are no fault of the job any more`() throws {  // B-104
        var scenario = Scenario(policy: Policy())
        _ = try scenario.play(
            Self.start(#""onFailure":["f"]"#) + """
                > exited run=1 exit 1
                > saved
                > hookEnded run=1 owner=1000 onFailure exit 7
                > saved

                """)
        #expect(scenario.status(of: "org.example.a")?.hookFault != nil)
        _ = try scenario.play(
            """
            > submit #9 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"schedule":{"every":"1h"},"onFailure":["g"]}
            > saved
            """)
        #expect(scenario.status(of: "org.example.a")?.hookFault == nil)
    }

    @Test func `are not called after what is no end of an occurrence`() {  // B-104
        check(
            Self.start(#""onFailure":["f"],"onSuccess":["s"]"#) + """
                > exited run=1 exit 75
                < history run=1 org.example.a@1000 deferred (exit 75)
                < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z rests=15m unfinished=1
                > saved
                > cancel #2 by=1000 org.example.a
                < forget org.example.a@1000
                < reply #2 done
                < ignore sleep
                """)
    }

    @Test func `are ended where they take too long, and the next one is called`() {  // B-104
        check(
            Self.start(#""onFailure":{"command":["f"],"timeBudget":"10s"}"#) + """
                > submit #2 by=1000 owner=1000 {"identifier":"org.example.b","command":["true"],"onSuccess":["s"]}
                < save org.example.b@1000 1 run=2
                < reply #2 accepted org.example.b@1000 new
                < launch run=2 org.example.b@1000
                > saved
                > launched run=2 process=78
                > exited run=1 exit 3
                < history run=1 org.example.a@1000 failed (exit 3)
                < save org.example.a@1000 2 scheduled at=2026-11-20T11:00:00Z failing=1
                < call run=1 onFailure org.example.a@1000
                > saved
                > exited run=2 exit 0
                < history run=2 org.example.b@1000 succeeded (exit 0)
                < forget org.example.b@1000
                > saved
                @ +10s hookEnds org.example.a@1000
                +10s > wokeUp
                < endHook run=1 onFailure
                > hookEnded run=1 owner=1000 onFailure signal 9
                < hook run=1 onFailure timeBudget
                < save org.example.a@1000 2 scheduled at=2026-11-20T11:00:00Z failing=1 hookFault=onFailure
                < call run=2 onSuccess org.example.b@1000
                """)
    }

    @Test func `of one owner keep no other's waiting`() {  // B-104
        check(
            Self.start(#""onFailure":["f"]"#) + """
                > exited run=1 exit 3
                < history run=1 org.example.a@1000 failed (exit 3)
                < save org.example.a@1000 2 scheduled at=2026-11-20T11:00:00Z failing=1
                < call run=1 onFailure org.example.a@1000
                > saved
                > submit #2 by=1001 owner=1001 {"identifier":"org.example.b","command":["true"],"onSuccess":["s"]}
                < save org.example.b@1001 1 run=2
                < reply #2 accepted org.example.b@1001 new
                < launch run=2 org.example.b@1001
                > saved
                > launched run=2 process=78
                > exited run=2 exit 0
                < history run=2 org.example.b@1001 succeeded (exit 0)
                < forget org.example.b@1001
                < call run=2 onSuccess org.example.b@1001
                """)
    }

    @Test func `are not called by a daemon that leaves`() {  // B-104
        check(
            Self.start(#""onSuccess":["s"]"#) + """
                > shutdown
                < terminate run=1 shutdown
                < save org.example.a@1000 1 run=1 stop=shutdown
                > saved
                > exited run=1 exit 0
                < history run=1 org.example.a@1000 succeeded stop=shutdown (exit 0)
                < save org.example.a@1000 2 scheduled at=2026-11-20T11:00:00Z
                < exit
                """)
    }
}
