// Answers to questions: pure readings of the scheduler, the store and the trackers.
import BGRunCalendar
import BGRunDevice
import BGRunJob
import BGRunLaunch
import BGRunScheduler
import BGRunStore
import BGRunWire

/// Where questions are answered. Asking changes nothing.
struct Desk {
    /// How many lines of history `why` shows.
    private static let whyHistory = 10

    /// Without what is wrong now and what was lost: see ``report(for:_:at:)``.
    let report: DaemonReport
    let store: Store
    let launcher: Launcher
    let power: PowerSource
    let network: NetworkSource
    let subjects: SubjectSources
    let journal: Journal
    /// What this machine or this daemon can't do.
    let limits: [String]
    /// What went wrong at the start and stays so.
    let faults: [String]
    let chronicle: Chronicle
    /// What the store has lost, the newest first.
    let losses: [Opening.Loss]
    /// For so long `status` shows jobs that are over.
    let showEnded: Duration

    /// For so long `status` tells of a loss; `doctor` does as long as the database knows of it.
    private static let tellsOfLosses = Duration.seconds(7 * 86_400)

    /// Of whose jobs were lost only root and the daemon's own user are told; everybody, that something was.
    private func text(of loss: Opening.Loss, for user: UserID) -> String {
        if user == .root || user == report.owner { return loss.text }
        return
            "The daemon's storage was damaged. Compare your jobs with what you expect, and submit again what is missing."
    }

    /// The daemon's own facts, with what is wrong now as far as the user may see it.
    private func report(for user: UserID, _ scheduler: Scheduler, at now: Now) -> DaemonReport {
        let losses = losses.filter { now.wall < $0.found.advanced(by: Self.tellsOfLosses) }
        var report = report
        report.losses = losses.map { DaemonReport.Loss(found: $0.found, text: text(of: $0, for: user)) }
        report.headlines =
            report.losses.map(\.text) + powerFault
            + chronicle.headlines(
                brokenFiles: scheduler.brokenFiles(for: user, owner: report.owner),
                storageFault: scheduler.storageFault,
                renewal: user == .root || user == report.owner ? scheduler.overdueRenewal(at: now) : nil)
        return report
    }

    func status(
        _ call: StatusCall, for viewer: Viewer, _ scheduler: Scheduler, at now: Now,
        _ stream: LongAnswer.Stream? = nil
    ) throws(SchedulerError) -> LongAnswer {
        let user = viewer.user
        let broken = scheduler.brokenFiles(for: user, owner: report.owner, of: call.jobs.identifier)
        var jobs: [(keys: [String], list: LongAnswer.List)] = []
        var ended: [EndedReport] = []
        do throws(SchedulerError) {
            jobs = [(["jobs"], .jobs(try list(call.jobs, for: viewer, scheduler), viewer))]
            ended = try self.ended(call.jobs, for: viewer, scheduler, at: now)
        } catch {
            // A file that never parsed has no job to show, but it has its fault; and one that is over has its end. Who watches
            // it has seen that.
            guard case .unknownJob = error else { throw error }
            if call.once, case .job(let target) = call.jobs {
                ended = try end(of: target, for: viewer, scheduler).map { [$0] } ?? []
            }
            if broken.isEmpty, ended.isEmpty { throw error }
        }
        return LongAnswer(
            StatusCall.Reply(
                daemon: report(for: user, scheduler, at: now), device: device(for: user, scheduler, at: now),
                jobs: [],
                assertions: call.jobs.identifier == nil && call.jobs.tag == nil
                    ? scheduler.assertionList(for: user, at: now) : [],
                ended: ended),
            [(["device", "conditions"], .conditions(scheduler.conditions(shownTo: user)))] + jobs
                + [(["brokenFiles"], .brokenFiles(broken[...]))], stream)
    }

    /// Without its conditions, of which there may be thousands.
    private func device(for user: UserID, _ scheduler: Scheduler, at now: Now) -> DeviceReport {
        var device = DeviceReport(scheduler.device(for: user, at: now))
        device.conditions = []
        return device
    }

