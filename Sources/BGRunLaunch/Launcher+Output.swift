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

    /// The end of what a run has written; nil where nothing is kept of the run.
    package func endOfOutput(of run: RunID, limit: Int) throws(SystemError) -> OutputChunk? {
        do throws(SystemError) {
            return try RunOutput.readEnd(try outputs.open("\(run)", O_RDONLY), limit: limit)
        } catch {
            guard error.errno == ENOENT else { throw error }
            return nil
        }
    }

    /// What is kept of a run takes so much, of which a daemon before us has kept it.
    func keptBytes(of run: RunID) -> Int64 {
        (try? RunOutput.blocks(of: outputs.open("\(run)", O_RDONLY))) ?? 0
    }

    /// The runs whose output is kept, oldest first.
    package func keptOutputs() throws(SystemError) -> [RunID] {
        try outputs.names(limit: 1 << 24).compactMap { Int64($0).map { RunID($0) } }.sorted()
    }

    package func removeOutput(of run: RunID) throws(SystemError) {
        try outputs.removeIfPresent("\(run)")
    }

    // MARK: - While it is written

    /// Reads what is still in its pipes, and tells whose output has grown.
    func drain(_ live: LiveTree) -> [LaunchEvent] {
        guard let output = live.output, output.drain() else { return [] }
        return output.runs.map { .wroteOutput($0) }
    }

    /// From now on what the host writes is kept as the run's, beside that of others which are active in it. Nothing happens
    /// where the host's output is not ours to read: of a guest, of one that was adopted, of one that is over.
    package func beginOutput(of run: RunID, in host: HostID) {
        guard let live = tree(of: host), let output = live.output, !output.runs.contains(run) else { return }
        // What was written before is not this run's.
        tell(drain(live))
        output.begin(run, newOutput(of: run))
    }

    /// From now on what the host writes is not kept as the run's any more; what it has written until now is. Call it before
    /// the run is closed, also where the host is over.
    ///
    /// - Returns: What is kept of the run takes so much of the disk.
    package func endOutput(of run: RunID, in host: HostID) -> Int64 {
        guard let live = tree(of: host), let output = live.output else { return keptBytes(of: run) }
        tell(drain(live))
        defer { output.end(run) }
        return output.keptBytes(of: run) ?? keptBytes(of: run)
    }

    /// The host has ended. What it wrote before it began a task is asked for as soon as its run is closed, if ever.
    func noteEarlyOutput(of run: RunID, _ live: LiveTree) {
        guard let written = live.output?.takeEarly() else { return }
        let others = earlyOutputs.filter { $0.owner == live.owner }.count - (Self.mostEarlyOutputs - 1)
        if others > 0, let oldest = earlyOutputs.firstIndex(where: { $0.owner == live.owner }) {
            earlyOutputs.remove(at: oldest)
        }
        earlyOutputs.append((run, live.owner, written))
    }

    /// Of an owner.
    private static var mostEarlyOutputs: Int { 4 }

    /// Keeps as the owner's run what the host wrote that was started for it, where no task of that has begun: why it could not.
    ///
    /// - Returns: What is kept takes so much of the disk.
    package func keepEarlyOutput(of run: RunID, for owner: UserID) -> Int64 {
        var written: EarlyOutput?
        if let live = tree(of: .started(run)), live.owner == owner {
            tell(drain(live))
            written = live.output?.takeEarly()
        } else if let place = earlyOutputs.firstIndex(where: { $0.run == run && $0.owner == owner }) {
            written = earlyOutputs.remove(at: place).written
        }
        // It may be asked a second time, where the first answer could not be stored.
        guard let written else { return keptBytes(of: run) }
        let output = newOutput(of: run)
        for piece in written.pieces { output.keep(piece.bytes[...], from: piece.origin) }
        defer { output.close() }
        return output.keptBytes
    }

    /// Behind what the program before us has kept of the run.
    func goOnKeeping(_ run: RunID) -> RunOutput {
        if let kept = try? RunOutput(goingOnIn: outputs.open("\(run)", O_RDWR)) { return kept }
        return RunOutput(to: nil, OutputFile(limit: 2))
    }

    /// On a full disk the run goes on without.
    func newOutput(of run: RunID) -> RunOutput {
        let layout = OutputFile(limit: max(settings.outputLimit, 2))
        return RunOutput(to: newOutputFile(of: run, as: layout), layout)
    }

    /// Nil where none can be made.
    private func newOutputFile(of run: RunID, as layout: OutputFile) -> FileDescriptor? {
        do throws(SystemError) {
            let file = try emptyOutputFile(of: run)
            try file.write(all: layout.header, at: 0)
            return file
        } catch {
            try? outputs.removeIfPresent("\(run)")
            return nil
        }
    }

    /// In place of one that a launch which was not stored has left.
    private func emptyOutputFile(of run: RunID) throws(SystemError) -> FileDescriptor {
        do throws(SystemError) {
            return try outputs.create("\(run)", mode: 0o600)
        } catch {
            guard error.errno == EEXIST else { throw error }
            try outputs.removeIfPresent("\(run)")
            return try outputs.create("\(run)", mode: 0o600)
        }
    }
}
