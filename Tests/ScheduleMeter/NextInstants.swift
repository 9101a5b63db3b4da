// What the next instant of an expression costs, at many instants of many years.
import BGRunCalendar
import BGRunDevice

/// For each line `cron|calendar TAB zone TAB text` on standard input one line: how many instants had a next one, median,
/// 99th percentile and worst of all calls, and the worst with preemption left out, in nanoseconds.
struct NextInstants {
    let count: Int
    /// So many of the slowest calls are looked at again, and so often.
    private let suspects = 20
    private let repeats = 10

    func run() throws {
        print("clock\t\(cost(of: { _ in nil }))")
        while let line = readLine() {
            let parts = line.split(separator: "\t", maxSplits: 2).map(String.init)
            guard parts.count == 3 else { preconditionFailure("no expression: \(line)") }
            let zone = try ZoneFiles().zone(named: parts[1])
            switch parts[0] {
            case "cron":
                let expression = try CronExpression(parts[2])
                print(cost { expression.next(after: $0, in: zone) })
            default:
                let expression = try CalendarExpression(parts[2])
                print(cost { expression.next(after: $0, in: zone) })
            }
        }
    }

    private func cost(of next: (WallTime) -> WallTime?) -> String {
        let instants = instants
        var found = 0
        var times: [Int64] = []
        times.reserveCapacity(count)
        for instant in instants {
            let begin = nanoseconds()
            let result = next(instant)
            times.append(nanoseconds() - begin)
            if result != nil { found += 1 }
        }
        let slowest = times.indices.sorted { times[$0] > times[$1] }.prefix(suspects)
        // Whoever was preempted once is not preempted ten times.
        let sure = slowest.map { index in
            (0..<repeats).map { _ in nanoseconds { if next(instants[index]) != nil { found += 1 } } }.min()
                ?? 0
        }.max()
        return "\(min(found, count))\t\(times.summary)\t\(sure ?? 0)"
    }

    /// From 2020 to 2099.
    private var instants: [WallTime] {
        var chance = Chance(1)
        let years: Range<Int64> = 1_577_836_800_000_000..<4_102_444_800_000_000
        return (0..<count).map { _ in WallTime(microseconds: .random(in: years, using: &chance)) }
    }
}
