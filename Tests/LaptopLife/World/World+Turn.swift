// A turn of the daemon's loop: events in, effects carried out in their order, and the facts that come of them.
import BGRunCalendar
import BGRunJob
import BGRunScheduler

extension World {
    func turn(_ events: [Event]) throws {
        try expectPromptness()
        try expectObedience(by: now.awake.advanced(by: .milliseconds(-1)))
        sightings.pass(to: now)
        pending += events
        var rounds = 0
        while !pending.isEmpty {
            rounds += 1
            guard rounds < 1000 else { throw Broken("a turn never ends") }
            let batch = pending
            pending.removeAll()
            var effects = Effects()
            memory.simulated = []
            for event in batch { effects.append(try decide(event)) }
            try perform(effects)
            // What is done in portions comes to its end.
            if pending.isEmpty, scheduler.nextWakeup(at: now)?.reason == .work { pending = [.wokeUp] }
        }
        alarm = scheduler.nextAlarm(at: now)
        try expectTruth()
        if isSuspendAsked {
            isSuspendAsked = false
            try beginSleep()
        }
    }

    private func decide(_ event: Event) throws -> Effects {
        var effects = Effects()
        for event in introductions(before: event) + [event] {
            log.append("\(now.notation) > \(event.notation)")
            memory.isSimulating = sightings.isSimulating(at: now)
            let byHand = startByHand(asked: event)
            if let job = simulatedStop(of: event) { memory.simulated.insert(job) }
            note(request: event)
            memory.lack.hear(event, memory.active, longest: policy.rest.longest, at: now)
            memory.hear(event)
            hear(ofTasks: event)
            if isHeeded(event) { sightings.hear(event, at: now) }
            let before = memory.told
            let answer = scheduler.handle(event, at: now)
            log += answer.notation.map { "< \($0)" }
            noteNewTasks(in: answer)
            let starters = starters(in: answer, of: event, byHand)
            try noteTasks(event, answer, byHand: starters)
            noteActive(after: event)
            noteReturn(in: answer, of: event)
            try expectFairStarts(in: answer, byHand: starters)
            try memory.note(event, answer, at: now)
            let atOnce = try expectSubmissions(in: answer, of: event, before: before)
            // Before what comes next in the batch is heard.
            for case .read(.check(let check)) in answer.stops { sightings.asked(check) }
            // Who has had no answer in time counts as one that says no.
            for case .abandon(let subject) in answer.stops {
                sightings.hear(.observed(subject, .answered(false, "")), at: now)
            }
            note(simulating: event, answer)
            noteNeeds(after: event, answer)
            try expectInterest(in: answer)
            forgetDecided()
            try expectNeeds(in: answer, byHand: starters, atOnce: atOnce)
            try expectSuccession(in: answer)
            effects.append(answer)
        }
        return effects
    }

    /// Takes note of whose runs are over; those that begin are noted as they do.
    private func noteActive(after event: Event) {
        if case .notSaved = event { memory.active = processes.mapValues(\.job.owner) }
        if case .sleepAnnounced = event { noteSleep() }
        for run in memory.active.keys where memory.tasks.all.contains(run) && memory.tasks.runs[run] == nil {
            memory.active[run] = nil
        }
        if case .notSaved = event {
            for (run, known) in memory.tasks.runs { memory.active[run] = known.job.owner }
        }
    }

    /// What was told before it was to be ignored, and comes after that, counts for nobody.
    private func isHeeded(_ event: Event) -> Bool {
        guard case .observed(let subject, _) = event, subject.isTold else { return true }
        return observed.contains(.subject(subject))
    }

    /// Who asks for what now.
    private func noteNeeds(after event: Event, _ answer: Effects) {
        if case .notSaved = event {
            for id in memory.accepted.union(memory.told.keys).sorted() {
                var record = memory.told[id]
                // A request that waited for the end of a run counts from then on, whatever becomes of its save.
                if let job = scheduler.status(of: id, at: now) { record?.descriptor = job.descriptor }
                sightings.take(record, as: id, at: now)
            }
            // What was taken back has gone; what is owed to the disk stays.
            for id in sightings.jobs.sorted() where memory.told[id] == nil && scheduler.state(of: id) == nil {
                sightings.take(nil, as: id, at: now)
            }
        }
        for save in answer.saves {
            switch save {
            case .save(let record): sightings.take(memory.told[record.id], as: record.id, at: now)
            case .forget(let id): sightings.take(memory.told[id], as: id, at: now)
            case _: break
            }
        }
    }

