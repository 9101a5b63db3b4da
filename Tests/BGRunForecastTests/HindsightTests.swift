// What jobs went through, by what was recorded.
import BGRunCalendar
import BGRunJob
import Testing

@testable import BGRunForecast

private let start = WallTime(microseconds: 1_774_742_400_000_000)

private func hour(_ number: Double) -> WallTime { start.advanced(by: .seconds(Int64(number * 3600))) }

/// As `2-5 asleep`, in hours.
private func told(_ stretches: [JobTimeline.Stretch]) -> [String] {
    stretches.map { stretch in
        let span = [stretch.from, stretch.to].map {
            "\(start.duration(to: $0).wholeMicroseconds / 3_600_000_000)"
        }
        let lacks = stretch.lacks.map { ($0.isUnknown ? "?" : "") + ($0.isPreferred ? "~" : "") + $0.name }
        return span.joined(separator: "-") + " "
            + ([stretch.absence?.rawValue].compactMap(\.self) + lacks).joined(separator: "+")
    }
}

// B-121
@Suite struct `The recorded past of a job` {
    private let changes: [ConditionChange] = [
        .machine(.started, at: hour(1)), .seen(.externalPower, .no, at: hour(1)),
        .seen(.network, .yes, at: hour(1)), .seen(.externalPower, .yes, at: hour(4)),
        .seen(.network, .unknown, at: hour(5)), .machine(.asleep, at: hour(6)), .machine(.awake, at: hour(8)),
        .seen(.network, .no, at: hour(8)), .machine(.stopped, at: hour(10)), .machine(.started, at: hour(12)),
        .seen(.externalPower, .yes, at: hour(12)), .seen(.network, .yes, at: hour(12)),
    ]
    private let both = Requirements([.requirement(.externalPower), .requirement(.network)])

    private func hindsight() -> Hindsight { Hindsight(changes, from: start, to: hour(14)) }

    @Test func `tells how what a job requires stood, and when nobody looked`() throws {
        var hindsight = hindsight()
        let job = hindsight.timeline(of: JobPast(job: try .sample(), requirements: both), title: "A")
        #expect(
            told(job.conditions) == [
                "0-1 unknown", "1-4 externalPower", "4-5 ", "5-6 ?network", "6-8 asleep", "8-10 network",
                "10-12 stopped", "12-14 ",
            ])
        #expect(job.waits.isEmpty && job.title == "A")
    }

    @Test func `tells of waits alone what else held the job back`() throws {
        var hindsight = hindsight()
        let past = JobPast(
            job: try .sample(), requirements: both,
            preferred: Requirements([.requirement(.idle(.seconds(60)))]),
            runs: [try .sample(1, due: hour(2), started: hour(9), ended: hour(9.5), .failed)],
            skips: [Skip(due: hour(1), skipped: hour(2), reason: .maxLateness)],
            holds: [
                HoldChange(
                    job: try .sample(), at: hour(3), isWaiting: true, blockers: ["paused", "externalPower"]),
                HoldChange(job: try .sample(), at: hour(5), isWaiting: true, blockers: []),
            ], dueSince: hour(13))
        let job = hindsight.timeline(of: past, title: nil)
        #expect(
            told(job.waits) == [
                "2-3 externalPower", "3-4 externalPower+paused", "4-5 paused", "5-6 ?network", "6-8 asleep",
                "8-9 network", "13-14 unknown",
            ])
        #expect(job.runs.map(\.outcome) == [.failed] && job.skips.count == 1)
    }

    @Test func `tells of the machine what was asked for, and where the record begins`() throws {
        let owner = UserID(1000)
        let machine = hindsight().machine([
            (.externalPower, owner), (.not(.externalPower), owner), (.locked(true), owner),
        ])
        #expect(machine.begin == hour(1))
        #expect(machine.gaps.map(\.absence) == [.asleep, .stopped])
        #expect(machine.lanes.map(\.text) == ["externalPower", "locked true"])
        #expect(machine.lanes.map(\.owner) == [nil, owner])
        #expect(machine.lanes[0].stretches.map(\.verdict) == [nil, .no, .yes, nil, .yes, nil, .yes])
        #expect(machine.lanes[1].stretches.map(\.verdict) == [nil])
    }

    @Test func `tells nothing of no record at all`() throws {
        var hindsight = Hindsight([], from: start, to: hour(2))
        #expect(
            told(
                hindsight.timeline(of: JobPast(job: try .sample(), requirements: both), title: nil).conditions
            ) == ["0-2 unknown"])
        #expect(hindsight.machine([]).begin == hour(2))
        #expect(hindsight.chances(of: both, owner: UserID(1), in: .utc).each.isEmpty)
    }

    // B-123
    @Test func `tells how likely requirements hold by the hour, by alike days where there are few of one`()
        throws
    {
        var changes: [ConditionChange] = [.machine(.started, at: start)]
        for day in 0..<21 {
            // A Sunday is the first; power in the evening, on Wednesdays never.
            let evening = Double(day * 24 + 20)
            changes.append(.seen(.externalPower, .no, at: hour(Double(day * 24))))
            if day % 7 != 3 { changes.append(.seen(.externalPower, .yes, at: hour(evening))) }
        }
        let hindsight = Hindsight(changes, from: start, to: hour(21 * 24))
        let chances = hindsight.chances(
            of: Requirements([.requirement(.externalPower), .requirement(.locked(true))]), owner: UserID(1),
            in: .utc)
        #expect(chances.each.map(\.words) == ["external power"])
        let power = try #require(chances.all)
        #expect(power[1, 21] == 100 && power[3, 21] == 0 && power[1, 12] == 0)
        let young = Hindsight(Array(changes.prefix(8)), from: start, to: hour(4 * 24))
            .chances(of: Requirements([.requirement(.externalPower)]), owner: UserID(1), in: .utc)
        #expect(young.all?[5, 21] == 67, "\(String(describing: young.all?[5, 21]))")
        #expect(young.all?.percents.count == HourChances.hours)
    }
}
