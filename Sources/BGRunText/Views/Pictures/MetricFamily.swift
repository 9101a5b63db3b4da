// One metric with its samples, as text.
import BGRunCalendar

/// Samples of one name. None is written of a label's value that another has already: that would spoil all for the reader.
struct MetricFamily {
    private let name: String
    private let help: String
    private var samples: [String] = []
    private var seen: Set<String> = []

    init(_ name: String, _ help: String, _ fill: (inout MetricFamily) -> Void) {
        self.name = name
        self.help = help
        fill(&self)
    }

    /// Its lines; none where it has no sample.
    var text: String {
        samples.isEmpty
            ? ""
            : (["# TYPE \(name) gauge", "# HELP \(name) \(help)"] + samples).joined(separator: "\n") + "\n"
    }

    mutating func add(_ value: Int, _ labels: [(String, String)] = []) { add("\(value)", labels) }

    mutating func add(_ value: Double, _ labels: [(String, String)] = []) {
        add(value.isNaN ? "NaN" : "\(value)", labels)
    }

    /// Seconds since 1970.
    mutating func add(_ instant: WallTime, _ labels: [(String, String)] = []) {
        add(Self.seconds(instant.microseconds), labels)
    }

    mutating func add(_ span: Duration, _ labels: [(String, String)] = []) {
        add(Self.seconds(span.wholeMicroseconds), labels)
    }

    private mutating func add(_ value: String, _ labels: [(String, String)]) {
        let pairs = labels.map { "\($0.0)=\"\(Self.escaped($0.1))\"" }.joined(separator: ",")
        let series = pairs.isEmpty ? name : "\(name){\(pairs)}"
        guard seen.insert(series).inserted else { return }
        samples.append("\(series) \(value)")
    }

    /// As a whole number, or with its milliseconds: no exponent, which some readers don't know.
    private static func seconds(_ microseconds: Int64) -> String {
        let (whole, rest) = microseconds.quotientAndRemainderFloored(by: 1_000_000)
        let thousandths = String(rest / 1000)
        guard rest / 1000 > 0, whole >= 0 else { return "\(whole)" }
        return "\(whole).\(String(repeating: "0", count: 3 - thousandths.count))\(thousandths)"
    }

    /// Somebody else's text in quotation marks.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.visible.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\\\"
            case "\"": escaped += "\\\""
            case _: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
