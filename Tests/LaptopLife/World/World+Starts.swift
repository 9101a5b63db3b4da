// Which starts are allowed, and which are fair.
import BGRunCalendar
import BGRunJob
import BGRunScheduler

/// A person starts a job, over the head of its rules, and with `force` of what it requires.
struct StartByHand {
    let job: JobID
    let mode: RunMode
    let request: RequestID
}

extension World {
    /// The start that a person asks for with the event, also of a job that is over.
    func startByHand(asked event: Event) -> StartByHand? {
        switch event {
        case .runRequested(let target, let mode, let by) where mode != .whenPossible:
            (job(target, for: by) ?? scheduler.over(target, for: by.user)).map {
                StartByHand(job: $0, mode: mode, request: by.request)
            }
        case .simulationRequested(let target, .launch, let by):
            job(target, for: by).map { StartByHand(job: $0, mode: .force, request: by.request) }
        case _: nil
        }
    }

    private func job(_ target: Target, for requester: Requester) -> JobID? {
        try? scheduler.resolve(target, for: requester.user).get()
    }

    /// The job whose run is to end with the event for a reason that is none.
    func simulatedStop(of event: Event) -> JobID? {
        guard case .simulationRequested(let target, .stop, let by) = event else { return nil }
        return job(target, for: by)
    }

    /// The jobs of an answer that a person starts: at once, once what they need was looked at, or after a process that has
    /// just come. Whoever is answered before there is a process is refused.
    func starters(in answer: Effects, of event: Event, _ asked: StartByHand?) -> [JobID: RunMode] {
        var over = Set(
            answer.promises.compactMap { if case .reply(let request, _) = $0 { request } else { nil } })
        if case .requestDropped(let request) = event { over.insert(request) }
        memory.awaited = memory.awaited.filter { !over.contains($0.value.request) }
        if let asked, !over.contains(asked.request) { memory.awaited[asked.job] = asked }
        var modes: [JobID: RunMode] = [:]
        for order in starts(in: answer) {
            guard let start = memory.awaited.removeValue(forKey: order.job) else { continue }
            modes[order.job] = start.mode
            if start.request != asked?.request { counts["waits to start: \(start.mode)", default: 0] += 1 }
            if memory.told[start.job] == nil { counts["starts what is over", default: 0] += 1 }
        }
        return modes
    }

    /// Who has a job that is over run again waives its distance to the start before.
    func noteReturn(in answer: Effects, of event: Event) {
        guard case .runRequested(_, _, let by) = event else { return }
        for case .reply(by.request, .accepted(let job, .new)) in answer.promises { memory.starts[job] = nil }
    }

    /// Keeps a switch that somebody asks for, until it is answered.
    func note(request event: Event) {
        guard case .switchRequested(let turn, let selection, let requester) = event else { return }
        let wish: Switches.Asked.Wish =
            switch turn {
            case .pause(let span, let note):
                .pause(
                    Pause(
                        since: now.wall, end: span.map { Deadline($0, from: now) }, by: requester.user,
                        note: note))
            case .unpause: .unpause
            case .enable: .enable
            case .disable: .disable
            // It holds nothing back.
            case .snooze: .snooze
            }
        var job: JobID?
        if case .job(let target) = selection {
            guard case .success(let id) = scheduler.resolve(target, for: requester.user) else { return }
            job = id
        }
        var tag: Label?
        if case .tagged(let asked) = selection { tag = asked }
        // What has ended and is owed to the disk is none of them; what has come and is owed is one.
        let jobs = Set(Self.owners.flatMap { scheduler.jobs(of: $0, tagged: tag, shownTo: .root) })
        let isOfNone = !jobs.contains { requester.user == .root || $0.owner == requester.user }
        if tag != nil, isOfNone { return }
        memory.switches.asked[requester.request] = Switches.Asked(
            wish: wish, job: job, user: requester.user, jobs: jobs, isTagged: tag != nil)
    }

    /// Nothing that is paused or disabled starts, except by hand.
    func expectStartAllowed(_ order: LaunchOrder) throws {
        guard memory.startedByHand[order.run] == nil,
            let hold =
                memory.switches.isInDoubt(order.job)
                ? nil : memory.switches.hold(of: order.job, order.descriptor, at: now)
        else { return }
        throw Broken("\(order.job) starts and is \(hold)")
    }

