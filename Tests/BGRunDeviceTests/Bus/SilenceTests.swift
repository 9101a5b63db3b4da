// Services that hang: they keep their names on the bus, and no answer comes.

import BGRunCalendar
import BGRunJob
import BGRunLinux
import BGRunTestSupport
import Testing

@testable import BGRunDevice

/// Patience in which a test has time for several tries, and a mock on a busy machine for an answer.
let shortPatience = BusPatience(first: 1_000_000, again: 500_000, longest: 1_000_000, pause: 50_000)

private let noNetworkManager = Observation.unknown("NetworkManager does not answer")

// B-27
@Suite struct `A NetworkManager that hangs` {
    private let machine: PrivateBus
    private let follower: ConnectionFollower

    init() throws {
        machine = try PrivateBus.withNetworkManager()
        follower = try ConnectionFollower(machine.address, patience: shortPatience)
    }

    @Test func `leaves what it told unknown, and is heard of as soon as it goes on`() throws {
        follower.tracker.observe()
        try follower.observations(upTo: connection())
        try machine.play("pause network")
        follower.tracker.readAnew()
        #expect(try follower.observations(upTo: noNetworkManager) == [noNetworkManager])
        try machine.play("resume network")
        #expect(try follower.observations(upTo: connection()) == [connection()])
        try follower.rest()
    }

    @Test func `is asked again while it hangs, which is told once`() throws {
        try machine.play("pause network")
        follower.tracker.observe()
        #expect(try follower.observations(upTo: noNetworkManager) == [noNetworkManager])
        for _ in 0..<3 {
            let deadline = try #require(follower.bus.deadline)
            #expect(deadline <= Clock.read(.monotonic) + 1_000_000)
            while follower.bus.deadline == deadline {
                _ = try follower.bus.turn(until: deadline + 30_000_000)
            }
            #expect(follower.tracker.takeObservation() == nil)
        }
        follower.tracker.look()
        #expect(
            follower.tracker.takeObservation() == noNetworkManager, "who asks meanwhile waits for nothing")
        try machine.play("resume network")
        try machine.play("network connectivity 2")
        try follower.observations(upTo: connection(portal: true))
    }

    @Test func `is found out by asking when it was not heard of for long, once`() throws {
        let follower = try ConnectionFollower(
            machine.address, patience: BusPatience(first: 1_000_000, again: 30_000_000, trust: 100_000))
        follower.tracker.observe()
        try follower.observations(upTo: connection())
        try follower.rest()
        try machine.play("pause network")
        follower.bus.readStale()
        let instant = try #require(follower.bus.staleAt)
        while Clock.read(.monotonic) < instant { _ = try follower.bus.turn(until: instant) }
        follower.bus.readStale()
        #expect(try #require(follower.bus.staleAt) > instant, "it is being asked")
        #expect(try follower.observations(upTo: noNetworkManager) == [noNetworkManager])
        #expect(follower.bus.staleAt == nil)
    }

    @Test func `and leaves is gone, and one that comes in its place is asked`() throws {
        try machine.play("pause network")
        follower.tracker.observe()
        try follower.observations(upTo: noNetworkManager)
        try machine.play("stop-network")
        try follower.observations(upTo: .absent("NetworkManager has left the system bus"))
        // Nobody is asked any more.
        try follower.rest()
        try machine.play("start-network")
        try follower.observations(upTo: connection())
    }
}

// B-28, B-29
@Suite struct `A service that hangs` {
    private let machine: PrivateBus
    private let follower: MachineFollower

    init() throws {
        machine = try PrivateBus("start-bus")
        follower = try MachineFollower(machine.address, patience: shortPatience)
    }

    @Test func `with the lid leaves it unknown, whatever the switch says`() throws {
        try machine.play("start upower")
        follower.lid.observe()
        try follower.expect(.lid(.open), of: .lid)
        try machine.play("pause upower")
        follower.bus.readAnew()
        try follower.expect(.unknown("UPower does not answer"), of: .lid)
        try machine.play("resume upower")
        try machine.play("machine set upower LidIsClosed b 1")
        _ = try follower.values(of: .lid) { $0 == .lid(.closed) }
    }

    @Test func `with the power profile leaves it unknown, whatever the firmware says`() throws {
        try follower.root.file("sys/firmware/acpi/platform_profile", "low-power\n")
        try machine.play("start profiles")
        try machine.play("pause profiles")
        follower.powerSaver.observe()
        // The daemon may be there by its old name alone, and that is asked as well.
        try follower.expect(.unknown("power-profiles-daemon does not answer"), of: .powerSaver)
        try machine.play("resume profiles")
        try follower.expect(
            .powerSaver(PowerSaverReading(isOn: false, profile: "balanced")), of: .powerSaver)
    }

