// The next readings of cron expressions, compared with what others say.
import BGRunCalendar
import BGRunTestSupport
import Testing

@Suite struct `The next readings of a cron expression` {
    private func readings(_ text: String, after base: Int64, count: Int) throws -> [Int64]? {
        guard let cron = try? CronExpression(text) else { return nil }
        var readings: [Int64] = []
        var time = CivilTime(seconds: base)
        for _ in 0..<count {
            guard let next = cron.pattern.next(onOrAfter: time.advanced(bySeconds: 1)) else { return nil }
            readings.append(next.seconds)
            time = next
        }
        return readings
    }

    @Test func `are what cronsim and croniter find, for thousands of expressions`() throws {
        var random = SeededGenerator(seed: 42)
        let crons = (0..<3000).map { _ in RandomCron(using: &random) }
        let bases = crons.map { _ in Int64.random(in: 0..<5_000_000_000, using: &random) }
        let answers = try CronOracles.answers(
            to: zip(crons, bases).map { .init(cron: $0.text, croniter: $0.croniterText, base: $1, count: 4) })
        var (fired, refused) = (0, 0)
        for ((cron, base), answer) in zip(zip(crons, bases), answers) {
            let ours = try readings(cron.text, after: base, count: 4)
            #expect(ours == answer.cronsim, "\(cron.text) after \(base), cronsim")
            if cron.isForCroniter { #expect(ours == answer.croniter, "\(cron.text) after \(base), croniter") }
            if ours == nil { refused += 1 } else { fired += 1 }
        }
        #expect(fired > 2500 && refused > 0, "\(fired) fired, \(refused) refused")
    }

    /// Where cronsim and croniter differ, with what Debian's cron does: its parser's loop runs from 5 to 5, and it
    /// asks for a field's first character alone.
    @Test(arguments: [
        ("0 5-5/2 * * *", ["2026-01-01T05:00:00Z", "2026-01-02T05:00:00Z"]),
        ("0 0 * * 5-5", ["2026-01-02T00:00:00Z", "2026-01-09T00:00:00Z"]),
        ("0 0 5,* * 1", ["2026-01-02T00:00:00Z", "2026-01-03T00:00:00Z"]),
        ("0 0 *,5 * 1", ["2026-01-05T00:00:00Z", "2026-01-12T00:00:00Z"]),
        ("0 0 1 * 5#3", ["2026-01-16T00:00:00Z", "2026-02-01T00:00:00Z"]),
        ("0 0 * * 5#3,1", ["2026-01-05T00:00:00Z", "2026-01-12T00:00:00Z"]),
        ("0 0 */2 * 1", ["2026-01-05T00:00:00Z", "2026-01-19T00:00:00Z"]),
        ("0 0 1,15 * 0", ["2026-01-04T00:00:00Z", "2026-01-11T00:00:00Z"]),
    ])
    func `are Debian's where the others differ`(text: String, expected: [String]) throws {
        let found = try #require(try readings(text, after: 1_767_225_600, count: 2))
        #expect(found.map { WallTime(microseconds: $0 * 1_000_000).rfc3339 } == expected)
    }
}
