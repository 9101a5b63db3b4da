// What requirements cost beside the jobs: memory, submits, cancels and starts.
import BGRunJob
import BGRunLinux

/// Prints bytes of a pending job, by what the process has more of memory than before it; and nanoseconds of one submit,
/// cancel and start among so many.
///
/// Jobs with requirements share `combinations` of them; zero stands for jobs that ask for external power alone.
struct NeedCosts {
    let jobs: Int
    let count: Int
    let combinations: Int

    func run() throws {
        var world = try World(policy: Self.policy)
        world.readFiles()
        world.readDevice()
        let before = try anonymousBytes()
        var crowd = NeedyCrowd(combinations: combinations)
        for number in 0..<jobs {
            world.submit(
                combinations > 0
                    ? crowd.next() : NeedyCrowd.job("waiting.\(number)", [.externalPower]))
        }
        print("bytes", (try anonymousBytes() - before) / jobs, separator: "\t")
        requests(&world)
    }

    /// Whether each job has a combination of its own.
    private var isOwn: Bool { combinations == jobs }

    private static var policy: Policy {
        var policy = Policy()
        policy.settle.others = .zero
        policy.pendingPerOwner = .max
        return policy
    }

    /// New jobs share the combinations of the others where those share them, else they bring their own.
    private func requests(_ world: inout World) {
        var others = NeedyCrowd(combinations: isOwn ? .max : combinations, prefix: "new")
        if isOwn { for _ in 0..<jobs { _ = others.next() } }
        let new = (0..<count).map { _ in others.next() }
        var (submits, cancels): ([Int64], [Int64]) = ([], [])
        // Twice: what is first is slower, as nothing is in the processor's caches yet.
        for _ in 0..<2 {
            submits = new.map { job in nanoseconds { world.submit(job) } }
            cancels = new.map { job in nanoseconds { world.cancel(job.identifier) } }
        }
        var starts: [Int64] = []
        for number in 0..<count {
            world.submit(Reevaluation.asking(number, isShared: !isOwn))
            let started = world.tell(.lid, .lid(.open))
            guard started.runs == 1 else { preconditionFailure("\(started.runs) jobs started with the lid") }
            starts.append(started.turn)
            _ = world.tell(.lid, .lid(.closed))
        }
        for (name, times) in [("submit", submits), ("cancel", cancels), ("start", starts)] {
            print(name, times.summary, separator: "\t")
        }
    }

    private func anonymousBytes() throws -> Int {
        let text = String(decoding: try File.contents(of: "/proc/self/status", limit: 65536), as: UTF8.self)
        let line = text.split(separator: "\n").first { $0.hasPrefix("RssAnon:") } ?? ""
        return (Int(line.filter(\.isNumber)) ?? 0) * 1024
    }
}
