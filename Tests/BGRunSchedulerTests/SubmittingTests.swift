// Scenarios: taking in requests.
import Testing

@Suite struct `Submitting a job` {
    @Test func `answers only after the save, and starts what nothing blocks`() {  // B-2 B-4
        check(
            """
            > recovered nextRun=1 boot=same
            > files 0 unreadable 0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]}
            @
            > saved
            > launched run=1 process=77
            @
            +3s > exited run=1 exit 0
            > saved
            @
            """)
    }
    @Test func `waits for power`() {  // B-2 B-4
        check(
            """
            > recovered nextRun=1 boot=same
            > files 0 unreadable 0
            > power no "AC is offline" battery=60
            > network yes "default route through wlan0"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requiresExternalPower":true}
            > saved
            ? org.example.a@1000
            @
            +1500ms > wokeUp
            @
            > power no "AC is offline" battery=60 asked
            +30s > wokeUp
            > power no "AC is offline" battery=60 asked
            @
            +1m > power yes "AC is online"
            ? org.example.a@1000
            @
            +1500ms > wokeUp
            > power yes "AC is online" asked
            @
            +3500ms > wokeUp
            > power yes "AC is online" asked
            > saved
            > launched run=1 process=77
            @
            +30s > wokeUp
            > power yes "AC is online" asked
            +1m > power no "AC is offline"
            @
            +2s > wokeUp
            > saved
            @
            +10s > wokeUp
            @
            > exited run=1 signal 9
            > saved
            ? org.example.a@1000
            @
            """)
    }
}
