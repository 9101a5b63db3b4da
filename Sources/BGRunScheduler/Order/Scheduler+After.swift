// Jobs that come after others: what they wait for, and when that has come.
import BGRunCalendar
import BGRunJob

extension Scheduler {
    /// A run has succeeded: whoever comes after its job has one less to wait for.
    mutating func succeeded(_ id: JobID, at now: Now) {
        for follower in jobs.order.followers(of: id) {
            guard var job = jobs[follower] else { continue }
            var successes = job.progress.successes
            guard successes.note(id.identifier, whileRunning: job.phase.run != nil) else { continue }
            successes.keep(job.ordering?.after ?? [])
            job.progress.successes = successes
            put(job, at: now)
            touch(follower)
        }
    }

    /// From now on nothing comes of the job by itself: who waits for it may have to be told.
    mutating func lookAnew(atFollowersOf id: JobID) {
        let followers = jobs.order.followers(of: id)
        if !followers.isEmpty { chores.add(followers) { $0.isMoved = true } }
    }

    /// What it waits for, each with what is known of it.
    func afterBlocker(of job: Job) -> Blocker? {
        let awaited = job.awaited
        if awaited.isEmpty { return nil }
        let words = awaited.map { name in
            let id = JobID(owner: job.id.owner, identifier: name)
            let known = jobs[id].map { news(of: $0) } ?? jobs.ended[id].map { endNews(of: $0) }
            return "\(name) to succeed\(known ?? " (there is no such job)")"
        }
        return .after(words.joined(separator: ", and for "))
    }

    private func news(of job: Job) -> String {
        if job.phase.run != nil { return " (it runs)" }
        if !job.isEnabled { return " (it is disabled)" }
        if timetable.isHeldBack(job) { return " (it is paused)" }
        guard let outcome = job.lastRun?.outcome, outcome != .succeeded else { return "" }
        return " (its last run \(outcome.words))"
    }

    /// Of one that is over nothing more comes by itself.
    private func endNews(of job: EndedJob) -> String {
        if job.lastRun == nil, job.lastSkip == nil { return " (it was cancelled)" }
        let end = job.lastRun.map { ": its last run \($0.outcome.words)" } ?? ""
        return " (it is over\(end))"
    }

    // MARK: - Circles

    /// The circle that descriptors would close as jobs of the owner's; nil for none.
    func cycle(closedBy descriptors: [JobDescriptor], of owner: UserID) -> [JobIdentifier]? {
        let waiting = descriptors.filter { !$0.order.after.isEmpty }
        if waiting.isEmpty { return nil }
        let new = Dictionary(
            descriptors.map { ($0.identifier, $0.order.after) }, uniquingKeysWith: { first, _ in first })
        return OrderCycle.find(through: waiting.map(\.identifier)) { identifier in
            new[identifier] ?? jobs[JobID(owner: owner, identifier: identifier)]?.ordering?.after ?? []
        }
    }

    /// Finds the files that would close a circle: each is held against what was submitted and the files before it by name, so
    /// the same files lead to the same ones whatever was there before.
    ///
    /// - Parameters:
    ///   - after: What the jobs of other files come after.
    ///   - stays: Whether the job's file is there and can't be read: it stays what it is.
    func goRound(
        _ found: [JobFile], after: [JobID: [JobIdentifier]] = [:], _ stays: (JobID) -> Bool
    ) -> FileRound {
        var round = FileRound(after: after)
        let names = Set(found.map(\.job))
        for file in found.sorted(by: { $0.job < $1.job }) {
            let own = file.descriptor.order.after
            let cycle =
                own.isEmpty
                ? nil
                : OrderCycle.find(through: [file.job.identifier]) { identifier in
                    if identifier == file.job.identifier { return own }
                    let id = JobID(owner: file.job.owner, identifier: identifier)
                    if let known = round.after[id] { return known }
                    guard !names.contains(id), let job = jobs[id] else { return [] }
                    return job.origin == .submission || stays(id) ? job.ordering?.after ?? [] : []
                }
            if let cycle {
                let reason = "after: \(OrderCycle.reason(cycle)); \(OrderCycle.advice)"
                round.broken.append(
                    UnreadableFile(job: file.job, file: BrokenFile(path: file.path, reason: reason)))
                round.circular.append(file)
            } else {
                if !own.isEmpty { round.after[file.job] = own }
                round.sound.append(file)
            }
        }
        return round
    }
}

/// Files of jobs that were held against each other, in the order of their names.
struct FileRound {
    var sound: [JobFile] = []
    /// Those that would close a circle, and why they are broken.
    var circular: [JobFile] = []
    var broken: [UnreadableFile] = []
    /// What the jobs of the others come after.
    var after: [JobID: [JobIdentifier]] = [:]
}

extension Job {
    /// It does not start again before somebody sees to it.
    var isStuck: Bool { !isEnabled || fault != nil }

    /// The jobs that it comes after and that have not succeeded since its last run began.
    var awaited: [JobIdentifier] {
        guard descriptor.hasOrder else { return [] }
        let successes = progress.successes
        return descriptor.order.after.filter { !successes.contains($0) }
    }
}
