// The second door: whole listings of the jobs directories, and what the store held at start.
import BGRunCalendar
import BGRunJob

extension Scheduler {
    /// Makes the table agree with a whole listing of the jobs directories.
    ///
    /// A job that a file brought leaves when the file does, and only that one: submitted jobs have another
    /// origin. A file that does not parse keeps its job from starting until it is mended, but takes nothing
    /// from it.
    mutating func reconcile(_ listed: [JobFile], unreadable: [UnreadableFile], at now: Now) {
        let stays = Set(unreadable.compactMap(\.job))
        let round = goRound(listed) { stays.contains($0) }
        let faults = Dictionary(
            (unreadable + round.broken).compactMap { file in file.job.map { ($0, file.fault) } },
            uniquingKeysWith: { first, _ in first })
        files.read(Set(round.sound.map(\.job)).union(faults.keys), round, unreadable: unreadable)
        reported.noteChange()

        for id in jobs.all.filter(\.concernsFile).map(\.id).sorted() {
            guard let job = jobs[id] else { continue }
            let isThere = files.mayBring(id)
            switch (job.origin, job.successor?.origin) {
            case (.file, _): if isThere { mark(id, fault: faults[id], at: now) } else { cancel(id, at: now) }
            case (.submission, .file?): if !isThere { dropSuccessor(of: job, at: now) }
            case (.submission, .submission?), (.submission, nil): break
            }
        }
        for id in files.gone { forgetFinished(id) }
        for file in round.sound { take(file, at: now) }
        if timetable.takeBoot() {
            trigger(.boot, at: now)
            beginServices(at: now)
        }
    }

    /// A job may have left that closed a circle with that of a file: the file is taken then.
    mutating func openCircles(at now: Now) {
        guard jobs.takeOpened(), !files.circular.isEmpty else { return }
        let round = goRound(files.circular, after: files.after) { files.unreadable(bringing: $0) != nil }
        files.reread(round)
        for file in round.broken { file.job.map { mark($0, fault: file.fault, at: now) } }
        if round.sound.isEmpty { return }
        reported.noteChange()
        for file in round.sound {
            mark(file.job, fault: nil, at: now)
            take(file, at: now)
        }
    }

    private mutating func forgetFinished(_ id: JobID) {
        files.forgetFinished(id)
        turn.effects.saves.append(.forgetFinishedFile(id))
    }

    /// The file is gone that would have followed a submitted run; the run has nothing to do with it.
    private mutating func dropSuccessor(of job: Job, at now: Now) {
        var job = job
        job.successor = nil
        put(job, at: now)
        touch(job.id)
    }

    private mutating func mark(_ id: JobID, fault: String?, at now: Now) {
        guard var job = jobs[id], job.fileFault != fault else { return }
        job.fileFault = fault
        put(job, at: now)
    }

    private mutating func take(_ file: JobFile, at now: Now) {
        let origin = JobRecord.Origin.file(path: file.path)
        if let job = jobs[file.job] {
            let newest = job.successor.map { ($0.descriptor, $0.origin) } ?? (job.descriptor, job.origin)
            if newest == (file.descriptor, origin) { return }
        } else if let finished = files.fingerprint(ofFinished: file.job) {
            if finished == file.descriptor.fingerprint { return }
            forgetFinished(file.job)
        }
        guard let request = request(for: file.descriptor, as: file.job, origin: origin, at: now) else {
            return
        }
        _ = place(request, as: file.job, at: now)
    }

    // MARK: - After a start

    /// Takes in what the store held. A run without a recorded end is taken over and ended; the crash path is
    /// the ordinary path with one more event.
    mutating func recover(_ recovery: Recovery, at now: Now) {
        if recovery.continued == nil {
            // What is written before a clock was set back is not later than now for that.
            if let last = recovery.lastWritten { remember(.lastWritten, since: min(last, now.wall)) }
            remember(.started, since: now.wall)
        } else {
            // It may take a while until all is seen again as it was.
            conditions.spareRuns(until: now.awake.advanced(by: policy.lossSettle.wake))
        }
        runs.count(from: recovery.nextRun)
        if recovery.isPowerSilent { conditions.distrustPowerEvents() }
        timetable.restore(recovery.pauses)
        jobs.restore(names: recovery.owners)
        if recovery.isNewBoot {
            timetable.awaitBoot()
            ready.holdLateJobs(until: now.awake.advanced(by: policy.settle.wake))
        } else if recovery.nextRun > RunID(1) {
            awaitHosts(at: now)
        }
        for permitted in recovery.applications {
            applications.permit(permitted.manifest, to: permitted.owner)
        }
        for file in recovery.finishedFiles { files.finish(file.job, fingerprint: file.fingerprint) }
        let continued = Dictionary(
            (recovery.continued ?? []).map { ($0.run.id, $0) }, uniquingKeysWith: { first, _ in first })
        // Sorted by their places: records are large, and moving them about would take longer than all the rest.
        let places = recovery.jobs.indices.sorted { recovery.jobs[$0].id < recovery.jobs[$1].id }
        jobs.restore(ended: recovery.ended)
        for record in places.lazy.map({ recovery.jobs[$0] }) {
            let goingOn = record.activeRun.flatMap { continued[$0.run] }
            var job = Job(recovered: record, goingOn: goingOn, at: now)
            // The machine may have moved to another zone, or its clock may have been set, while nobody looked.
            timetable.replan(&job, at: now)
            if job.plan != record.occurrence.plan || job.anchor != record.anchor { touch(job.id) }
            put(job, at: now)
            recallStart(of: job, at: now)
            guard let run = job.phase.run else { continue }
            runs.begin(run.id, of: job)
            if let goingOn {
                goOn(with: goingOn, of: job, at: now)
            } else if let host = run.host {
                adopt(host, with: run, of: job, at: now)
            } else {
                turn.effects.stops.append(.adopt(run.id, job.id, job.descriptor.launchRules.stopSignal))
            }
        }
        cancelContinued(at: now)
    }
}

extension Job {
    /// Whether it, or what follows it, was brought by a file.
    fileprivate var concernsFile: Bool {
        switch (origin, successor?.origin) {
        case (.file, _), (_, .file?): true
        case (.submission, .submission?), (.submission, nil): false
        }
    }
}
