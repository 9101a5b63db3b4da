// Promises of the kind "in 15 minutes", carried over clock changes and reboots.
import BGRunCalendar
import BGRunJob
import Testing

@Suite struct `A deadline` {
    private let noon = Now(
        wall: WallTime(microseconds: 43_200_000_000), boot: BootTime(microseconds: 9_000_000_000),
        awake: AwakeTime(microseconds: 9_000_000_000))

    /// The machine boots again `after` by the wall clock; its boot clock starts anew.
    private func rebooted(after: Duration) -> Now {
        Now(
            wall: noon.wall.advanced(by: after), boot: BootTime(microseconds: 1_000_000),
            awake: AwakeTime(microseconds: 1_000_000))
    }

    @Test func `is over when the boot clock says so, whatever the wall clock does`() {  // B-12
        var later = noon
        let deadline = Deadline(.seconds(900), from: noon)
        later.wall = later.wall.advanced(by: .seconds(86_400))
        #expect(later.boot < deadline.end)
        later.boot = later.boot.advanced(by: .seconds(900))
        #expect(deadline.end <= later.boot)
    }

    @Test func `keeps over a reboot what the wall clock has left of it`() {  // B-12
        let now = rebooted(after: .seconds(300))
        let carried = Deadline(.seconds(900), from: noon).carried(overRebootTo: now)
        #expect(now.boot.duration(to: carried.end) == .seconds(600))
    }

    @Test func `is over where the machine was off for longer`() {  // B-12
        let now = rebooted(after: .seconds(86_400))
        #expect(Deadline(.seconds(900), from: noon).carried(overRebootTo: now).end <= now.boot)
    }

    @Test func `never grows, even where the clock's battery is empty and it is 1970 again`() {  // B-12
        let now = rebooted(after: .seconds(-40_000))
        let carried = Deadline(.seconds(900), from: noon).carried(overRebootTo: now)
        #expect(now.boot.duration(to: carried.end) == .seconds(900))
    }
}
