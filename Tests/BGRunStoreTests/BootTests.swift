// A reboot restarts one of the clocks, and the promises counted on it are carried over.
import BGRunCalendar
import BGRunJob
import BGRunStore
import Testing

@Suite struct `A deadline in the store` {
    let state: StateFixture
    let otherBoot = "99999999-2222-3333-4444-555555555555"

    init() throws { state = try StateFixture() }

    /// Ten minutes later by the wall clock, and one minute into another boot.
    private var afterReboot: Now {
        Now(
            wall: StateFixture.now.wall.advanced(by: .seconds(600)),
            boot: BootTime(microseconds: 60_000_000), awake: AwakeTime(microseconds: 60_000_000))
    }

    private func waiting(_ name: String) throws -> JobRecord {
        var record = try JobRecord.sample(name)
        record.occurrence.plan.after = Deadline(.seconds(900), from: StateFixture.now)
        record.occurrence.rest = Deadline(.seconds(60), from: StateFixture.now)
        record.successor = JobRecord.Successor(
            descriptor: record.descriptor, origin: .submission, accepted: StateFixture.now.wall,
            plan: record.occurrence.plan)
        record.switches.pause = Pause(
            since: StateFixture.now.wall, end: Deadline(.seconds(3600), from: StateFixture.now))
        return record
    }

    // B-12
    @Test func `stands as it was within one boot`() throws {
        let record = try waiting("a")
        try state.fill([.save(record)])
        let (_, opening) = try state.open(now: afterReboot)
        #expect(!opening.recovered.isNewBoot)
        #expect(opening.recovered.jobs == [record])
    }

    // B-12
    @Test func `counts on after a reboot by what the wall clock says is left`() throws {
        try state.fill([.save(try waiting("a"))])
        let (_, opening) = try state.open(boot: otherBoot, now: afterReboot)
        #expect(opening.recovered.isNewBoot)
        let job = try #require(opening.recovered.jobs.first)
        let due = Deadline(
            set: StateFixture.now.wall, span: .seconds(900), end: BootTime(microseconds: 360_000_000))
        let plan = Plan(at: StateFixture.now.wall, after: due)
        #expect(job.occurrence.plan == plan)
        #expect(job.successor?.plan == plan)
        #expect(job.occurrence.rest?.end == BootTime(microseconds: 60_000_000))
        #expect(job.switches.pause?.end?.end == BootTime(microseconds: 3_060_000_000))
        #expect(job.switches.pause?.since == StateFixture.now.wall)
    }

    /// A daemon that dies between its first write and its second has written some rows in the new boot only.
    @Test func `is told from one of this boot row by row`() throws {
        let old = try waiting("a")
        try state.fill([.save(old)])
        var new = try waiting("b")
        new.occurrence.plan = Plan(after: Deadline(.seconds(5), from: afterReboot))
        new.switches = JobRecord.Switches()
        new.occurrence.rest = nil
        new.successor = nil
        do {
            let (store, _) = try state.open(boot: otherBoot, now: afterReboot)
            _ = try store.write([.save(new)])
        }
        let (_, opening) = try state.open(boot: otherBoot, now: afterReboot)
        #expect(!opening.recovered.isNewBoot)
        #expect(opening.recovered.jobs.map(\.occurrence.rest?.end.microseconds) == [60_000_000, nil])
        #expect(opening.recovered.jobs.last == new)
    }

    @Test func `of an older boot is not forgotten by a daemon that wrote nothing`() throws {
        try state.fill([.save(try waiting("a"))])
        _ = try state.open(boot: otherBoot, now: afterReboot)
        #expect(try state.open(boot: otherBoot, now: afterReboot).1.recovered.isNewBoot)
    }

    // B-12
    @Test func `that ends a pause of all jobs counts on after a reboot`() throws {
        let pause = Pause(since: StateFixture.now.wall, end: Deadline(.seconds(900), from: StateFixture.now))
        let root = PauseScope.owner(UserID(0))
        try state.fill([.savePause(.everybody, pause), .savePause(root, Pause(since: pause.since))])
        #expect(try state.open(now: afterReboot).1.recovered.pauses[.everybody] == pause)
        let pauses = try state.open(boot: otherBoot, now: afterReboot).1.recovered.pauses
        #expect(pauses[.everybody]?.end?.end == BootTime(microseconds: 360_000_000))
        #expect(pauses[root] == Pause(since: pause.since))
    }
}

@Suite struct `The boot of the last write` {
    let state: StateFixture
    let otherBoot = "99999999-2222-3333-4444-555555555555"

    init() throws { state = try StateFixture() }

    /// Whether it was another one than this.
    private func isOther(than boot: String) throws -> Bool {
        try state.open(boot: boot).1.recovered.isNewBoot
    }

    @Test func `is no other one to a database that has just been made`() throws {
        #expect(try !isOther(than: StateFixture.boot))
    }

    @Test func `is this one after a restart of the daemon, and another after a reboot until the next write`()
        throws
    {
        try state.fill([.save(try .sample())])
        #expect(try !isOther(than: StateFixture.boot))
        for _ in 1...2 { #expect(try isOther(than: otherBoot)) }
        do {
            let (store, _) = try state.open(boot: otherBoot)
            _ = try store.write([.save(try .sample("other"))])
        }
        #expect(try !isOther(than: otherBoot))
        #expect(try isOther(than: StateFixture.boot))
    }

    @Test func `is no other one where the row about the database is lost or can't be read`() throws {
        try state.fill([.save(try .sample())])
        try state.tamper("UPDATE meta SET bootID = NULL")
        #expect(try !isOther(than: otherBoot))
        try state.tamper("DELETE FROM meta")
        #expect(try !isOther(than: StateFixture.boot))
    }
}
