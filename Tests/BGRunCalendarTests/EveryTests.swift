// The grid of a schedule that recurs at equal distances.
import BGRunCalendar
import BGRunTestSupport
import Testing

@Suite struct `A schedule of equal distances` {
    private func seconds(_ seconds: Int64) -> WallTime { WallTime(microseconds: seconds * 1_000_000) }

    @Test(arguments: [
        (Int64(0), Int64(3600)), (1, 3600), (3599, 3600), (3600, 7200), (3601, 7200),
        (1_000_000_000, 1_000_000_800),
        (-1, 0), (-3600, 0), (-10_000, 0),
    ])
    func `has its next occurrence on the grid, strictly later`(instant: Int64, next: Int64) {
        let hourly = Every(interval: .seconds(3600))
        #expect(hourly.next(after: seconds(instant), anchor: seconds(0)) == seconds(next))
    }

    @Test func `keeps the grid of an anchor before 1970`() {
        let every = Every(interval: .seconds(7))
        #expect(every.next(after: seconds(-8), anchor: seconds(-15)) == seconds(-1))
        #expect(every.next(after: seconds(-1), anchor: seconds(-15)) == seconds(6))
    }

    @Test func `ends at the rim of time`() {
        let every = Every(interval: .seconds(1))
        let (first, last) = (WallTime(microseconds: .min), WallTime(microseconds: .max))
        #expect(every.next(after: last, anchor: first) == last)
        #expect(every.next(after: last, anchor: last) == last)
        #expect(every.next(after: first, anchor: last) == last)
        #expect(every.next(after: first, anchor: first) == WallTime(microseconds: .min + 1_000_000))
        let near = WallTime(microseconds: .max - 1_500_000)
        #expect(every.next(after: near, anchor: first).microseconds > near.microseconds)
    }

    @Test func `is never late, early or off the grid`() {
        var random = SeededGenerator(seed: 6)
        for _ in 0..<Repository.times(20_000) {
            let interval = Int64.random(in: 1_000_000...3_155_760_000_000_000, using: &random)
            let anchor = Int64.random(in: Int64.min...Int64.max, using: &random) / 4
            let instant = Int64.random(in: Int64.min...Int64.max, using: &random) / 4
            let next = Every(interval: .microseconds(interval)).next(
                after: WallTime(microseconds: instant), anchor: WallTime(microseconds: anchor)
            ).microseconds
            if instant < anchor {
                #expect(next == anchor)
            } else {
                #expect(next > instant && next - instant <= interval && (next - anchor) % interval == 0)
            }
        }
    }
}
