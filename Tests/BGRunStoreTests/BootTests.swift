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
        record.occurrence.due = .after(Deadline(.seconds(900), from: StateFixture.now))
        record.occurrence.rest = Deadline(.seconds(60), from: StateFixture.now)
        record.successor = JobRecord.Successor(
            descriptor: record.descriptor, origin: .submission, accepted: StateFixture.now.wall,
            due: record.occurrence.due)
        return record
    }

    // B-12
    @Test func `stands as it was within one boot`() throws {
        let record = try waiting("a")
        try state.fill([.save(record)])
        let (_, opening) = try state.open(now: afterReboot)
        #expect(opening.recovered.isSameBoot)
        #expect(opening.recovered.jobs == [record])
    }

    // B-12
    @Test func `counts on after a reboot by what the wall clock says is left`() throws {
        try state.fill([.save(try waiting("a"))])
        let (_, opening) = try state.open(boot: otherBoot, now: afterReboot)
        #expect(!opening.recovered.isSameBoot)
        let job = try #require(opening.recovered.jobs.first)
        let due = Deadline(
            set: StateFixture.now.wall, span: .seconds(900), end: BootTime(microseconds: 360_000_000))
        #expect(job.occurrence.due == .after(due))
        #expect(job.successor?.due == .after(due))
        #expect(job.occurrence.rest?.end == BootTime(microseconds: 60_000_000))
    }

    /// A daemon that dies between its first write and its second has written some rows in the new boot only.
    @Test func `is told from one of this boot row by row`() throws {
        let old = try waiting("a")
        try state.fill([.save(old)])
        var new = try waiting("b")
        new.occurrence.due = .after(Deadline(.seconds(5), from: afterReboot))
        new.occurrence.rest = nil
        new.successor = nil
        do {
            let (store, _) = try state.open(boot: otherBoot, now: afterReboot)
            _ = try store.write([.save(new)])
        }
        let (_, opening) = try state.open(boot: otherBoot, now: afterReboot)
        #expect(opening.recovered.isSameBoot)
        #expect(opening.recovered.jobs.map(\.occurrence.rest?.end.microseconds) == [60_000_000, nil])
        #expect(opening.recovered.jobs.last == new)
    }

    @Test func `of an older boot is not forgotten by a daemon that wrote nothing`() throws {
        try state.fill([.save(try waiting("a"))])
        _ = try state.open(boot: otherBoot, now: afterReboot)
        #expect(try !state.open(boot: otherBoot, now: afterReboot).1.recovered.isSameBoot)
    }
}
