// What `bgrun next --json` prints.
import BGRunCalendar
import BGRunJSON
import BGRunJob
import BGRunText

/// `{"next": […]}`, a stable shape: every key is always there.
///
/// Of each instant: `at`, in RFC 3339 with the offset of its `zone`; `latest`, as late as a random delay may make it,
/// or null; `opens`, when its allowed hours open, where they are closed then, or null; `clockChange`, null on a day like any other. Of a change: `by` (`"+1h"`, `"-30m"`); `at`, its own instant;
/// `effect`, which is `"doesNotExist"` or `"comesTwice"` where it touches the time that the schedule names, and
/// `named`, that time without an offset. Both are null where it does not, and where `--zone` shows a job's instants on
/// another clock.
enum NextReport {
    static func json(_ instants: [NextInstant]) -> JSONValue {
        ["next": .array(instants.map(json))]
    }

    private static func json(_ instant: NextInstant) -> JSONValue {
        [
            "at": .string(instant.at.rfc3339(in: instant.zone)), "zone": .string(instant.zone.name),
            "latest": instant.latest.map { .string($0.rfc3339(in: instant.zone)) } ?? .null,
            "opens": instant.opens.map { .string($0.rfc3339(in: instant.zone)) } ?? .null,
            "clockChange": instant.change.map { json($0, instant) } ?? .null,
        ]
    }

    private static func json(_ change: ZoneTransition, _ instant: NextInstant) -> JSONValue {
        [
            "by": .string((change.shift < .zero ? "" : "+") + change.shift.text),
            "at": .string(change.at.rfc3339(in: instant.zone)),
            "effect": instant.effect.map { .string($0.kind.rawValue) } ?? .null,
            "named": instant.effect.map { .string($0.named.rfc3339) } ?? .null,
        ]
    }
}

extension CivilTime {
    /// The date and the time of RFC 3339 without an offset: `2026-03-29T02:30:00`.
    fileprivate var rfc3339: String {
        "\(dayText)T\(fullTimeText)"
    }
}
