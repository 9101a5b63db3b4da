// What one user sees of the conditions that others ask for.
import BGRunCalendar
import BGRunJob
import BGRunScheduler
import Testing

@Suite struct `A condition that one user's job asks for` {
    private let alice = UserID(1000)
    private let bob = UserID(1001)
    private let now = Now(
        wall: WallTime(microseconds: 1_800_000_000_000_000), boot: BootTime(microseconds: 1),
        awake: AwakeTime(microseconds: 1))

    /// A place of Alice's is asked for by her, and by Bob where he submits the same.
    private func scheduler(submitting users: [UserID]) throws -> Scheduler {
        let text = #"""
            {"identifier": "org.example.a", "command": ["true"], "requires": {"mounted": "/home/alice/vault"}}
            """#
        let descriptor = try JobDescriptor(json: Array(text.utf8))
        var scheduler = Scheduler(policy: Policy())
        _ = scheduler.handle(.recovered(Recovery()), at: now)
        _ = scheduler.handle(.filesRead([], unreadable: []), at: now)
        for user in users {
            let requester = Requester(request: RequestID(1), user: user)
            _ = scheduler.handle(.submitted(descriptor, requester, owner: user), at: now)
        }
        let vault = Subject.mount(.path("/home/alice/vault"))
        _ = scheduler.handle(.observed(vault, .unknown("the table can't be read")), at: now)
        return scheduler
    }

    private func shown(_ scheduler: Scheduler, to user: UserID) -> [String] {
        let conditions = scheduler.device(for: user, at: now).conditions.map(\.requirement.text)
        return conditions + scheduler.unknownRequirements(for: user, at: now).map(\.requirement.text)
    }

    @Test func `is shown to that user and to root, and to nobody else`() throws {  // B-18
        let scheduler = try scheduler(submitting: [alice])
        let all = ["externalPower", "network", "mounted /home/alice/vault", "mounted /home/alice/vault"]
        #expect(shown(scheduler, to: alice) == all)
        #expect(shown(scheduler, to: .root) == all)
        #expect(shown(scheduler, to: bob) == ["externalPower", "network"])
    }

    @Test func `is shown to another one whose job asks for the same`() throws {  // B-18
        #expect(shown(try scheduler(submitting: [alice, bob]), to: bob).count == 4)
    }
}
