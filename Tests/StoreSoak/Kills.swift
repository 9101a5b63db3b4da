// A store whose daemon is killed in the middle of its work, time after time.
import BGRunJob
import BGRunStore
import BGRunTestSupport
import Foundation

/// One state directory, and a writer that never ends by itself.
struct Kills {
    let seed: UInt64

    /// Plays on where the last one was killed, and tells each turn once it is on disk.
    static func write(seed: UInt64, in directory: String) throws {
        let (store, opening) = try Store.open(soak: directory)
        var model = Model(seed: seed)
        while model.turn < opening.recovered.nextRun.rawValue - 1 { _ = model.next() }
        while true {
            _ = try store.write(model.next())
            try FileHandle.standardOutput.write(contentsOf: Data("\(model.turn)\n".utf8))
        }
    }

    /// Kills the writer so many times, and tells of those after which something was wrong.
    func faults(rounds: Int) throws -> [String] {
        let scratch = try ScratchDirectory()
        let directory = scratch.path("state")
        var random = SeededGenerator(seed: seed)
        var last: Int64 = 0
        return try (0..<rounds).compactMap { round in
            let writer = try KilledWriter(
                "/proc/self/exe", ["write", "\(seed)", directory], after: .random(in: 1...60, using: &random))
            last = writer.told.last ?? last
            // Every other time the next writer is the first to see what was left.
            if round.isMultiple(of: 2) { return nil }
            let fault = Model.fault(in: try Store.open(soak: directory).1, seed: seed, told: last)
            return fault.map { "seed \(seed), round \(round): \($0)" }
        }
    }
}
