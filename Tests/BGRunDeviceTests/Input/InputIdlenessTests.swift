// Since when nobody has used the machine, by its input, where no logind is.
import BGRunCalendar
import BGRunJob
import BGRunLinux
import BGRunTestSupport
import Foundation
import Testing

@testable import BGRunDevice

// B-28
@Suite struct `Idleness without logind` {
    private let machine: PrivateBus
    private let follower: MachineFollower

    init() throws {
        machine = try PrivateBus("start-bus")
        follower = try MachineFollower(machine.address)
    }

    @Test func `counts from the first look, then from the newest key`() throws {
        let keyboard = try follower.addDevice("event0", kinds: "120013")
        let begin = Clock.read(.monotonic)
        follower.idle.observe()
        #expect(try follower.idleSince() >= begin)
        let key = Clock.read(.monotonic)
        try keyboard.send(at: key - 2)
        try keyboard.send(at: key)
        #expect(try follower.idleSince() == key)
    }

    @Test func `is told of one key, and of the others at the next look`() throws {
        let keyboard = try follower.addDevice("event0", kinds: "120013")
        follower.idle.observe()
        _ = try follower.idleSince()
        let first = Clock.read(.monotonic)
        try keyboard.send(at: first)
        #expect(try follower.idleSince() == first)
        let second = Clock.read(.monotonic)
        try keyboard.send(at: second)
        #expect(try !follower.isReady, "somebody at work wakes nobody")
        follower.idle.look()
        #expect(try follower.idleSince() == second)
        follower.idle.look()
        #expect(try follower.idleSince() == second)
    }

    @Test(arguments: [
        (kinds: "9", "a sensor of acceleration"), ("21", "a plug of sound"), ("40001", "a beeper"),
        ("", "a device that tells nothing"), ("-1", "a number that is none"),
    ])
    func `is not ended by what nobody uses`(_ device: (kinds: String, name: String)) throws {
        let other = try follower.addDevice("event7", kinds: device.kinds)
        follower.idle.observe()
        #expect(try follower.idleSince() == 0)
        try other.send(at: Clock.read(.monotonic))
        #expect(try !follower.isReady, "\(device.name)")
    }

    @Test(arguments: [Int64.max / 1_000_000 * 1_000_000, -5_000_000])
    func `believes no instant that can't be`(_ instant: Int64) throws {
        let keyboard = try follower.addDevice("event0", kinds: "120013")
        follower.idle.observe()
        let begin = try follower.idleSince()
        try keyboard.send(at: instant)
        // Of a key before the first look there is nothing new; one to come counts as now.
        if instant < 0 { follower.idle.look() }
        let since = try follower.idleSince()
        #expect(since >= begin && since <= Clock.read(.monotonic))
    }

    @Test func `counts keys that the kernel could not keep`() throws {
        let keyboard = try follower.addDevice("event0", kinds: "120013")
        follower.idle.observe()
        _ = try follower.idleSince()
        let lost = Clock.read(.monotonic)
        // SYN_DROPPED.
        try keyboard.send(type: 0, code: 3, value: 0, at: lost)
        #expect(try follower.idleSince() == lost)
    }

    @Test func `counts what was typed at a terminal, and hears of the next key there`() throws {
        let terminal = try follower.root.file("dev/pts/0", "a key")
        try follower.root.file("dev/tty1", "")
        try follower.root.file("dev/ttyprintk", "")
        let typed = Date(timeIntervalSinceNow: -600)
        for name in ["pts/0", "tty1"] {
            try setAccess(follower.root.path("dev/\(name)"), name == "tty1" ? typed - 600 : typed)
        }
        let guess = max(Clock.read(.monotonic) - 600_000_000, 0)
        follower.idle.observe()
        let since = try follower.idleSince()
        #expect(abs(since - guess) < 60_000_000)
        // The same key is at the same instant, however late it is looked at.
        follower.idle.look()
        #expect(try follower.idleSince() == since)
        let key = Clock.read(.monotonic)
        _ = try File.contents(of: terminal, limit: 100)
        #expect(try follower.idleSince() >= key)
    }

    @Test func `counts a device that comes as used when it is found`() throws {
        follower.idle.observe()
        #expect(try follower.idleSince() == 0)
        let mouse = try follower.addDevice("event3", kinds: "17")
        let found = Clock.read(.monotonic)
        follower.idle.look()
        #expect(try follower.idleSince() >= found)
        withExtendedLifetime(mouse) {}
    }

    @Test func `is unknown where a device can't be read, with the reason in words`() throws {
        let keyboard = try follower.addDevice("event0", kinds: "120013")
        try follower.root.file("sys/class/input/event1/device/capabilities/ev", "120013\n")
        let silent = try UnixListener(path: follower.root.path("dev/input/event1"), permissions: 0o600)
        follower.idle.observe()
        try follower.expect(
            .unknown(
                "logind is not on the system bus, and without it input devices can't be read: No such device or address"
            ),
            of: .idle)
        withExtendedLifetime((keyboard, 0)) {}
        withExtendedLifetime(silent) {}
    }

    @Test func `is unknown where nobody can say which devices there are`() throws {
        try follower.root.file("dev/input", "no directory")
        follower.idle.observe()
        let values = try follower.values(of: .idle) { _ in true }
        guard case .unknown(let reason)? = values.last else {
            Issue.record("there is \(values)")
            return
        }
        #expect(reason.hasSuffix("without it input devices can't be read: Not a directory"))
    }

    @Test func `lets go of everything when nobody asks any more`() throws {
        let keyboard = try follower.addDevice("event0", kinds: "120013")
        follower.idle.observe()
        _ = try follower.idleSince()
        follower.idle.ignore()
        try keyboard.send(at: Clock.read(.monotonic))
        #expect(!follower.bus.isOpen)
        #expect(follower.idle.takeObservation() == nil)
    }

    private func setAccess(_ path: String, _ date: Date) throws {
        let seconds = Int(date.timeIntervalSince1970)
        let result = try Command.run(["touch", "--time=access", "--date=@\(seconds)", path])
        try #require(result.status == 0)
    }
}
