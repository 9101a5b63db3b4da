// What `bgrun rehearse --json` prints.
import BGRunCalendar
import BGRunJSON
import BGRunJob
import BGRunRehearsal
import BGRunText
import BGRunWire

/// Over the last days the shape of `timeline --json`, with `"unknown"`, `"works"` and `"cut"`; of a story `{"from", "to",
/// "script": […], "misses": […], "runs": […], "cut"}`. Stable shapes.
enum RehearsalReport {
    static func json(_ past: RehearsedPast) -> JSONValue {
        guard case .object(var object) = TimelineReport.json(past.machine, past.jobs) else {
            preconditionFailure("a report of a timeline is an object")
        }
        object["unknown"] = .array(past.facts.unknown.map { .string($0.text) })
        object["works"] = .array(
            past.facts.works.map {
                [
                    "identifier": .string($0.job.text),
                    "seconds": .integer($0.span.wholeMicroseconds / 1_000_000), "by": .string($0.source.name),
                ]
            })
        object["cut"] = past.facts.cut.map { .string($0) } ?? .null
        return .object(object)
    }

    static func json(_ outcome: Rehearsal.Outcome, _ story: Story) -> JSONValue {
        [
            "from": .string(story.begin.rfc3339), "to": .string(outcome.end.rfc3339),
            "script": .array(
                outcome.script.filter { $0.kind != .chore }.map {
                    [
                        "at": .string($0.at.rfc3339), "kind": .string($0.kind.rawValue),
                        "text": .string($0.text),
                    ]
                }),
            "misses": .array(
                outcome.misses.map {
                    [
                        "line": .integer(Int64($0.expectation.line)),
                        "expected": .string($0.expectation.text),
                        "found": .string($0.found),
                    ]
                }),
            "history": .array(outcome.lines.map(\.json)),
            "cut": outcome.cut.map { .string($0) } ?? .null,
        ]
    }
}
