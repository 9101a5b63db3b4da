// What was imported, as JSON.
import BGRunImport
import BGRunJSON

/// What was imported, for programs.
enum ImportReport {
    /// `{"jobs": […], "remarks": [{"verdict": …, "path": …, "line": …, "subject": …, "reason": …, "advice": …, "job": …}],
    /// "installed": […]}`, a stable shape.
    static func json(_ jobs: [JSONObject], _ remarks: [Remark], installed: [String] = []) -> JSONValue {
        [
            "jobs": .array(jobs.map { .object($0) }),
            "remarks": .array(remarks.map(json)),
            "installed": .array(installed.map { .string($0) }),
        ]
    }

    /// `2 jobs, 1 refused; 1 thing is the same, 3 changed, 0 not kept`
    static func summary(jobs: Int, refused: Int, _ remarks: [Remark]) -> String {
        guard jobs + refused > 0 else { return "no entries" }
        func count(_ verdict: Remark.Verdict) -> Int { remarks.count { $0.verdict == verdict } }
        let same = count(.kept)
        return
            "\(jobs) \(jobs == 1 ? "job" : "jobs"), \(refused) refused; \(same) \(same == 1 ? "thing is" : "things are") the same, \(count(.changed)) changed, \(count(.notKept)) not kept"
    }

    private static func json(_ remark: Remark) -> JSONValue {
        func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
        return [
            "verdict": .string(remark.verdict.rawValue), "path": .string(remark.path),
            "line": remark.line.map { .integer(Int64($0)) } ?? .null, "subject": .string(remark.subject),
            "reason": .string(remark.reason), "advice": text(remark.advice), "job": text(remark.job),
        ]
    }
}
