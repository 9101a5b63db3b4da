// What happens to the machine, and what people ask for.
import BGRunCalendar
import BGRunJob
import BGRunScheduler

extension World {
    func happen() throws {
        if Int.random(in: 0..<3, using: &dice) == 0 { return try happenToApplications() }
        switch Int.random(in: 0..<152, using: &dice) {
        case 0..<26: try turn([submission()])
        case 26..<31: try turn([.cancelRequested(target(), requester())])
        case 31..<35: try turn([.stopRequested(target(), requester())])
        case 35..<39: try turn([runByHand()])
        case 39..<41: try turn([.simulationRequested(target(), simulation(), requester())])
        case 41..<43: try turn([.waitRequested(target(), requester())])
        case 43..<44:
            try turn([.requestDropped(RequestID(UInt64.random(in: 1...requests + 1, using: &dice)))])
        case 44..<54: try flipPower()
        case 54..<61: try flipNetwork()
        case 61..<69: try beginSleep()
        case 69..<73: try setClock()
        case 73..<77: try changeFiles()
        case 77..<80: try submitTogether()
        case 80..<83: if let model = disk as? ModelDisk { model.isFull.toggle() }
        case 83..<86: try crash()
        case 86..<89: try reboot()
        case 89..<96: try turn([switchTurned()])
        case 96..<103: try changePath()
        case 103..<107:
            try turn([
                pick([
                    .loggedIn(anyone()), .unlocked(anyone()),
                    .sessionsRead(fault: pick([nil, "logind is away"])),
                ])
            ])
        case 107..<112: pressure = anyPressure()
        case 112..<114: try moveToZone()
        case 114..<118: try flapPower()
        case 118..<136: try changeDevice()
        case 136..<140: try mendDevice()
        case 140..<144: try turn([conditionSimulation()])
        case 144..<145: unstickChecks()
        case _: if let event = switchedBack() { try turn([event]) }
        }
    }

    /// Sometimes of what was over last, whoever asks.
    private func runByHand() -> Event {
        let (target, mode, requester) = (target(), pick(RunMode.allCases), requester())
        guard let over = memory.lastOver, requests % 2 == 0 else {
            return .runRequested(target, mode, requester)
        }
        return .runRequested(
            Target(identifier: over.identifier, owner: over.owner), mode,
            Requester(request: requester.request, user: over.owner))
    }

    private func anyPressure() -> PressureReading {
        pick([
            PressureReading(cpu: 300, io: 100), PressureReading(cpu: 9000, io: 100),
            PressureReading(cpu: 300, io: 5000), PressureReading(cpu: nil, io: nil),
        ])
    }

    private func changeFiles() throws {
        let id = JobID(owner: .root, identifier: identifier(prefix: "f"))
        if files[id] == nil || Bool.random(using: &dice) {
            files[id] = descriptor(id.identifier)
        } else {
            files[id] = nil
        }
        try turn([listing])
    }

    var listing: Event {
        let found = files.sorted { $0.key < $1.key }.map {
            JobFile(job: $0.key, path: "/etc/\($0.key.identifier).json", descriptor: $0.value)
        }
        return .filesRead(found, unreadable: [])
    }

    private func submitTogether() throws {
        try turn([
            submission(), submission(), .stopRequested(target(), requester()), switchTurned(), submission(),
        ])
    }

    // MARK: - Switches

    private func switchTurned() -> Event {
        let isForAll = Int.random(in: 0..<4, using: &dice) == 0
        let selection: Selection =
            isForAll ? .all : Int.random(in: 0..<5, using: &dice) == 0 ? .tagged(anyTag()) : .job(target())
        let span: Duration? = pick([nil, .seconds(600), .seconds(40_000)])
        return pick([
            .switchRequested(.pause(for: span), selection, requester()),
            .switchRequested(.pause(for: span), selection, requester()),
            .switchRequested(.unpause, selection, requester()),
            .switchRequested(.disable, selection, requester()),
            .switchRequested(.enable, selection, requester()),
            .switchRequested(.snooze(for: span ?? .seconds(86_400)), selection, requester()),
        ])
    }

    /// Root lets everything go again, or the laptop would stand still before long.
    private func switchedBack() -> Event? {
        let root = Requester(request: requester().request, user: .root)
        return pick([.switchRequested(.unpause, .all, root), .switchRequested(.enable, .all, root), nil])
    }

    // MARK: - Files that jobs watch

    private func changePath() throws {
        let watched = observed.compactMap { interest -> WatchedPath? in
            guard case .path(let path) = interest else { return nil }
            return path
        }.sorted()
        guard !watched.isEmpty else { return }
        let path = pick(watched)
        let isSeen = Int.random(in: 0..<12, using: &dice) > 0
        memory.changes[path.path] = now.wall
        let event: Event =
            isSeen ? .pathChanged(path, newest: now.wall) : .pathUnwatchable(path, reason: "too many watches")
        try turn([event])
    }
}
