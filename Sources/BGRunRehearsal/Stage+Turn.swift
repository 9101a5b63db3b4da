// A turn of the loop in a rehearsal: events in, effects carried out in their order, and the facts that come of them.
import BGRunCalendar
import BGRunJob
import BGRunScheduler

extension Stage {
    mutating func turn(_ first: [Event]) {
        pending += first
        while !pending.isEmpty, !isCut {
            let batch = pending
            pending = []
            var effects = Effects()
            for event in batch {
                events += 1
                guard let answer = scheduler?.handle(event, at: now) else { return pending = [] }
                effects.append(answer)
            }
            note(effects)
            perform(effects)
            // A scheduler that leaves says so with each event that it hears, so it is told none.
            guard !hasLeft else { return pending = [] }
            if pending.isEmpty, scheduler?.nextWakeup(at: now)?.reason == .work { pending = [.wokeUp] }
            if events > Rehearsal.mostEvents { played.cut = .events }
        }
    }

    private mutating func perform(_ effects: Effects) {
        for stop in effects.stops { carryOut(stop) }
        for save in effects.saves { keep(save) }
        if !effects.saves.isEmpty {
            pending.insert(.saved, at: 0)
        } else if effects.promises.contains(where: \.isTakenBack) {
            pending.insert(.kept, at: 0)
        }
        for promise in effects.promises { keep(promise) }
        for wish in effects.wishes { grant(wish) }
    }

    private mutating func carryOut(_ stop: Effects.Stop) {
        switch stop {
        case .signal(let run, let signal): deliver(signal, to: run)
        case .adopt(let run, _, _): pending.append(.exited(run, .lost, ResourceUsage()))
        case .readPower: pending.append(.powerRead(knowledge.power, .asked))
        case .read(let subject): pending.append(.observed(subject, knowledge.observation(of: subject)))
        // Nothing waits here.
        case .readPressure: pending.append(.pressureRead(PressureReading(cpu: 0, io: 0)))
        case .warn(let host, let run, _, _): warn(run, in: host)
        case .signalHost(let host, let signal): self.signal(host, signal)
        case .adoptHost(let host, _): pending.append(.hostEnded(host, .lost))
        case .endHook, .abandon, .warnAssertion, .endAssertion: break
        }
    }

    private mutating func deliver(_ signal: RunSignal, to run: RunID) {
        guard var working = running[run] else { return }
        switch signal {
        case .terminate, .kill:
            running[run] = nil
            done[working.job] = (
                working.due, working.before + working.span - working.clock.left(at: now.awake)
            )
            let number: Int32 = signal == .kill ? 9 : 15
            pending.append(.exited(run, .signal(number), ResourceUsage()))
        case .freeze:
            working.clock.stop(at: now.awake)
            running[run] = working
        case .thaw:
            working.clock.goOn(at: now.awake)
            running[run] = working
        }
    }

    // MARK: Saves

    private mutating func keep(_ save: Change) {
        switch save {
        case .save(let record): played.records[record.id] = record
        case .forget(let job): played.records[job] = nil
        case .append(let line):
            played.lines.append(line)
            if played.lines.count >= terms.mostEnds { played.cut = .ends }
        case .note(.condition(let change)): played.changes.append(change)
        case .note(.hold(let change)): played.holds.append(change)
        case .saveEnd, .forgetEnd, .savePause, .rememberFinishedFile, .forgetFinishedFile,
            .rememberSilentPower, .bindOwner,
            .setAside, .saveApplication, .forgetApplication, .purge, .appendHook:
            break
        }
    }

    // MARK: Promises

    private mutating func keep(_ promise: Effects.Promise) {
        switch promise {
        case .launch(let order): launch(order)
        case .startHost(let order): start(order)
        case .handOver(let host, let order): handOver(order, to: host)
        case .reply(let request, let reply): hear(reply, to: request)
        case .exit: hasLeft = true
        }
    }

    private mutating func launch(_ order: LaunchOrder) {
        lastRun = max(lastRun, order.run)
        let told = works[order.job.identifier]
        let work = told ?? terms.work
        let before = done[order.job].flatMap { $0.due == order.due ? $0.span : nil } ?? .zero
        let span =
            order.descriptor.kind == .service && told == nil
            ? Self.endless : max(work.span - before, .seconds(1))
        running[order.run] = Working(
            job: order.job, due: order.due, before: before, span: span,
            clock: Stopwatch(span, from: now.awake), exit: work.exit)
        pending.append(.launched(order.run, process: 1))
    }

    mutating func note(_ refusal: Refusal) {
        guard case .noneAccepted(let refused) = refusal else {
            played.refusals += jobs.prefix(1).map { ($0.identifier, refusal) }
            return
        }
        played.refusals += refused.compactMap { each in
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
                pending.append(.observed(subject, knowledge.observation(of: subject)))
            // Nothing has changed there since before all began.
            case .path(let path):
                pending.append(.pathFound(path, newest: WallTime(microseconds: 0)))
            case .localZone: pending.append(.zoneRead(name: nil, terms.zones.local))
            case .sleep, .shutdown, .sessions: break
            }
        case .ignore(let interest): observed.remove(interest)
        case .letSleep: if case .falling = sleep { sleep = .falling(isLet: true) }
        case .suspend: sleep = .asleep
        case .readPresence: pending.append(.presenceRead(.nobody))
        case .call(let call): pending.append(.hookEnded(call.id, .exited(.code(0)), owner: call.job.owner))
        case .notify, .holdAwake, .letShutdown: break
        }
    }

    mutating func requester() -> Requester {
        requests += 1
        return Requester(request: RequestID(requests), user: terms.owner)
    }

    // MARK: - What is told of it

    private mutating func note(_ effects: Effects) {
        for line in effects.told { tell(line, .consequence) }
    }

    mutating func tell(_ text: String, _ kind: ScriptLine.Kind) {
        guard terms.writesScript else { return }
        guard played.script.count < Rehearsal.mostLines else { return played.cut = .lines }
        played.script.append(ScriptLine(at: now.wall, text: text, kind: kind))
    }
}

/// Those that people care for, in the notation of the decision log; ``Expectation/verbs`` has their first words.
extension Effects {
    fileprivate var told: [String] {
        stops.filter(\.isTold).map(\.notation) + saves.filter(\.isTold).map(\.notation)
            + promises.filter(\.isTold).map(\.notation) + wishes.filter(\.isTold).map(\.notation)
    }
}

extension Effects.Stop {
    fileprivate var isTold: Bool {
        switch self {
        case .signal, .warn, .signalHost: true
        case .adopt, .warnAssertion, .endAssertion, .adoptHost, .abandon, .endHook, .readPower, .readPressure,
            .read:
            false
        }
    }
}

extension Change {
    fileprivate var isTold: Bool { if case .append = self { true } else { false } }
}

extension Effects.Promise {
    fileprivate var isTold: Bool {
        switch self {
        case .launch, .startHost, .handOver: true
        case .reply, .exit: false
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
