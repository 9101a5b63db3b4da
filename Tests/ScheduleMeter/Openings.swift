// What it costs when many jobs become ready at once, and when many wait for a look.
import BGRunJob

/// Prints nanoseconds for each: of jobs that all become ready by one change and run three at a time, and of the turns of
/// a machine on which so many due jobs wait for nothing but a value that has to be looked at.
struct Openings {
    let jobs: Int
    /// The jobs are theirs by turns.
    var owners = 1

    func run() throws {
        for isShared in [true, false] { try open(isShared: isShared) }
        try wait()
    }

    func open(isShared: Bool) throws {
        var policy = Policy()
        policy.settle.others = .zero
        policy.pendingPerOwner = .max
        var world = try World(policy: policy)
        world.readFiles()
        world.readDevice()
        for number in 0..<jobs {
            world.submit(
                Reevaluation.asking(number, isShared: isShared), for: UserID(UInt32(number % owners)))
        }
        var runs = 0
        let time = nanoseconds { runs = world.tell(.lid, .lid(.open)).runs }
        guard runs == jobs else { preconditionFailure("\(runs) of \(jobs) jobs ran") }
        print("opened", isShared ? "shared" : "own", time / Int64(jobs), separator: "\t")
    }

    /// Jobs that wait for room, each on a place of its own; the turns are those of a job that has nothing to do with it.
    private func wait() throws {
        var policy = Policy()
        policy.pendingPerOwner = .max
        var world = try World(policy: policy)
        world.readFiles()
        world.readDevice()
        for number in 0..<jobs {
            world.submit(
                NeedyCrowd.job(
                    "waiting.\(number)", [.freeSpace(FreeSpace(path: "/place/\(number)", bytes: 1 << 30))]))
        }
        world.submit(NeedyCrowd.job("other", [.lid(.open), .pathExists("/absent")]))
        var times: [Int64] = []
        for _ in 0..<51 {
            for state in [LidState.open, .closed] {
                let turn = world.tell(.lid, .lid(state))
                times.append(turn.turn + turn.wakeup)
            }
        }
        print("looks", times.median, separator: "\t")
        var wakeups = 0
        let begin = world.now.awake
        while world.now.awake < begin.advanced(by: .seconds(600)), world.wakeup != nil {
            _ = world.wakeUp()
            wakeups += 1
        }
        print("wakeups", wakeups, separator: "\t")
    }
}
