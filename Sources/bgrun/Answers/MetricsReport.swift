// What `bgrun metrics --json` prints.
import BGRunJSON
import BGRunText

/// `{"metrics": [{"name", "help", "samples": [{"labels": {…}, "value": …}]}]}`, a stable shape; a value is null where nobody can
/// know it.
enum MetricsReport {
    static func json(_ families: [MetricFamily]) -> JSONValue {
        ["metrics": .array(families.filter { !$0.samples.isEmpty }.map(json))]
    }

    private static func json(_ family: MetricFamily) -> JSONValue {
        [
            "name": .string(family.name), "help": .string(family.help),
            "samples": .array(
                family.samples.map { sample in
                    [
                        "labels": .object(
                            JSONObject(
                                sample.labels.map {
                                    JSONObject.Member(key: $0.name, value: .string($0.value))
                                })),
                        "value": number(sample.value),
                    ]
                }),
        ]
    }

    private static func number(_ text: String) -> JSONValue {
        if let whole = Int64(text) { return .integer(whole) }
        return Double(text).flatMap { $0.isFinite ? .number($0) : nil } ?? .null
    }
}
