// Durations as text: what is read, what is not, and what is printed.
import BGRunCalendar
import BGRunTestSupport
import Testing

@Suite struct `The text of a duration` {
    @Test(arguments: [
        ("0s", Duration.zero), ("90s", .seconds(90)), ("15m", .seconds(900)), ("6h", .seconds(21_600)),
        ("3d", .seconds(259_200)), ("250ms", .milliseconds(250)), ("007m", .seconds(420)), ("0d", .zero),
        ("36525d", Duration.longestText), ("3155760000s", Duration.longestText),
        ("1h30m", .seconds(5400)), ("1 h 30 min", .seconds(5400)), ("90min", .seconds(5400)),
        ("2 days", .seconds(172_800)), ("1w", .seconds(604_800)), ("1d 12h", .seconds(129_600)),
        (" 90s ", .seconds(90)), ("0h90sec", .seconds(90)),
    ])
    // B-116
    func `is whole numbers, each with its unit`(text: String, duration: Duration) {
        #expect(Duration(text: text) == duration)
        #expect(Duration(text: "+\(text)".dropFirst()) == duration)
    }

    @Test(arguments: [
        "", " ", "s", "90", "-5s", "+5s", "1.5h", "1h30", "1h 30", "90S", "h", "1y", "1month", "36525d 1s",
        "ms", "1mss", "1msm", "1sm", "0x10s", "1e3s", "٣s", "3５s", "1s\0", "1d\n", "36526d", "3155760001s",
        "999999999999999d", "1000000000000000s", "99999999999999999999999999s", "é", "1é",
        "1h\u{0}", String(repeating: "1s", count: 33),
    ])
    func `is nothing else, and no more than a century`(text: String) {
        #expect(Duration(text: text) == nil)
        #expect(Duration(text: text[...]) == nil)
    }

    @Test(arguments: [
        (Duration.zero, "0s"), (.seconds(1), "1s"), (.seconds(60), "1m"), (.seconds(90), "90s"),
        (.seconds(5400), "90m"), (.seconds(7200), "2h"), (.seconds(86_400), "1d"), (.seconds(129_600), "36h"),
        (.milliseconds(250), "250ms"), (.milliseconds(2000), "2s"), (.milliseconds(60_001), "60001ms"),
        (.seconds(-90), "-90s"), (.microseconds(1500), "1ms"),
    ])
    func `is printed with the largest unit that is exact`(duration: Duration, text: String) {
        #expect(duration.text == text)
    }

    @Test func `reads again as the same duration`() {
        let units: [Int64] = [1, 1000, 60_000, 3_600_000, 86_400_000]
        var random = SeededGenerator(seed: 1)
        for _ in 0..<Repository.times(20_000) {
            let unit: Int64 = units.randomElement(using: &random) ?? 1
            let count = Int64.random(in: 0...(3_155_760_000_000 / unit), using: &random)
            let duration = Duration.milliseconds(count * unit)
            #expect(Duration(text: duration.text) == duration, "\(duration.text)")
        }
    }

    @Test(arguments: [
        (Duration.milliseconds(999), "0 s"), (.seconds(59), "59 s"), (.seconds(60), "1 min"),
        (.seconds(61), "1 min 1 s"), (.seconds(3599), "59 min 59 s"), (.seconds(3600), "1 h"),
        (.seconds(7_500), "2 h 5 min"), (.seconds(86_400), "1 d"), (.seconds(100_000), "1 d 3 h"),
        (.seconds(Int64.max), "106751991 d 4 h"), (.seconds(Int64.min), "106751991 d 4 h"),
    ])
    func `has two units at most for people`(duration: Duration, text: String) {
        #expect(duration.rounded == text)
    }

    @Test func `may be any bytes without harm`() {
        var random = SeededGenerator(seed: 2)
        let bytes = Array("0123456789smhdwin-+. \0éx".utf8)
        for _ in 0..<Repository.times(20_000) {
            let text = String(
                decoding: (0..<random.next() % 24).map { _ in bytes.randomElement(using: &random) ?? 0 },
                as: UTF8.self)
            guard let duration = Duration(text: text) else { continue }
            #expect(duration >= .zero && duration <= Duration.longestText, "\(text)")
            #expect(Duration(text: duration.text) == duration, "\(text)")
        }
    }
}
