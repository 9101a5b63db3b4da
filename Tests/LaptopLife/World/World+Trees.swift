// Any requirements at all, as the seed has them.
import BGRunCalendar
import BGRunJob
import BGRunScheduler

extension World {
    func requirements() -> Requirements {
        switch Int.random(in: 0..<10, using: &dice) {
        case 0..<4: return .none
        case 4..<7: return plain(1...2)
        case 7: return Requirements(plain(0...1).terms + [.anyOf([plain(1...2), plain(1...1)])])
        case 8: return Requirements(plain(0...1).terms + [.not(plain(1...2))])
        case _:
            let nested = Requirements([.anyOf([plain(1...1), Requirements([.not(plain(1...1))])])])
            return Requirements([.anyOf([plain(1...2), plain(1...1)]), .not(nested)])
        }
    }

    func preference(hasEnd: Bool) -> Preference? {
        guard Int.random(in: 0..<4, using: &dice) == 0 else { return nil }
        let wanted = pick([plain(1...2), Requirements([.anyOf([plain(1...1), plain(1...1)])])])
        return Preference(wanted, for: hasEnd && Bool.random(using: &dice) ? nil : span(60...20_000))
    }

    /// Conditions side by side, in the order of the table of keys, no key twice.
    private func plain(_ count: ClosedRange<Int>) -> Requirements {
        var found: [Requirement.Kind: Requirement] = [:]
        for _ in 0..<Int.random(in: count, using: &dice) {
            let requirement = pick(Self.conditions)
            found[requirement.kind] = requirement
            if requirement.kind.row.isInsideNetwork { found[.network] = .network }
        }
        return Requirements(
            Requirement.Kind.allCases.compactMap { kind in found[kind].map { .requirement($0) } })
    }

    static let programs: [Check.Question] = conditions.compactMap {
        if case .command(let command) = $0 { .command(command) } else { nil }
    }

    static let hosts: [Check.Question] = conditions.compactMap {
        switch $0 {
        case .reachable(let endpoint): .reachable(endpoint)
        case .online: .online
        case _: nil
        }
    }

    static let conditions: [Requirement] =
        [
            .externalPower, .externalPower, .batteryLevel(50), .charging, .network, .network, .unmetered,
            .interface(["wl*"]), .transport([.ethernet]), .transport([.wifi, .mobile]), .ssid(["Home"]),
            .vpn(nil), .vpn("wg0"), .vpn("Office"),
            .idle(.seconds(300)),
            .idle(.seconds(1800)), .locked(true), .locked(false), .load(80), .pressure(.cpu, percent: 20),
            .pressure(.io, percent: 10), .freeSpace(FreeSpace(path: "/home", bytes: 10 << 30)),
            .pathExists("/srv/a"), .pathExists("/srv/b"), .mounted(.path("/mnt/disk")),
            .mounted(.uuid("1234-ABCD")),
            .device(DeviceMatch(properties: [.init(name: "ID_FS_UUID", value: "1234")])), .lid(.open),
            .lid(.closed), .powerSaver(false), .powerSaver(true), .temperature(70),
            .online,
        ]
        + ["nas", "mail"].map { .reachable(Endpoint(host: $0, port: 22)) }
        + [("ready", 60), ("quiet", 600)].map {
            .command(
                CommandCheck(
                    arguments: ["/usr/bin/\($0.0)"], interval: .seconds(Int64($0.1)), timeBudget: .seconds(10)
                ))
        }

    // MARK: - Simulated conditions

    /// Somebody simulates conditions for a while, or ends that.
    func conditionSimulation() -> Event {
        let kinds = pick([1, 1, 2, 4])
        var values: [Requirement.Kind: SimulatedConditions.Value] = [:]
        for _ in 0..<kinds {
            let kind = pick(Requirement.Kind.allCases)
            values[kind] = simulatedValue(of: kind)
        }
        let assignments = Requirement.Kind.allCases.compactMap { kind in
            values[kind].map { SimulatedConditions.Assignment(kind, $0) }
        }
        let isEnd = Int.random(in: 0..<4, using: &dice) == 0
        let isForAll = Bool.random(using: &dice)
        return .conditionSimulationRequested(
            isEnd ? nil : SimulatedConditions(assignments), for: span(10...4000), isForAll ? nil : target(),
            requester())
    }

    private func simulatedValue(of kind: Requirement.Kind) -> SimulatedConditions.Value {
        let verdict = SimulatedConditions.Value.verdict(pick([.yes, .no, .yes, .no, .unknown]))
        switch kind {
        case .batteryLevel: return pick([verdict, .number(30), .number(70)])
        case .load: return pick([verdict, .number(20), .number(200)])
        case .temperature: return pick([verdict, .number(40), .number(90)])
        case .idle: return pick([verdict, .span(.seconds(60)), .span(.seconds(3600))])
        case .lid: return pick([verdict, .lid(.open), .lid(.closed)])
        case _: return verdict
        }
    }

    /// Takes note of what is simulated from now on, once the scheduler has said so.
    func note(simulating event: Event, _ answer: Effects) {
        guard case .conditionSimulationRequested(let conditions, let span, let target, let requester) = event,
            answer.promises.contains(where: {
                if case .reply(requester.request, .simulating) = $0 { true } else { false }
            })
        else { return }
        counts["simulations", default: 0] += 1
        guard let target else {
            let owner = requester.user == .root ? nil : requester.user
            sightings.simulate(conditions, for: span, owner: owner, job: nil, at: now)
            return
        }
        guard case .success(let id) = scheduler.resolve(target, for: requester.user) else { return }
        sightings.simulate(conditions, for: span, owner: id.owner, job: id, at: now)
    }
}
