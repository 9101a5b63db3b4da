// What was known of each condition at each instant, also where clocks jump and daemons die.
import BGRunCalendar
import BGRunJob
import BGRunTestSupport
import Testing

@testable import BGRunForecast

@Suite struct `What was seen of the machine` {
    private let owner = UserID(1000)

    private func course(
        _ changes: [ConditionChange], from: WallTime = WallTime(day: 0, 0), to: WallTime,
        of requirement: Requirement = .externalPower
    ) -> [String] {
        let timeline = ConditionTimeline(changes, from: from, to: to)
        return timeline.course(of: requirement, owner: owner).stretches.map { stretch in
            let begin = from.duration(to: stretch.span.from).text
            return "\(begin) \(stretch.value.verdict?.rawValue ?? "-")"
        }
    }

    // B-35
    @Test(arguments: 0..<60)
    func `is what a look at each minute sees`(seed: UInt64) {
        var past = RandomPast(seed: seed)
        let end: Int64 = 6000
        let changes = past.changes(until: end)
        let from = Int64.random(in: 0...2000, using: &past.random)
        let slow = MinuteByMinute(changes, from..<end)
        let timeline = ConditionTimeline(changes, from: WallTime(minute: from), to: WallTime(minute: end))
        let tree = past.tree()
        let course = tree.course(on: timeline, owner: owner)
        for minute in from..<end {
            let instant = WallTime(minute: minute)
            let place = Int(minute - from)
            guard
                timeline.attention.value(at: instant) == slow.attention[place],
                course.value(at: instant).verdict == slow.verdict(of: tree, at: minute)
            else {
                Issue.record("minute \(minute) of \(from)..<\(end): \(tree)")
                break
            }
        }
    }