    private func perform(_ effects: Effects) throws {
        defer { memory.tasks.ofTurn = [] }
        for stop in effects.stops { try carryOut(stop) }
        if effects.saves.isEmpty, effects.promises.contains(where: \.isTakenBack) {
            pending.insert(.kept, at: 0)
        }
        if try save(effects.saves) {
            for order in memory.tasks.ofTurn { try expectStartAllowed(order) }
            for promise in effects.promises { try keep(promise) }
        } else {
            for case .reply(let request, let reply) in effects.promises where reply.isFact {
                try hear(reply, to: request)
            }
        }
        for wish in effects.wishes { try grant(wish) }
    }

    // MARK: - Stop

    private func carryOut(_ stop: Effects.Stop) throws {
        switch stop {
        case .signal(let run, let signal): try deliver(signal, to: run)
        case .adopt(let run, let job, let signal):
            if let process = processes[run], process.stopSignal != signal {
                throw Broken("run \(run) of \(job) is to end by \(process.stopSignal), and not by \(signal)")
            }
            let isAlive = processes[run] != nil
            if isAlive { processes[run]?.status = .lost }
            pending.append(isAlive ? .launched(run, process: 0) : .exited(run, .lost, ResourceUsage()))
        case .readPower: pending.append(.powerRead(device.power, .asked))
        case .read(let subject): try look(at: subject)
        case .abandon(let subject): try abandon(subject)
        case .endHook(let hook): try endHook(hook)
        case .readPressure: pending.append(.pressureRead(pressure))
        case .warn(let host, let run, let reason, let grace): try warn(host, run, reason, grace: grace)
        case .signalHost(let host, let signal): try deliver(signal, to: host)
        case .adoptHost(let host, _): adopt(host)
        case .warnAssertion, .endAssertion: throw Broken("nobody here is finishing anything")
        }
    }

    private func deliver(_ signal: RunSignal, to run: RunID) throws {
        guard var process = processes[run] else { throw Broken("run \(run) is signalled and has no process") }
        switch signal {
        case .terminate(let reason):
            guard !process.wasTold || process.status == .lost else {
                throw Broken("run \(run) is told twice")
            }
            guard process.status == .lost || process.isMainGone == (reason == nil) else {
                throw Broken("run \(run) is told without a reason, or for one that comes too late")
            }
            if let reason {
                try expectLoss(process, run, told: reason)
                try expectHoursOver(process, run, told: reason)
            }
            process.thaw(at: now)
            if let reason { try expectWorkDone(process, run, before: reason) }
            process.wasTold = true
            if !process.ignoresTerminate {
                process.endsAt = min(process.endsAt, now.awake.advanced(by: .milliseconds(300)))
            }
        case .kill:
            process.thaw(at: now)
            process.isKilled = true
            process.endsAt = now.awake.advanced(by: .milliseconds(5))
            if process.status != .lost { process.status = .signal(9) }
        case .freeze:
            process.freeze(for: try causeToStandStill(process, run), at: now)
            counts["stands still: \(process.stillFor?.rawValue ?? "")", default: 0] += 1
        case .thaw:
            try expectThaw(process, run)
            // The sleep was called off, and time has told so.
            memory.lull = nil
            process.thaw(at: now)
        }
        processes[run] = process
    }

    // MARK: - Save

    /// False where the disk takes nothing.
    private func save(_ saves: [Change]) throws -> Bool {
        guard !saves.isEmpty else { return true }
        do { try disk.write(saves, at: now) } catch {
            counts["failed writes", default: 0] += 1
            pending.insert(.notSaved(reason: error.reason), at: 0)
            return false
        }
        for save in saves {
            try memory.note(stored: save)
            if case .append(.run(let entry)) = save { counts[entry.outcome.rawValue, default: 0] += 1 }
            if case .append(.skip(let skip, _, _)) = save {
                counts["skipped: \(skip.reason.rawValue)", default: 0] += 1
            }
        }
        memory.stored()
        pending.insert(.saved, at: 0)
        return true
    }

    // MARK: - Promise

    private func keep(_ promise: Effects.Promise) throws {
        switch promise {
        case .launch(let order): try launch(order)
        case .startHost(let order): try start(order)
        case .handOver(let host, let order): handOver(order, to: host)
        case .exit: hasExited = true
        case .reply(let request, .done): memory.turnSwitch(asked: request)
        case .reply(_, .accepted(let id, .new)): memory.switches.forget(id)
        case .reply(_, .allAccepted(let jobs)):
            for job in jobs where job.acceptance == .new { memory.switches.forget(job.job) }
        case .reply(let request, let reply): try hear(reply, to: request)
        }
    }

