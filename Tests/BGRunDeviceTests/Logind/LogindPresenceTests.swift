// Whether somebody is there, and sending the machine to sleep, over a real bus.

import BGRunTestSupport
import Testing

@testable import BGRunDevice

@Suite struct `Presence` {
    /// What is answered after these commands.
    ///
    /// - Parameter letsGo: Of the lock that we hold, right before it is asked.
    private func presence(_ commands: String..., letsGo: Bool = true) throws -> LogindFact? {
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

    @Test func `is somebody while a session is in use`() throws {
        #expect(try presence() == .presence(.somebody))
    }

    // B-23
    @Test func `is nobody while all is idle, once our own lock is gone`() throws {
        for looks in 1...3 {
            #expect(try presence("set IdleHint 1", "linger \(looks)") == .presence(.nobody))
        }
        #expect(try presence("set IdleHint 1", letsGo: false) == .presence(.somebody))
    }

    @Test func `is nobody while the lid is closed`() throws {
        #expect(try presence("set LidClosed 1") == .presence(.nobody))
    }

    @Test func `is somebody while another program keeps the machine awake`() throws {
        #expect(try presence("set IdleHint 1", "stranger sleep") == .presence(.somebody))
        #expect(try presence("set IdleHint 1", "stranger idle:sleep") == .presence(.somebody))
        #expect(try presence("set IdleHint 1", "stranger shutdown:handle-lid-switch") == .presence(.nobody))
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
