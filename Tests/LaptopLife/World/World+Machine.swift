// The machine's sleep, its clocks, its zone, and its starts.
import BGRunCalendar
import BGRunJob
import BGRunScheduler

extension World {
    // MARK: - Sleep

    /// The lid is closed: the machine says so and waits for a while, where anybody asks for that, or sleeps at once.
    func beginSleep() throws {
        guard sleep == nil else { return }
        guard observed.contains(.sleep), memory.lull == nil, Int.random(in: 0..<6, using: &dice) > 0 else {
            try sleepThrough()
            return
        }
        sleep = AnnouncedSleep(
            announced: now.awake, goesAt: now.awake.advanced(by: .seconds(5)),
            isCalledOff: Int.random(in: 0..<5, using: &dice) == 0,
            isSilent: Bool.random(using: &dice))
        try turn([.sleepAnnounced])
    }

    /// What was announced comes, or does not.
    func fallAsleep() throws {
        guard let announced = sleep else { return }
        guard announced.isLet else { throw Broken("the machine falls asleep and nobody has let it") }
        sleep = nil
        guard announced.isCalledOff else {
            try sleepThrough()
            return
        }
        counts["sleeps called off", default: 0] += 1
        if announced.isSilent {
            memory.lull = announced.goesAt.advanced(by: .seconds(60))
        } else {
            try turn([.sleepOver])
        }
    }

    private func sleepThrough() throws {
        var span = span(10...40_000)
        let left = alarm.map { max($0.moment.left(at: now), .zero) }
        if let left, left < span {
            span = left + self.span(0...20)
            counts["alarms", default: 0] += 1
        }
        counts["sleeps", default: 0] += 1
        log.append("-- the machine sleeps for \(span.text)")
        now.wall = now.wall.advanced(by: span)
        now.boot = now.boot.advanced(by: span)
        memory.lull = nil
        guard span >= .seconds(1) else {
            try turn([.sleepOver])
            return
        }
        memory.settlesUntil = now.awake.advanced(by: policy.settle.wake)
        for run in processes.keys { processes[run]?.hasSlept = true }
        sightings.woke(at: now)
        (freeSince, lookedAtFrom) = ([:], now.awake)
        try turn(pick([[.clockChanged], [.sleepOver], [.clockChanged, .sleepOver], [.wokeUp]]))
    }

    // MARK: - Clocks and zones

    /// Mostly by little, and seldom wrong by years until somebody notices.
    func setClock() throws {
        let step: Duration
        if let fault = clockFault {
            step = .zero - fault
            clockFault = nil
        } else if Int.random(in: 0..<15, using: &dice) == 0 {
            step = .seconds(pick([-1, 1]) * 31_556_952 * Int64.random(in: 1...6, using: &dice))
            clockFault = step
        } else {
            step = Bool.random(using: &dice) ? span(-5400...5400) : span(-90_000...90_000)
        }
        now.wall = now.wall.advanced(by: step)
        freeSince.removeAll()
        memory.setBack += max(.zero, .zero - step)
        try turn([.clockChanged])
    }

    func moveToZone() throws {
        localZone = pick(ZoneShelf.names)
        if introduced.contains(nil) { try turn([.zoneRead(name: nil, zones[localZone])]) }
    }

    /// What the scheduler has to hear before the event, so that it can plan what the event brings.
    func introductions(before event: Event) -> [Event] {
        let descriptors: [JobDescriptor] =
            switch event {
            case .submitted(let descriptor, _, _, _): [descriptor]
            case .submittedTogether(let descriptors, _, _, _): descriptors
            case .filesRead(let files, _): files.map(\.descriptor)
            case .recovered(let recovery):
                recovery.jobs.map(\.descriptor) + recovery.jobs.compactMap(\.successor?.descriptor)
                    + recovery.ended.map(\.descriptor)
            case _: []
            }
        var names = descriptors.flatMap(\.schedules).filter(\.followsLocalClock).map(\.zoneName)
        if descriptors.contains(where: { $0.allowedHours != nil }) { names.append(nil) }
        return names.compactMap { name in
            introduced.insert(name).inserted ? .zoneRead(name: name, zones[name ?? localZone]) : nil
        }
    }

    // MARK: - Starts

    func crash() throws {
        log.append("-- the daemon is killed")
        try startDaemon()
    }

    /// For a while, or for weeks.
    func reboot() throws {
        let isLong = Int.random(in: 0..<8, using: &dice) == 0
        try reboot(after: isLong ? span(600_000...2_000_000) : span(5...200_000))
    }

    func reboot(after off: Duration) throws {
        log.append("-- the machine is off for \(off.text)")
        disk.reboot()
        processes.removeAll()
        applications.hosts.removeAll()
        device.reboot()
        let last = now
        now = Now(
            wall: last.wall.advanced(by: off), boot: BootTime(microseconds: 4_000_000),
            awake: AwakeTime(microseconds: 4_000_000))
        memory.boot(at: now, after: last)
        try startDaemon()
    }

    /// A daemon starts on what is stored; processes of a dead one may live on.
    func startDaemon() throws {
        counts["starts", default: 0] += 1
        scheduler = Scheduler(policy: policy, seed: 7)
        processes = processes.filter { $0.value.host == nil }
        (isShuttingDown, hasExited) = (false, false)
        pending.removeAll()
        introduced.removeAll()
        observed.removeAll()
        inquiries.removeAll()
        hooks.removeAll()
        failedHosts.removeAll()
        stuckHosts.removeAll()
        (freeSince, lookedAtFrom) = ([:], now.awake)
        (sleep, alarm, held, isSuspendAsked) = (nil, nil, .none, false)
        if let model = disk as? ModelDisk { model.isFull = false }
        let recovery: Recovery
        do { recovery = try disk.load(at: now) } catch { throw Broken(error.reason) }
        try memory.startDaemon(with: recovery, at: now, settle: policy.settle.wake)
        orphanHosts(adopting: Set(recovery.jobs.compactMap { $0.activeRun?.host }))
        memory.active = processes.mapValues(\.job.owner)
        for (run, known) in memory.tasks.runs { memory.active[run] = known.job.owner }
        sightings.begin(with: recovery.jobs, at: now)
        try turn([
            .recovered(recovery), listing, manifestListing, .powerRead(device.power, .event),
            .networkRead(device.network),
        ])
    }
}
