// What runs have written, read and removed by their numbers.
import BGRunJob
import BGRunLinux
import Glibc

extension Launcher {
    /// A piece of what a run, ended or not, has written, from a position in the stream of it; nil where
    /// nothing is kept of the run.
    package func output(
        of run: RunID, from position: Int64, limit: Int
    ) throws(SystemError) -> OutputChunk? {
        do throws(SystemError) {
            return try RunOutput.read(try outputs.open("\(run)", O_RDONLY), from: position, limit: limit)
        } catch {
            guard error.errno == ENOENT else { throw error }
            // Its owner is being asked for.
            return accounts.isWaiting(.run(run)) ? OutputChunk(omitted: 0, bytes: [], next: position) : nil
        }
    }

    /// What is kept of a run takes so much, of which a daemon before us has kept it.
    func keptBytes(of run: RunID) -> Int64 {
        (try? outputs.status(of: "\(run)")).map { OutputFile.blocks($0.size) } ?? 0
    }

    /// The runs whose output is kept, oldest first.
    package func keptOutputs() throws(SystemError) -> [RunID] {
        try outputs.names(limit: 1 << 24).compactMap { Int64($0).map { RunID($0) } }.sorted()
    }

    package func removeOutput(of run: RunID) throws(SystemError) {
        try outputs.removeIfPresent("\(run)")
    }
}