    private func launch(_ order: LaunchOrder) throws {
        counts["launches", default: 0] += 1
        guard memory.launched.insert(order.run).inserted else {
            throw Broken("run \(order.run) starts twice")
        }
        if let other = processes.first(where: { $0.value.job == order.job }) {
            throw Broken("\(order.job) starts run \(order.run) while run \(other.key) is alive")
        }
        try expectStartAllowed(order)
        if Int.random(in: 0..<25, using: &dice) == 0, !isLaunching {
            pending.append(
                .launchFailed(
                    order.run,
                    pick([
                        .lasting(reason: "no such program"), .passing(reason: "no home"),
                        .shortage(reason: "Too many open files"),
                    ])))
            return
        }
        let isForced = memory.startedByHand[order.run] == .force
        processes[order.run] = Process(
            job: order.job, needs: isForced ? [] : order.descriptor.requirements,
            loss: order.descriptor.onRequirementLost,
            timeBudget: order.descriptor.timeBudget,
            endsAt: now.awake.advanced(by: span(workingTimes)),
            status: pick([.code(0), .code(0), .code(1), .code(75), .signal(11)]),
            ignoresTerminate: Int.random(in: 0..<5, using: &dice) == 0,
            rest: Int.random(in: 0..<5, using: &dice) == 0 ? span(1...600) : nil, worksSince: now.awake)
        processes[order.run]?.hasOwnCodes =
            order.descriptor.successExitCodes != nil || order.descriptor.deferExitCodes != nil
        processes[order.run]?.progressLimit = order.descriptor.silenceLimit
        processes[order.run]?.progressed = now.awake
        processes[order.run]?.stopSignal = order.descriptor.launchRules.stopSignal
        if !isForced, let windows = order.descriptor.allowedHours, order.descriptor.hoursEnd != .finish,
            windows.isOpen(at: now.wall, in: memory.localZone)
        {
            processes[order.run]?.hours = (windows, order.descriptor.hoursEnd)
        }
        let slots = processes.filter { !memory.services.contains($0.key) }
        let owners = Set(slots.values.map(\.job.owner)).count
        guard slots.count < policy.maxRuns + owners else {
            throw Broken("\(slots.count) runs of \(owners) owners are active")
        }
        pending.append(.launched(order.run, process: Int32(truncatingIfNeeded: order.run.rawValue + 100)))
        speak(in: order.run, of: order.descriptor)
    }

    // MARK: - Wish

    private func grant(_ wish: Effects.Wish) throws {
        switch wish {
        case .observe(let interest):
            guard observed.insert(interest).inserted else {
                throw Broken("\(interest.notation) is to be observed twice")
            }
            if case .path(let path) = interest, let changed = memory.changes[path.path] {
                pending.append(.pathChanged(path, newest: changed))
            }
            if case .subject(let subject) = interest {
                pending.append(.observed(subject, device.observation(of: subject)))
            }
            if interest == .localZone { pending.append(.zoneRead(name: nil, zones[localZone])) }
        case .ignore(let interest):
            guard observed.remove(interest) != nil else {
                throw Broken("\(interest.notation) is to be ignored and was not observed")
            }
            if case .subject(let subject) = interest { sightings.ignore(subject) }
        case .holdAwake(let inhibition): held = inhibition
        case .letSleep: try letSleep()
        case .letShutdown: throw Broken("a shutdown is let that nobody has announced")
        case .readPresence:
            memory.presence = pick([.nobody, .nobody, .somebody, .unknown])
            pending.append(.presenceRead(memory.presence))
        case .suspend:
            // What starts in this very turn sleeps with the machine.
            let isWorking = processes.contains {
                $0.value.worksSince < now.awake && !memory.services.contains($0.key) && isAwaited($0.value)
            }
            guard !isWorking, memory.presence == .nobody else {
                throw Broken("the machine is put to sleep beside \(processes.count) runs or a person")
            }
            counts["suspends", default: 0] += 1
            isSuspendAsked = true
        case .notify: break
        case .call(let call): try self.call(call)
        }
    }

    /// Whether a machine that was woken stays awake for it: not for what stands still, nor for what has slept along and keeps nothing
    /// awake.
    private func isAwaited(_ process: Process) -> Bool {
        if process.wasTold || process.isKilled || process.isMainGone { return true }
        if let cause = process.stillFor, cause != .sleep { return false }
        let keep = memory.told[process.job]?.descriptor.keepAwake.when
        return !process.hasSlept || process.host != nil || keep == .always
            || keep == .onExternalPower && memory.power == .yes
    }

    private func letSleep() throws {
        guard sleep?.isLet == false else { throw Broken("a sleep is let that nobody has announced") }
        sleep?.isLet = true
        sleep?.goesAt = now.awake.advanced(by: .milliseconds(300))
    }
}
