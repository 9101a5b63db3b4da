// systemd's own reader of calendar expressions, and expressions to ask it about.
import BGRunTestSupport
import Testing

/// `systemd-analyze calendar`, asked about many expressions at once.
enum SystemdAnalyze {
    /// For each expression the next instants after `base`, in UTC as `2026-03-28 00:00:00`; nil where it is refused.
    static func readings(of texts: [String], after base: String, count: Int, zone: String = "UTC") throws
        -> [[String]?]
    {
        let command = try Command.run(
            ["systemd-analyze", "calendar", "--iterations=\(count)", "--base-time=\(base)", "--"] + texts,
            environment: ["PATH": "/usr/bin:/bin", "TZ": zone, "LC_ALL": "C.UTF-8"])
        let refused = Set(
            command.errors.split(separator: "\n").compactMap { line in
                line.hasPrefix("Failed to parse calendar specification '")
                    ? line.dropFirst(40).prefix(upTo: line.lastIndex(of: "'") ?? line.endIndex) : nil
            })
        var blocks: [[String]] = []
        for line in command.output.split(separator: "\n") {
            let words = line.split(separator: " ")
            if line.hasPrefix("Normalized form:") { blocks.append([]) }
            // "Next elapse: Sat 2026-03-28 02:30:00 UTC" and "Iter. #2: Mon 2026-03-30 02:30:00 UTC"; in other zones
            // below each "(in UTC): Sat 2026-03-28 01:30:00 UTC".
            let marks: [Substring] = zone == "UTC" ? ["Next", "Iter."] : ["(in"]
            guard let first = words.first, marks.contains(first), words.count > 4, !blocks.isEmpty else {
                continue
            }
            blocks[blocks.count - 1].append(words[3...4].joined(separator: " "))
        }
        var rest = blocks[...]
        let answers = texts.map { refused.contains($0[...]) ? nil : rest.popFirst() }
        try #require(rest.isEmpty && answers.count(where: { $0 != nil }) == blocks.count, "\(command.errors)")
        return answers
    }
}

/// A calendar expression made up at random: everything that is read, in every mixture, and now and then too much.
struct RandomCalendar {
    private(set) var text = ""

    init(using random: inout SeededGenerator) {
        var parts: [String] = []
        if Int.random(in: 0..<3, using: &random) == 0 { parts.append(weekdays(using: &random)) }
        let hasDate = Int.random(in: 0..<3, using: &random) > 0
        if hasDate { parts.append(date(using: &random)) }
        if !hasDate || Int.random(in: 0..<3, using: &random) > 0 {
            var time = "\(chain(0...23, using: &random)):\(chain(0...59, using: &random))"
            if Bool.random(using: &random) { time += ":" + chain(0...59, using: &random) }
            parts.append(time)
        }
        text = parts.joined(separator: " ")
    }

    private func weekdays(using random: inout SeededGenerator) -> String {
        let names = ["Mon", "tuesday", "WED", "Thursday", "fri", "Sat", "Sunday"]
        return (0..<Int.random(in: 1...3, using: &random)).map { _ in
            let low = Int.random(in: 0...6, using: &random)
            let high = Int.random(in: max(low - 1, 0)...6, using: &random)
            let mark = Bool.random(using: &random) ? ".." : "-"
            return Bool.random(using: &random) ? names[low] : names[low] + mark + names[high]
        }.joined(separator: ",")
    }

    private func date(using random: inout SeededGenerator) -> String {
        let isFromEnd = Int.random(in: 0..<4, using: &random) == 0
        // Of several days from the end systemd 252 refuses those above 19, by a slip in its check.
        let day = chain(isFromEnd ? 1...19 : 1...31, using: &random)
        let months = chain(1...12, using: &random)
        let tail = months + (isFromEnd ? "~" : "-") + day
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return tail
        case 1: return chain(2000...2199, using: &random) + "-" + tail
        case _: return "*-" + tail
        }
    }

    private func chain(_ range: ClosedRange<Int>, using random: inout SeededGenerator) -> String {
        if Int.random(in: 0..<4, using: &random) == 0 { return "*" }
        let elements = Int.random(in: 0..<4, using: &random) == 0 ? Int.random(in: 2...4, using: &random) : 1
        return (0..<elements).map { _ in
            let low = Int.random(in: range, using: &random)
            let high = Int.random(in: max(low - 1, range.lowerBound)...range.upperBound, using: &random)
            let step = Int.random(in: 1...max(1, (range.upperBound - low) / 2), using: &random)
            switch Int.random(in: 0..<8, using: &random) {
            // `5..5` is 5, only among its seconds systemd refuses it.
            case 0 where low != high || range.upperBound != 59: return "\(low)..\(high)"
            case 1: return "\(low)..\(high)/\(step)"
            case 2: return "\(low)/\(step)"
            case 3: return low < 10 ? "0\(low)" : "\(low)"
            case _: return "\(low)"
            }
        }.joined(separator: ",")
    }
}
