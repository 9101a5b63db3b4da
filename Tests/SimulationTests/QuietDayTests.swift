// A day on which nothing happens: who waits for the machine must not wake it.
import BGRunCalendar
import BGRunJob
import BGRunScheduler
import Testing

@testable import LaptopLife

@Suite struct `A quiet day` {
    // B-3
    @Test func `with a job for each condition that is told of wakes the daemon never`() throws {
        let wanted: [Requirements] = [
            [.idle(.seconds(600))], [.locked(true)], [.pathExists("/srv/a")], [.mounted(.path("/mnt/disk"))],
            [.lid(.closed)], [.powerSaver(true)], [.network, .ssid(["Cafe"])], [.vpn(nil)],
            [.pressure(.cpu, percent: 20)], [.externalPower, .network, .lid(.closed)],
            Requirements([.anyOf([[.lid(.closed)], [.powerSaver(true), .load(80)]])]),
            Requirements([.not([.lid(.open)])]),
        ]
        #expect(try wakeups(in: 86_400, with: wanted) == 0)
    }

    // B-3 B-31
    @Test func `with jobs that wait for looks wakes it once a minute for all of them`() throws {
        let wanted: [Requirements] = [[.load(10)], [.temperature(20)], [.load(10), .temperature(20)]]
        let hour = try wakeups(in: 3600, with: wanted)
        #expect((55...60).contains(hour))
    }

    /// How often the scheduler is woken while jobs wait and nothing happens.
    private func wakeups(in seconds: Int64, with wanted: [Requirements]) throws -> Int {
        let world = try World(seed: 1, disk: ModelDisk(), policy: Policy())
        world.device.gone = ["/srv/a", "/mnt/disk"]
        world.device.busy = [.cpu]
        world.device.locks = LockReading(users: [.root: false])
        for (number, requirements) in wanted.enumerated() {
            let identifier = try #require(JobIdentifier("org.example.job\(number)"))
            world.requests += 1
            let descriptor = JobDescriptor(
                identifier: identifier, program: .command(["true"]), requirements: requirements)
            let requester = Requester(request: RequestID(world.requests), user: .root)
            try world.turn([.submitted(descriptor, requester, owner: .root)])
        }
        let (before, end) = (
            world.counts["wake-ups", default: 0], world.now.awake.advanced(by: .seconds(seconds))
        )
        while world.now.awake < end { try world.live(upTo: world.now.awake.duration(to: end)) { _ in } }
        #expect(world.counts["launches", default: 0] == 0)
        return world.counts["wake-ups", default: 0] - before
    }
}
