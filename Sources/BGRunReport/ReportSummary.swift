// The report in a few lines of plain text, for a bug report.
import BGRunCalendar
import BGRunJob
import BGRunText

/// What a person pastes: what there was, what went wrong, what waits, and what the machine was like.
package struct ReportSummary {
    /// Of one kind, so many are named.
    private static let most = 20

    private let content: ReportContent
    private let clock: LocalClock

    package init(_ content: ReportContent, clock: LocalClock) {
        self.content = content
        self.clock = clock
    }

    /// Lines, each with its line feed.
    package var text: String {
        let sections = [troubles, waiting, late, device, content.headlines.map(\.visible)]
        let blocks = zip(["in trouble", "waiting now", "latest starts", "the machine", "faults"], sections)
            .filter { !$1.isEmpty }
            .map { "\n\($0):\n" + $1.map { "- \($0)\n" }.joined() }
        return head.map { $0 + "\n" }.joined() + blocks.joined()
    }

    private var head: [String] {
        let machine = content.machine
        let runs = content.jobs.flatMap(\.timeline.runs)
        let outcomes = Outcome.allCases.compactMap { outcome -> String? in
            let count = runs.count { $0.outcome == outcome }
            return count > 0 ? "\(count) \(outcome.title)" : nil
        }
        let all = content.jobs.flatMap(\.timeline.skips)
        let cancelled = all.count { $0.reason == .cancelled }
        let skips = all.count - cancelled
        let span = "\(date(machine.from)) to \(date(machine.to))"
        let begin = machine.begin > machine.from ? "; the record begins \(date(machine.begin))" : ""
        return [
            "bgrun \(content.version) on \(content.host.visible)", "\(span)\(begin)",
            "\(Self.count(content.jobs.count, "job")), \(Self.count(runs.count, "run"))"
                + (outcomes.isEmpty ? "" : ": " + outcomes.joined(separator: ", "))
                + (skips > 0 ? "; \(skips) skipped" : "")
                + (cancelled > 0 ? "; \(cancelled) cancelled beforehand" : ""),
        ]
    }

    private var troubles: [String] {
        abridged(
            content.jobs.filter { !$0.troubles.isEmpty }.map { job in
                "\(name(of: job)): \(job.troubles.joined(separator: "; ").visible)"
            })
    }

    private var waiting: [String] {
        abridged(
            content.jobs.compactMap { job in
                guard job.state == .due || job.state == .frozen else { return nil }
                return "\(name(of: job)): \(job.phrase.visible)"
            })
    }

    /// Of all runs the three that came the latest.
    private var late: [String] {
        let runs = content.jobs.flatMap { job in
            let first = job.timeline.runs.firstRuns
            return job.timeline.runs.filter { first.contains($0.run) }
                .map { (job: job, run: $0, late: $0.due.duration(to: $0.started)) }
        }
        return runs.filter { $0.late >= .seconds(3600) }.sorted { $0.late > $1.late }.prefix(3).map {
            let cause = $0.job.timeline.cause(from: $0.run.due, to: $0.run.started)
            return "\(name(of: $0.job)) \(date($0.run.started)): \($0.late.rounded) late"
                + (cause.map { ", \($0)" } ?? "")
        }
    }

    private var device: [String] {
        let machine = content.machine
        var lines = machine.lanes.prefix(Self.most).compactMap { lane -> String? in
            let seen = lane.stretches.filter { $0.verdict != nil }
            let share = Self.share(
                of: seen.filter { $0.verdict == .yes }.map { ($0.from, $0.to) },
                in: seen.map { ($0.from, $0.to) })
            return share.map { "\(lane.words.visible.withoutArticle): \($0) % of the time that was seen" }
        }
        for absence in JobTimeline.Absence.allCases {
            let gaps = machine.gaps.filter { $0.absence == absence }.map { ($0.from, $0.to) }
            guard let share = Self.share(of: gaps, in: [(machine.begin, machine.to)]), share > 0 else {
                continue
            }
            lines.append("\(absence.words): \(share) %")
        }
        return lines
    }

    private func name(of job: ReportContent.Job) -> String {
        job.timeline.job.identifier.text + (job.owner.map { " of \($0.visible)" } ?? "")
    }

    private func abridged(_ lines: [String]) -> [String] {
        guard lines.count > Self.most else { return lines }
        return lines.prefix(Self.most) + ["and \(lines.count - Self.most) more"]
    }

    /// With its year, for who reads it later and elsewhere.
    private func date(_ instant: WallTime) -> String { clock.fullDate(instant) }

    static func count(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }

    /// In whole percent; nil of no time at all.
    private static func share(of part: [(WallTime, WallTime)], in whole: [(WallTime, WallTime)]) -> Int64? {
        func seconds(_ spans: [(WallTime, WallTime)]) -> Int64 {
            spans.reduce(0) { $0 + max($1.0.duration(to: $1.1).wholeMicroseconds / 1_000_000, 0) }
        }
        let all = seconds(whole)
        return all > 0 ? (seconds(part) * 100 + all / 2) / all : nil
    }
}
