// What `bgrun forecast ID` draws: seven days of 24 hours for each requirement.
import BGRunCalendar
import BGRunJob

/// The view of how likely requirements hold, hour by hour.
package struct StripText {
    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let columns = 28
    private static let gap = 3

    private let chances: [HourChances]
    /// Of these too little was seen for any hour.
    private let unknown: [HourChances]
    private let begin: WallTime
    private let likely: WallTime?
    private let clock: LocalClock
    private let glyphs: Alphabet

    /// - Parameters:
    ///   - all: Where there are several, how likely they hold together.
    ///   - begin: Since when the machine has been observed.
    ///   - likely: The start that the forecast names.
    package init(
        _ each: [HourChances], all: HourChances?, since begin: WallTime, likely: WallTime?, clock: LocalClock,
        glyphs: Alphabet
    ) {
        let whole = each.count > 1 ? each + [all].compactMap(\.self) : each
        chances = whole.filter(\.isKnown)
        unknown = each.filter { !$0.isKnown }
        self.begin = begin
        self.likely = likely
        self.clock = clock
        self.glyphs = glyphs
    }

    /// As many side by side as there is room for. The days begin with today.
    package func lines(on screen: Screen) -> [Line] {
        let rest = unknown.isEmpty ? [] : [Line(tooLittle, .dim)]
        guard !chances.isEmpty else { return rest }
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
        return lines + [Line(legend, .dim)] + rest
    }

    /// `external power and a network have been observed since 06:15; how likely they hold at an hour is told once …`.
    private var tooLittle: String {
        let names = unknown.map { $0.words.visible.withoutArticle }
        let list =
            (names.count > 1 ? names.dropLast().joined(separator: ", ") + " and " : "") + (names.last ?? "")
        let (verb, it) = names.count > 1 ? ("have", "they hold") : ("has", "it holds")
        return
            "\(list) \(verb) been observed since \(clock.date(begin)); how likely \(it) at an hour of the day is told once that hour was seen for 1 h 30 min, on the second day at the earliest"
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
