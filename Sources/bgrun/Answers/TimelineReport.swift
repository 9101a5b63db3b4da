// What `bgrun timeline --json` prints.
import BGRunCalendar
import BGRunJSON
import BGRunJob
import BGRunText
import BGRunWire

/// `{"from", "to", "begin", "gaps": […], "conditions": […], "jobs": […]}`, a stable shape. `begin` is from when on anything is
/// kept. A stretch of a job has either `absence` (`asleep`, `stopped`, `unknown`) or null, and the names of what was
/// `lacking`.
enum TimelineReport {
    static func json(_ machine: MachineTimeline, _ jobs: [JobTimeline]) -> JSONValue {
        [
            "from": date(machine.from), "to": date(machine.to), "begin": date(machine.begin),
            "gaps": .array(
                machine.gaps.map {
                    ["from": date($0.from), "to": date($0.to), "absence": .string($0.absence.rawValue)]
                }),
            "conditions": .array(machine.lanes.map(json)),
            "jobs": .array(jobs.map(json)),
        ]
    }

    private static func json(_ lane: MachineTimeline.Lane) -> JSONValue {
        [
            "text": .string(lane.text), "words": .string(lane.words),
            "owner": lane.owner.map { .integer(Int64($0.rawValue)) } ?? .null,
            "stretches": .array(
                lane.stretches.map {
                    [
                        "from": date($0.from), "to": date($0.to),
                        "verdict": $0.verdict.map { .string($0.rawValue) } ?? .null,
                    ]
                }),
        ]
    }

    private static func json(_ job: JobTimeline) -> JSONValue {
        [
            "identifier": .string(job.job.identifier.text), "owner": .integer(Int64(job.job.owner.rawValue)),
            "title": job.title.map { .string($0) } ?? .null,
            "conditions": .array(job.conditions.map(json)),
            "waits": .array(job.waits.map(json)),
            "runs": .array(job.runs.map { HistoryLine.run($0).json }),
            "skips": .array(
                job.skips.map {
                    [
                        "due": date($0.due), "skipped": date($0.skipped),
                        "reason": .string($0.reason.rawValue),
                    ]
                }),
            "activeRun": job.activeRun.map {
                ["run": .integer($0.run.rawValue), "started": date($0.started)]
            } ?? .null,
        ]
    }

    private static func json(_ stretch: JobTimeline.Stretch) -> JSONValue {
        [
            "from": date(stretch.from), "to": date(stretch.to),
            "absence": stretch.absence.map { .string($0.rawValue) } ?? .null,
            "lacking": .array(
                stretch.lacks.map {
                    [
                        "name": .string($0.name), "words": .string($0.words), "unknown": .bool($0.isUnknown),
                        "preferred": .bool($0.isPreferred),
                    ]
                }),
        ]
    }

    private static func date(_ instant: WallTime) -> JSONValue { .string(instant.rfc3339) }
}
