// Idleness, locked sessions, the lid and the power profile as the loop hears of them, over a real bus.
import BGRunCalendar
import BGRunDevice
import BGRunJob
import BGRunLinux
import BGRunScheduler
import BGRunTestSupport
import Testing

@testable import BGRunDaemon

@Suite struct `The sources of what the bus tells of the machine` {
    private let machine: PrivateBus
    private let bus: BusSource
    private let logind: LogindSource
    private let lid: TrackerSource
    private let powerSaver: TrackerSource
    private let root: ScratchDirectory

    init() throws {
        machine = try PrivateBus.withLogind()
        root = try ScratchDirectory()
        bus = try BusSource(address: machine.address)
        logind = LogindSource(bus, journal: Journal(), root: root.path)
        lid = TrackerSource(.lid, PropertyTracker.lid(bus.bus, in: bus.queue, root: root.path), on: bus)
        powerSaver = TrackerSource(
            .powerSaver, PropertyTracker.powerSaver(bus.bus, in: bus.queue, sysfs: root.path + "/sys"),
            on: bus)
        bus.join(lid)
        bus.join(powerSaver)
    }

    /// What comes up to the event that is waited for.
    private func events(after wish: [Event], upTo last: Event) throws -> [Event] {
        try bus.events(after: wish) { $0.contains(last) }
    }

    // B-28
    @Test func `tell of idleness, again when it is read, and no more when it is ignored`() throws {
        try machine.play("add 1 1000")
        try machine.play("machine session 1 Type s x11")
        let active = Event.observed(.idle, .idle(.active))
        #expect(try events(after: logind.idle.observe(.idle), upTo: active) == [active])
        #expect(try events(after: logind.idle.read(), upTo: active) == [active])
        try machine.play("machine session 1 IdleSinceHintMonotonic t 7000000")
        try machine.play("machine session 1 IdleHint b 1")
        let idle = Event.observed(.idle, .idle(.idle(since: AwakeTime(microseconds: 7_000_000))))
        #expect(try events(after: [], upTo: idle) == [idle])
        #expect(logind.idle.ignore(.idle).isEmpty)
        #expect(bus.attendAt == nil)
        #expect(!bus.bus.isOpen)
    }

    // B-28
    @Test func `tell whose sessions are locked`() throws {
        try machine.play("add 1 1000")
        func locks(_ isLocked: Bool) -> Event {
            .observed(.locks, .locks(LockReading(users: [UserID(1000): isLocked])))
        }
        #expect(try events(after: logind.observe(.locks), upTo: locks(false)) == [locks(false)])
        try machine.play("lock 1 1")
        #expect(try events(after: [], upTo: locks(true)) == [locks(true)])
        #expect(logind.ignore(.locks).isEmpty)
    }

    // B-27
    @Test func `see what has changed without a signal when all is read anew`() throws {
        try machine.play("add 1 1000")
        func locks(_ users: [UserID: Bool]) -> Event { .observed(.locks, .locks(LockReading(users: users))) }
        let before = locks([UserID(1000): false])
        #expect(try events(after: logind.observe(.locks), upTo: before) == [before])
        try machine.play("state 1 closing")
        #expect(try events(after: bus.readAnew(), upTo: locks([:])) == [locks([:])])
    }

    // B-3, B-27
    @Test func `are asked again and again only while somebody's work rests on them`() throws {
        let before = Clock.read(.monotonic)
        let nobody = Event.observed(.locks, .locks(LockReading(users: [:])))
        #expect(try events(after: logind.observe(.locks), upTo: nobody) == [nobody])
        #expect(bus.attendAt == nil)
        bus.isWatchful = { true }
        let next = try #require(bus.attendAt).microseconds
        #expect(next >= before + 60_000_000 && next <= Clock.read(.monotonic) + 60_000_000)
        #expect(bus.readStale().isEmpty && bus.attendAt?.microseconds == next, "it is not time yet")
        #expect(logind.ignore(.locks).isEmpty)
        #expect(bus.attendAt == nil)
    }

    // B-29
    @Test func `tell of the lid and the power profile, each its own, over one connection`() throws {
        try machine.play("start upower")
        try machine.play("start profiles")
        let open = Event.observed(.lid, .lid(.open))
        let balanced = Event.observed(
            .powerSaver, .powerSaver(PowerSaverReading(isOn: false, profile: "balanced")))
        let seen = try events(after: lid.observe(.lid) + powerSaver.observe(.powerSaver), upTo: open)
        let all = try events(after: seen, upTo: balanced)
        #expect(all.count == 2 && all.contains(open))
        try machine.play("machine set upower LidIsClosed b 1")
        let closed = Event.observed(.lid, .lid(.closed))
        #expect(try events(after: [], upTo: closed) == [closed])
        #expect(lid.ignore(.lid).isEmpty && powerSaver.ignore(.powerSaver).isEmpty)
        #expect(!bus.bus.isOpen)
    }

    // B-28
    @Test func `say at once why nobody knows, where there is no bus`() throws {
        let alone = try BusSource(address: "unix:path=\(root.path("bus"))")
        let logind = LogindSource(alone, journal: Journal(), root: root.path)
        let reason = "the system bus can't be reached: No such file or directory"
        #expect(logind.observe(.locks) == [.observed(.locks, .unknown(reason))])
        #expect(logind.observeSessions(true) == [.sessionsRead(fault: reason)])
        let lid = TrackerSource(
            .lid, PropertyTracker.lid(alone.bus, in: alone.queue, root: root.path), on: alone)
        alone.join(lid)
        #expect(lid.observe(.lid) == [.observed(.lid, .unknown("this machine tells of no lid"))])
        #expect(lid.read() == [.observed(.lid, .unknown("this machine tells of no lid"))])
    }
}
