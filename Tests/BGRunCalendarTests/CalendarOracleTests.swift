// The next readings of calendar expressions, compared with what systemd-analyze says.
import BGRunCalendar
import BGRunTestSupport
import Testing

@Suite struct `The next readings of a calendar expression` {
    /// As systemd prints them, up to `count`; nil where the expression is refused.
    private func readings(_ text: String, after base: CivilTime, count: Int) throws -> [String]? {
        guard let calendar = try? CalendarExpression(text) else { return nil }
        var readings: [String] = []
        var time = base
        while readings.count < count, let next = calendar.pattern.next(onOrAfter: time.advanced(bySeconds: 1))
        {
            let text = WallTime(microseconds: next.seconds * 1_000_000).rfc3339
            readings.append(String(text.dropLast()).replacing("T", with: " "))
            time = next
        }
        return readings
    }

    @Test func `are what systemd finds, for thousands of expressions`() throws {
        var random = SeededGenerator(seed: 252)
        var (accepted, refused) = (0, 0)
        for _ in 0..<40 {
            let base = CivilTime(seconds: Int64.random(in: 0..<6_000_000_000, using: &random))
            let baseText = WallTime(microseconds: base.seconds * 1_000_000).rfc3339
            let texts = (0..<75).map { _ in RandomCalendar(using: &random).text }
            let theirs = try SystemdAnalyze.readings(
                of: texts, after: String(baseText.dropLast()).replacing("T", with: " ") + " UTC", count: 5)
            for (text, theirs) in zip(texts, theirs) {
                let ours = try readings(text, after: base, count: 5)
                // What never comes is refused here and "never" there.
                let isSame = ours == theirs || (ours == nil && theirs == [])
                #expect(isSame, "\(text) after \(baseText): \(ours ?? ["refused"]), \(theirs ?? ["refused"])")
                if ours == nil { refused += 1 } else { accepted += 1 }
            }
        }
        #expect(accepted > 2000 && refused > 200, "\(accepted) accepted, \(refused) refused")
    }
}
