// What lies ahead of all jobs together: order, collisions, time that is left.
import BGRunCalendar
import BGRunJob
import BGRunWire
import Testing

@testable import BGRunText

// B-120
@Suite struct `The agenda of all jobs` {
    private let to = World.now.advanced(by: .seconds(2 * 86_400))

    private func job(
        _ name: String, at hours: [Double], takes minutes: Int64? = 30, owner: UserID = World.owner,
        isCut: Bool = false,
        _ change: (inout OrderRules) -> Void = { _ in }
    ) -> Agenda.Planned {
        var order = OrderRules()
        change(&order)
        return Agenda.Planned(
            job: JobID(owner: owner, identifier: World.identifier(name)), title: nil, order: order,
            usual: minutes.map { .seconds(60 * $0) },
            instants: hours.map { hour in
                UpcomingInstant(at: World.now.advanced(by: .seconds(Int64(hour * 3600))))
            }, isCut: isCut)
    }

    private func agenda(_ jobs: [Agenda.Planned], mostRuns: Int? = 3) -> Agenda {
        Agenda(jobs, from: World.now, to: to, mostRuns: mostRuns)
    }

    private func label(_ text: String) throws -> Label { try #require(Label(text)) }

    @Test func `has jobs of one queue collide where more than its limit come up within a run`() throws {
        let queue = JobQueue(try label("disk"), limit: 2)
        func job(_ name: String, _ hours: [Double], owner: UserID = World.owner) -> Agenda.Planned {
            self.job(name, at: hours, owner: owner) { $0.queue = queue }
        }
        let found = agenda([job("a", [1, 10]), job("b", [1.2, 11]), job("c", [1.4, 10.1])], mostRuns: nil)
            .collisions
        #expect(found.map(\.reason) == [.queue])
        #expect(found[0].jobs.map(\.identifier.text) == ["a", "b", "c"] && found[0].queue?.text == "disk")
        #expect(found[0].instants == [World.now.advanced(by: .seconds(5040))])
        // Another user's queue of that name is another queue.
        #expect(
            agenda([job("a", [1]), job("b", [1]), job("c", [1], owner: UserID(7))], mostRuns: nil).collisions
                .isEmpty)
    }

    @Test func `has jobs collide that never run beside each other, whoever says so`() throws {
        let group = try label("backup")
        let a = job("a", at: [1, 25]) { $0.conflicts = [.job(World.identifier("b"))] }
        let b = job("b", at: [1.1, 25.1])
        #expect(agenda([a, b]).collisions.map(\.reason) == [.conflict])
        #expect(agenda([b, a]).collisions[0].instants.count == 2)
        let c = job("c", at: [1]) { $0.conflicts = [.group(group)] }
        let d = job("d", at: [1]) { $0.conflictGroup = group }
        #expect(agenda([c, d]).collisions.map(\.reason) == [.conflict])
        let alone = job("e", at: [1]) { $0.isExclusive = true }
        #expect(agenda([alone, b]).collisions.map(\.reason) == [.conflict])
        #expect(agenda([job("f", at: [1]), job("g", at: [1.5])]).collisions.isEmpty)
    }

    @Test func `has more jobs collide than may run at once`() {
        let jobs = ["a", "b", "c", "d"].map { job($0, at: [1]) }
        #expect(agenda(jobs).collisions.map(\.reason) == [.limit])
        #expect(agenda(jobs, mostRuns: 4).collisions.isEmpty)
        #expect(agenda(jobs, mostRuns: nil).collisions.isEmpty)
    }

    @Test func `finds the first stretch that the longest usual run fits in`() {
        let found = agenda([job("a", at: [0, 1, 4]), job("b", at: [0.4], takes: 120)])
        #expect(found.needed == .seconds(7200))
        // From the end of b, 2 h 24 min from now, there is 1 h 36 min only.
        #expect(found.slot?.from == World.now.advanced(by: .seconds(16_200)))
        #expect(found.slot?.to == to)
        let full = agenda([job("a", at: (0..<96).map { Double($0) / 2 })])
        #expect(full.slot == nil)
    }

    @Test func `takes a run of unknown length as a short one, and survives instants at the end of time`() {
        let far = Agenda.Planned(
            job: JobID(owner: World.owner, identifier: World.identifier("far")), title: nil,
            order: OrderRules(), usual: .seconds(Int64.max),
            instants: [UpcomingInstant(at: WallTime(microseconds: .max))])
        let near = job("near", at: [0], takes: nil)
        #expect(agenda([far]).collisions.isEmpty)
        #expect(agenda([near]).slot?.from == World.now.advanced(by: Agenda.guess))
    }

    private func shown(_ agenda: Agenda, whole: Bool, others: [JobReport] = [], columns: Int? = nil) -> String
    {
        let screen = Screen(colour: .off, width: columns)
        let view = AgendaText(agenda, others: others, World.owners, clock: World.clock, screen: screen)
        return text(view.lines(isWhole: whole), on: screen)
    }

    @Test func `is shown by the next instants`() {
        let found = agenda([job("org.b", at: [3, 27]), job("org.a", at: [1])])
        let others = [
            World.job("c", .due), World.job("d", .scheduled, blockers: [.ended], due: nil),
            World.job("e", .running, run: World.run),
        ]
        #expect(
            shown(found, whole: false, others: others) == """
                NEXT            IN   JOB
                tomorrow 00:00  1 h  org.a
                tomorrow 03:00  3 h  org.b
                besides: 1 active, 1 due already, 1 waiting for an event or a file, or not coming up again
                """)
        #expect(shown(agenda([]), whole: false) == "no jobs; bgrun submit brings one")
    }

    @Test func `is shown with what collides and when there is time`() {
        let a = job("org.a", at: [1, 25]) { $0.conflicts = [.job(World.identifier("org.b"))] }
        let found = agenda([a, job("org.b", at: [1.1, 25.1], takes: 90)])
        #expect(
            shown(found, whole: true, columns: 80) == """
                NEXT            IN         TIMES  TAKES       JOB
                tomorrow 00:00  1 h        2      30 min      org.a
                tomorrow 00:06  1 h 6 min  2      1 h 30 min  org.b

                come up at once and wait for each other
                  tomorrow 00:06 and 1 more  org.a, org.b: they never run beside each other
                free from tomorrow 01:36 to Mon 01:00 (22 h 24 min), long enough for any of them
                """)
        // Nothing is known behind the last instant that the daemon has told.
        let cut = agenda([job("org.a", at: (0...9).map { Double($0) / 2 }, isCut: true)])
        #expect(
            shown(cut, whole: true, columns: 80) == """
                NEXT   IN   TIMES  TAKES   JOB
                23:00  now  10+    30 min  org.a

                none of them has to wait for another until tomorrow 04:30
                no time is free for 30 min until tomorrow 04:30
                """)
    }
}
