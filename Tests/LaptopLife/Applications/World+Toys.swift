// What processes of applications do: they come, serve, begin, complete, hang and die.
import BGRunCalendar
import BGRunJob
import BGRunScheduler

extension World {
    /// Lets a process do what it does next.
    func act(_ process: Int32) throws {
        guard var toy = applications.hosts[process], let act = toy.takeNext() else { return }
        applications.hosts[process] = toy
        switch act {
        case .attach: try attach(toy)
        case .serve(let tasks): if let event = serving(of: toy, tasks) { try turn([event]) }
        case .begin(let run): try begin(run, toy)
        case .report(let run):
            guard let host = toy.id, toy.isAttached, toy.handlers[run] != nil else { return }
            let progress = TaskProgress(completedUnits: Int64.random(in: 0...3, using: &dice), totalUnits: 3)
            if chance(2) { applications.change(host) { $0.plan(.report(run), at: self.soon(100...300_000)) } }
            try turn([.taskProgressed(run, in: host, progress)])
        case .complete(let run): try complete(run, process)
        case .loseStream: try lose(process)
        case .exit(let status): try exit(process, status)
        case .vanish(let status):
            applications.hosts[process] = nil
            if let host = toy.started { try turn([.hostEnded(host, status)]) }
        }
    }

    func soon(_ milliseconds: ClosedRange<Int64>) -> AwakeTime {
        now.awake.advanced(by: .milliseconds(Int64.random(in: milliseconds, using: &dice)))
    }

