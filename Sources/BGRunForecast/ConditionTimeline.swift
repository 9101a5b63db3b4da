// From the rows of history to what was known of each requirement, and when.
import BGRunCalendar
import BGRunJob

/// What was seen of the machine between two instants.
package struct ConditionTimeline {
    /// One requirement, as one user sees it where that matters.
    private struct Key: Hashable {
        let name: String
        let owner: UserID?
    }

    /// One row about a requirement: its number among all rows, and what was seen.
    private struct Entry {
        let row: Int
        let sight: Sight
    }

    /// Who looks from a row on; `forgets` where what was known before counts no more.
    private struct Turn {
        let row: Int
        let at: WallTime
        let attention: Attention
        let forgets: Bool
    }

    package let from: WallTime
    package let to: WallTime
    private let places: [WallTime]
    private var entries: [Key: [Entry]] = [:]
    private var turns: [Turn] = []
    private(set) var attention: Course<Attention>

    /// - Parameters:
    ///   - changes: In the order in which they were written; the earlier ones tell how things stood at `from`.
    ///   - from: Nothing is told of the time before.
    ///   - to: Now.
    package init(_ changes: [ConditionChange], from: WallTime, to: WallTime) {
        let placement = Placement(Self.instants(of: changes), end: to)
        self.from = min(from, to)
        self.to = to
        places = placement.places
        attention = Course(from: self.from, to: to, .looking)
        for (row, change) in changes.enumerated() {
            guard case .requirement(let text, let owner, let verdict) = change.what else { continue }
            let key = Key(name: ConditionChange.name(of: text), owner: owner)
            entries[key, default: []].append(
                Entry(row: row, sight: Sight(verdict, isSimulated: change.isSimulated)))
        }
        take(turnsOf: changes, placement)
        for turn in turns { attention.change(to: turn.attention, at: clipped(turn.at)) }
    }

    /// `asleep` is written after waking, and `lastWritten` at the next start of the daemon, each with an earlier instant. No row
    /// was written in between, so neither is earlier than the row before.
    private static func instants(of changes: [ConditionChange]) -> [WallTime] {
        var instants = changes.map(\.at)
        let late: [ConditionChange.What] = [.machine(.asleep), .machine(.lastWritten)]
        for row in instants.indices.dropFirst() where late.contains(changes[row].what) {
            instants[row] = max(instants[row], instants[row - 1])
        }
        return instants
    }

    private mutating func take(turnsOf changes: [ConditionChange], _ placement: Placement) {
        var attention = Attention.looking
        for (row, change) in changes.enumerated() {
            let wasBelieved = row == 0 || placement.isBelieved[row - 1]
            let before = row == 0 ? from : places[row - 1]
            if !placement.isBelieved[row], wasBelieved {
                turns.append(Turn(row: row, at: before, attention: .clock, forgets: false))
            }
            var forgets = false
            if case .machine(let state) = change.what {
                if state == .started, row > 0, attention == .looking, placement.isBelieved[row], wasBelieved {
                    turns.append(Turn(row: row, at: before, attention: .lost, forgets: true))
                }
                forgets = state == .started
                attention = Self.attention(after: state) ?? attention
            } else if wasBelieved == placement.isBelieved[row] {
                continue
            }
            let shown = placement.isBelieved[row] ? attention : .clock
            turns.append(Turn(row: row, at: places[row], attention: shown, forgets: forgets))
        }
    }

    /// Nil where it is what it was.
    private static func attention(after state: ConditionChange.MachineState) -> Attention? {
        switch state {
        case .started, .awake: .looking
        // The unobserved time begins here, and ends with `started`.
        case .lastWritten: nil
        case .stopped: .stopped
        case .asleep: .asleep
        }
    }

    private func clipped(_ instant: WallTime) -> WallTime { min(max(instant, from), to) }

    // MARK: What was seen

    /// Whether anything was ever written of a requirement, as the owner sees it.
    func hasSeen(_ requirement: Requirement, owner: UserID) -> Bool {
        !entries(of: requirement, owner).isEmpty
    }

    /// What was known of a requirement at each instant; an opposite is told as what it is the opposite of.
    func course(of requirement: Requirement, owner: UserID) -> Course<Sight> {
        var course = Course(from: from, to: to, Sight.nothing)
        var known = Sight.nothing
        var attention = Attention.looking
        var next = 0
        func take(_ turn: Turn) {
            attention = turn.attention
            if turn.forgets { known = .nothing }
            course.change(to: attention == .looking ? known : .nothing, at: clipped(turn.at))
        }
        for entry in entries(of: requirement, owner) {
            while next < turns.count, turns[next].row <= entry.row {
                take(turns[next])
                next += 1
            }
            known = entry.sight
            course.change(to: attention == .looking ? known : .nothing, at: clipped(places[entry.row]))
        }
        for turn in turns[next...] { take(turn) }
        guard case .not = requirement else { return course }
        return course.mapped(\.opposite)
    }

    private func entries(of requirement: Requirement, _ owner: UserID) -> [Entry] {
        let name = ConditionChange.name(of: requirement.condition.text)
        return entries[Key(name: name, owner: owner)] ?? entries[Key(name: name, owner: nil)] ?? []
    }
}
