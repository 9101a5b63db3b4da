// NetworkManager as the loop hears of it, over a real bus that it shares with logind.
import BGRunCalendar
import BGRunDevice
import BGRunJob
import BGRunLinux
import BGRunScheduler
import BGRunTestSupport
import Testing

@testable import BGRunDaemon

@Suite struct `The source of what NetworkManager says` {
    private func source(on bus: BusSource) -> TrackerSource {
        let source = TrackerSource(.connection, ConnectionTracker(bus.bus), on: bus)
        bus.join(source)
        return source
    }

    private func events(on bus: BusSource, after wish: [Event], until last: Event) throws -> [Event] {
        try bus.events(after: wish) { $0.last == last }
    }

    private func observed(portal: Bool = false) -> Event {
        .observed(.connection, .connection(ConnectionReading(isPortal: portal)))
    }

    // B-7, B-27
    @Test func `tells the whole at first and at each change, and only while it is asked for`() throws {
        let machine = try PrivateBus("start-bus", "start-logind", "start-network")
        let bus = try BusSource(address: machine.address)
        let logind = LogindSource(bus, journal: Journal())
        let source = self.source(on: bus)
        #expect(try events(on: bus, after: source.observe(.connection), until: observed()) == [observed()])
        try machine.play("network connectivity 2")
        #expect(try events(on: bus, after: [], until: observed(portal: true)) == [observed(portal: true)])
        // Logind's news come over the same connection.
        let login = Event.loggedIn(UserID(1000))
        _ = logind.observeSessions(true)
        _ = try events(on: bus, after: logind.readPresence(), until: .presenceRead(.somebody))
        try machine.play("add 1 1000")
        #expect(try events(on: bus, after: [], until: login) == [login])
        #expect(source.ignore(.connection).isEmpty)
        try machine.play("network connectivity 4")
        try machine.play("add 2 1001")
        let next = Event.loggedIn(UserID(1001))
        #expect(try events(on: bus, after: [], until: next) == [next])
        _ = logind.observeSessions(false)
    }

    // B-27
    @Test func `says why nothing can be known where there is no bus`() throws {
        let scratch = try ScratchDirectory()
        let source = self.source(on: try BusSource(address: "unix:path=\(scratch.path("bus"))"))
        let reason = "the system bus can't be reached: No such file or directory"
        #expect(source.observe(.connection) == [.observed(.connection, .absent(reason))])
        #expect(source.read() == [.observed(.connection, .absent(reason))])
        #expect(source.ignore(.connection).isEmpty)
    }
}
