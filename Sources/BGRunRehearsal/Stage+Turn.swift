// A turn of the loop in a rehearsal: events in, effects carried out in their order, and the facts that come of them.
import BGRunCalendar
import BGRunJob
import BGRunScheduler

extension Stage {
    mutating func turn(_ first: [Event]) {
        answers += first
        while !answers.isEmpty, !isCut {
            let events = answers
            answers = []
            var effects = Effects()
            for event in events {
                turns += 1
                guard let answer = scheduler?.handle(event, at: now) else { return answers = [] }
                effects.append(answer)
            }
            note(effects)
            perform(effects)
            // It says so whenever it is asked.
            guard !hasLeft else { return answers = [] }
            if answers.isEmpty, scheduler?.nextWakeup(at: now)?.reason == .work { answers = [.wokeUp] }
            if turns > Rehearsal.mostTurns { outcome.cut = "more came of it than can be played" }
        }
    }

    private mutating func perform(_ effects: Effects) {
        for stop in effects.stops { carryOut(stop) }
        for save in effects.saves { keep(save) }
        if !effects.saves.isEmpty {
            answers.insert(.saved, at: 0)
        } else if !effects.promises.isEmpty {
            answers.insert(.kept, at: 0)
        }
        for promise in effects.promises { keep(promise) }
        for wish in effects.wishes { grant(wish) }
    }

    private mutating func carryOut(_ stop: Effects.Stop) {
        switch stop {
        case .signal(let run, let signal): deliver(signal, to: run)
        case .adopt(let run, _, _): answers.append(.exited(run, .lost, ResourceUsage()))
        case .readPower: answers.append(.powerRead(knowledge.power, .asked))
        case .read(let subject): answers.append(.observed(subject, knowledge.observation(of: subject)))
        // Nothing waits here.
        case .readPressure: answers.append(.pressureRead(PressureReading(cpu: 0, io: 0)))
        case .endHook, .abandon, .warn, .signalHost, .warnAssertion, .endAssertion, .adoptHost: break
        }
    }

    private mutating func deliver(_ signal: RunSignal, to run: RunID) {
        guard var working = running[run] else { return }
        switch signal {
        case .terminate, .kill:
            running[run] = nil
            let whole = working.left(at: now.awake)
            done[working.job] = max(.zero, span(of: working.job) - whole)
            answers.append(.exited(run, .signal(15), ResourceUsage()))
        case .freeze:
            working.left = working.left(at: now.awake)
            working.since = nil
            running[run] = working
        case .thaw:
            working.since = now.awake
            running[run] = working
        }
    }

    private func work(of job: JobID) -> Story.Work { works[job.identifier] ?? terms.work }

    private func span(of job: JobID) -> Duration { work(of: job).span }

    // MARK: Saves

    private mutating func keep(_ save: Change) {
        switch save {
        case .save(let record): outcome.records[record.id] = record
        case .forget(let job): outcome.records[job] = nil
        case .append(let line):
            outcome.lines.append(line)
            if outcome.lines.count >= terms.mostRuns {
                outcome.cut = "it has \(terms.mostRuns) runs by then"
            }
        case .note(.condition(let change)): outcome.changes.append(change)
        case .note(.hold(let change)): outcome.holds.append(change)
        case .savePause, .rememberFinishedFile, .forgetFinishedFile, .rememberSilentPower, .bindOwner,
            .setAside, .saveApplication, .forgetApplication, .purge, .appendHook:
            break
        }
    }

    // MARK: Promises

    private mutating func keep(_ promise: Effects.Promise) {
        switch promise {
        case .launch(let order): launch(order)
        case .startHost(let order):
            answers.append(
                .hostFailed(order.host, .lasting(reason: "tasks of applications are not rehearsed")))
        case .handOver: break
        case .reply(_, .refused(let refusal)): note(refusal)
        case .reply: break
        case .exit: hasLeft = true
        }
    }

    private mutating func launch(_ order: LaunchOrder) {
        lastRun = max(lastRun, order.run)
        let work = work(of: order.job)
        let left = order.descriptor.kind == .service ? Self.endless : work.span - (done[order.job] ?? .zero)
        running[order.run] = Working(
            job: order.job, left: max(left, .seconds(1)), since: now.awake, exit: work.exit)
        answers.append(.launched(order.run, process: 1))
    }

    private mutating func note(_ refusal: Refusal) {
        guard case .noneAccepted(let refused) = refusal else {
            outcome.refusals += jobs.prefix(1).map { ($0.identifier, refusal) }
            return
        }
        outcome.refusals += refused.compactMap { each in
            jobs.indices.contains(each.place) ? (jobs[each.place].identifier, each.refusal) : nil
        }
    }

    // MARK: Wishes

    private mutating func grant(_ wish: Effects.Wish) {
        switch wish {
        case .observe(let interest):
            observed.insert(interest)
            switch interest {
            case .subject(let subject):
                answers.append(.observed(subject, knowledge.observation(of: subject)))
            // Nothing has changed there since before all began.
            case .path(let path):
                answers.append(.pathFound(path, newest: WallTime(microseconds: 0)))
            case .localZone: answers.append(.zoneRead(name: nil, terms.zones.local))
            case .sleep, .shutdown, .sessions: break
            }
        case .ignore(let interest): observed.remove(interest)
        case .letSleep: if case .falling = sleep { sleep = .falling(isLet: true) }
        case .suspend: sleep = .asleep
        case .readPresence: answers.append(.presenceRead(.nobody))
        case .call(let call): answers.append(.hookEnded(call.id, .exited(.code(0)), owner: call.job.owner))
        case .notify(let notice): outcome.notices.append((now.wall, notice))
        case .holdAwake, .letShutdown: break
        }
    }

    mutating func requester() -> Requester {
        requests += 1
        return Requester(request: RequestID(requests), user: terms.owner)
    }

    // MARK: - What is told of it

    private mutating func note(_ effects: Effects) {
        guard terms.writesScript else { return }
        for (line, isTold) in effects.lines {
            guard outcome.script.count < Self.mostLines else {
                outcome.cut = "it has \(Self.mostLines) lines by then"
                return
            }
            outcome.script.append(ScriptLine(at: now.wall, text: line, kind: isTold ? .consequence : .chore))
        }
    }
}

extension Effects {
    /// Each in the notation of the decision log, and whether people care for it.
    fileprivate var lines: [(String, isTold: Bool)] {
        stops.map { ($0.notation, $0.isOfRun) } + saves.map { ($0.notation, $0.isTold) }
            + promises.map { ($0.notation, $0.isTold) } + wishes.map { ($0.notation, $0.isTold) }
    }
}

extension Effects.Stop {
    fileprivate var isOfRun: Bool { if case .signal = self { true } else { false } }
}

extension Change {
    fileprivate var isTold: Bool { if case .append = self { true } else { false } }
}

extension Effects.Promise {
    fileprivate var isTold: Bool {
        switch self {
        case .launch, .reply(_, .refused): true
        case .startHost, .handOver, .reply, .exit: false
        }
    }
}

extension Effects.Wish {
    fileprivate var isTold: Bool {
        switch self {
        case .notify, .call, .suspend: true
        case .readPresence, .observe, .ignore, .holdAwake, .letSleep, .letShutdown: false
        }
    }
}
