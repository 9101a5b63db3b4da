// Instants and the arithmetic that ends at the rim of time instead of in a trap.
import BGRunCalendar
import Testing

@Suite struct `An instant` {
    @Test func `moves by a duration and measures it`() {
        let start = BootTime(microseconds: 1_000_000)
        let end = start.advanced(by: .milliseconds(1500))
        #expect(end.microseconds == 2_500_000)
        #expect(start.duration(to: end) == .milliseconds(1500))
        #expect(end.duration(to: start) == .milliseconds(-1500))
        #expect(start < end)
    }

    @Test func `stays inside time whatever is added`() {
        let last = WallTime(microseconds: .max)
        let first = WallTime(microseconds: .min)
        #expect(last.advanced(by: .seconds(1)) == last)
        #expect(last.advanced(by: .seconds(Int64.max)) == last)
        #expect(first.advanced(by: .seconds(-1)) == first)
        #expect(first.advanced(by: .seconds(Int64.min)) == first)
        #expect(first.duration(to: last) == .microseconds(Int64.max))
        #expect(last.duration(to: first) == .microseconds(Int64.min))
    }

    @Test func `of three clocks tells the time asleep`() {
        let now = Now(
            wall: WallTime(microseconds: 0), boot: BootTime(microseconds: 90_000_000),
            awake: AwakeTime(microseconds: 60_000_000))
        #expect(now.asleep == .seconds(30))
    }

    @Test func `is in whole microseconds, rounded towards zero`() {
        #expect(Duration.nanoseconds(1999).wholeMicroseconds == 1)
        #expect(Duration.nanoseconds(-1999).wholeMicroseconds == -1)
        #expect(Duration.seconds(Int64.max).wholeMicroseconds == .max)
        #expect(Duration.seconds(Int64.min).wholeMicroseconds == .min)
    }
}

@Suite struct `Arithmetic at the rim` {
    @Test(arguments: [Int64.min, .min + 1, -2, -1, 0, 1, 2, .max - 1, .max])
    func `gives the exact result or the nearest there is`(left: Int64) {
        for right in [Int64.min, .min + 1, -2, -1, 0, 1, 2, .max - 1, .max] {
            let (a, b) = (Int128(left), Int128(right))
            #expect(left.addingSaturating(right) == Int64(clamping: a + b))
            #expect(left.subtractingSaturating(right) == Int64(clamping: a - b))
            #expect(left.multipliedSaturating(by: right) == Int64(clamping: a * b))
        }
    }
}
