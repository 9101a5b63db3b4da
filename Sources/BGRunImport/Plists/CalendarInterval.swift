// One time of launchd's calendar, and several of them as few times of cron's.

/// A dictionary of StartCalendarInterval: for each field the values that it may have; none is all of them.
struct CalendarInterval: Hashable {
    private static let names = ["Minute", "Hour", "Day", "Month", "Weekday"]
    /// All values of those fields of which a list of all means the same as none: of the days, one that is not written leaves the other
    /// alone to say when.
    private static let whole: [String: ClosedRange<Int>] = [
        "Minute": 0...59, "Hour": 0...23, "Month": 1...12,
    ]

    private var fields: [Set<Int>]

    /// Nil for what is no time.
    init?(_ values: [String: PlistValue]) {
        guard values.keys.allSatisfy(Self.names.contains) else { return nil }
        fields = []
        for name in Self.names {
            guard let value = values[name] else {
                fields.append([])
                continue
            }
            guard let number = value.integer, (0...59).contains(number) else { return nil }
            fields.append([Int(number)])
        }
    }

    /// The same times, where those that differ in one field alone are one.
    static func joined(_ times: [CalendarInterval]) -> [CalendarInterval] {
        var joined = times
        for field in names.indices.reversed() {
            var (found, places): ([CalendarInterval], [CalendarInterval: Int]) = ([], [:])
            for time in joined {
                var others = time
                others.fields[field] = []
                let isAll = time.fields[field].isEmpty
                if !isAll, let place = places[others] {
                    found[place].fields[field].formUnion(time.fields[field])
                } else {
                    if !isAll { places[others] = found.count }
                    found.append(time)
                }
            }
            joined = found
        }
        return joined
    }

    /// In the five fields of cron.
    var cron: String {
        zip(Self.names, fields).map { name, values in
            values.isEmpty || Self.whole[name].map { Set($0) == values } ?? false
                ? "*" : Self.list(values.sorted())
        }.joined(separator: " ")
    }

    /// `0-5,7`; of two that follow each other both.
    private static func list(_ values: [Int]) -> String {
        var ranges: [ClosedRange<Int>] = []
        for value in values {
            if let last = ranges.last, last.upperBound + 1 == value {
                ranges[ranges.count - 1] = last.lowerBound...value
            } else {
                ranges.append(value...value)
            }
        }
        return ranges.map { range in
            switch range.count {
            case 1: "\(range.lowerBound)"
            case 2: "\(range.lowerBound),\(range.upperBound)"
            case _: "\(range.lowerBound)-\(range.upperBound)"
            }
        }.joined(separator: ",")
    }
}
