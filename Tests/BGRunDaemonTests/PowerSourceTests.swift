// The power supplies as a source of events: when they are read again by themselves.
import BGRunCalendar
import BGRunJob
import BGRunScheduler
import BGRunTestSupport
import Testing

@testable import BGRunDaemon

@Suite struct `The source of power` {
    private let scratch: ScratchDirectory
    private let source: PowerSource

    init() throws {
        scratch = try ScratchDirectory()
        let files = [
            ("AC/type", "Mains"), ("AC/online", "1"), ("BAT0/type", "Battery"), ("BAT0/status", "Charging"),
        ]
        for (name, text) in files { try scratch.file("class/power_supply/\(name)", "\(text)\n") }
        source = try PowerSource(root: scratch.path, supplies: Policy.Supplies())
    }

    private func verdict(_ event: Event) -> Verdict? {
        guard case .powerRead(let reading, _) = event else { return nil }
        return reading.verdict
    }

    // B-3, B-6
    @Test func `is read again at the end of the time in which a charging battery is not believed`() throws {
        #expect(verdict(source.firstReading) == .yes)
        #expect(source.attendAt == nil)
        try scratch.file("class/power_supply/AC/online", "0\n")
        let before = AwakeTime.now
        #expect(verdict(source.read(.asked)) == .no)
        let instant = try #require(source.attendAt)
        #expect(before.duration(to: instant) > .seconds(29))
        #expect(instant <= AwakeTime.now.advanced(by: .seconds(30)))
        // Nothing is news before.
        #expect(source.attend(at: .now).isEmpty)
        try scratch.file("class/power_supply/BAT0/status", "Discharging\n")
        #expect(verdict(source.read(.asked)) == .no)
        #expect(source.attendAt == nil)
    }
}
