// How all jobs stand, in one line: whether all is well, and what goes on.
import BGRunCalendar
import BGRunJob
import BGRunWire

/// `all is well · 2 running · 3 waiting for external power · 41 scheduled`.
struct Summary {
    /// So many causes of waiting are named.
    private static let mostCauses = 2

    private let status: StatusCall.Reply
    private let clock: LocalClock
    private let isFaulty: Bool

    /// - Parameter isFaulty: Something above says that all is not well.
    init(_ status: StatusCall.Reply, clock: LocalClock, isFaulty: Bool) {
        (self.status, self.clock) = (status, clock)
        self.isFaulty =
            isFaulty || !status.brokenFiles.isEmpty
            || status.jobs.contains { !$0.health.troubles.isEmpty }
    }

    var spans: [Span] {
        var counts: [Standing: Int] = [:]
        for job in status.jobs { counts[Standing(job), default: 0] += 1 }
        for entry in status.ended.compactMap(\.entry) { counts[Standing(entry), default: 0] += 1 }
        guard !counts.isEmpty else { return [] }
        var parts: [[Span]] = []
        // Where all are held, nothing is being done.
        let isHeld = counts.keys.allSatisfy { [.disabled, .paused].contains($0) }
        // What has failed once and is tried again may be chance, and is not well either.
        let isTriedAgain = status.jobs.contains(where: Self.isTriedAgain)
        if !isFaulty, !isHeld, !isTriedAgain, counts[.failing] == nil {
            parts.append([Span("all is well", .good)])
        }
        for standing in Standing.allCases {
            guard let count = counts[standing] else { continue }
            switch standing {
            case .waiting: parts += waiting
            case .failing: parts.append([Span("\(count) \(standing.word)\(attempt)", standing.style)])
            case .stuck, .late: parts.append([Span("\(count) \(standing.word)", standing.style)])
            case .running, .scheduled, .paused, .disabled, .over:
                parts.append([Span("\(count) "), Span(standing.word, standing.style)])
            }
        }
        parts += others
        // Each stays on one line.
        let whole = parts.map { $0.map { Span($0.text.unbroken, $0.style) } }
        return Array(whole.joined(separator: [Span("\(Line.unbreakable)· ")]))
    }

    private static func isTriedAgain(_ job: JobReport) -> Bool {
        Standing(job) == .waiting && job.blockers.contains { $0.requirement == Blocker.Kind.backOff.rawValue }
    }

    /// ` (attempt 4 of 10)`, where only one job fails, and is tried again.
    private var attempt: String {
        let failing = status.jobs.filter { Standing($0) == .failing }
        guard failing.count == 1, let health = failing.first?.health, let attempt = health.attempt,
            let most = health.attempts
        else { return "" }
        return " (attempt \(attempt) of \(most))"
    }

    /// What is wrong and is nowhere a job stands: `1 hook fails`.
    private var others: [[Span]] {
        let all: [(Trouble, String, String)] = [
            (.overrun, "run takes too long", "runs take too long"), (.hook, "hook fails", "hooks fail"),
            (.unfinished, "job does not finish", "jobs do not finish"),
        ]
        return all.compactMap { trouble, one, several in
            let count = status.jobs.count { $0.health.troubles.contains(trouble) }
            return count == 0 ? nil : [Span("\(count) \(count == 1 ? one : several)", .bad)]
        }
    }

    /// By what is waited for: the commonest first.
    private var waiting: [[Span]] {
        var causes: [String: Int] = [:]
        for job in status.jobs where Standing(job) == .waiting {
            let cause = Self.isTriedAgain(job) ? "another try" : JobWords(job, clock: clock).cause
            causes[cause ?? "", default: 0] += 1
        }
        let known = causes.filter { !$0.key.isEmpty }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let named = known.prefix(Self.mostCauses)
        let others = causes.values.reduce(0, +) - named.reduce(0) { $0 + $1.value }
        return named.map { [Span("\($0.value) "), Span("waiting for \($0.key)", .waiting)] }
            + (others == 0
                ? []
                : [[Span("\(others) "), Span(named.isEmpty ? "waiting" : "for something else", .waiting)]])
    }
}
