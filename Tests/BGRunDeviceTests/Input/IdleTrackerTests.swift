// Since when nobody has used the machine, by logind's sessions, over a real bus.
import BGRunCalendar
import BGRunJob
import BGRunLinux
import BGRunTestSupport
import Testing

@testable import BGRunDevice

private func idle(_ instant: Int64) -> Observation {
    .idle(.idle(since: AwakeTime(microseconds: instant)))
}

// B-28
@Suite struct `Idleness by logind` {
    private let machine: PrivateBus
    private let follower: MachineFollower

    init() throws {
        machine = try PrivateBus.withLogind()
        follower = try MachineFollower(machine.address)
    }

    private func addDesktop(_ name: String = "1") throws {
        try machine.play("add \(name) 1000")
        try machine.play("machine session \(name) Type s wayland")
    }

    private func setIdle(_ name: String = "1", since instant: Int64) throws {
        try machine.play("machine session \(name) IdleSinceHintMonotonic t \(instant)")
        try machine.play("machine session \(name) IdleHint b 1")
    }

    @Test func `follows what the desktop says, with the instant it names`() throws {
        try addDesktop()
        follower.idle.observe()
        try follower.expect(.idle(.active), of: .idle)
        try setIdle(since: 5_000_000)
        try follower.expect(idle(5_000_000), of: .idle)
        try machine.play("machine session 1 IdleHint b 0")
        try follower.expect(.idle(.active), of: .idle)
    }

    @Test func `lasts only while all desktops are idle, and counts from the last of them`() throws {
        try addDesktop("1")
        try addDesktop("2")
        follower.idle.observe()
        try follower.expect(.idle(.active), of: .idle)
        try setIdle("1", since: 9_000_000)
        try setIdle("2", since: 7_000_000)
        try follower.expect(idle(9_000_000), of: .idle)
    }

    @Test func `is told again when it is looked at, also where nothing has changed`() throws {
        try addDesktop()
        try setIdle(since: 5_000_000)
        follower.idle.observe()
        try follower.expect(idle(5_000_000), of: .idle)
        follower.idle.look()
        try follower.expect(idle(5_000_000), of: .idle)
    }

    @Test func `ends with another's block and begins with its end, whatever we hold ourselves`() throws {
        try addDesktop()
        try setIdle(since: 5_000_000)
        follower.idle.observe()
        try follower.expect(idle(5_000_000), of: .idle)
        follower.logind.hold(Inhibition(sleepAndIdle: true, why: "runs a"))
        try machine.play("machine film 1")
        try follower.expect(.idle(.active), of: .idle)
        try machine.inhibitors(become: "bgrun:block:sleep:idle player:block:idle")
        let end = Clock.read(.monotonic)
        try machine.play("machine film 0")
        #expect(try follower.idleSince() >= end)
        try machine.inhibitors(become: "bgrun:block:sleep:idle")
    }

    @Test func `is not known of sessions that logind does not list, and is at the look after it does`() throws
    {
        try addDesktop()
        try setIdle(since: 5_000_000)
        try machine.play("refuse ListSessions")
        let reason =
            "logind does not tell of the sessions: Permission denied (org.freedesktop.DBus.Error.AccessDenied)"
        let follower = try Follower(machine.address)
        follower.logind.observesIdle = true
        let first = try follower.facts(upTo: .idle(.unknown(reason)))
        #expect(first == [.available, .idle(.unknown(reason))])
        try machine.play("admit ListSessions")
        follower.logind.readIdle()
        let now = LogindFact.idle(.idle(since: 5_000_000, terminals: []))
        #expect(try follower.facts(upTo: now).last == now)
    }

    @Test func `passes over greeters, services and sessions that have no terminal`() throws {
        try machine.play("add 1 120 greeter")
        try machine.play("machine session 1 Type s wayland")
        try machine.play("add 2 1000 background")
        try machine.play("add 3 1000")
        try machine.play("machine session 3 Type s tty")
        follower.idle.observe()
        try follower.expect(idle(0), of: .idle)
    }

    @Test func `begins when the last person's session ends`() throws {
        try addDesktop()
        follower.idle.observe()
        try follower.expect(.idle(.active), of: .idle)
        let end = Clock.read(.monotonic)
        try machine.play("remove 1")
        #expect(try follower.idleSince() >= end)
    }

    @Test func `at a terminal counts from the last key, and the next key is told at once, and one only`()
        throws
    {
        try machine.play("add 1 1000")
        try machine.play("machine session 1 Type s tty")
        try machine.play("machine session 1 TTY s pts/3")
        try machine.play("machine session 1 IdleSinceHintMonotonic t 4000000")
        let terminal = try follower.root.file("dev/pts/3", "a key")
        follower.idle.observe()
        try follower.expect(idle(4_000_000), of: .idle)
        let key = Clock.read(.monotonic)
        _ = try File.contents(of: terminal, limit: 100)
        #expect(try follower.idleSince() >= key)
        _ = try File.contents(of: terminal, limit: 100)
        #expect(try !follower.isReady)
    }

    @Test func `believes no instant to come, and no value of another type`() throws {
        try addDesktop()
        try setIdle(since: .max)
        follower.idle.observe()
        #expect(try follower.idleSince() <= Clock.read(.monotonic))
        try machine.play("machine session 1 IdleHint s yes")
        try follower.expect(.idle(.active), of: .idle)
    }

    @Test func `watches no path that a session calls its terminal`() throws {
        let victim = try follower.root.file("etc/shadow", "secret")
        try machine.play("add 1 1000")
        try machine.play("machine session 1 TTY s ../etc/shadow")
        try machine.play("machine session 1 IdleSinceHintMonotonic t 4000000")
        follower.idle.observe()
        try follower.expect(idle(4_000_000), of: .idle)
        _ = try File.contents(of: victim, limit: 100)
        #expect(try !follower.isReady)
    }

    @Test func `is looked for in the input where logind has gone, and asked of it when it is back`() throws {
        try addDesktop()
        follower.idle.observe()
        try follower.expect(.idle(.active), of: .idle)
        let keyboard = try follower.addDevice("event0", kinds: "120013")
        let end = Clock.read(.monotonic)
        try machine.play("stop-logind")
        #expect(try follower.idleSince() >= end)
        withExtendedLifetime(keyboard) {}
        try machine.play("start-logind")
        try addDesktop()
        _ = try follower.values(of: .idle) { $0 == .idle(.active) }
    }
}
