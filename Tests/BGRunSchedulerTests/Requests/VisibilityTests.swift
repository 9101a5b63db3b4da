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
        var scheduler = Scheduler(policy: Policy())
        _ = scheduler.handle(.recovered(Recovery()), at: now)
        _ = scheduler.handle(.filesRead([], unreadable: []), at: now)
        for user in users {
            try submit(requiring: #"{"mounted": "/home/alice/vault"}"#, by: user, &scheduler)
        }
        let vault = Subject.mount(.path("/home/alice/vault"))
        _ = scheduler.handle(.observed(vault, .unknown("the table can't be read")), at: now)
        return scheduler
    }

    private func submit(requiring requirements: String, by user: UserID, _ scheduler: inout Scheduler) throws
    {
        let text = #"{"identifier": "org.example.a", "command": ["true"], "requires": \#(requirements)}"#
        let requester = Requester(request: RequestID(1), user: user)
        let descriptor = try JobDescriptor(json: Array(text.utf8))
        _ = scheduler.handle(.submitted(descriptor, requester, owner: user), at: now)
    }

    private func shown(_ scheduler: Scheduler, to user: UserID) -> [String] {
        var (list, unknown) = (scheduler.conditions(shownTo: user), scheduler.conditions(shownTo: user))
        return all { scheduler.nextCondition(in: &list, at: now) }.map(\.requirement.text)
            + all { scheduler.nextUnknown(in: &unknown, at: now) }.map(\.requirement.text)
    }

    private func all<Element>(_ next: () -> ListStep<Element>) -> [Element] {
        var elements: [Element] = []
        while true {
            switch next() {
            case .element(let element): elements.append(element)
            case .nothing: continue
            case .end: return elements
            }
        }
    }

    @Test func `is shown to that user and to root, and to nobody else`() throws {  // B-18
        let scheduler = try scheduler(submitting: [alice])
        let all = ["externalPower", "network", "mounted /home/alice/vault", "mounted /home/alice/vault"]
        #expect(shown(scheduler, to: alice) == all)
        #expect(shown(scheduler, to: .root) == all)
        #expect(shown(scheduler, to: bob) == ["externalPower", "network"])
    }

    @Test func `and that nobody can know concerns who waits for it, and who runs`() throws {
        var scheduler = try scheduler(submitting: [alice])
        func jobs() -> [Int] {
            var list = scheduler.conditions(shownTo: alice)
            return all { scheduler.nextUnknown(in: &list, at: now) }.map(\.jobs)
        }
        #expect(jobs() == [1])
        let job = Target(identifier: try #require(JobIdentifier("org.example.a")))
        let requester = Requester(request: RequestID(2), user: alice)
        _ = scheduler.handle(.runRequested(job, .force, requester), at: now)
        #expect(scheduler.activeRun(of: JobID(owner: alice, identifier: job.identifier)) != nil)
        #expect(jobs() == [1])
    }

    @Test func `is shown to another one whose job asks for the same`() throws {  // B-18
        #expect(shown(try scheduler(submitting: [alice, bob]), to: bob).count == 4)
    }

    @Test func `is shown once, as what it is, to whom asks for its opposite`() throws {  // B-18
        var scheduler = try scheduler(submitting: [alice])
        try submit(requiring: #"{"not": {"mounted": "/home/alice/vault"}}"#, by: bob, &scheduler)
        for user in [bob, alice] {
            var list = scheduler.conditions(shownTo: user)
            let conditions = all { scheduler.nextCondition(in: &list, at: now) }.map(\.requirement.text)
            #expect(conditions == ["externalPower", "network", "mounted /home/alice/vault"])
        }
    }

    @Test func `is passed over where its place is another's before the answer came to it`() throws {  // B-49
        var scheduler = try scheduler(submitting: [alice])
        var list = scheduler.conditions(shownTo: alice)
        let job = Target(identifier: try #require(JobIdentifier("org.example.a")))
        _ = scheduler.handle(.cancelRequested(job, Requester(request: RequestID(2), user: alice)), at: now)
        try submit(requiring: #"{"mounted": "/home/bob/vault"}"#, by: bob, &scheduler)
        let conditions = all { scheduler.nextCondition(in: &list, at: now) }.map(\.requirement.text)
        #expect(conditions == ["externalPower", "network"])
        #expect(shown(scheduler, to: bob).contains("mounted /home/bob/vault"))
    }

    @Test func `is told of to whom asks for it, when it changes`() throws {  // B-18
        var scheduler = try scheduler(submitting: [alice])
        _ = scheduler.handle(
            .networkRead(NetworkReading(verdict: .no, reason: "no route to the internet")), at: now)
        let text = "mounted /home/alice/vault"
        #expect([alice, .root, bob].map { scheduler.shows(condition: text, to: $0) } == [true, true, false])
        #expect(scheduler.shows(condition: "network", to: bob))
        #expect(!scheduler.shows(condition: "mounted /elsewhere", to: alice))
    }
}

@Suite struct `The names of jobs` {
    @Test func `are told by identifier and owner, whoever's they are`() throws {
        let now = Now(
            wall: WallTime(microseconds: 1_800_000_000_000_000), boot: BootTime(microseconds: 1),
            awake: AwakeTime(microseconds: 1))
        var scheduler = Scheduler(policy: Policy())
        _ = scheduler.handle(.recovered(Recovery()), at: now)
        _ = scheduler.handle(.filesRead([], unreadable: []), at: now)
        for (name, user) in [("c", 2), ("a", 2), ("b", 1), ("a", 1), ("d", 3)] as [(String, UInt32)] {
            let text = #"{"identifier": "\#(name)", "command": ["true"], "earliestBeginDate": "+1d"}"#
            let requester = Requester(request: RequestID(1), user: UserID(user))
            let descriptor = try JobDescriptor(json: Array(text.utf8))
            _ = scheduler.handle(.submitted(descriptor, requester, owner: UserID(user)), at: now)
        }
        func names(_ list: JobList) -> [String] {
            var (list, names) = (list, [String]())
            while true {
                switch list.next(in: scheduler) {
                case .element(let job): names.append("\(job.identifier.text)\(job.owner.rawValue)")
                case .nothing: continue
                case .end: return names
                }
            }
        }
        #expect(names(scheduler.jobList(of: nil, shownTo: Viewer(.root))) == ["a1", "a2", "b1", "c2", "d3"])
        #expect(names(scheduler.jobList(of: nil, shownTo: Viewer(UserID(2)))) == ["a2", "c2"])
        #expect(names(scheduler.jobList(of: UserID(1), shownTo: Viewer(UserID(2)))) == [])
    }
}
