// Transactions without end, each told on standard output once it is durable.
import BGRunJob
import BGRunLinux
import BGRunStore

/// Turn n saves job n mod 40 with run n active, ends run n - 1, skips an occurrence and notes what was
/// seen and what holds the job back, in one transaction.
struct Writing {
    let directory: String

    func run() throws {
        let (store, opening) = try Sample.open(directory)
        let output = FileDescriptor(owning: 1)
        var turn = opening.recovered.nextRun.rawValue
        while true {
            var changes: [Change] = [.save(Sample.record(Sample.job(turn % 40), run: turn))]
            if turn > 1 { changes.append(.append(.run(Sample.entry(turn - 1, of: Sample.job(turn % 40))))) }
            changes.append(Sample.skip(of: Sample.job(turn % 40)))
            changes.append(.note(.condition(Sample.condition(turn))))
            changes.append(.note(.hold(Sample.hold(of: Sample.job(turn % 40)))))
            _ = try store.write(changes)
            try output.write(all: Array("\(turn)\n".utf8))
            turn += 1
        }
    }
}
