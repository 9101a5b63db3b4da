// Numbers about jobs and the daemon, as Prometheus reads them.
import BGRunCalendar
import BGRunJob
import BGRunWire
import Testing

@testable import BGRunText

// B-123
@Suite struct `Metrics` {
    private func lines(_ status: StatusCall.Reply = World.status, _ entries: [HistoryLine] = []) -> [String] {
        MetricsText(status, entries, at: World.now).text.split(separator: "\n").map(String.init)
    }

    private let success = World.now.microseconds / 1_000_000 - 3600

    private func entry(_ number: Int64, _ outcome: Outcome, seconds: Int64) -> HistoryLine {
        let ended = World.now.advanced(by: .seconds(-seconds))
        return .run(
            HistoryEntry(
                run: RunID(number),
                job: JobID(owner: World.owner, identifier: World.identifier("org.a.backup")),
                due: ended, started: ended.advanced(by: .seconds(-90)), ended: ended,
                duration: .milliseconds(1500), outcome: outcome))
    }

    @Test func `count jobs by their states and by what they wait for, and end as OpenMetrics has to`() {
        let lines = lines()
        #expect(
            lines.contains("bgrun_jobs{state=\"due\"} 2") && lines.contains("bgrun_jobs{state=\"invalid\"} 0")
        )
        #expect(lines.contains("bgrun_jobs_held{blocker=\"externalPower\"} 1"))
        #expect(lines.contains("bgrun_daemon_version{scope=\"user\",version=\"0.1.0\"} 1"))
        #expect(lines.contains("bgrun_battery_level_ratio 0.87"))
        #expect(lines.contains("bgrun_condition{condition=\"externalPower\"} 0"))
        #expect(lines.last == "# EOF")
    }

    @Test func `have of a job its last success, how long its last run took, and its outcomes`() {
        var status = World.status
        status.jobs[0].lastRun = JobRecord.LastRun(
            run: RunID(3), outcome: .failed, stopReason: nil, ended: World.now,
            lastSuccess: WallTime(microseconds: success * 1_000_000))
        // History does not go back so far.
        let lines = lines(status, [entry(3, .failed, seconds: 60)])
        let labels = "identifier=\"org.a.backup\",owner=\"\(World.owner)\""
        #expect(lines.contains("bgrun_job_last_success_timestamp_seconds{\(labels)} \(success)"))
        #expect(lines.contains("bgrun_job_last_duration_seconds{\(labels)} 1.500"))
        #expect(lines.contains("bgrun_job_runs{\(labels),outcome=\"failed\"} 1"))
        #expect(lines.contains { $0.hasPrefix("bgrun_job_waiting_seconds{\(labels)} ") })
    }

    @Test func `name each family once, before its samples, and each series once`() {
        let lines = lines(World.status, [entry(1, .succeeded, seconds: 1)])
        let types = lines.filter { $0.hasPrefix("# TYPE ") }
        #expect(Set(types).count == types.count && types.allSatisfy { $0.hasSuffix(" gauge") })
        let series = lines.filter { !$0.hasPrefix("#") }.map { $0.prefix { $0 != " " } }
        #expect(Set(series).count == series.count)
    }

    @Test func `escape texts of others, and have no more series than they may`() throws {
        var status = World.status
        status.daemon.version = "1\"}\\\n\u{1B}[2J"
        let job = try #require(status.jobs.first)
        status.jobs = (0..<1200).map { number in
            var job = job
            job.id = JobID(owner: World.owner, identifier: World.identifier("job-\(number)"))
            return job
        }
        let lines = lines(status)
        #expect(lines.contains("bgrun_daemon_version{scope=\"user\",version=\"1\\\"}\\\\ [2J\"} 1"))
        #expect(lines.count { $0.hasPrefix("bgrun_job_running{") } == MetricsText.mostJobs)
        #expect(lines.contains("bgrun_jobs_left_out 200"))
    }
}