    func why(
        _ call: WhyCall, for viewer: Viewer, _ scheduler: Scheduler, at now: Now
    ) throws(SchedulerError) -> WhyCall.Reply {
        let id = try id(of: call.target, for: viewer, scheduler)
        guard let status = scheduler.status(of: id, at: now),
            let report = JobReport(status, shownTo: viewer, at: now, isOnly: true)
        else { throw .unknownJob(identifier: call.target.identifier.text) }
        let history = try history(
            owner: status.id.owner, identifier: status.id.identifier, limit: Self.whyHistory)
        return WhyCall.Reply(
            job: report,
            requirements: report.isOutline ? [] : status.requirements.map(RequirementReport.init),
            history: history.compactMap { $0.shown(to: viewer) })
    }

    func cat(
        _ call: CatCall, for user: UserID, _ scheduler: Scheduler
    ) throws(SchedulerError) -> CatCall.Reply {
        let over = scheduler.over(call.target, for: user)
        let id = if let over { over } else { try id(of: call.target, for: user, scheduler) }
        guard let newest = scheduler.newestRequest(of: id) else {
            throw .unknownJob(identifier: call.target.identifier.text)
        }
        return CatCall.Reply(
            job: id, descriptor: newest.descriptor.shownJSON, file: newest.origin.path,
            origins: newest.descriptor.origins, isFollowing: newest.isFollowing,
            brokenFiles: id.owner == report.owner
                ? scheduler.brokenFiles(for: user, owner: report.owner, of: id.identifier) : [],
            fingerprint: newest.descriptor.fingerprintText, isOver: over != nil)
    }

    func next(
        _ call: NextCall, for user: UserID, _ scheduler: Scheduler, at now: Now
    ) throws(SchedulerError) -> LongAnswer {
        let id = try id(of: call.target, for: user, scheduler)
        guard let upcoming = scheduler.upcoming(of: id, count: call.count, at: now) else {
            throw .unknownJob(identifier: call.target.identifier.text)
        }
        return LongAnswer(NextCall.Reply(next: []), [(["next"], .instants(upcoming))])
    }

    func history(
        _ call: HistoryCall, for viewer: Viewer, _ scheduler: Scheduler
    ) throws(SchedulerError) -> LongAnswer {
        let user = viewer.user
        var lists: [(keys: [String], list: LongAnswer.List)] = [(["entries"], .texts([]))]
        // Another user's runs are as invisible as their jobs.
        if viewer.sight(of: call.jobs.owner ?? user) != .nothing {
            let owners = viewer.owners(meaning: call.jobs.owner)
            // The caller's own job of a name takes precedence over root's; other users' rows are not read for it.
            let one = owners?.count == 1 || call.jobs.identifier != nil ? owners?.first : nil
            var lines = HistoryList(call, owner: one, for: viewer)
            var isEmpty = try lines.readFirst(from: self)
            if isEmpty, one != nil, let other = owners?.dropFirst().first {
                lines = HistoryList(call, owner: other, for: viewer)
                isEmpty = try lines.readFirst(from: self)
            }
            if isEmpty, case .job(let target) = call.jobs, let task = scheduler.job(ofTask: target, for: user)
            {
                lines = HistoryList(call, of: task, for: viewer)
                isEmpty = try lines.readFirst(from: self)
            }
            // A name that is misspelt must not pass for that of a job that was never run.
            if isEmpty, case .job(let target) = call.jobs { try checkName(target, for: viewer, scheduler) }
            lists = [(["entries"], .history(lines))]
        } else if case .job(let target) = call.jobs {
            try checkName(target, for: viewer, scheduler)
        }
        return LongAnswer(HistoryCall.Reply(entries: []), lists)
    }

    /// The next line of history; nil at its end.
    func nextLine(_ rows: inout HistoryReading) throws(SchedulerError) -> HistoryLine? {
        try reading { () throws(StoreFailure) in try store.next(in: &rows) }
    }

