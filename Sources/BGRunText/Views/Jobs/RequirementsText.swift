// A job's requirements as `bgrun why` lists them: what holds, what does not, and what would help.
import BGRunCalendar
import BGRunJob
import BGRunWire

/// The view of every requirement of a job.
struct RequirementsText {
    private let requirements: [RequirementReport]
    private let job: JobIdentifier
    /// From when on the job waits no more for what it only prefers.
    private let relaxesAt: WallTime?
    private let clock: LocalClock

    init(_ requirements: [RequirementReport], of job: JobIdentifier, relaxesAt: WallTime?, clock: LocalClock)
    {
        (self.requirements, self.job) = (requirements, job)
        self.relaxesAt = relaxesAt
        self.clock = clock
    }

    var lines: [Line] {
        guard !requirements.isEmpty else { return [] }
        var table = Table(heading: ["   ", "REQUIREMENT", "STATE", "SINCE"])
        for requirement in requirements { table.add(row(requirement)) }
        var lines: [Line] = []
        var before: RequirementReport?
        for (requirement, line) in zip(requirements, table.lines.dropFirst()) {
            lines += headings(of: requirement, after: before)
            lines.append(line)
            lines.append(reason(of: requirement))
            before = requirement
        }
        return table.lines.prefix(1) + lines
    }

    private func row(_ requirement: RequirementReport) -> [Span] {
        [
            Span("  \(requirement.state.mark.text)", requirement.state.mark.style),
            Span(requirement.words.visible, .bold),
            Span(requirement.state.rawValue, requirement.state.mark.style),
            Span(requirement.since.map(clock.date) ?? "–"),
        ]
    }

    /// On a line of its own, where it has room: `SIMULATED: battery 15 % → charge the battery to 60 %`.
    private func reason(of requirement: RequirementReport) -> Line {
        var spans = [Span("       ")]
        if requirement.isSimulated { spans.append(Span("SIMULATED: ", .bad)) }
        spans.append(Span(why(requirement)))
        if let remedy = requirement.remedy {
            spans.append(Span(" → \(Impediment.remedy(remedy, for: job).visible)"))
        }
        return Line(spans)
    }

    private func why(_ requirement: RequirementReport) -> String {
        clock.words(
            requirement.reason, requirement.state == .settling ? "counts from" : "holds from",
            requirement.until)
    }

    /// Where preferred ones begin, and where an alternative does.
    private func headings(of requirement: RequirementReport, after before: RequirementReport?) -> [Line] {
        var lines: [Line] = []
        if requirement.isPreferred, before?.isPreferred != true {
            let end = relaxesAt.map { "; from \(clock.date($0)) on it starts without" } ?? ""
            lines.append(Line("  preferred\(end)", .dim))
        }
        guard let alternative = requirement.alternative,
            alternative != before?.alternative || requirement.isPreferred != before?.isPreferred
        else { return lines }
        let isFirst = before?.alternative == nil || !lines.isEmpty || alternative.hasSuffix(" 1")
        return lines + [Line("  \(isFirst ? "either" : "or")", .dim)]
    }
}
