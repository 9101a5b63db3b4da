// What was imported, as JSON.
import BGRunImport
import BGRunJSON

/// What was imported, for programs.
enum ImportReport {
    /// `{"jobs": […], "remarks": [{"verdict": …, "file": …, "line": …, "subject": …, "reason": …, "advice": …, "job": …}],
    /// "installed": […]}`, a stable shape.
    static func json(_ imported: Imported, installed: [String]) -> JSONValue {
        [
            "jobs": .array(imported.jobs.map { .object($0) }),
            "remarks": .array(imported.remarks.map(json)),
            "installed": .array(installed.map { .string($0) }),
        ]
    }

    private static func json(_ remark: Remark) -> JSONValue {
        func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
        return [
            "verdict": .string(remark.verdict.rawValue), "file": .string(remark.path),
            "line": remark.line.map { .integer(Int64($0)) } ?? .null, "subject": .string(remark.subject),
            "reason": .string(remark.reason), "advice": text(remark.advice), "job": text(remark.job),
        ]
    }
}
