// A week switched off, and a quiet hour: many jobs at once, in virtual time.
import BGRunCalendar
import BGRunJob
import BGRunScheduler
import Testing

@testable import LaptopLife

@Suite struct `A thousand jobs` {
    private static let count = 500

    // B-14 B-16
    @Test func `missed over a week off start one after the other, the most pressing first, and all of them`()
        throws
    {
        let world = try World(seed: 1, disk: ModelDisk(), policy: Policy())
        world.workingTimes = 3...20
        world.isLaunching = true
        for number in 0..<Self.count {
            try world.submit(
                descriptor(
                    number,
                    .cron(
                        try CronExpression("\(number % 60) \(number % 24) \(22 + number % 6) * *"),
                        zone: "UTC")))
        }
        try world.reboot(after: .seconds(7 * 86_400))
        let starts = try world.startsWithin(.seconds(7200))

        #expect(Set(starts.map(\.job)).count == Self.count, "some have not run")
        for (start, next) in zip(starts, starts.dropFirst()) {
            #expect(start.at.duration(to: next.at) >= .seconds(2), "two start within 2 s")
        }
        // One class: who has been due longest goes first. Who asks for it rests, and starts again later.
        var seen = Set<JobID>()
        let dues = starts.filter { seen.insert($0.job).inserted }.map(\.due)
        #expect(dues == dues.sorted())
    }

    // B-3
    @Test func `wake the daemon once for each instant at which one of them is due, and never else`() throws {
        let world = try World(seed: 2, disk: ModelDisk(), policy: Policy())
        try world.loseNetwork()
        _ = try world.startsWithin(.seconds(60))
        var due = Set<WallTime>()
        for number in 0..<Self.count {
            let date = world.now.wall.advanced(by: .seconds(Int64(number * 37 % 4000 + 1)))
            // Without a network nothing starts, so that only what is due wakes anybody.
            try world.submit(descriptor(number, begin: .date(date), requirements: [.network]))
            if date <= world.now.wall.advanced(by: .seconds(3600)) { due.insert(date) }
        }
        let before = world.counts["wake-ups", default: 0]
        _ = try world.startsWithin(.seconds(3600))
        #expect(world.counts["wake-ups", default: 0] - before == due.count)
    }

    private func descriptor(
        _ number: Int, _ schedule: Schedule? = nil, begin: JobDescriptor.EarliestBegin? = nil,
        requirements: Requirements = []
    ) throws -> JobDescriptor {
        let identifier = try #require(JobIdentifier("org.example.job\(number)"))
        return JobDescriptor(
            identifier: identifier, program: .command(["true"]), earliestBegin: begin,
            schedules: schedule.map { [$0] } ?? [], requirements: requirements)
    }
}

extension World {
    /// A start, when it was, and since when its job was due.
    fileprivate struct Start {
        let job: JobID
        let at: AwakeTime
        let due: WallTime
    }

    fileprivate func submit(_ descriptor: JobDescriptor) throws {
        requests += 1
        let requester = Requester(request: RequestID(requests), user: .root)
        try turn([.submitted(descriptor, requester, owner: .root)])
    }

    fileprivate func loseNetwork() throws {
        device.network = NetworkReading(verdict: .no, reason: "simulated")
        try turn([.networkRead(device.network)])
    }

    /// What starts while nothing happens but what was planned.
    fileprivate func startsWithin(_ span: Duration) throws -> [Start] {
        let end = now.awake.advanced(by: span)
        var starts: [Start] = []
        var known = memory.launched
        while now.awake < end {
            try live(upTo: now.awake.duration(to: end)) { _ in }
            for run in memory.launched.subtracting(known) {
                guard let record = memory.told.values.first(where: { $0.activeRun?.run == run }) else {
                    continue
                }
                starts.append(
                    Start(job: record.id, at: now.awake, due: record.occurrence.dueSince ?? now.wall))
            }
            known = memory.launched
        }
        return starts
    }
}
