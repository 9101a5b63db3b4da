// Logins and unlocked screens, over a real bus.

import BGRunJob
import BGRunTestSupport
import Testing

@testable import BGRunDevice

private let anna = UserID(1000)
private let ben = UserID(1001)

@Suite struct `A follower of sessions` {
    private let machine: PrivateBus
    private let follower: Follower

    init() throws {
        machine = try PrivateBus.withLogind()
        follower = try Follower(machine.address)
    }

    @Test func `is told of a user's first session`() throws {
        try follower.observeSessions()
        try machine.play("add 1 1000")
        #expect(try follower.facts(upTo: .loggedIn(anna)) == [.loggedIn(anna)])
        // A second session is none, and the next user's first one is.
        try machine.play("add 2 1000")
        try machine.play("add 3 1001")
        #expect(try follower.facts(upTo: .loggedIn(ben)) == [.loggedIn(ben)])
    }

    @Test func `counts a user in who was there before, until the last session goes`() throws {
        try machine.play("add 1 1000")
        try follower.observeSessions()
        try machine.play("add 2 1000")
        try machine.play("add 3 1001")
        #expect(try follower.facts(upTo: .loggedIn(ben)) == [.loggedIn(ben)])
        try machine.play("remove 1")
        try machine.play("remove 2")
        try machine.play("add 4 1000")
        #expect(try follower.facts(upTo: .loggedIn(anna)) == [.loggedIn(anna)])
    }

    @Test func `does not count sessions that their user has left`() throws {
        try machine.play("add 1 1000")
        try machine.play("add 2 1000")
        try follower.observeSessions()
        try machine.play("state 1 closing")
        try machine.play("state 2 closing")
        try machine.play("add 3 1000")
        #expect(try follower.facts(upTo: .loggedIn(anna)) == [.loggedIn(anna)])
    }

    @Test(arguments: ["greeter", "manager", "background", "lock-screen"])
    func `does not count sessions of another class`(_ kind: String) throws {
        try follower.observeSessions()
        try machine.play("add 1 1000 \(kind)")
        try machine.play("lock 1 1")
        try machine.play("lock 1 0")
        try machine.play("add 2 1001")
        #expect(try follower.facts(upTo: .loggedIn(ben)) == [.loggedIn(ben)])
    }

    @Test func `is told that a screen is unlocked, also one that was locked before`() throws {
        try machine.play("add 1 1000")
        try machine.play("lock 1 1")
        try follower.observeSessions()
        try machine.play("lock 1 0")
        #expect(try follower.facts(upTo: .unlocked(anna)) == [.unlocked(anna)])
        // Once for each time it was locked.
        try machine.play("lock 1 0")
        try machine.play("lock 1 1")
        try machine.play("lock 1 0")
        #expect(try follower.facts(upTo: .unlocked(anna)) == [.unlocked(anna)])
        try machine.play("add 2 1001")
        #expect(try follower.facts(upTo: .loggedIn(ben)) == [.loggedIn(ben)])
    }

    @Test func `passes over a signal of another form`() throws {
        try follower.observeSessions()
        try machine.play("garble SessionNew")
        try machine.play("garble SessionRemoved")
        try machine.play("add 1 1000")
        let facts = try follower.facts(upTo: .loggedIn(anna))
        #expect(
            facts == [
                .misunderstood("SessionNew: where s is expected: No such device or address"),
                .misunderstood("SessionRemoved: where s is expected: No such device or address"),
                .loggedIn(anna),
            ])
    }
}
