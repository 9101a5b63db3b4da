// What programs of runs say of themselves, and what must come of it.
import BGRunCalendar
import BGRunJob
import BGRunScheduler

extension Memory {
    /// People are told once of a run that takes too long.
    mutating func note(longRunOf job: JobID) throws {
        guard !isDoubtful else { return }
        guard let run = told[job]?.activeRun?.run else {
            throw World.Broken("\(job) takes too long, and has no run")
        }
        guard longRuns.insert(run).inserted else {
            throw World.Broken("run \(run) is told of twice as one that takes too long")
        }
    }

    /// Who has said that it is not finished has not succeeded.
    func expectPutOff(of entry: HistoryEntry) throws {
        guard putOff.contains(entry.run), entry.outcome == .succeeded else { return }
        throw World.Broken("run \(entry.run) has put its occurrence off, and has succeeded")
    }
}

extension World {
    /// Has the program of a run say something right after it has begun. Without a throw of the dice: what was played stays
    /// as it was.
    func speak(in run: RunID, of descriptor: JobDescriptor) {
        let seconds = descriptor.timeBudget.components.seconds
        var words = RunWords()
        if seconds % 3 == 0 {
            let most = descriptor.maxTimeBudget ?? policy.maxTimeBudget
            let wanted: Duration = .seconds(60)
            words.append(RunWords(extension: .by(wanted)))
            processes[run]?.timeBudget += min(wanted, max(.zero, most - descriptor.timeBudget))
            counts["asks for time", default: 0] += 1
        }
        if seconds % 11 == 0 {
            words.append(RunWords(deferral: seconds % 2 == 0 ? .usual : .by(.seconds(seconds))))
            memory.putOff.insert(run)
            counts["puts its occurrence off", default: 0] += 1
        }
        if seconds % 5 == 0 { words.append(RunWords(percent: 40, text: "copying", sign: .ready)) }
        if !words.isEmpty { pending.append(.runSpoke(run, words, nil)) }
        // So it has always been quick.
        if seconds % 7 == 0 { pending.append(.earlierRunsRead(run, [1, 2, 3].map { .seconds($0) })) }
    }
}
