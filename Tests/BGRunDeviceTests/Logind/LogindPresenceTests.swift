// Whether somebody is there, and sending the machine to sleep, over a real bus.

import BGRunTestSupport
import Testing

@testable import BGRunDevice

@Suite struct `Presence` {
    /// What is answered after these commands.
    ///
    /// - Parameter letsGo: Of the lock that we hold, right before it is asked.
    private func presence(_ commands: [String], letsGo: Bool) throws -> LogindFact? {
        let machine = try PrivateBus.withLogind()
        for command in commands { try machine.play(command) }
        let follower = try Follower(machine.address)
        follower.logind.hold(night)
        _ = try follower.facts(upTo: .lockTaken(.awake))
        if letsGo { follower.logind.hold(.none) }
        follower.logind.readPresence()
        var facts: [LogindFact] = []
        try follower.work {
            facts += follower.logind.takeFacts().filter { if case .presence = $0 { true } else { false } }
            return !facts.isEmpty
        }
        return facts.first
    }

    // B-23
    @Test(
        arguments: [
            ([], true, .somebody), (["set IdleHint 1"], true, .nobody), (["set LidClosed 1"], true, .nobody),
            // Our own lock counts for a while after it was let go, and as long as it is held.
            (["set IdleHint 1", "linger 1"], true, .nobody), (["set IdleHint 1", "linger 3"], true, .nobody),
            (["set IdleHint 1"], false, .somebody),
            // Another program keeps the machine awake, or only on.
            (["set IdleHint 1", "stranger sleep"], true, .somebody),
            (["set IdleHint 1", "stranger idle:sleep"], true, .somebody),
            (["set IdleHint 1", "stranger shutdown:handle-lid-switch"], true, .nobody),
        ] as [([String], Bool, LogindPresence)])
    func `is nobody while all is idle and nobody else keeps the machine awake`(
        commands: [String], letsGo: Bool, presence: LogindPresence
    ) throws {
        #expect(try self.presence(commands, letsGo: letsGo) == .presence(presence))
    }
}

@Suite struct `Suspending` {
    @Test func `is ordered, and the connection closed when it is answered`() throws {
        let machine = try PrivateBus.withLogind()
        let follower = try Follower(machine.address)
        follower.logind.suspend()
        let facts = try follower.facts(upTo: .suspendAnswered(refusal: nil))
        #expect(facts == [.available, .suspendAnswered(refusal: nil)])
        #expect(try machine.ask("suspends") == "1")
        #expect(!follower.bus.isOpen)
    }

    @Test func `is not even ordered while somebody keeps the machine awake`() throws {
        let machine = try PrivateBus.withLogind()
        try machine.play("stranger sleep")
        let follower = try Follower(machine.address)
        follower.logind.suspend()
        let refusal = LogindFact.suspendAnswered(refusal: "stranger keeps the machine awake: a film")
        #expect(try follower.facts(upTo: refusal) == [.available, refusal])
        #expect(try machine.ask("suspends") == "0")
    }
}
