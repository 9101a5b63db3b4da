// What `bgrun stats` prints.
import BGRunCalendar
import BGRunJob

/// The view of what jobs took.
package struct StatsText {
    private let jobs: [JobStatistics]

    package init(_ jobs: [JobStatistics]) {
        self.jobs = jobs
    }

    /// - Parameter owners: Who they are, to whom they are shown.
    package func lines(_ owners: OwnerNames, isOfAllTime: Bool = true) -> [Line] {
        guard !jobs.isEmpty else {
            return [Line("no run has ended \(isOfAllTime ? "yet" : "in this time")", .dim)]
        }
        let showsOwners = owners.areShown(jobs.map(\.job.owner))
        var table = Table(
            heading: [.naming("JOB", to: 16)] + (showsOwners ? ["OWNER"] : [])
                + [
                    "RUNS", "MEDIAN", .leaving("LONGEST", rank: 5), .leaving("CPU", rank: 4),
                    .leaving("PEAK MEMORY", rank: 3), .leaving("READ", rank: 1), .leaving("WRITTEN", rank: 2),
                    "OUTCOMES",
                ])
        for job in jobs {
            table.add(
                [Span(job.job.identifier.text, .bold)]
                    + (showsOwners ? [Span(owners.name(job.job.owner).visible)] : [])
                    + [
                        Span("\(job.runs)"), Span(job.median?.rounded ?? "–"),
                        Span(job.longest?.rounded ?? "–"),
                        Span(job.processorTime.rounded), Span(Self.size(kib: job.peakMemoryKiB)),
                        Span(Self.size(job.readBytes)), Span(Self.size(job.writtenBytes)),
                        Span(Self.outcomes(job)),
                    ])
        }
        return table.lines
    }

    private static func size(kib: Int64) -> String {
        guard kib > 0 else { return "–" }
        let (bytes, overflow) = Int(clamping: kib).multipliedReportingOverflow(by: 1024)
        return SizeText.rounded(overflow ? .max : bytes)
    }

    private static func size(_ bytes: Int64) -> String {
        bytes > 0 ? SizeText.rounded(Int(clamping: bytes)) : "–"
    }

    /// `12 succeeded (2 with warnings), 1 failed`, in the order of the outcomes.
    private static func outcomes(_ job: JobStatistics) -> String {
        Outcome.allCases.compactMap { outcome in
            let warnings =
                outcome == .succeeded && job.withWarnings > 0 ? " (\(job.withWarnings) with warnings)" : ""
            return job.outcomes[outcome].map { "\($0) \(outcome.title)\(warnings)" }
        }.joined(separator: ", ")
    }
}
