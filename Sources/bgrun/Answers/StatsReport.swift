// What `bgrun stats --json` prints.
import BGRunCalendar
import BGRunJSON
import BGRunJob
import BGRunText

/// `{"jobs": […]}`, a stable shape: every key is always there, and times are in seconds. `medianSeconds` is that of the
/// runs that have succeeded, null where none has; `longestSeconds` is null where no run has begun. Of `outcomes`, those that there were;
/// `succeededWithWarnings` are among them.
enum StatsReport {
    static func json(_ jobs: [JobStatistics]) -> JSONValue {
        ["jobs": .array(jobs.map(json))]
    }

    private static func json(_ job: JobStatistics) -> JSONValue {
        [
            "identifier": .string(job.job.identifier.text), "owner": .integer(Int64(job.job.owner.rawValue)),
            "runs": .integer(Int64(job.runs)),
            "outcomes": .object(
                JSONObject(
                    Outcome.allCases.compactMap { outcome in
                        job.outcomes[outcome].map {
                            JSONObject.Member(key: outcome.rawValue, value: .integer(Int64($0)))
                        }
                    })),
            "succeededWithWarnings": .integer(Int64(job.withWarnings)),
            "medianSeconds": job.median.map(seconds) ?? .null,
            "longestSeconds": job.longest.map(seconds) ?? .null,
            "cpuSeconds": seconds(job.processorTime), "peakMemoryKiB": .integer(job.peakMemoryKiB),
            "readBytes": .integer(job.readBytes), "writtenBytes": .integer(job.writtenBytes),
        ]
    }

    private static func seconds(_ span: Duration) -> JSONValue {
        .number(Double(span.wholeMicroseconds) / 1_000_000)
    }
}
