// How all jobs stand, in one line: whether all is well, and what goes on.
import BGRunCalendar
import BGRunJob
import BGRunWire

/// `all is well · 2 running · 3 waiting for external power · 41 scheduled`.
struct Summary {
    /// So many causes of waiting are named.
    private static let mostCauses = 2

    private let status: StatusCall.Reply
    private let now: WallTime
    private let isFaulty: Bool

    /// - Parameter isFaulty: Something above says that all is not well.
    init(_ status: StatusCall.Reply, clock: LocalClock, isFaulty: Bool) {
        self.status = status
        now = clock.now
        self.isFaulty =
            isFaulty || !status.brokenFiles.isEmpty
            || status.jobs.contains { !JobWords($0, clock: clock).troubles.isEmpty }
    }

    var spans: [Span] {
        var counts: [Standing: Int] = [:]
        for job in status.jobs { counts[Standing(job, at: now), default: 0] += 1 }
        for entry in status.ended.compactMap(\.entry) { counts[Standing(entry), default: 0] += 1 }
        guard !counts.isEmpty else { return [] }
        var parts: [[Span]] = []
        if !isFaulty, counts[.failing] == nil, counts[.late] == nil {
            parts.append([Span("all is well", .good)])
        }
        for standing in Standing.allCases {
            guard let count = counts[standing] else { continue }
            switch standing {
            case .waiting: parts += waiting
            case .failing, .late: parts.append([Span("\(count) \(standing.word)", standing.style)])
            case .running, .scheduled, .paused, .disabled, .over:
                parts.append([Span("\(count) "), Span(standing.word, standing.style)])
            }
        }
        // Each stays on one line.
        let whole = parts.map { $0.map { Span($0.text.unbroken, $0.style) } }
        return Array(whole.joined(separator: [Span("\(Line.unbreakable)· ")]))
    }

    /// By what is waited for: the commonest first.
    private var waiting: [[Span]] {
        var causes: [String: Int] = [:]
        for job in status.jobs where Standing(job, at: now) == .waiting {
            causes[cause(of: job), default: 0] += 1
        }
        let known = causes.filter { !$0.key.isEmpty }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let named = known.prefix(Self.mostCauses)
        let others = causes.values.reduce(0, +) - named.reduce(0) { $0 + $1.value }
        return named.map { [Span("\($0.value) "), Span("waiting for \($0.key)", .waiting)] }
            + (others == 0
                ? []
                : [[Span("\(others) "), Span(named.isEmpty ? "waiting" : "for something else", .waiting)]])
    }

    /// The first requirement that it lacks; empty where it is something else.
    private func cause(of job: JobReport) -> String {
        job.blockers.lazy.compactMap { Requirement.Kind(rawValue: $0.requirement)?.row.title }.first ?? ""
    }
}