    @Test func `is nothing where nobody has looked`() {
        #expect(course([], to: WallTime(day: 1, 0)) == ["0s -"])
        #expect(
            course([.seen(.network, .yes, at: WallTime(day: 0, 1))], to: WallTime(day: 1, 0)) == ["0s -"])
        #expect(
            ConditionTimeline([], from: WallTime(day: 0, 0), to: WallTime(day: 1, 0)).attention.last
                == .looking)
    }

    // B-35
    @Test func `ends with the last row before a crash, and with the word of a daemon that stops`() {
        let changes: [ConditionChange] = [
            .machine(.started, at: WallTime(day: 0, 1)),
            .seen(.externalPower, .yes, at: WallTime(day: 0, 2)),
            .seen(.network, .yes, at: WallTime(day: 0, 5)),
            .machine(.started, at: WallTime(day: 0, 9)),
            .seen(.externalPower, .no, at: WallTime(day: 0, 10)),
            .machine(.stopped, at: WallTime(day: 0, 12)),
            .machine(.started, at: WallTime(day: 0, 15)),
            .seen(.externalPower, .yes, at: WallTime(day: 0, 16)),
        ]
        let to = WallTime(day: 0, 20)
        #expect(course(changes, to: to) == ["0s -", "2h yes", "5h -", "10h no", "12h -", "16h yes"])
        let attention = ConditionTimeline(changes, from: WallTime(day: 0, 0), to: to).attention
        #expect(attention.steps.map(\.value) == [.looking, .lost, .looking, .stopped, .looking])
    }

    // B-35
    @Test func `ends after a crash with what was written last, whatever that was`() {
        let changes: [ConditionChange] = [
            .machine(.started, at: WallTime(day: 0, 1)),
            .seen(.externalPower, .yes, at: WallTime(day: 0, 2)),
            .machine(.lastWritten, at: WallTime(day: 0, 8)),
            .machine(.started, at: WallTime(day: 0, 9)),
            // Nothing else was, so it is as early as the row before.
            .machine(.lastWritten, at: WallTime(day: 0, 3)),
            .machine(.started, at: WallTime(day: 0, 12)),
        ]
        let to = WallTime(day: 0, 20)
        #expect(course(changes, to: to) == ["0s -", "2h yes", "8h -"])
        let attention = ConditionTimeline(changes, from: WallTime(day: 0, 0), to: to).attention
        #expect(attention.steps.map(\.value) == [.looking, .lost, .looking])
    }

    // B-35
    @Test func `goes on after sleep as it was before, until something else is seen`() {
        let changes: [ConditionChange] = [
            .seen(.externalPower, .yes, at: WallTime(day: 0, 1)),
            .machine(.asleep, at: WallTime(day: 0, 2)), .machine(.awake, at: WallTime(day: 3, 2)),
            .seen(.externalPower, .no, at: WallTime(day: 3, 3)),
        ]
        #expect(course(changes, to: WallTime(day: 4, 0)) == ["0s -", "1h yes", "2h -", "74h yes", "75h no"])
    }

    @Test func `belongs to the second time where a clock was set back`() {
        let changes: [ConditionChange] = [
            .seen(.externalPower, .yes, at: WallTime(day: 0, 1)),
            .seen(.externalPower, .no, at: WallTime(day: 0, 6)),
            .seen(.externalPower, .yes, at: WallTime(day: 0, 3)),
            .seen(.externalPower, .no, at: WallTime(day: 0, 8)),
        ]
        #expect(course(changes, to: WallTime(day: 0, 9)) == ["0s -", "1h yes", "8h no"])
    }

    @Test func `is not lost when a clock without battery starts in 1970`() {
        let changes: [ConditionChange] = [
            .machine(.started, at: WallTime(day: 0, 1)),
            .seen(.externalPower, .yes, at: WallTime(day: 0, 1)),
            .machine(.stopped, at: WallTime(day: 0, 5)),
            .machine(.started, at: WallTime(microseconds: 0)),
            .seen(.externalPower, .no, at: WallTime(microseconds: 1)),
            .seen(.network, .yes, at: WallTime(day: 0, 7)),
        ]
        let to = WallTime(day: 0, 8)
        #expect(course(changes, to: to) == ["0s -", "1h yes", "5h -", "7h no"])
        let attention = ConditionTimeline(changes, from: WallTime(day: 0, 0), to: to).attention
        #expect(attention.steps.map(\.value) == [.looking, .clock, .looking])
    }

    @Test func `of a time that is not reached yet is not believed`() {
        let changes: [ConditionChange] = [
            .seen(.externalPower, .yes, at: WallTime(day: 0, 1)),
            .seen(.externalPower, .no, at: WallTime(day: 900, 0)),
            .seen(.network, .yes, at: WallTime(day: 0, 4)),
        ]
        #expect(
            course(changes, to: WallTime(day: 0, 8)) == ["0s -", "1h -", "4h no"].filter { $0 != "1h -" })
    }

    @Test func `is the owner's own where each user has their own`() {
        let changes: [ConditionChange] = [
            .seen(.locked(true), .no, at: WallTime(day: 0, 1), owner: UserID(1001)),
            .seen(.locked(true), .yes, at: WallTime(day: 0, 2), owner: owner),
        ]
        #expect(course(changes, to: WallTime(day: 0, 8), of: .locked(true)) == ["0s -", "2h yes"])
        #expect(course(changes, to: WallTime(day: 0, 8), of: .not(.locked(true))) == ["0s -", "2h no"])
    }

    @Test func `is found by the name that history keeps, however long the text`() {
        let path = "/" + String(repeating: "ä", count: 3000)
        let changes: [ConditionChange] = [.seen(.pathExists(path), .yes, at: WallTime(day: 0, 1))]
        #expect(course(changes, to: WallTime(day: 0, 8), of: .pathExists(path)) == ["0s -", "1h yes"])
        #expect(course(changes, to: WallTime(day: 0, 8), of: .pathExists(path + "x")) == ["0s -"])
    }

    // B-21
    @Test(arguments: 0..<30)
    func `never goes backwards, whatever the rows say`(seed: UInt64) {
        var past = RandomPast(seed: seed)
        let end = WallTime(minute: 100_000)
        let changes = (0..<2000).map { _ -> ConditionChange in
            let at = past.oneOf([
                WallTime(microseconds: .min), WallTime(microseconds: .max), WallTime(microseconds: 0), end,
                WallTime(minute: .random(in: -500_000...200_000, using: &past.random)),
                WallTime(minute: .random(in: 0...100_000, using: &past.random)),
            ])
            if Bool.random(using: &past.random) {
                return .machine(past.oneOf(ConditionChange.MachineState.allCases), at: at)
            }
            return .seen(past.oneOf(RandomPast.requirements), past.oneOf(Verdict.allCases), at: at)
        }
        for from in [WallTime(minute: 5), end, WallTime(microseconds: .min), WallTime(microseconds: .max)] {
            let timeline = ConditionTimeline(changes, from: from, to: end)
            let course = past.tree().course(on: timeline, owner: owner)
            for steps in [course.steps.map(\.at), timeline.attention.steps.map(\.at)] {
                #expect(zip(steps, steps.dropFirst()).allSatisfy { $0 < $1 })
                #expect(steps.allSatisfy { $0 >= min(from, end) && $0 <= end })
            }
        }
    }
}
