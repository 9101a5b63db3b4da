// That a run takes by far longer than its job's runs do, or than there is until the next one.
import BGRunCalendar

/// That a run takes too long.
package struct Overrun: Hashable, Sendable {
    /// Beside what.
    package enum Measure: String, CaseIterable, Hashable, Sendable {
        /// How long earlier runs took.
        case usual
        /// What lies between two occurrences of its schedule.
        case interval
    }

    package var measure: Measure
    /// So long it is as a rule, or between two occurrences.
    package var span: Duration
    /// So long it has worked.
    package var work: Duration

    package init(_ measure: Measure, of span: Duration, work: Duration) {
        self.measure = measure
        self.span = span
        self.work = work
    }

    /// A clause whose subject is the run: `has worked for 2 h, usually about 40 min`.
    package var words: String {
        switch measure {
        case .usual: "has worked for \(work.rounded), usually about \(span.rounded)"
        case .interval: "has worked for \(work.rounded), and comes up again every \(span.rounded)"
        }
    }
}

/// How long runs of a job take as a rule, and from when on one of them takes too long.
package struct UsualSpan: Hashable, Sendable {
    /// From so much work on a run takes too long, and beside what.
    package struct Limit: Hashable, Sendable {
        package let work: Duration
        let measure: Overrun.Measure
        let span: Duration
    }

    /// So many of the last runs that have succeeded are asked.
    package static let mostRuns = 9
    /// Fewer make no rule.
    private static let leastRuns = 3
    private static let multiple = 3
    /// What is shorter worries nobody, and so is what goes so much beyond the rule.
    private static let least: Duration = .seconds(300)
    /// What a damaged history may say beyond that is no time that a run has taken.
    private static let longest: Duration = .seconds(366 * 86_400)

    /// What is usual; nil where too few have succeeded.
    package private(set) var usual: Duration?
    /// What lies between two occurrences; nil where the job does not recur by the clock.
    package let interval: Duration?

    package init(interval: Duration?) { self.interval = interval }

    /// How long those of earlier runs took that tell how long one takes as a rule: the last that have succeeded.
    ///
    /// - Parameter entries: The newest first, of which the first few are looked at.
    package static func spans(of entries: [HistoryEntry]) -> [Duration] {
        Array(
            entries.prefix(EarlierRuns.most).filter(\.tellsUsual)
                .compactMap(\.duration).prefix(mostRuns).map(\.wholeSeconds))
    }

    /// Of an even number the longer of the two in the middle; nil of none.
    package static func median(of spans: [Duration]) -> Duration? {
        spans.isEmpty ? nil : min(max(.zero, spans.sorted()[spans.count / 2]), longest)
    }

    /// Learns how long earlier runs took: their median counts.
    package mutating func learn(_ earlier: [Duration]) {
        if earlier.count >= Self.leastRuns { usual = Self.median(of: earlier) }
    }

    /// The shorter of the two; nil where there is neither.
    package var limit: Limit? {
        let byRule = usual.map {
            Limit(work: max($0 * Self.multiple, $0 + Self.least), measure: .usual, span: $0)
        }
        let byClock = interval.map { Limit(work: max($0, Self.least), measure: .interval, span: $0) }
        guard let byRule, let byClock else { return byRule ?? byClock }
        return byClock.work < byRule.work ? byClock : byRule
    }

    /// That a run takes too long that has worked for so long; nil where it does not.
    package func overrun(after work: Duration) -> Overrun? {
        limit.flatMap { work >= $0.work ? Overrun($0.measure, of: $0.span, work: work) : nil }
    }
}

extension Duration {
    /// The same in whole seconds, rounded up.
    package var wholeSeconds: Duration {
        .seconds(components.seconds) + (components.attoseconds > 0 ? .seconds(1) : .zero)
    }
}

extension HistoryEntry {
    /// Whether it tells how long a run of its job takes: how early one has failed says nothing of that.
    package var tellsUsual: Bool { outcome == .succeeded && !isSimulated }
}