    func conditions(for user: UserID, _ scheduler: Scheduler, at now: Now) -> LongAnswer {
        LongAnswer(device(for: user, scheduler, at: now), scheduler.conditions(shownTo: user))
    }

    /// The same, as the first or the next answer of a stream.
    func followedConditions(for user: UserID, _ scheduler: Scheduler, at now: Now) -> LongAnswer {
        let device = device(for: user, scheduler, at: now)
        return LongAnswer(
            device, scheduler.conditions(shownTo: user),
            .conditions(DeviceOutline(of: device), revision: scheduler.revision))
    }

    /// - Parameter digest: Of what somebody who follows the device was told last.
    func comparison(
        for user: UserID, _ scheduler: Scheduler, with digest: Int, at now: Now
    ) -> DeviceComparison {
        DeviceComparison(
            device(for: user, scheduler, at: now), scheduler.conditions(shownTo: user), digest: digest,
            revision: scheduler.revision)
    }

    func doctor(
        for viewer: Viewer, _ scheduler: Scheduler, at now: Now
    ) throws(SchedulerError) -> LongAnswer {
        let user = viewer.user
        let holding: DoctorCall.Holding
        switch launcher.holding {
        case .cgroups: holding = .cgroup
        case .sessions: holding = .session
        }
        var faults = faults + powerFault
        if let fault = scheduler.storageFault { faults.append(Chronicle.storageHeadline(fault)) }
        return LongAnswer(
            DoctorCall.Reply(
                daemon: report(for: user, scheduler, at: now), holding: holding,
                holdingReason: "\(launcher.holding)",
                power: explainPower(scheduler.device(for: user, at: now)),
                network: explainNetwork(scheduler.connection),
                unheldResources: ResourceRules.Hold.allCases.filter { launcher.unheld[$0] != nil }
                    .map(\.rawValue), limits: limits, faults: faults,
                ended: try ended(.all(owner: nil), for: viewer, scheduler, at: now)
                    .filter { $0.entry?.outcome.isFailure ?? false }),
            [
                (["unknownRequirements"], .unknown(scheduler.conditions(shownTo: user))),
                (["wakeups"], .wakeups(scheduler.polledKinds)),
                (["jobs"], .troubledJobs(scheduler.jobList(of: nil, shownTo: viewer), viewer)),
            ])
    }

    private var powerFault: [String] {
        guard case .none(let reason) = power.tracker.source else { return [] }
        return ["Changes of power are not told (\(reason)); the supplies are read again each minute."]
    }

    private func explainPower(_ device: DeviceStatus) -> PowerExplanation {
        var explanation = power.tracker.judgement.explanation
        if device.isPowerSilent {
            explanation.notes.append(
                """
                the supplies of this machine change without an event, so they are read every minute while a due \
                job lacks nothing but power
                """)
        }
        return explanation
    }

    private func explainNetwork(_ connection: Observation?) -> NetworkExplanation {
        var explanation = network.tracker.judgement.explanation
        explanation.add(connection)
        return explanation
    }

    /// The exceptions from "nothing polls" that are armed.
    func wakeups(_ kinds: Set<Requirement.Kind>, _ scheduler: Scheduler) -> [String] {
        var wakeups: [String] = []
        if let interval = scheduler.powerPollInterval {
            wakeups.append(
                "the power supplies are read every \(interval.text), because a job depends on them")
        }
        if kinds.contains(.reachable) {
            wakeups.append(
                "hosts that did not answer are asked again, at last every 15 min, because a due job waits for nothing else"
            )
        }
        if kinds.contains(.online) {
            wakeups.append(
                "a failed connectivity check is repeated, at last every hour, because a due job waits for nothing else"
            )
        }
        let polled = Requirement.Kind.allCases.filter {
            $0 != .reachable && $0 != .online && kinds.contains($0)
        }.map(\.rawValue)
        if !polled.isEmpty {
            let verb = polled.count == 1 ? "is" : "are"
            wakeups.append(
                "\(polled.joined(separator: ", ")) \(verb) read at full minutes, "
                    + "because a due job waits for nothing else")
        }
        if subjects.isPressureHigh {
            wakeups.append(
                "pressure is looked at every 12s while it is high: the kernel does not say when it is low")
        }
        if let interval = scheduler.pressurePollInterval {
            wakeups.append(
                "how busy the machine is, is read every \(interval.text), because late jobs wait for that alone"
            )
        }
        return wakeups
    }

