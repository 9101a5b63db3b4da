// What a trigger of pressure tells is held to the kernel's counter.
import BGRunCalendar
import Testing

@testable import BGRunDevice

// B-30
@Suite struct `The kernel's counter of pressure` {
    private func awake(_ seconds: Double) -> AwakeTime { AwakeTime(microseconds: Int64(seconds * 1_000_000)) }

    @Test func `counts from when the threshold was set, in the first ten seconds`() {
        var history = PressureHistory(total: 125_000_000, at: awake(0))
        #expect(history.growth(to: 125_001_000, at: awake(1)) == 1000)
        #expect(history.growth(to: 129_000_000, at: awake(9.9)) == 4_000_000)
    }

    @Test func `counts at least the last ten seconds, and no more than it knows of`() {
        var history = PressureHistory(total: 0, at: awake(0))
        #expect(history.growth(to: 100, at: awake(1)) == 100)
        #expect(history.growth(to: 300, at: awake(11)) == 200)
        #expect(history.growth(to: 600, at: awake(20.9)) == 500, "what was said 9.9 s ago is too young")
        #expect(history.growth(to: 1000, at: awake(21)) == 700)
        #expect(history.growth(to: 9000, at: awake(3600)) == 8000)
    }

    /// 91 % of ten seconds, in one stretch: told wrongly before, each ten seconds, and rightly as soon as it is passed.
    @Test(arguments: Array(stride(from: 0, through: 30_000, by: 700)))
    func `never contradicts a burst that has passed a threshold`(begin: Int) {
        let end = begin + 9100
        /// What the counter says so many milliseconds after the threshold was set.
        func total(_ instant: Int) -> Int { (min(max(instant, begin), end) - begin) * 1000 }
        func awake(_ instant: Int) -> AwakeTime { AwakeTime(microseconds: Int64(instant) * 1000) }
        var history = PressureHistory(total: 0, at: awake(0))
        for wrong in stride(from: 1000, to: end, by: 10_000) {
            _ = history.growth(to: total(wrong), at: awake(wrong))
        }
        #expect(history.growth(to: total(end), at: awake(end)) == 9_100_000)
    }

    @Test(arguments: [
        ("some avg10=0.06 avg60=0.03 avg300=0.01 total=168077378\nfull avg10=0.00 x", 6, 168_077_378),
        ("some avg10=100.00 total=0\n", 10_000, 0),
    ]) func `is read beside the average`(text: String, average: Int, total: Int) throws {
        let figures = try #require(PressureFigures(Array(text.utf8)))
        #expect(figures.average == average)
        #expect(figures.total == total)
    }

    @Test(arguments: [
        "", "some avg10=0.06 avg60=0.03 avg300=0.01 total=12", "some avg10=0.06 total=\n",
        "some avg10=0.06 total=-1\n", "some avg10=0.06 total=+1\n", "some avg10=0.06 total=1x\n",
        "some avg10=0.06 total=99999999999999999999\n", "some avg10=0.06 total=1 x\n",
        "some avg10=x total=1\n",
        "some avg10=0.06 x\nfull total=1\n",
    ]) func `is unknown in a text that the kernel does not write`(text: String) {
        #expect(PressureFigures(Array(text.utf8)) == nil)
    }
}
