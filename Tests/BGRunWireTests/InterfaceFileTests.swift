// The interface file of the documents is the description that the daemon gives.
import BGRunTestSupport
import BGRunWire
import Testing

@Suite struct `The interface file` {
    @Test func `is the description that the daemon gives`() throws {
        try GoldenFile("docs/org.bgrun.Scheduler.varlink").compare(with: SchedulerInterface.description)
    }
}