    // MARK: - Logs

    /// The run a reader means, checked to be one of a job the user may see.
    func reading(
        _ call: LogsCall, isWhole: Bool, for user: UserID, _ scheduler: Scheduler,
        at now: Now
    ) throws(SchedulerError) -> LogReading {
        let id = try jobOrPast(call.target, for: user, scheduler)
        let status = scheduler.status(of: id, at: now)
        let run: RunID
        if let named = call.run {
            if named != status?.run?.run {
                guard let past = try entry(of: named, of: id, scheduler) else { throw .unknownRun(named) }
                if past.isOutputDropped { throw .outputDropped(named) }
            }
            run = named
        } else if let active = status?.run?.run {
            run = active
        } else {
            guard let last = try lastEntry(of: id, scheduler) else { throw .unknownRun(nil) }
            if last.isOutputDropped { throw .outputDropped(last.run) }
            run = last.run
        }
        return LogReading(of: run, job: id, follows: call.follow, isWhole: isWhole)
    }

    func isActive(_ reading: LogReading, _ scheduler: Scheduler) -> Bool {
        scheduler.activeRun(of: reading.job) == reading.run
    }

    /// How a job ended that has left the table; nil while there is one to wait for.
    ///
    /// A short job may be over before its submitter has asked to wait for it.
    func pastEnd(
        of target: Target, for user: UserID, _ scheduler: Scheduler
    ) throws(SchedulerError) -> WaitCall.Reply? {
        let id = try jobOrPast(target, for: user, scheduler)
        // An end that is owed to the store is newer than history, and the scheduler replies with it once it is stored.
        guard case .failure = scheduler.resolve(target, for: user), scheduler.owedEnd(of: id) == nil,
            let last = try storedEnd(of: id)
        else {
            return nil
        }
        return WaitCall.Reply(
            last.outcome,
            JobRecord.LastRun(
                run: last.run, outcome: last.outcome, stopReason: last.stopReason,
                ended: last.ended))
    }

    private func entry(
        of run: RunID, of id: JobID, _ scheduler: Scheduler
    ) throws(SchedulerError) -> HistoryEntry? {
        if let owed = scheduler.owedEnd(of: id), owed.run == run { return owed }
        let newest = try runs(owner: id.owner, identifier: id.identifier, limit: 1, before: run.next).first
        return newest?.run == run ? newest : nil
    }

    // MARK: - Which job

    func list(
        _ selection: JobSelection, for viewer: Viewer, _ scheduler: Scheduler
    ) throws(SchedulerError) -> JobList {
        switch selection {
        case .job(let target): JobList(of: try id(of: target, for: viewer, scheduler))
        case .tagged(let tag, let owner): scheduler.jobList(of: owner, tagged: tag, shownTo: viewer)
        case .all(let owner): scheduler.jobList(of: owner, shownTo: viewer)
        }
    }

    private func id(
        of target: Target, for viewer: Viewer, _ scheduler: Scheduler
    ) throws(SchedulerError) -> JobID {
        do throws(SchedulerError) {
            return try id(of: target, for: viewer.user, scheduler)
        } catch {
            let roots = JobID(owner: .root, identifier: target.identifier)
            guard case .unknownJob = error, target.owner ?? .root == .root,
                viewer.sight(of: .root) != .nothing, scheduler.state(of: roots) != nil
            else { throw error }
            return roots
        }
    }

