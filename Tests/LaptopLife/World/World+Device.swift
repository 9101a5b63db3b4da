// What happens to the machine that requirements look at.
import BGRunCalendar
import BGRunJob
import BGRunScheduler

extension World {
    func flipPower() throws {
        let isTold = Int.random(in: 0..<4, using: &dice) > 0
        turnPower()
        if isTold { try turn([.powerRead(device.power, .event)]) }
    }

    private func turnPower() {
        let verdict: Verdict = pick([.yes, .no, .no, .yes, .yes, .unknown])
        device.power = PowerReading(
            verdict: verdict, reason: "simulated", batteryLevel: pick([nil, 15, 45, 60, 90]),
            isContradicted: verdict == .no && Bool.random(using: &dice),
            isDraining: verdict == .no || Int.random(in: 0..<5, using: &dice) == 0)
    }

    /// A loose plug, or firmware that tells everything several times.
    func flapPower() throws {
        for _ in 0..<Int.random(in: 3...9, using: &dice) {
            let pause = Duration.milliseconds(Int64.random(in: 50...6000, using: &dice))
            try live(upTo: pause) { world in
                world.turnPower()
                try world.turn([.powerRead(world.device.power, .event)])
            }
        }
    }

    func flipNetwork() throws {
        let verdict: Verdict = device.network.verdict == .yes ? pick([.no, .no, .unknown, .yes]) : .yes
        let through = verdict == .yes ? pick([["wlan0"], ["eth0"], ["wlan0", "eth0"]]) : []
        device.network = NetworkReading(
            verdict: verdict, reason: "simulated", interfaces: through, uplinks: through,
            cards: through.map {
                NetworkReading.Card($0, pick($0 == "eth0" ? [.ethernet, nil] : [.wifi, .mobile]))
            },
            tunnels: pick([[], [], ["wg0"], ["tun1"]]),
            vpn: verdict == .yes ? pick([nil, nil, "wg0", "tun1"]) : nil)
        moveHosts()
        try turn([.networkRead(device.network)])
    }

    /// Each network has its own hosts.
    private func moveHosts() {
        for question in Self.hosts {
            if Bool.random(using: &dice) {
                device.refusing.remove(question)
            } else {
                device.refusing.insert(question)
            }
        }
        device.changed(.hosts, at: now)
    }

    /// Something of the machine is different, and those who are to hear of it do.
    func changeDevice() throws {
        let component = pick(Device.Component.allCases)
        change(component)
        if ![.supplies, .links, .commands, .hosts].contains(component),
            Int.random(in: 0..<12, using: &dice) == 0
        {
            device.missing.insert(component)
        } else {
            device.missing.remove(component)
        }
        if component != .hosts { device.changed(component, at: now) }
        try tell(of: component)
    }

    /// A component is there again, or the laptop would lack them all before long.
    func mendDevice() throws {
        guard let component = device.missing.min() else { return }
        device.missing.remove(component)
        device.changed(component, at: now)
        try tell(of: component)
    }

    private func tell(of component: Device.Component) throws {
        let subjects = observed.compactMap { interest -> Subject? in
            guard case .subject(let subject) = interest, subject.component == component else { return nil }
            return subject
        }
        let events = subjects.sorted { $0.notation < $1.notation }.map {
            Event.observed($0, device.observation(of: $0))
        }
        if !events.isEmpty { try turn(events) }
    }

    private func change(_ component: Device.Component) {
        switch component {
        case .supplies, .links: break
        case .manager:
            device.connection = ConnectionReading(
                isPortal: Int.random(in: 0..<4, using: &dice) == 0, vpns: pick([[], [], ["Office"]]),
                interfaces: [
                    "wlan0": ConnectionReading.Interface(
                        isMetered: pick([false, false, true, nil]), ssid: pick(["Home", "Home", "Cafe", nil])),
                    "eth0": ConnectionReading.Interface(isMetered: pick([false, true])),
                ])
            moveHosts()
        case .idleness:
            let since = now.awake.advanced(by: pick([.zero, .zero, .seconds(-20)]))
            device.idle = pick([.active, .idle(since: since), .idle(since: since)])
        case .sessions:
            device.locks = pick([
                LockReading(users: [:]), LockReading(users: [UserID(1000): true]),
                LockReading(users: [UserID(1000): false, UserID(1001): true]),
                LockReading(users: [UserID(1000): true, UserID(1001): false]),
            ])
        case .lid: device.lid = pick([.open, .open, .closed])
        case .profiles: device.isSaving = pick([true, false, false])
        case .pressure: device.busy = pick([[], [], [.cpu], [.io, .memory], [.cpu, .io]])
        case .load: device.load = pick([10, 30, 79, 80, 81, 300])
        case .thermal: device.degrees = pick([40, 50, 70, 71, 95])
        case .room: device.room = pick([20 << 30, 20 << 30, 1 << 20])
        case .paths: device.gone.formSymmetricDifference([pick(["/srv/a", "/srv/b"])])
        case .mounts: device.gone.formSymmetricDifference([pick(["/mnt/disk", "1234-ABCD"])])
        case .peripherals: device.gone.formSymmetricDifference(["ID_FS_UUID=1234"])
        case .commands: device.refusing.formSymmetricDifference([pick(Self.programs)])
        case .hosts: break
        }
    }

    func unstickChecks() {
        areChecksStuck.toggle()
        lookedAtFrom = now.awake
    }
}
