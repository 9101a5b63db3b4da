// Logind as the loop hears of it, over a real bus.
import BGRunCalendar
import BGRunJob
import BGRunLinux
import BGRunScheduler
import BGRunTestSupport
import Testing

@testable import BGRunDaemon

@Suite struct `The source of logind's news` {
    /// Works until the mock says so; each question to it is one more turn of the loop.
    private func work(_ source: LogindSource, _ machine: PrivateBus, until inhibitors: String) throws {
        try machine.inhibitors(become: inhibitors) { #expect(source.bus.attend(at: .now) == []) }
    }

    /// Sleep is observed, and on its way.
    private func announcedSleep() throws -> (PrivateBus, LogindSource) {
        let machine = try PrivateBus.withLogind()
        let source = try LogindSource(BusSource(address: machine.address), journal: Journal())
        #expect(source.observeSleep(true).isEmpty)
        try work(source, machine, until: "bgrun:delay:sleep")
        try machine.play("sleep 1")
        #expect(try source.bus.events { !$0.isEmpty } == [.sleepAnnounced])
        return (machine, source)
    }

    // B-16
    @Test func `tells of sleep that comes and is over, and lets it come`() throws {
        let (machine, source) = try announcedSleep()
        #expect(source.letSleep().isEmpty)
        try machine.inhibitors(become: "none")
        try machine.play("sleep 0")
        #expect(try source.bus.events { !$0.isEmpty } == [.sleepOver])
        try work(source, machine, until: "bgrun:delay:sleep")
        #expect(source.observeSleep(false).isEmpty)
        // The lock may have been on its way.
        try work(source, machine, until: "none")
    }

    // B-16
    @Test func `a bus that dies while sleep is on its way calls the sleep off`() throws {
        let (machine, source) = try announcedSleep()
        try machine.play("stop-bus")
        #expect(try source.bus.events { $0.contains(.sleepOver) } == [.sleepOver])
    }

    // B-16
    @Test func `a wish that finds the bus gone says at once that no sleep comes`() throws {
        let (machine, source) = try announcedSleep()
        try machine.play("stop-bus")
        // The loop may be about to say something when the bus goes.
        var events = source.holdAwake(Inhibition(sleepAndIdle: true, why: "a"))
        events += source.letSleep()
        if events.isEmpty { events = try source.bus.events { !$0.isEmpty } }
        #expect(events == [.sleepOver])
    }

    // B-22
    @Test func `tells whose first session opened, and whose was unlocked`() throws {
        let machine = try PrivateBus.withLogind()
        let source = try LogindSource(BusSource(address: machine.address), journal: Journal())
        _ = try source.bus.events(after: source.observeSessions(true)) {
            $0.contains(.sessionsRead(fault: nil))
        }
        try machine.play("add 1 1000")
        #expect(try source.bus.events { !$0.isEmpty } == [.loggedIn(UserID(1000))])
        try machine.play("lock 1 1")
        try machine.play("lock 1 0")
        #expect(try source.bus.events { !$0.isEmpty } == [.unlocked(UserID(1000))])
        _ = source.observeSessions(false)
    }

    // B-23
    @Test func `holds what runs ask for, knows whether anybody is there, and puts the machine to sleep`()
        throws
    {
        let machine = try PrivateBus.withLogind()
        let source = try LogindSource(BusSource(address: machine.address), journal: Journal())
        _ = source.holdAwake(Inhibition(sleepAndIdle: true, lidSwitch: true, why: "runs a"))
        try work(source, machine, until: "bgrun:block:handle-lid-switch bgrun:block:sleep:idle")
        _ = source.holdAwake(Inhibition(sleepAndIdle: true, why: "runs a"))
        try work(source, machine, until: "bgrun:block:sleep:idle")
        _ = source.holdAwake(.none)
        try machine.inhibitors(become: "none")

        #expect(
            try source.bus.events(after: source.readPresence()) { !$0.isEmpty } == [.presenceRead(.somebody)]
        )
        try machine.play("set IdleHint 1")
        #expect(
            try source.bus.events(after: source.readPresence()) { !$0.isEmpty } == [.presenceRead(.nobody)])
        _ = source.suspend()
        let deadline = Clock.read(.monotonic) + 30_000_000
        while try machine.ask("suspends") == "0", Clock.read(.monotonic) < deadline { _ = source.bus.news() }
        #expect(try machine.ask("suspends") == "1")
    }

    // B-23
    @Test func `knows of nobody where there is no bus, and wants nothing then`() throws {
        let scratch = try ScratchDirectory()
        let source = try LogindSource(
            BusSource(address: "unix:path=\(scratch.path("bus"))"), journal: Journal())
        #expect(source.observeSleep(true).isEmpty)
        #expect(source.readPresence() == [.presenceRead(.unknown)])
        #expect(source.suspend().isEmpty)
        #expect(source.bus.attendAt == nil)
    }
}