    private func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &dice) == 0 }

    // MARK: - Coming

    /// Somebody opens a window.
    func bringGuest() {
        guard applications.hosts.values.count(where: { $0.started == nil }) < 6 else { return }
        let process = applications.newProcess()
        var toy = ToyHost(anyApplication(), process: process, started: nil, isStubborn: false)
        toy.plan(.attach, at: now.awake)
        if chance(2) { toy.plan(.exit(.code(0)), at: now.awake.advanced(by: span(10...6000))) }
        applications.hosts[process] = toy
        counts["guests", default: 0] += 1
    }

    private func attach(_ toy: ToyHost) throws {
        if toy.isAttached { return }
        let requester = requester(of: toy.application)
        applications.questions[requester.request] = .attach(toy.process)
        try turn([
            .hostAttached(
                toy.application, started: toy.started, busy: toy.started == nil ? toy.busy : [],
                process: toy.process, requester)
        ])
    }

    func serving(of toy: ToyHost, _ tasks: [TaskPattern]) -> Event? {
        guard let host = toy.id, toy.isAttached else { return nil }
        return .hostServed(host, tasks, requester(of: toy.application))
    }

    /// All that it has handlers for, or most of it.
    func serving(of toy: ToyHost) -> Event {
        serving(of: toy, handlers(of: toy.application)) ?? taskSubmission(of: toy.application)
    }

    private func handlers(of application: ApplicationID) -> [TaskPattern] {
        let words = ["\(application.name).refresh", "news", "index", "still", "scan"]
        let isWhole = !chance(4)
        return words.filter { _ in isWhole || !chance(3) }.map { .exact(ToyApplications.identifier($0)) }
            + [.below(ToyApplications.identifier("export"))]
    }

    private func attached(_ process: Int32, as host: HostID) throws {
        guard var toy = applications.hosts[process] else {
            pending.append(.hostLost(host))
            return
        }
        guard !toy.isLeft else { throw Broken("host \(host) of a daemon that is gone has attached") }
        toy.id = host
        toy.isAttached = true
        let isLate = chance(10)
        if !chance(14) {
            toy.plan(.serve(handlers(of: toy.application)), at: isLate ? soon(9000...60_000) : soon(0...1500))
        }
        if chance(5) { toy.plan(.serve(handlers(of: toy.application)), at: soon(2000...90_000)) }
        applications.hosts[process] = toy
    }

    // MARK: - What they are told

    func start(_ order: HostOrder) throws {
        counts["hosts started", default: 0] += 1
        guard applications.started.insert(order.host).inserted else {
            throw Broken("host \(order.host) is started twice")
        }
        let isBeside = applications.hosts.values.contains {
            $0.application == order.application && $0.started != nil && !$0.isLeft
        }
        if isBeside {
            throw Broken("host \(order.host) is started beside another one of \(order.application)")
        }
        if chance(20) {
            let fault = pick([
                LaunchFault.lasting(reason: "no such program"), .passing(reason: "no home"),
                .shortage(reason: "Too many open files"),
            ])
            pending.append(.hostFailed(order.host, fault))
            return
        }
        let process = applications.newProcess()
        var toy = ToyHost(
            order.application, process: process, started: order.host, isStubborn: chance(5))
        switch Int.random(in: 0..<14, using: &dice) {
        case 0: toy.plan(.exit(pick([.code(1), .code(0), .signal(11)])), at: soon(5...3000))
        case 1: break
        case 2: toy.plan(.attach, at: soon(15_000...50_000))
        case _: toy.plan(.attach, at: soon(5...3000))
        }
        if chance(12) { toy.plan(.exit(pick([.code(0), .code(75), .signal(11)])), at: soon(5...400_000)) }
        if chance(20) { toy.plan(.loseStream, at: soon(5...400_000)) }
        applications.hosts[process] = toy
        pending.append(.hostStarted(order.host, process: process))
    }

    func handOver(_ order: TaskOrder, to host: HostID) {
        counts["tasks handed over", default: 0] += 1
        guard let application = memory.tasks.runs[order.run]?.application,
            applications[host]?.isAttached ?? false
        else { return }
        let handler = ToyHost.Handler(
            job: ToyApplications.job(of: order.request.identifier, of: application), request: order.request,
            temper: pick([.obedient, .resubmitting, .stubborn]), isSuccess: !chance(4),
            submitsFirst: chance(4))
        let when: AwakeTime? =
            switch Int.random(in: 0..<16, using: &dice) {
            case 0: nil
            case 1: soon(20_000...50_000)
            case _: soon(0...800)
            }
        applications.change(host) { toy in
            toy.handlers[order.run] = handler
            if let when { toy.plan(.begin(order.run), at: when) }
        }
    }

    func warn(_ host: HostID, _ run: RunID, _ reason: StopReason, grace: Duration) throws {
        counts["tasks warned", default: 0] += 1
        if var process = processes[run] {
            guard !process.wasTold else { throw Broken("run \(run) is warned twice") }
            try expectLoss(process, run, told: reason)
            try expectWorkDone(process, run, before: reason)
            process.wasTold = true
            process.stillFor = nil
            processes[run] = process
        }
        guard let handler = applications[host]?.handlers[run], handler.isEntered else { return }
        if handler.temper == .stubborn { return }
        if handler.temper == .resubmitting, let toy = applications[host] {
            pending.append(taskSubmission(of: handler, from: toy))
        }
        let (end, isSuccess) = (soon(0...4000), chance(3))
        applications.change(host) { toy in
            toy.handlers[run]?.isSuccess = isSuccess
            toy.hurry(run, by: end)
        }
    }

    func deliver(_ signal: HostSignal, to host: HostID) throws {
        guard case .started = host else { throw Broken("\(host) is a guest, and is signalled") }
        counts["hosts: \(signal.rawValue)", default: 0] += 1
        let runs = memory.tasks.open(in: host).keys.sorted()
        switch signal {
        case .terminate:
            for run in runs {
                // For what it has lost it goes on standing still in its phase.
                let cause = processes[run]?.stillFor
                processes[run]?.thaw(at: now)
                processes[run]?.stillFor = cause == .loss ? .loss : nil
            }
            let end = soon(50...3000)
            applications.change(host) { toy in
                toy.thaw(at: self.now)
                if !toy.isStubborn { toy.planOnly(.exit(.signal(15)), at: end) }
            }
        case .kill:
            for run in runs {
                processes[run]?.thaw(at: now)
                processes[run]?.isKilled = true
            }
            applications.change(host) { toy in
                toy.thaw(at: self.now)
                toy.planOnly(.exit(.signal(9)), at: self.now.awake.advanced(by: .milliseconds(5)))
            }
        case .freeze:
            if memory.tasks.hosts[host]?.isEnding ?? false, sleep == nil, memory.lull == nil,
                !memory.isDoubtful
            {
                throw Broken("host \(host) is to leave, and is made to stand still")
            }
            try haltRuns(runs, in: host)
            applications.change(host) { $0.freeze(at: self.now) }
        case .thaw:
            letRunsGoOn(runs)
            applications.change(host) { $0.thaw(at: self.now) }
        }
    }

    func adopt(_ host: HostID) {
        let isThere = applications[host] != nil
        counts["hosts adopted", default: 0] += 1
        pending.append(isThere ? .hostStarted(host, process: 0) : .hostEnded(host, .lost))
    }

    /// What was asked is answered, whatever became of the disk.
    func hear(_ reply: Reply, to request: RequestID) throws {
        guard let question = applications.questions.removeValue(forKey: request) else { return }
        switch (question, reply) {
        case (.attach(let process), .attached(let host, _, _)): try attached(process, as: host)
        case (.attach(let process), .refused):
            counts["hosts refused", default: 0] += 1
            if applications.hosts[process]?.started == nil { applications.hosts[process] = nil }
        case (.begin(let run, let process), .started): try enter(run, process)
        case (.begin(let run, let process), _):
            counts["tasks withdrawn", default: 0] += 1
            applications.hosts[process]?.handlers[run] = nil
        case (_, _): break
        }
    }

    // MARK: - Handlers

    private func begin(_ run: RunID, _ toy: ToyHost) throws {
        guard let host = toy.id, toy.isAttached, toy.handlers[run]?.isEntered == false else { return }
        let requester = requester(of: toy.application)
        applications.questions[requester.request] = .begin(run, toy.process)
        try turn([.taskBegan(run, in: host, requester)])
    }

    private func enter(_ run: RunID, _ process: Int32) throws {
        guard var toy = applications.hosts[process], let handler = toy.handlers[run] else { return }
        counts["tasks begun", default: 0] += 1
        try expectAlone(run, handler, in: toy)
        toy.handlers[run]?.isEntered = true
        let isHanging = chance(6)
        if !isHanging || handler.temper != .stubborn {
            let end = isHanging ? now.awake.advanced(by: .seconds(90_000)) : soon(200...700_000)
            toy.plan(.complete(run), at: end)
        }
        if chance(8) { toy.plan(.report(run), at: soon(100...5000)) }
        if chance(40) { toy.plan(.exit(pick([.code(0), .signal(11)])), at: soon(100...90_000)) }
        applications.hosts[process] = toy
        noteWork(of: run)
        if handler.submitsFirst {
            pending.append(taskSubmission(of: handler, from: toy))
        }
    }

    private func complete(_ run: RunID, _ process: Int32) throws {
        guard let toy = applications.hosts[process], let handler = toy.handlers[run], handler.isEntered else {
            return
        }
        applications.hosts[process]?.handlers[run] = nil
        guard let host = toy.id, toy.isAttached else { return }
        counts["tasks completed", default: 0] += 1
        let word = Event.taskEnded(run, in: host, success: handler.isSuccess)
        switch Int.random(in: 0..<12, using: &dice) {
        case 0:
            try turn([word, taskSubmission(of: handler, from: toy)])
        case 1: try turn([word, .taskEnded(run, in: host, success: !handler.isSuccess)])
        case 2: try exit(process, .code(0), after: [word])
        case 3 where sleep == nil && memory.lull == nil && observed.contains(.sleep):
            // It is said just as the machine is about to sleep.
            sleep = AnnouncedSleep(
                announced: now.awake, goesAt: now.awake.advanced(by: .seconds(5)), isCalledOff: chance(5),
                isSilent: chance(2))
            try turn([.sleepAnnounced, word])
        case _: try turn([word])
        }
    }

    // MARK: - Leaving

    private func exit(_ process: Int32, _ status: ExitStatus, after words: [Event] = []) throws {
        guard var toy = applications.hosts[process] else { return }
        guard let host = toy.started else {
            applications.hosts[process] = nil
            try turn(words + (toy.isAttached ? [toy.id.map { .hostLost($0) }].compactMap { $0 } : []))
            return
        }
        let isAttached = toy.isAttached
        let status = toy.isLeft ? .lost : status
        let lost: [Event] = isAttached ? [.hostLost(host)] : []
        toy.isAttached = false
        switch Int.random(in: 0..<4, using: &dice) {
        case 0 where !toy.isLeft:
            // Something that it has started is still there.
            toy.handlers = [:]
            toy.planOnly(.vanish(status), at: soon(5...4000))
            applications.hosts[process] = toy
            try turn(words + lost)
        case 1:
            applications.hosts[process] = nil
            try turn(words + [.hostEnded(host, status)] + lost)
        case 2:
            applications.hosts[process] = nil
            try turn(words + [.hostEnded(host, status)])
        case _:
            applications.hosts[process] = nil
            try turn(words + lost + [.hostEnded(host, status)])
        }
    }

    /// The stream of a program breaks. A guest comes again.
    private func lose(_ process: Int32) throws {
        guard var toy = applications.hosts[process], let host = toy.id, toy.isAttached else { return }
        counts["streams lost", default: 0] += 1
        toy.detach(at: now)
        if toy.started == nil {
            toy.id = nil
            toy.plan(.attach, at: soon(10...20_000))
        }
        applications.hosts[process] = toy
        try turn([.hostLost(host)])
    }

    func dropStream() throws {
        let all = applications.hosts.values.filter(\.isAttached).map(\.process).sorted()
        if !all.isEmpty { try lose(pick(all)) }
    }

    /// Somebody ends a program by hand.
    func leave() throws {
        let all = applications.hosts.values.filter { $0.next != nil || $0.frozenAt == nil }
            .map(\.process).sorted()
        if !all.isEmpty { try exit(pick(all), pick([.code(0), .signal(15), .signal(9)])) }
    }

    /// Words that mean nothing: of another's run, of none, or said twice.
    func speakOutOfTurn() throws {
        let hosts = applications.hosts.values.filter(\.isAttached).compactMap(\.id).sorted()
        guard !hosts.isEmpty else { return }
        let host = pick(hosts)
        let begun = memory.tasks.runs.filter { $0.value.begun != nil || $0.value.host != host }.keys.sorted()
        let run = begun.isEmpty ? RunID(999_999) : pick(begun)
        guard let application = applications[host]?.application else { return }
        counts["words out of turn", default: 0] += 1
        let isOwn = memory.tasks.runs[run]?.host == host
        try turn([
            isOwn || chance(2)
                ? .taskBegan(run, in: host, requester(of: application))
                : .taskEnded(run, in: host, success: chance(2))
        ])
    }

    // MARK: - The daemon dies

    /// Its hosts are as they are; guests come again, and those that it has started can't. Of these, whom nobody adopts is
    /// ended.
    func orphanHosts(adopting adopted: Set<HostID>) {
        for process in applications.hosts.keys.sorted() {
            applications.hosts[process]?.detach(at: now)
            if let started = applications.hosts[process]?.started {
                if !adopted.contains(started) { applications.hosts[process] = nil }
                applications.hosts[process]?.isLeft = true
                continue
            }
            applications.hosts[process]?.id = nil
            applications.hosts[process]?.plan(.attach, at: soon(10...30_000))
        }
        applications.questions = [:]
    }
}

extension Reply {
    /// Whether it tells what is so, whatever becomes of the disk.
    var isFact: Bool {
        switch self {
        case .refused, .started, .attached, .serving, .asserted, .heard: true
        case .accepted, .allAccepted, .done, .simulating, .ended, .permitted: false
        }
    }
}