    /// Nothing starts without room, and, except by hand, outside its hours, after its end or more often than it asked
    /// for; what is late keeps the pace.
    func expectFairStarts(in answer: Effects, byHand: [JobID: RunMode]) throws {
        for order in starts(in: answer) {
            let owner = order.job.owner
            let isService = order.descriptor.kind == .service
            guard isService || memory.hasRoom(for: owner, ofMost: policy.maxRuns) else {
                throw Broken("\(order.job) starts beside \(memory.active.count) runs, and its owner has one")
            }
            guard byHand[order.job] != nil || memory.lack.mayStart(owner, at: now) else {
                throw Broken("\(order.job) starts although its owner's last launch lacked something")
            }
            memory.lack.starts(order.run, of: owner)
            let others = memory.slots
            // A run that was lost with the power leaves its number to another.
            memory.services.remove(order.run)
            memory.startedByHand[order.run] = byHand[order.job]
            if isService {
                memory.services.insert(order.run)
                counts["services", default: 0] += 1
            }
            memory.active[order.run] = owner
            guard let record = answer.record(with: order.run), let due = record.occurrence.dueSince else {
                throw Broken("run \(order.run) of \(order.job) starts and is not recorded")
            }
            let isLate = due.duration(to: now.wall) > .seconds(60)
            if byHand[order.job] == nil {
                try expectTime(for: record, due: due)
                if isService { continue }
                try expectDistance(for: record, due: due)
                if isLate { try expectPace(of: order, beside: others) }
            }
            if isService { continue }
            if isLate { memory.lastLateStart = now.awake }
            if !record.occurrence.isByHand { memory.starts[order.job] = Memory.Start(at: now.boot, due: due) }
        }
    }

    /// Nothing starts without what it needs, unless it is forced; by hand its queue has room as well.
    func expectNeeds(in answer: Effects, byHand: [JobID: RunMode], atOnce: Set<JobID>) throws {
        for order in starts(in: answer) {
            guard let record = memory.told[order.job] else { continue }
            let mode = byHand[order.job]
            if !memory.isDoubtful {
                try expectRoomInQueue(for: record)
                if mode == nil { try expectAwaited(of: record) }
            }
            if mode == .force { continue }
            try expectNeeds(of: order, record, isAtOnce: atOnce.contains(order.job), isByHand: mode == .now)
        }
    }

    /// Of programs of their own, and of tasks, in their order.
    private func starts(in answer: Effects) -> [LaunchOrder] {
        let launches = answer.promises.compactMap { if case .launch(let order) = $0 { order } else { nil } }
        return (launches + memory.tasks.newest).sorted { $0.run < $1.run }
    }

    private func expectTime(for record: JobRecord, due: WallTime) throws {
        let descriptor = record.descriptor
        if let hours = descriptor.allowedHours, !hours.isOpen(at: now.wall, in: memory.localZone) {
            throw Broken("\(record.id) starts outside its hours")
        }
        guard !record.occurrence.isByHand else { return }
        // What was missed may be brought up by hand later. Counted from a completion or an event, the date moves with the
        // clock.
        let planned = min(record.occurrence.plan.point ?? due, due)
        if let until = descriptor.until, record.occurrence.plan.after == nil,
            record.occurrence.plan != Plan(),
            until.advanced(by: descriptor.longestDelay) < planned
        {
            throw Broken("\(record.id) starts for \(planned.rfc3339), after \(until.rfc3339)")
        }
        if let most = descriptor.maxRuns, record.progress.runs >= Int64(most) {
            throw Broken("\(record.id) starts once more after \(record.progress.runs) runs")
        }
    }

    /// What no point of a schedule has called up starts no sooner after the start before than it may.
    private func expectDistance(for record: JobRecord, due: WallTime) throws {
        let occurrence = record.occurrence
        let isCalled =
            occurrence.plan == Plan() || occurrence.number == 1 && record.descriptor.schedules.isEmpty
        // A task's distance counts from its end.
        guard isCalled, !occurrence.isByHand, record.descriptor.program.applicationTask == nil,
            let last = memory.starts[record.id], last.due != due
        else {
            return
        }
        let distance = last.at.duration(to: now.boot)
        guard distance < record.descriptor.spacing ?? policy.spacing else { return }
        throw Broken("\(record.id) starts \(distance.text) after its last start")
    }

    private func expectPace(of order: LaunchOrder, beside others: [RunID: UserID]) throws {
        if let until = memory.settlesUntil, now.awake < until {
            throw Broken("\(order.job) is late and starts before things have settled")
        }
        guard !others.isEmpty else { return }
        guard others.values.contains(order.job.owner) else {
            if let last = memory.lastLateStart, last.duration(to: now.awake) < .seconds(2) {
                throw Broken("\(order.job) is late and starts right after another late one")
            }
            return
        }
        if let last = memory.lastStart, last.duration(to: now.awake) < .seconds(2) {
            throw Broken("\(order.job) is late and starts right after another")
        }
        guard let reading = memory.lastPressure, let cpu = reading.cpu, let io = reading.io, cpu < 4000,
            io < 2000
        else {
            throw Broken("\(order.job) is late and starts beside others on a busy machine")
        }
    }
}

extension JobDescriptor {
    var longestDelay: Duration { (randomDelay ?? .zero) + (fixedDelay ?? .zero) }
}
