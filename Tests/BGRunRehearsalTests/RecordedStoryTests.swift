// The recorded past as a story.
import BGRunCalendar
import BGRunJob
import BGRunRehearsal
import Testing

// B-124
@Suite struct `The recorded past as a story` {
    private func at(_ hour: Int64) -> WallTime { WallTime(microseconds: hour * 3_600_000_000) }

    private var record: MachineTimeline {
        MachineTimeline(
            from: at(0), to: at(24), begin: at(0),
            gaps: [
                .init(from: at(2), to: at(6), .asleep), .init(from: at(8), to: at(9), .stopped),
                .init(from: at(10), to: at(11), .unknown),
            ],
            lanes: [
                .init(
                    text: "externalPower", words: "external power",
                    stretches: [
                        .init(from: at(0), to: at(2), .yes), .init(from: at(2), to: at(6), nil),
                        .init(from: at(6), to: at(8), .no), .init(from: at(8), to: at(9), nil),
                        .init(from: at(9), to: at(10), .yes), .init(from: at(10), to: at(24), nil),
                    ]),
                .init(text: "unmetered", words: "…", stretches: [.init(from: at(0), to: at(24), nil)]),
            ])
    }

    private func told(_ story: Story) -> [String] {
        story.moments.map { moment in
            let hour = moment.at.microseconds / 3_600_000_000
            return "\(hour) \(moment.happening.map { "\($0)" } ?? "nothing")"
        }
    }

    @Test func `tells what was seen when somebody looked, and that nobody did`() {
        let power = ConditionName("externalPower")
        let unmetered = ConditionName("unmetered")
        let wanted: [(Int64, Story.Happening)] = [
            (0, .condition(power, .yes)), (0, .condition(unmetered, .unknown)), (2, .sleep), (6, .wake),
            (6, .condition(power, .no)), (8, .shutdown), (9, .start), (9, .condition(power, .yes)),
            (10, .condition(power, .unknown)),
        ]
        let story = Story(record)
        #expect(told(story) == wanted.map { "\($0.0) \($0.1)" })
        #expect((story.begin, story.end) == (at(0), at(24)))
    }

    @Test func `has what is assumed where nothing was seen`() {
        let story = Story(record, assuming: [.unmetered: .yes, .idle: .no])
        let told = story.moments.map(\.happening)
        #expect(
            told.prefix(2) == [
                .condition(ConditionName("idle"), .no), .condition(ConditionName("unmetered"), .yes),
            ])
        #expect(told.count { $0 == .condition(ConditionName("unmetered"), .yes) } == 2)
        #expect(!told.contains(.condition(ConditionName("unmetered"), .unknown)))
        #expect(told.contains(.condition(ConditionName("externalPower"), .unknown)))
    }

    @Test func `begins when a sleep is over within which it would begin`() {
        var story = Story(record)
        story.begin = at(4)
        story.skipGap(of: record)
        #expect(story.begin == at(6))
        #expect(
            story.moments.first { $0.at >= at(6) }?.happening
                == .condition(ConditionName("externalPower"), .no))
        #expect(!story.moments.contains { $0.happening == .sleep || $0.happening == .wake })
    }
}
