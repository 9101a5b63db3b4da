// What it takes to plan for a crowd: recovered at a start, submitted, and planned anew after a change of the clock.
import BGRunCalendar
import BGRunJob
import BGRunScheduler

/// Prints the nanoseconds per job of each, the median of several rounds.
struct Crowding {
    let jobs: Int
    private let rounds = 7

    func run() throws {
        let records = try Self.records(jobs)
        var (recovered, replanned): ([Int64], [Int64]) = ([], [])
        for _ in 0..<rounds {
            var world = try World()
            recovered.append(nanoseconds { world.recover(records) })
            world.readFiles()
            replanned.append(nanoseconds { world.changeClock(by: .seconds(-1)) })
        }
        print("recovered\t\(recovered.median)")
        print("replanned\t\(replanned.median)")
        let submitted = try nanoseconds { _ = try Self.records(jobs) }
        print("submitted\t\(submitted)")
    }

    /// What a store holds of jobs that were submitted one by one.
    static func records(_ jobs: Int) throws -> [JobRecord] {
        var world = try World()
        world.keepsRecords = true
        var crowd = Crowd(from: world.now.wall)
        for _ in 0..<jobs { world.submit(try crowd.next()) }
        return Array(world.records.values)
    }
}
