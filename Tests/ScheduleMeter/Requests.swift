// What one submit, one cancel and one start cost among many jobs.
import BGRunCalendar
import BGRunJob

/// Prints the median, the 99th percentile and the worst of each, in nanoseconds: a whole turn of the loop each, with
/// what the store's answer and the next wake-up cost. A start is the turn in which a job becomes due, starts, ends and is
/// planned again.
struct Requests {
    let jobs: Int
    let count: Int

    func run() throws {
        var world = try World()
        var crowd = Crowd(from: world.now.wall)
        for _ in 0..<jobs { world.submit(try crowd.next()) }
        world.readFiles()
        var (submits, cancels): ([Int64], [Int64]) = ([], [])
        let others = try (0..<count).map { _ in try crowd.next() }
        // Twice: what is first is slower, as nothing is in the processor's caches yet.
        for _ in 0..<2 {
            submits = others.map { other in nanoseconds { world.submit(other) } }
            cancels = others.map { other in nanoseconds { world.cancel(other.identifier) } }
        }
        print("submit\t\(submits.summary)")
        print("cancel\t\(cancels.summary)")
        var starts: [Int64] = []
        while starts.count < count {
            var started = 0
            let time = nanoseconds { started = world.wakeUp() }
            guard started > 0 else { preconditionFailure("the scheduler woke up for nothing") }
            starts.append(time / Int64(started))
        }
        print("start\t\(starts.summary)")
    }
}
