// Which jobs a list has.
import BGRunCalendar
import BGRunJob
import BGRunWire

/// What `bgrun status` is asked for by its flags.
package enum StatusKind: CaseIterable, Sendable {
    case failed, running, waiting, due

    var word: String {
        switch self {
        case .failed: "failing"
        case .running: "running"
        case .waiting: "waiting"
        case .due: "due"
        }
    }

    package func has(_ job: JobReport) -> Bool {
        switch self {
        // No run of it succeeds, whoever has ended them.
        case .failed: Standing(job) == .failing || job.health.troubles.contains(.unfinished)
        case .running: job.run != nil
        case .waiting: job.state == .due
        // Its time has come, whether it waits or runs.
        case .due: job.state == .due || job.run != nil
        }
    }
}

/// How much a list shows.
package enum StatusExtent: Sendable {
    /// All but what somebody has disabled, which is counted.
    case usual
    case all
    /// What is one of these, out of so many jobs.
    case only([StatusKind], of: Int)
}

extension StatusCall.Reply {
    /// With nothing but the jobs that are one of these. What is over is shown where it has failed.
    package func only(_ kinds: [StatusKind]) -> StatusCall.Reply {
        guard !kinds.isEmpty else { return self }
        var reply = self
        reply.jobs.removeAll { job in !kinds.contains { $0.has(job) } }
        reply.ended.removeAll { line in
            !kinds.contains(.failed) || !(line.entry?.outcome.isFailure ?? false)
        }
        return reply
    }
}
