// What was published of iOS's behaviour with four tasks, held against the scheduler in virtual time.
import BGRunCalendar
import BGRunJob
import BGRunScheduler
import Testing

@Suite struct `A night with four tasks` {
    private static let hour: Duration = .seconds(3600)
    /// Of six hours all but the last minutes, in which a thirteenth run begins.
    private static let wholeNight: Duration = .seconds(6 * 3600 - 300)

    /// The machine is in use for ten minutes, then left alone.
    private func night(isPlugged: Bool = true) throws -> (night: FourTaskNight, left: AwakeTime) {
        let night = try FourTaskNight(isPlugged: isPlugged)
        try night.setIdle(false)
        for task in 1...4 { try night.submit(task) }
        try night.pass(.seconds(600))
        #expect(night.lines.isEmpty)
        try night.setIdle(true)
        return (night, night.now.awake)
    }

    /// The values of each run of a task; nil where it was told to end.
    private func runs(of task: Int, _ night: FourTaskNight) -> [[Int?]] {
        night.lines.filter { $0.task == task }.map(\.value).split(
            separator: nil, omittingEmptySubsequences: true
        )
        .map(Array.init)
    }

    @Test func `begins within a minute after it need not be in use for a minute`() throws {
        let (night, left) = try night()
        try night.pass(.seconds(120))
        let first = try #require(night.lines.first)
        #expect((.seconds(60)...(.seconds(120))).contains(left.duration(to: first.at)))
    }

    @Test func `has five lines a run, and the word that it is over`() throws {
        let (night, _) = try night()
        try night.pass(Self.wholeNight)
        for task in 1...4 {
            let lines = night.lines.filter { $0.task == task }
            try #require(!lines.isEmpty && lines.count.isMultiple(of: 6))
            for first in stride(from: 0, to: lines.count, by: 6) {
                #expect(lines[first..<first + 6].map(\.value) == [0, 1, 2, 3, 4, nil])
            }
        }
    }

    @Test func `starts who asks again every half hour, and who does not exactly once`() throws {
        let (night, _) = try night()
        try night.pass(Self.wholeNight)
        for task in 1...2 {
            let starts = try #require(night.starts[task])
            // An hour's work in six hours of night: 12 times 5 minutes.
            #expect(starts.count == 12)
            for (one, next) in zip(starts, starts.dropFirst()) {
                #expect((.seconds(29 * 60)...(.seconds(31 * 60))).contains(one.duration(to: next)))
            }
        }
        #expect(night.starts[3]?.count == 1 && night.starts[4]?.count == 1)
    }

    @Test func `has three at once and no more, and the fourth right after`() throws {
        let (night, left) = try night()
        try night.pass(Self.wholeNight)
        #expect(night.mostAtOnce == 3)
        let first = (1...4).compactMap { night.starts[$0]?.first }.sorted()
        try #require(first.count == 4)
        // What has waited together starts a few seconds apart.
        #expect(first[0].duration(to: first[2]) < .seconds(60), "\(first)")
        let end = try #require(night.lines.first { $0.value == nil })
        #expect(end.at == first[3] && left < first[3])
    }

    @Test func `stands still while the machine is in use, and goes on with the next number`() throws {
        let (night, _) = try night()
        try night.pass(.seconds(60 + 150))
        let before = night.lines
        #expect(runs(of: 1, night) == [[0, 1, 2]])
        try night.setIdle(false)
        try night.pass(.seconds(600))
        #expect(night.lines == before)
        try night.setIdle(true)
        try night.pass(Self.hour)
        // What differs on purpose: the budget does not begin anew, so the run has its five lines and no more.
        #expect(night.lines.filter { $0.task == 1 }.prefix(6).map(\.value) == [0, 1, 2, 3, 4, nil])
    }

    @Test func `runs without the plug what does not ask for it`() throws {
        let (night, _) = try night(isPlugged: false)
        try night.pass(Self.hour * 2)
        #expect(night.starts[2] == nil && night.starts[4] == nil)
        // What differs on purpose: on iOS nothing of the four ran on battery.
        #expect(night.starts[1]?.count == 4 && night.starts[3]?.count == 1)
    }

    @Test func `has ten requests pending, and the eleventh is refused`() throws {
        let (night, _) = try night()
        for task in 5...10 { try night.submit(task) }
        #expect(night.refusals.isEmpty)
        try night.submit(11)
        #expect(night.refusals == [.tooManyPending(.processing, limit: 10)])
    }
}
