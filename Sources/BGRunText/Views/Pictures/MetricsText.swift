// What `bgrun metrics` prints: numbers about jobs and the daemon, in the text that Prometheus reads.
import BGRunCalendar
import BGRunJob
import BGRunWire

/// The view of a status and of history as metrics.
///
/// It is OpenMetrics 1.0, and the older text format of Prometheus too. All are gauges: history is kept within limits, so that
/// no number of it only grows. What it may have of labels is bounded, however many jobs there are.
package struct MetricsText {
    /// Jobs, and conditions, with series of their own; the others are counted.
    package static let mostJobs = 1000
    package static let mostConditions = 200

    private let status: StatusCall.Reply
    private let entries: [HistoryLine]
    private let now: WallTime

    package init(_ status: StatusCall.Reply, _ entries: [HistoryLine], at now: WallTime) {
        self.status = status
        self.entries = entries
        self.now = now
    }

    /// All families, as they are printed.
    package var text: String { families.map(\.text).joined() + "# EOF\n" }

    /// Those without a sample are among them.
    package var families: [MetricFamily] { daemon + jobs + perJob + device }

    // MARK: Families

    private var daemon: [MetricFamily] {
        let daemon = status.daemon
        return [
            MetricFamily("bgrun_daemon_version", "The daemon that was asked, always 1.") {
                $0.add(1, [("scope", daemon.scope.rawValue), ("version", daemon.version)])
            },
            MetricFamily("bgrun_daemon_start_timestamp_seconds", "When the daemon was started.") {
                $0.add(daemon.started)
            },
            MetricFamily(
                "bgrun_daemon_faults", "What is wrong with the daemon now and somebody has to see to."
            ) {
                $0.add(daemon.headlines.count)
            },
            MetricFamily("bgrun_daemon_losses", "What its storage has lost in the last seven days.") {
                $0.add(daemon.losses.count)
            },
            MetricFamily("bgrun_broken_files", "Descriptor files that can't be used.") {
                $0.add(status.brokenFiles.count)
            },
        ]
    }

    private var jobs: [MetricFamily] {
        let states = Dictionary(grouping: status.jobs, by: \.state)
        var held: [String: Int] = [:]
        for job in status.jobs where job.state == .due {
            for name in Set(job.blockers.map(\.requirement)) { held[name, default: 0] += 1 }
        }
        return [
            MetricFamily("bgrun_jobs", "Jobs by their state.") { family in
                for state in JobState.allCases {
                    family.add(states[state]?.count ?? 0, [("state", state.rawValue)])
                }
            },
            MetricFamily(
                "bgrun_jobs_held", "Jobs that are due and wait for this, whatever else they wait for."
            ) {
                family in
                for (name, count) in held.sorted(by: { $0.key < $1.key }) {
                    family.add(count, [("blocker", name)])
                }
            },
            MetricFamily("bgrun_jobs_troubled", "Jobs that somebody should see to, by what is wrong.") {
                for trouble in Trouble.allCases {
                    let count = status.jobs.count { $0.health.troubles.contains(trouble) }
                    $0.add(count, [("trouble", trouble.rawValue)])
                }
            },
            MetricFamily("bgrun_jobs_ended_failed", "Jobs that are over, are listed, and have failed.") {
                $0.add(status.ended.count { $0.entry?.outcome.isFailure ?? false })
            },
            MetricFamily("bgrun_jobs_left_out", "Jobs without series of their own, since there are too many.")
            {
                $0.add(max(0, status.jobs.count - Self.mostJobs))
            },
        ]
    }

    private var perJob: [MetricFamily] {
        let shown = status.jobs.prefix(Self.mostJobs)
        let past = JobMarks.of(entries)
        func family(
            _ name: String, _ help: String, _ add: (inout MetricFamily, JobReport, [(String, String)]) -> Void
        ) -> MetricFamily {
            MetricFamily(name, help) { family in
                for job in shown { add(&family, job, job.id.labels) }
            }
        }
        return [
            family("bgrun_job_running", "Whether the job has a run now.") {
                $0.add($1.run == nil ? 0 : 1, $2)
            },
            family("bgrun_job_due_timestamp_seconds", "When its occurrence is or was due.") {
                if let due = $1.due { $0.add(due, $2) }
            },
            family("bgrun_job_waiting_seconds", "For how long it has been due without a run.") {
                guard $1.run == nil, let since = $1.state.dueSince($1.due, at: now) else { return }
                $0.add(max(since.duration(to: now), .zero), $2)
            },
            family("bgrun_job_blockers", "What keeps it from starting now.") {
                $0.add($1.blockers.count, $2)
            },
            family("bgrun_job_failures_in_a_row", "Its failures since its last success.") {
                $0.add($1.health.failing?.count ?? 0, $2)
            },
            family("bgrun_job_last_success_timestamp_seconds", "When it last succeeded.") {
                if let success = $1.lastRun?.lastSuccess { $0.add(success, $2) }
            },
            family("bgrun_job_last_end_timestamp_seconds", "When its last run ended.") {
                if let last = $1.lastRun { $0.add(last.ended, $2) }
            },
            family("bgrun_job_last_duration_seconds", "How long its last run took.") {
                if let duration = past[$1.id]?.lastDuration { $0.add(duration, $2) }
            },
            family("bgrun_job_runs", "Its runs that history keeps, by how they ended.") {
                family, job, labels in
                for outcome in Outcome.allCases {
                    guard let count = past[job.id]?.outcomes[outcome] else { continue }
                    family.add(count, labels + [("outcome", outcome.rawValue)])
                }
            },
            family("bgrun_job_skips", "Its occurrences that history keeps and that were not run.") {
                if let skips = past[$1.id]?.skips, skips > 0 { $0.add(skips, $2) }
            },
        ]
    }

    private var device: [MetricFamily] {
        [
            MetricFamily("bgrun_battery_level_ratio", "How full the battery is.") {
                if let level = status.device.batteryLevel { $0.add(Double(level) / 100) }
            },
            MetricFamily(
                "bgrun_condition", "Whether it holds: 1, or 0; NaN where nobody can know."
            ) { family in
                for condition in status.device.conditions.prefix(Self.mostConditions) {
                    let owner = condition.owner.map { [("owner", $0.description)] } ?? []
                    family.add(condition.verdict.number, [("condition", condition.text)] + owner)
                }
            },
        ]
    }
}

extension JobID {
    fileprivate var labels: [(String, String)] {
        [("identifier", identifier.text), ("owner", owner.description)]
    }
}

extension Verdict {
    fileprivate var number: Double {
        switch self {
        case .yes: 1
        case .no: 0
        case .unknown: .nan
        }
    }
}

/// What history says of one job.
private struct JobMarks {
    private(set) var lastDuration: Duration?
    private(set) var outcomes: [Outcome: Int] = [:]
    private(set) var skips = 0

    /// - Parameter entries: The newest first.
    static func of(_ entries: [HistoryLine]) -> [JobID: JobMarks] {
        var marks: [JobID: JobMarks] = [:]
        for entry in entries { marks[entry.job, default: JobMarks()].take(entry) }
        return marks
    }

    private mutating func take(_ line: HistoryLine) {
        guard case .run(let entry) = line else { return skips += 1 }
        outcomes[entry.outcome, default: 0] += 1
        if lastDuration == nil, entry.outcome != .couldNotLaunch {
            lastDuration = entry.duration
        }
    }
}
