// Sleep that logind announces, over a real bus, through sd-bus.

import BGRunTestSupport
import Testing

@testable import BGRunDevice

@Suite struct `A follower of sleep` {
    @Test func `holds a delay until everything is ready, and again after waking`() throws {
        let machine = try PrivateBus.withLogind()
        let follower = try Follower(machine.address)
        try follower.observeSleep()
        try machine.inhibitors(become: "bgrun:delay:sleep")

        try machine.play("sleep 1")
        #expect(try follower.facts(upTo: .sleepAnnounced) == [.sleepAnnounced])
        try machine.inhibitors(become: "bgrun:delay:sleep")
        follower.logind.letSleep()
        try machine.inhibitors(become: "none")

        try machine.play("sleep 0")
        let facts = try follower.facts(upTo: .lockTaken(.sleepDelay))
        #expect(facts == [.sleepOver, .lockTaken(.sleepDelay)])
        try machine.inhibitors(become: "bgrun:delay:sleep")
    }

    @Test func `is told of a sleep that was announced before it listened`() throws {
        let machine = try PrivateBus.withLogind()
        try machine.play("set PreparingForSleep 1")
        let follower = try Follower(machine.address)
        follower.logind.observesSleep = true
        let facts = try follower.facts(upTo: .sleepAnnounced)
        // The lock may be granted in the same turn.
        #expect(facts.prefix(3) == [.available, .sleepObserved(delay: .seconds(5)), .sleepAnnounced])
    }

    @Test func `does not believe a stranger`() throws {
        let machine = try PrivateBus.withLogind()
        let follower = try Follower(machine.address)
        try follower.observeSleep()
        // The stranger's signal goes straight to the follower, and is on its way before logind's.
        try machine.play("forge 1")
        try machine.play("sleep 0")
        #expect(try follower.facts(upTo: .sleepOver) == [.sleepOver])
    }

    @Test func `passes over a signal of another form, and says so once`() throws {
        let machine = try PrivateBus.withLogind()
        let follower = try Follower(machine.address)
        try follower.observeSleep()
        for command in ["garble PrepareForSleep", "garble PrepareForSleep", "sleep 1"] {
            try machine.play(command)
        }
        let facts = try follower.facts(upTo: .sleepAnnounced)
        #expect(
            facts == [
                .misunderstood("PrepareForSleep: where b is expected: No such device or address"),
                .sleepAnnounced,
            ])
    }

    @Test func `that is not to observe any more lets go and closes the connection`() throws {
        let machine = try PrivateBus.withLogind()
        let follower = try Follower(machine.address)
        #expect(!follower.bus.isOpen, "nothing was asked for")
        try follower.observeSleep()
        #expect(follower.bus.deadline == nil, "all is answered")
        follower.logind.observesSleep = false
        #expect(!follower.bus.isOpen)
        #expect(follower.bus.deadline == nil)
        try machine.inhibitors(become: "none")
    }

    @Test func `is not woken by what others say on the bus`() throws {
        let machine = try PrivateBus.withLogind()
        let follower = try Follower(machine.address)
        try follower.observeSleep()
        for command in ["add 1 1000", "lock 1 1", "set IdleHint 1", "lock 1 0", "remove 1"] {
            try machine.play(command)
        }
        // The first thing that wakes it is what it asked for.
        try machine.play("sleep 1")
        #expect(try follower.turn(until: .max))
        #expect(follower.logind.takeFacts() == [.sleepAnnounced])
    }
}

@Suite struct `A follower of shutdown` {
    @Test func `holds a delay until everything is ready, and again where the machine stays up`() throws {
        let machine = try PrivateBus.withLogind()
        let follower = try Follower(machine.address)
        follower.logind.observesShutdown = true
        _ = try follower.facts(upTo: .lockTaken(.shutdownDelay))
        try machine.inhibitors(become: "bgrun:delay:shutdown")

        try machine.play("shutdown 1")
        #expect(try follower.facts(upTo: .shutdownAnnounced) == [.shutdownAnnounced])
        try machine.inhibitors(become: "bgrun:delay:shutdown")
        follower.logind.letShutdown()
        try machine.inhibitors(become: "none")

        try machine.play("shutdown 0")
        let facts = try follower.facts(upTo: .lockTaken(.shutdownDelay))
        #expect(facts == [.shutdownOver, .lockTaken(.shutdownDelay)])
        follower.logind.observesShutdown = false
        try machine.inhibitors(become: "none")
    }

    @Test func `is told of one that was announced before it listened`() throws {
        let machine = try PrivateBus.withLogind()
        try machine.play("set PreparingForShutdown 1")
        let follower = try Follower(machine.address)
        follower.logind.observesShutdown = true
        #expect(try follower.facts(upTo: .shutdownAnnounced).contains(.shutdownAnnounced))
    }

    @Test func `is not delayed where logind refuses, and says so once`() throws {
        let machine = try PrivateBus.withLogind()
        try machine.play("refuse shutdown")
        let follower = try Follower(machine.address)
        follower.logind.observesShutdown = true
        try follower.work {
            follower.logind.takeFacts().contains {
                if case .lockRefused(.shutdownDelay, _) = $0 { true } else { false }
            }
        }
        try machine.play("shutdown 1")
        #expect(try follower.facts(upTo: .shutdownAnnounced) == [.shutdownAnnounced])
    }

    @Test func `knows that nothing is announced any more by a logind that is gone`() throws {
        let machine = try PrivateBus.withLogind()
        let follower = try Follower(machine.address)
        follower.logind.observesShutdown = true
        _ = try follower.facts(upTo: .lockTaken(.shutdownDelay))
        try machine.play("shutdown 1")
        _ = try follower.facts(upTo: .shutdownAnnounced)
        try machine.play("stop-logind")
        #expect(try follower.facts(upTo: .shutdownOver).contains(.shutdownOver))
    }
}
