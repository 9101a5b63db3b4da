// A bus that is not there, one that goes and comes back, and programs that only ask whether it works.

import BGRunLinux
import BGRunTestSupport
import Testing

@testable import BGRunDevice

private let noLogind = LogindFact.unavailable("logind is not on the system bus")

@Suite struct `Without logind` {
    @Test func `and without libsystemd, all that is asked has an answer in plain words`() throws {
        let follower = try Follower("unix:path=/nonexistent", library: "libbgrun-none.so.0")
        let reason =
            "libbgrun-none.so.0: cannot open shared object file: No such file or directory"
        follower.logind.observesSleep = true
        follower.logind.readPresence()
        follower.logind.suspend()
        #expect(
            follower.logind.takeFacts() == [
                .unavailable(reason), .presence(.unknown(reason)), .suspendAnswered(refusal: reason),
            ])
        #expect(follower.bus.deadline == nil, "a library that is missing is not waited for")
    }

    @Test func `and without a bus, nothing is tried by itself`() throws {
        let scratch = try ScratchDirectory()
        let follower = try Follower("unix:path=\(scratch.path("bus"))")
        follower.logind.observesSessions = true
        let reason = "the system bus can't be reached: No such file or directory"
        #expect(follower.logind.takeFacts() == [.unavailable(reason)])
        #expect(!follower.bus.isOpen)
        #expect(follower.bus.deadline == nil)
    }

    @Test func `on the bus, it is waited for and heard of when it comes`() throws {
        let machine = try PrivateBus("start-bus")
        let follower = try Follower(machine.address)
        follower.logind.observesSleep = true
        #expect(try follower.facts(upTo: noLogind) == [noLogind])
        follower.logind.readPresence()
        #expect(
            follower.logind.takeFacts() == [.presence(.unknown("logind is not on the system bus"))])
        #expect(follower.bus.deadline == nil)
        try machine.play("start-logind")
        try follower.observeSleep()
    }
}

@Suite struct `A loss` {
    @Test func `of logind ends the sleep it announced, and all is taken anew when it is back`() throws {
        let machine = try PrivateBus.withLogind()
        let follower = try Follower(machine.address)
        try follower.observeSleep()
        try machine.play("sleep 1")
        _ = try follower.facts(upTo: .sleepAnnounced)
        try machine.play("stop-logind")
        let gone = LogindFact.unavailable("logind has left the system bus")
        #expect(try follower.facts(upTo: gone) == [.sleepOver, gone])
        try machine.play("start-logind")
        try follower.observeSleep()
        #expect(try machine.ask("inhibitors") == "bgrun:delay:sleep")
    }

    @Test func `of the bus is made good by itself`() throws {
        let machine = try PrivateBus.withLogind()
        let follower = try Follower(machine.address)
        try follower.observeSleep()
        try machine.play("stop-bus")
        try follower.work { !follower.bus.isOpen }
        let gone = LogindFact.unavailable("the system bus has gone: Connection reset by peer")
        #expect(follower.logind.takeFacts() == [gone])
        let wait = try #require(follower.bus.deadline) - Clock.read(.monotonic)
        #expect(wait <= 1_000_000)
        try machine.play("start-bus")
        try machine.play("start-logind")
        try follower.observeSleep()
        #expect(try machine.ask("inhibitors") == "bgrun:delay:sleep")
        #expect(follower.bus.deadline == nil)
    }

    @Test func `of a bus that does not come back is tried for when something is asked`() throws {
        let machine = try PrivateBus.withLogind()
        let follower = try Follower(machine.address)
        try follower.observeSleep()
        try machine.play("stop-bus")
        try follower.work { !follower.bus.isOpen }
        #expect(follower.logind.takeFacts().count == 1)
        follower.logind.readPresence()
        let facts = follower.logind.takeFacts()
        #expect(facts.last == .presence(.unknown("the system bus can't be reached: Connection refused")))
        follower.logind.observesSleep = false
        #expect(follower.bus.deadline == nil, "what nobody asks for is not tried")
    }
}

@Suite struct `A check of logind` {
    @Test func `finds no fault where it answers`() throws {
        let machine = try PrivateBus.withLogind()
        let bus = try SystemBus(address: machine.address)
        #expect(try LogindCheck.fault(on: bus) == nil)
        #expect(!bus.isOpen)
    }

    @Test func `says in one line why it does not answer and what does not work`() throws {
        let machine = try PrivateBus("start-bus")
        let fault = try LogindCheck.fault(on: try SystemBus(address: machine.address))
        #expect(
            fault == """
                logind is not on the system bus. Without logind, runs are not frozen or stopped before sleep, \
                keepAwake holds nothing, a machine that was woken does not go back to sleep, and login and unlock \
                start nothing.
                """)
    }

    @Test func `gives up on a bus that accepts and says nothing`() throws {
        let scratch = try ScratchDirectory()
        let silent = try UnixListener(path: scratch.path("bus"), permissions: 0o600)
        let bus = try SystemBus(address: "unix:path=\(scratch.path("bus"))")
        let fault = try LogindCheck.fault(seconds: 1, on: bus)
        #expect(fault?.hasPrefix("logind has not answered within 1 s.") == true)
        withExtendedLifetime(silent) {}
    }
}
