// What `bgrun rehearse --json` prints.
import BGRunCalendar
import BGRunJSON
import BGRunJob
import BGRunRehearsal
import BGRunText
import BGRunWire

/// Over the last days the shape of `timeline --json`, with `"unknown"`, `"works"` and `"cut"` beside it. Of a story `{"from", "to",
/// "script": [{"at", "kind", "text"}], "unmet": [{"line", "expected", "found"}], "unasked": [], "history": [], "cut"}`, where a kind is
/// `happening` or `consequence`. Stable shapes; `cut` is null or `ends`, `events`, `lines`.
enum RehearsalReport {
    static func json(_ past: RehearsedPast) -> JSONValue {
        guard case .object(var object) = TimelineReport.json(past.machine, past.jobs) else {
            preconditionFailure("a report of a timeline is an object")
        }
        object["unknown"] = .array(past.facts.unknown.map { .string($0.requirement.text) })
        object["works"] = .array(
            past.facts.works.map {
                [
                    "identifier": .string($0.job.text),
                    "seconds": .integer($0.span.wholeMicroseconds / 1_000_000), "by": .string($0.source.name),
                ]
            })
        object["cut"] = past.cut.map { .string($0.rawValue) } ?? .null
        return .object(object)
    }

    static func json(_ story: RehearsedStory) -> JSONValue {
        let played = story.played
        return [
            "from": .string(story.story.begin.rfc3339), "to": .string(played.end.rfc3339),
            "script": .array(
                played.script.map {
                    [
                        "at": .string($0.at.rfc3339), "kind": .string($0.kind.rawValue),
                        "text": .string($0.text),
                    ]
                }),
            "unmet": .array(
                played.unmet.map {
                    [
                        "line": .integer(Int64($0.expectation.line)),
                        "expected": .string($0.expectation.text), "found": .string($0.found),
                    ]
                }),
            "unasked": .array(played.unasked.map { .string($0) }),
            "history": .array(played.lines.map(\.json)),
            "cut": played.cut.map { .string($0.rawValue) } ?? .null,
        ]
    }
}