    private func id(
        of target: Target, for user: UserID, _ scheduler: Scheduler
    ) throws(SchedulerError) -> JobID {
        switch scheduler.resolve(target, for: user) {
        case .failure(let refusal): throw SchedulerError(refusal)
        case .success(let id): return id
        }
    }

    /// Whether somebody has a job of the name; it may be several.
    private func checkName(
        _ target: Target, for viewer: Viewer, _ scheduler: Scheduler
    ) throws(SchedulerError) {
        guard case .failure(.unknownJob) = scheduler.resolve(target, for: viewer.user) else { return }
        _ = try id(of: target, for: viewer, scheduler)
    }

    func job(
        _ target: Target, for user: UserID, _ scheduler: Scheduler, _ now: Now
    ) throws(SchedulerError) -> JobStatus {
        guard let status = scheduler.status(of: try id(of: target, for: user, scheduler), at: now) else {
            throw .unknownJob(identifier: target.identifier.text)
        }
        return status
    }

    /// Also a job that has left the table: its runs are kept.
    func jobOrPast(
        _ target: Target, for user: UserID, _ scheduler: Scheduler
    ) throws(SchedulerError) -> JobID {
        let refusal: Refusal
        switch scheduler.resolve(target, for: user) {
        case .success(let id): return id
        case .failure(let reason): refusal = reason
        }
        let owner = user == .root ? target.owner : user
        guard case .unknownJob = refusal, target.owner == nil || target.owner == owner else {
            throw SchedulerError(refusal)
        }
        if let last = try runs(owner: owner, identifier: target.identifier, limit: 1).first {
            return last.job
        }
        if let over = scheduler.over(target, for: user), scheduler.owedEnd(of: over) != nil { return over }
        if let task = scheduler.job(ofTask: target, for: user), try lastEntry(of: task, scheduler) != nil {
            return task
        }
        throw SchedulerError(refusal)
    }

    /// Which job is to be purged, which may be gone. Where root does not say whose, there must be only one: what is taken away
    /// does not come back.
    func purged(
        _ target: Target, for user: UserID, _ scheduler: Scheduler
    ) throws(SchedulerError) -> JobID {
        let id = try jobOrPast(target, for: user, scheduler)
        guard user == .root, target.owner == nil, case .failure = scheduler.resolve(target, for: user) else {
            return id
        }
        let owners = try reading { () throws(StoreFailure) in try store.pastOwners(of: target.identifier) }
        guard owners.count > 1 else { return id }
        throw .ambiguousJob(identifier: target.identifier.text, owners: owners)
    }

    /// How the last run of a job ended, also where that is not stored yet.
    func lastEntry(of id: JobID, _ scheduler: Scheduler) throws(SchedulerError) -> HistoryEntry? {
        if let owed = scheduler.owedEnd(of: id) { return owed }
        return try storedEnd(of: id)
    }

    private func storedEnd(of id: JobID) throws(SchedulerError) -> HistoryEntry? {
        try runs(owner: id.owner, identifier: id.identifier, limit: 1).first
    }

    /// Ended runs, newest first.
    func runs(
        owner: UserID?, identifier: JobIdentifier?, limit: Int, before: RunID? = nil
    ) throws(SchedulerError) -> [HistoryEntry] {
        try reading { () throws(StoreFailure) in
            try store.runs(owner: owner, identifier: identifier, limit: limit, before: before)
        }
    }

    /// Ended runs and skipped occurrences, newest first.
    func history(
        owner: UserID?, identifier: JobIdentifier?, limit: Int
    ) throws(SchedulerError) -> [HistoryLine] {
        try reading { () throws(StoreFailure) in
            try store.history(owner: owner, identifier: identifier, limit: limit)
        }
    }

    /// Rows that can't be read are told in the journal.
    func reading<Value>(
        _ read: () throws(StoreFailure) -> Value
    ) throws(SchedulerError) -> Value {
        defer { for row in store.takeSetAsideRows() { journal.say(.error, row.complaint) } }
        do {
            return try read()
        } catch {
            throw .storageFailed(reason: "\(error)")
        }
    }
}
