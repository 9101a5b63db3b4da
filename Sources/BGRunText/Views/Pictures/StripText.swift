// What `bgrun forecast ID` draws: seven days of 24 hours for each requirement.
import BGRunCalendar
import BGRunJob

/// The view of how likely requirements hold, hour by hour.
package struct StripText {
    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let columns = 28
    private static let gap = 3

    private let chances: [HourChances]
    private let likely: WallTime?
    private let clock: LocalClock
    private let glyphs: Alphabet

    /// - Parameters:
    ///   - all: Where there are several, how likely they hold together.
    ///   - likely: The start that the forecast names.
    package init(
        _ each: [HourChances], all: HourChances?, likely: WallTime?, clock: LocalClock, glyphs: Alphabet
    ) {
        chances = each.count > 1 ? each + [all].compactMap(\.self) : each
        self.likely = likely
        self.clock = clock
        self.glyphs = glyphs
    }

    /// As many side by side as there is room for. The days begin with today.
    package func lines(on screen: Screen) -> [Line] {
        guard !chances.isEmpty else { return [] }
        let abreast = max(1, ((screen.width ?? 80) + Self.gap) / (Self.columns + Self.gap))
        var lines: [Line] = []
        for first in stride(from: 0, to: chances.count, by: abreast) {
            let blocks = chances[first..<min(first + abreast, chances.count)].map(block)
            if !lines.isEmpty { lines.append(Line()) }
            for row in blocks[0].indices {
                var spans: [Span] = []
                for (index, block) in blocks.enumerated() {
                    spans += block[row].spans
                    guard index + 1 < blocks.count else { continue }
                    let missing = Self.columns + Self.gap - block[row].columns
                    spans.append(Span(String(repeating: " ", count: max(0, missing))))
                }
                lines.append(Line(spans))
            }
        }
        return lines + [Line(legend, .dim)]
    }

    private func block(_ chances: HourChances) -> [Line] {
        let name = chances.words.visible.withoutArticle.withoutMiddle(toColumns: Self.columns)
        let today = clock.local(clock.now)
        let start = likely.map { clock.local($0) }
        var lines = [
            Line(name, .bold), Line("    00    06    12    18", .dim),
        ]
        for ahead in 0..<7 {
            let day = Int((today.weekday + Int64(ahead)) % 7)
            var spans = [Span(Self.weekdays[day] + " ")]
            for hour in 0..<24 {
                let isStart =
                    start.map {
                        $0.daysSinceEpoch == today.daysSinceEpoch + Int64(ahead) && $0.hour == Int64(hour)
                    } ?? false
                spans.append(isStart ? Span(mark, .active) : cell(chances[day, hour]))
            }
            lines.append(Line(spans))
        }
        return lines
    }

    private func cell(_ percent: Int?) -> Span {
        guard let percent else { return Span("?", .dim) }
        let style: Style = percent >= 60 ? .good : percent >= 20 ? .waiting : .dim
        if glyphs == .ascii { return Span(percent >= 95 ? "#" : "\(max(percent, 0) / 10)", style) }
        let blocks = Array("·▁▂▃▄▅▆▇█")
        return Span(String(blocks[min(max((percent * 8 + 50) / 100, 0), 8)]), style)
    }

    private var mark: String { glyphs == .ascii ? "@" : "◆" }

    private var legend: String {
        let scale =
            glyphs == .ascii
            ? "0 never, 9 in 90 % of the time, # always" : "· never, ▁ seldom, ▄ half the time, █ always"
        return "\(scale), ? too little seen" + (likely == nil ? "" : ", \(mark) likely start")
    }
}
