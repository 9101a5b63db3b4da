// Scenarios: taking in requests.
import Testing

@Suite struct `Submitting a job` {
    @Test func `answers only after the save, and starts what nothing blocks`() {  // B-2 B-4
        check(
            """
            > recovered nextRun=1 boot=same
            > files 0 unreadable 0
            < readPower
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"]}
            """)
    }
}
