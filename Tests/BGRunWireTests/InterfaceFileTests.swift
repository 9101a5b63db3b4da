// The interface files of the documents are the descriptions that the daemon gives.
import BGRunTestSupport
import BGRunWire
import Testing

@Suite struct `The interface file` {
    @Test func `is the description that the daemon gives`() throws {
        try GoldenFile("docs/org.bgrun.Scheduler.varlink").compare(with: SchedulerInterface.description)
    }

    @Test func `of applications is the description that the daemon gives`() throws {
        try GoldenFile("docs/org.bgrun.Applications.varlink").compare(with: ApplicationsInterface.description)
    }
}
