// The same questions answered the slow way: by a look at each minute.
import BGRunCalendar
import BGRunJob

@testable import BGRunForecast

/// What was known at each minute, found by playing all rows from the first.
struct MinuteByMinute {
    let minutes: Range<Int64>
    private(set) var attention: [Attention] = []
    private(set) var known: [[Requirement: Verdict]] = []

    /// - Parameter changes: In order, at whole minutes, of what a random past speaks of.
    init(_ changes: [ConditionChange], _ minutes: Range<Int64>) {
        self.minutes = minutes
        var (looks, sights) = (Attention.looking, [Requirement: Verdict]())
        var next = 0
        for minute in minutes {
            while next < changes.count, changes[next].at <= WallTime(minute: minute) {
                switch changes[next].what {
                case .requirement(let text, _, let verdict):
                    for requirement in RandomPast.requirements where requirement.text == text {
                        sights[requirement] = verdict
                    }
                case .machine(.started): (looks, sights) = (.looking, [:])
                case .machine(.awake): looks = .looking
                case .machine(.stopped): looks = .stopped
                case .machine(.asleep): looks = .asleep
                case .machine(.lastWritten): break
                }
                next += 1
            }
            var here = looks
            if here == .looking, next > 0, next < changes.count, changes[next].what == .machine(.started),
                changes[next].at <= WallTime(minute: minutes.upperBound)
            {
                here = .lost
            }
            attention.append(here)
            known.append(here == .looking ? sights : [:])
        }
    }

    func verdict(of requirements: Requirements, at minute: Int64) -> Verdict? {
        all(requirements.terms.map { verdict(of: $0, at: minute) })
    }

    func verdict(of term: Requirements.Term, at minute: Int64) -> Verdict? {
        switch term {
        case .requirement(let requirement):
            return known[Int(minute - minutes.lowerBound)][requirement]
        case .not(let opposite): return Self.opposite(verdict(of: opposite, at: minute))
        case .anyOf(let alternatives):
            let opposites = alternatives.map { Self.opposite(verdict(of: $0, at: minute)) }
            return Self.opposite(all(opposites))
        }
    }

    private func all(_ verdicts: [Verdict?]) -> Verdict? {
        if verdicts.contains(.no) { return .no }
        if verdicts.contains(nil) { return nil }
        return verdicts.contains(.unknown) ? .unknown : .yes
    }

    private static func opposite(_ verdict: Verdict?) -> Verdict? {
        switch verdict {
        case .yes: .no
        case .no: .yes
        case .unknown, nil: verdict
        }
    }
}

extension Course {
    func value(at instant: WallTime) -> Value {
        steps[max((steps.firstIndex { $0.at > instant } ?? steps.count) - 1, 0)].value
    }
}
