// One metric with its samples, as text.
import BGRunCalendar

/// Samples of one name. No series is there twice, which would spoil all for the reader.
package struct MetricFamily {
    /// One value, by its labels.
    package struct Sample {
        package let labels: [(name: String, value: String)]
        /// As it is written; `NaN` where nobody can know.
        package let value: String
    }

    package let name: String
    package let help: String
    package private(set) var samples: [Sample] = []
    private var seen: Set<[String]> = []

    init(_ name: String, _ help: String, _ fill: (inout MetricFamily) -> Void) {
        self.name = name
        self.help = help
        fill(&self)
    }

    /// Its lines; none where it has no sample.
    var text: String {
        guard !samples.isEmpty else { return "" }
        let lines = samples.map { sample in
            let pairs = sample.labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(
                separator: ",")
            return (pairs.isEmpty ? name : "\(name){\(pairs)}") + " \(sample.value)"
        }
        return (["# TYPE \(name) gauge", "# HELP \(name) \(help)"] + lines).joined(separator: "\n") + "\n"
    }

    mutating func add(_ value: Int, _ labels: [(String, String)] = []) { add("\(value)", labels) }

    mutating func add(_ value: Double, _ labels: [(String, String)] = []) {
        add(value.isNaN ? "NaN" : Int64(exactly: value).map { "\($0)" } ?? "\(value)", labels)
    }

    /// Seconds since 1970.
    mutating func add(_ instant: WallTime, _ labels: [(String, String)] = []) {
        add(Self.seconds(instant.microseconds), labels)
    }

    mutating func add(_ span: Duration, _ labels: [(String, String)] = []) {
        add(Self.seconds(span.wholeMicroseconds), labels)
    }

    private mutating func add(_ value: String, _ labels: [(String, String)]) {
        let labels = labels.map { (name: $0.0, value: $0.1.visible) }
        guard seen.insert(labels.flatMap { [$0.name, $0.value] }).inserted else { return }
        samples.append(Sample(labels: labels, value: value))
    }

    /// As a whole number, or with its milliseconds: no exponent, which some readers don't know.
    private static func seconds(_ microseconds: Int64) -> String {
        let (whole, rest) = microseconds.quotientAndRemainderFloored(by: 1_000_000)
        let thousandths = String(rest / 1000)
        guard rest / 1000 > 0, whole >= 0 else { return "\(whole)" }
        return "\(whole).\(String(repeating: "0", count: 3 - thousandths.count))\(thousandths)"
    }

    /// Between quotation marks.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\\\"
            case "\"": escaped += "\\\""
            case _: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
