// The second door: whole listings of the jobs directories, and what the store held at start.
import BGRunCalendar
import BGRunJob

extension Scheduler {
    /// Makes the table agree with a whole listing of the jobs directories.
    ///
    /// A job that a file brought leaves when the file does, and only that one: submitted jobs have another
    /// origin. A file that does not parse keeps its job from starting until it is mended, but takes nothing
    /// from it.
    mutating func reconcile(_ found: [JobFile], unreadable: [UnreadableFile], at now: Now) {
        unreadableFiles = unreadable.sorted { $0.file.path < $1.file.path }
        let faults = Dictionary(
            unreadable.compactMap { file in file.job.map { ($0, file.file.reason) } },
            uniquingKeysWith: { first, _ in first })
        files = Set(found.map(\.job)).union(faults.keys)
        revision &+= 1

        for id in jobs.ids.sorted() {
            guard let job = jobs[id] else { continue }
            let isThere = files?.contains(id) ?? false
            switch (job.origin, job.successor?.origin) {
            case (.file, _): if isThere { mark(id, fault: faults[id]) } else { cancel(id, at: now) }
            case (.submission, .file?): if !isThere { dropSuccessor(of: job) }
            case (.submission, .submission?), (.submission, nil): break
            }
        }
        for id in finishedFiles.keys.sorted() where !(files?.contains(id) ?? false) {
            finishedFiles[id] = nil
            saves.append(.forgetFinishedFile(id))
        }
        for file in found.sorted(by: { $0.job < $1.job }) { take(file, at: now) }
    }

    /// The file is gone that would have followed a submitted run; the run has nothing to do with it.
    private mutating func dropSuccessor(of job: Job) {
        var job = job
        job.successor = nil
        put(job)
        touch(job.id)
    }

    private mutating func mark(_ id: JobID, fault: String?) {
        guard var job = jobs[id], job.fileFault != fault else { return }
        job.fileFault = fault
        put(job)
    }

    private mutating func take(_ file: JobFile, at now: Now) {
        let origin = JobRecord.Origin.file(path: file.path)
        if let job = jobs[file.job] {
            let newest = job.successor.map { ($0.descriptor, $0.origin) } ?? (job.descriptor, job.origin)
            if newest == (file.descriptor, origin) { return }
        } else if let finished = finishedFiles[file.job] {
            if finished == file.descriptor.fingerprint { return }
            finishedFiles[file.job] = nil
            saves.append(.forgetFinishedFile(file.job))
        }
        _ = place(file.descriptor, as: file.job, origin: origin, at: now)
    }

    // MARK: - After a start

    /// Takes in what the store held. A run without a recorded end is taken over and ended; the crash path is
    /// the ordinary path with one more event.
    mutating func recover(_ recovery: Recovery, at now: Now) {
        nextRun = recovery.nextRun
        power.isSilent = recovery.isPowerSilent
        for file in recovery.finishedFiles { finishedFiles[file.job] = file.fingerprint }
        for record in recovery.jobs.sorted(by: { $0.id < $1.id }) {
            let job = Job(recovered: record, at: now)
            put(job)
            guard let run = job.phase.run else { continue }
            runs[run.id] = job.id
            if nextRun <= run.id { nextRun = run.id.next }
            signals.append(.adopt(run.id, job.id))
        }
    }
}
