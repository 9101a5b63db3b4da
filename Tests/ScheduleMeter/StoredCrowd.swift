// Fills a state directory with a crowd, for a daemon to start with.
import BGRunCalendar
import BGRunJob
import BGRunLinux
import BGRunScheduler
import BGRunStore

/// The jobs begin in a month: none of them runs while the daemon is measured.
struct StoredCrowd {
    let jobs: Int
    let directory: String

    func run() throws {
        let now = Now(
            wall: WallTime(microseconds: Clock.read(.realtime)),
            boot: BootTime(microseconds: Clock.read(.boottime)),
            awake: AwakeTime(microseconds: Clock.read(.monotonic)))
        let (store, _) = try Store.open(
            directory: directory, bootID: Machine.bootIdentifier(), now: now, historyLimit: 100)
        var world = try World(at: now)
        world.keepsRecords = true
        var crowd = Crowd(from: now.wall.advanced(by: .seconds(30 * 86_400)), isDated: true)
        for _ in 0..<jobs { world.submit(try crowd.next()) }
        _ = try store.write(world.records.values.map { .save($0) })
        print("stored\t\(world.records.count)")
    }
}
