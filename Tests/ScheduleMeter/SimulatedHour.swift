// How often a crowd wakes the machine, beside how often it has to.
import BGRunCalendar
import BGRunDevice
import BGRunJob

/// Prints the wake-ups of a simulated hour, and the distinct instants in it that are in the jobs' schedules, which are
/// counted by the calendar alone.
struct SimulatedHour {
    let jobs: Int

    func run() throws {
        var world = try World()
        let begin = world.now.wall
        let end = begin.advanced(by: .seconds(3600))
        let zones = try zones()
        var crowd = Crowd(from: begin)
        var (instants, occurrences) = (Set<WallTime>(), 0)
        for _ in 0..<jobs {
            let descriptor = try crowd.next()
            let due = Set(
                descriptor.schedules.flatMap { points(of: $0, descriptor, from: begin, to: end, zones) })
            instants.formUnion(due)
            occurrences += due.count
            world.submit(descriptor)
        }
        world.readFiles()
        var (wakeups, started) = (0, 0)
        while let left = world.wakeup?.moment.left(at: world.now),
            world.now.wall.advanced(by: left) <= end
        {
            started += world.wakeUp()
            wakeups += 1
        }
        print("wakeups\t\(wakeups)\t\(instants.count)")
        print("starts\t\(started)\t\(occurrences)")
    }

    private func zones() throws -> KnownZones {
        var zones = KnownZones()
        for name in Crowd.zones { zones[name] = try ZoneFiles().zone(named: name) }
        return zones
    }

    private func points(
        of schedule: Schedule, _ descriptor: JobDescriptor, from begin: WallTime, to end: WallTime,
        _ zones: KnownZones
    ) -> [WallTime] {
        if case .every(let every) = schedule, case .date(let date)? = descriptor.earliestBegin {
            // Runs take no time here, so what is counted from their end lies on a grid too.
            return Array(
                sequence(first: date) { $0.advanced(by: every.interval) }.prefix { $0 <= end })
        }
        // What comes up at the beginning itself is not woken up for.
        let first = schedule.next(after: begin, anchor: begin, zones: zones)
        return Array(
            sequence(state: first) { point -> WallTime? in
                defer { point = point.flatMap { schedule.next(after: $0, anchor: begin, zones: zones) } }
                return point
            }.prefix { $0 <= end })
    }
}
