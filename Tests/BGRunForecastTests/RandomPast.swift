// Histories of a machine that are the same from the same seed.
import BGRunCalendar
import BGRunJob
import BGRunTestSupport
import Testing

/// All instants are whole minutes, so that a look at each minute sees everything.
struct RandomPast {
    var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    static let requirements: [Requirement] = [
        .externalPower, .network, .idle(.seconds(600)), .locked(true),
    ]

    /// In order, up to a minute: conditions, sleep, ends with and without a word.
    mutating func changes(until end: Int64, every minutes: Int64 = 240) -> [ConditionChange] {
        var changes: [ConditionChange] = []
        var minute: Int64 = 0
        while true {
            minute += .random(in: 0...minutes, using: &random)
            guard minute <= end else { return changes }
            let at = WallTime(minute: minute)
            if Int.random(in: 0..<8, using: &random) == 0 {
                changes.append(.machine(oneOf(ConditionChange.MachineState.allCases), at: at))
            } else {
                let requirement = oneOf(Self.requirements)
                let owner = requirement.kind == .locked ? UserID(1000) : nil
                changes.append(
                    .seen(requirement, oneOf([.yes, .yes, .yes, .no, .no, .unknown]), at: at, owner: owner))
            }
        }
    }

    /// Power and network as on most days of most people, with accidents.
    mutating func habits(days: Int64) -> [ConditionChange] {
        var changes: [ConditionChange] = []
        for day in 0..<days {
            var minute = day * 1440 + .random(in: 0...600, using: &random)
            changes.append(.machine(.started, at: WallTime(minute: minute)))
            for _ in 0..<Int.random(in: 0...6, using: &random) {
                minute += .random(in: 0...200, using: &random)
                let requirement = oneOf(Self.requirements)
                changes.append(
                    .seen(
                        requirement, oneOf([.yes, .yes, .no]), at: WallTime(minute: minute),
                        owner: requirement.kind == .locked ? UserID(1000) : nil))
            }
            if Int.random(in: 0..<10, using: &random) > 0 {
                minute += .random(in: 0...100, using: &random)
                changes.append(.machine(.stopped, at: WallTime(minute: minute)))
            }
        }
        return changes.sorted { $0.at < $1.at }
    }

    mutating func tree(depth: Int = 0) -> Requirements {
        let terms = (0..<Int.random(in: 1...3, using: &random)).map { _ -> Requirements.Term in
            switch Int.random(in: 0..<(depth < 2 ? 6 : 3), using: &random) {
            case 0...2: return .requirement(oneOf(Self.requirements))
            case 3, 4: return .anyOf((0..<2).map { _ in tree(depth: depth + 1) })
            default: return .not(tree(depth: depth + 1))
            }
        }
        return Requirements(terms)
    }

    /// Runs one after another, each after its own wait; some occurrences take two.
    mutating func runs(until end: Int64) throws -> [HistoryEntry] {
        var runs: [HistoryEntry] = []
        var minute: Int64 = 0
        while true {
            let due = minute + .random(in: 0...900, using: &random)
            let first = due + .random(in: 0...500, using: &random)
            let mid = first + .random(in: 0...50, using: &random)
            let second = mid + .random(in: 0...300, using: &random)
            minute = second + .random(in: 0...50, using: &random)
            guard minute <= end else { return runs }
            runs.append(
                try .sample(
                    Int64(runs.count) + 1, due: WallTime(minute: due), started: WallTime(minute: first),
                    ended: WallTime(minute: mid), .interrupted, stopReason: .shutdown))
            runs.append(
                try .sample(
                    Int64(runs.count) + 1, due: WallTime(minute: due), started: WallTime(minute: second),
                    ended: WallTime(minute: minute)))
        }
    }

    mutating func oneOf<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: 0..<values.count, using: &random)]
    }
}
