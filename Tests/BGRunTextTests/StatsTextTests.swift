// What jobs took, summed up.
import BGRunCalendar
import BGRunJob
import Testing

@testable import BGRunText

// B-86
@Suite struct `Statistics of jobs` {
    private func entry(
        _ number: Int64, _ name: String, owner: UInt32 = 1000, _ outcome: Outcome = .succeeded,
        seconds: Int64?,
        cpu: Int64 = 1, peak: Int64 = 2048
    ) throws -> HistoryLine {
        let job = JobID(owner: UserID(owner), identifier: try #require(JobIdentifier(name)))
        let start = WallTime(microseconds: 1_774_744_200_000_000)
        return .run(
            HistoryEntry(
                run: RunID(number), job: job, due: start, started: start,
                ended: start.advanced(by: .seconds(7)),
                duration: seconds.map { .seconds($0) }, outcome: outcome,
                usage: ResourceUsage(
                    processes: .init(
                        userTime: .seconds(cpu), systemTime: .seconds(1), peakMemoryKiB: peak,
                        readBytes: peak == 4096 ? 1 << 20 : 0,
                        writtenBytes: peak == .max || peak == 4096 ? peak : 0))))
    }

    private let owners = OwnerNames(shownTo: UserID(1000)) { "user \($0)" }

    @Test func `count runs and outcomes, and have the middle and the end of their durations`() throws {
        let lines = try [
            entry(1, "b", seconds: 10), entry(2, "b", seconds: 30, peak: 4096), entry(3, "b", seconds: 20),
            entry(4, "b", .failed, seconds: nil), entry(7, "b", .interrupted, seconds: 1),
            entry(5, "b", .couldNotLaunch, seconds: 0, cpu: 0, peak: 0),
            entry(6, "a", .expired, seconds: 3600),
        ]
        let jobs = JobStatistics.of(lines)
        #expect(jobs.map(\.job.identifier.text) == ["a", "b"])
        #expect(jobs[1].runs == 6)
        #expect(jobs[1].outcomes == [.succeeded: 3, .failed: 1, .interrupted: 1, .couldNotLaunch: 1])
        // Only successes tell how long one takes.
        #expect(jobs[1].median == .seconds(20) && jobs[1].longest == .seconds(30))
        #expect(jobs[1].processorTime == .seconds(11) && jobs[1].peakMemoryKiB == 4096)
        let text = StatsText(jobs).lines(owners).map { $0.text(on: .pipe) }
        #expect(
            text == [
                "JOB  RUNS  MEDIAN  LONGEST  CPU   PEAK MEMORY  READ  WRITTEN  OUTCOMES",
                "a    1     –       1 h      2 s   2M           –     –        1 ran out of time",
                "b    6     20 s    30 s     11 s  4M           1M    4K       3 succeeded, 1 failed, 1 interrupted, 1 could not be launched",
            ])
    }

    @Test func `keep owners apart, and don't overflow`() throws {
        let jobs = JobStatistics.of(
            try [
                entry(1, "a", owner: 1001, seconds: 1, cpu: 9_000_000_000_000), entry(2, "a", seconds: 1),
                entry(3, "a", owner: 1001, seconds: 1, cpu: 9_000_000_000_000, peak: .max),
            ])
        #expect(jobs.map(\.job.owner) == [UserID(1000), UserID(1001)])
        #expect(jobs[1].processorTime == Duration.microseconds(Int64.max))
        #expect(StatsText(jobs).lines(owners).count == 3)
        #expect(
            StatsText([]).lines(owners, isOfAllTime: false).map { $0.text(on: .pipe) } == [
                "no run has ended in this time"
            ])
    }
}