    @Test func `with the sessions leaves locks and idleness unknown, whatever the input says`() throws {
        let keyboard = try follower.addDevice("event0", kinds: "120013")
        try machine.play("start-logind")
        try machine.play("add 1 1000")
        try machine.play("lock 1 1")
        try machine.play("machine session 1 Type s wayland")
        follower.logind.observesLocks = true
        try follower.expect(.locks(LockReading(users: [UserID(1000): true])), of: .locks)
        try machine.play("pause logind")
        follower.bus.readAnew()
        try follower.expect(.unknown("logind does not answer"), of: .locks)
        follower.idle.observe()
        try follower.expect(.unknown("logind does not answer"), of: .idle)
        try machine.play("resume logind")
        _ = try follower.values(of: .idle) { $0 == .idle(.active) }
        follower.logind.observesLocks = false
        follower.logind.observesLocks = true
        _ = try follower.values(of: .locks) { $0 == .locks(LockReading(users: [UserID(1000): true])) }
        withExtendedLifetime(keyboard) {}
    }

    @Test func `because the bus hangs does the same, until the bus goes on`() throws {
        try machine.play("start upower")
        follower.lid.observe()
        try follower.expect(.lid(.open), of: .lid)
        try machine.play("pause bus")
        follower.bus.readAnew()
        try follower.expect(.unknown("UPower does not answer"), of: .lid)
        follower.powerSaver.observe()
        try follower.expect(.unknown("the system bus does not answer"), of: .powerSaver)
        try machine.play("resume bus")
        try follower.expect(.lid(.open), of: .lid)
        _ = try follower.values(of: .powerSaver) { $0 != .unknown("the system bus does not answer") }
    }
}

@Suite struct `A logind that hangs` {
    private let machine: PrivateBus
    private let follower: Follower
    private let silent = LogindFact.unavailable("logind does not answer")

    init() throws {
        machine = try PrivateBus.withLogind()
        follower = try Follower(machine.address, patience: shortPatience)
    }

    private func fallSilent() throws {
        try machine.play("pause logind")
        follower.bus.readAnew()
        _ = try follower.facts(upTo: silent)
    }

    // B-23
    @Test func `keeps the locks it gave, and gives the one it is asked for when it goes on`() throws {
        try follower.observeSleep()
        try fallSilent()
        follower.logind.hold(night)
        let late = LogindFact.lockLate(.awake, "logind does not answer")
        // Whatever else comes in the same turn.
        #expect(try follower.facts(upTo: late).contains(late))
        try machine.play("resume logind")
        #expect(try follower.facts(upTo: .lockTaken(.awake)).contains(.lockTaken(.awake)))
        // Each question that stood while logind hung is answered, and what comes too late is let go.
        try machine.inhibitors(become: "bgrun:block:sleep:idle bgrun:delay:sleep") {
            _ = try follower.turn(until: Clock.read(.monotonic) + 100_000)
        }
    }

    // B-23
    @Test func `is not asked again for a lock that nobody wants any more`() throws {
        try follower.observeSleep()
        try fallSilent()
        follower.logind.hold(night)
        _ = try follower.facts(upTo: .lockLate(.awake, "logind does not answer"))
        follower.logind.hold(.none)
        follower.logind.observesSleep = false
        try follower.work { !follower.bus.isOpen }
        #expect(follower.bus.deadline == nil)
    }

    // B-16, B-22
    @Test func `is told of nothing twice, and what happens when it goes on is told`() throws {
        try follower.observeSleep()
        follower.logind.observesSessions = true
        _ = try follower.facts(upTo: .sessionsObserved)
        try machine.play("add 1 1000")
        _ = try follower.facts(upTo: .loggedIn(UserID(1000)))
        try fallSilent()
        try machine.play("resume logind")
        try machine.play("add 2 1001")
        let facts = try follower.facts(upTo: .loggedIn(UserID(1001)))
        #expect(!facts.contains(.loggedIn(UserID(1000))))
        try machine.play("sleep 1")
        _ = try follower.facts(upTo: .sleepAnnounced)
    }

    // B-23
    @Test func `does not know whether anybody is there, and says so at once`() throws {
        try follower.observeSleep()
        try fallSilent()
        follower.logind.readPresence()
        follower.logind.suspend()
        #expect(
            follower.logind.takeFacts() == [
                .presence(.unknown("logind does not answer")),
                .suspendAnswered(refusal: "logind does not answer"),
            ])
    }

    @Test func `is a fault to a check`() throws {
        try machine.play("pause logind")
        let bus = try SystemBus(address: machine.address, patience: shortPatience)
        #expect(try LogindCheck.look(on: bus).lack?.hasPrefix("logind does not answer. Without") == true)
    }
}

@Suite struct `Patience with the bus` {
    @Test func `is 25 seconds, then half a minute, which doubles up to an hour`() {
        let patience = BusPatience()
        let waits = (0..<11).map { patience.wait(afterTries: $0) / 1_000_000 }
        #expect(waits == [25, 30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600])
    }

    @Test func `between tries to have a bus begins with a second`() {
        let pauses = (0..<14).map { BusPatience().pause(afterTries: $0) / 1_000_000 }
        #expect(pauses == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 3600, 3600])
    }

    @Test(arguments: [-1, Int.min, 100, Int.max])
    func `has no number of tries that it can't take`(_ tries: Int) {
        let patience = BusPatience()
        #expect(patience.wait(afterTries: tries) <= patience.longest)
        #expect(patience.pause(afterTries: tries) <= patience.longest)
    }
}
