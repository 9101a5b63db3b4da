// How likely something holds, hour by hour of a week.

/// For each hour of a week on the local clock: on how much of the time that was seen it held.
package struct HourChances: Hashable, Sendable {
    package static let hours = 7 * 24

    /// As the object of "needs": "external power".
    package var words: String
    /// In percent, from Sunday at midnight on; nil where too little was seen. Always ``hours`` of them.
    package private(set) var percents: [Int?]

    package init(words: String, percents: [Int?]) {
        self.words = words
        self.percents = Array(percents.prefix(Self.hours))
        self.percents += Array(repeating: nil, count: Self.hours - self.percents.count)
    }

    /// Whether enough was seen of any hour.
    package var isKnown: Bool { percents.contains { $0 != nil } }

    /// - Parameter weekday: From 0, a Sunday, to 6.
    package subscript(weekday: Int, hour: Int) -> Int? {
        let place = weekday * 24 + hour
        return percents.indices.contains(place) ? percents[place] : nil
    }
}
