// How long the scheduler is busy at a stretch with what one user may legally ask of it.
import BGRunCalendar
import BGRunJob
import BGRunScheduler

/// Prints for each thing that happens the longest turn, the sum of the turns that it takes, in nanoseconds, and how many
/// they are.
///
/// A user has as many jobs as they may, each with as many requirements as it may have, all of them different.
struct Holds {
    let jobs: Int
    static let user = UserID(1001)

    func run() throws {
        for shape in Shape.allCases as [Shape?] + [nil] { try measure(shape) }
    }

    /// What the jobs wait for.
    private enum Shape: String, CaseIterable { case spaces, paths, spans, mixed }

    private func measure(_ shape: Shape?) throws {
        var policy = Policy()
        policy.pendingPerOwner = .max
        var world = try World(policy: policy)
        world.readFiles()
        world.readDevice()
        func tell(_ what: String, _ body: (inout World) throws -> Void) rethrows {
            world.turns = []
            try body(&world)
            world.settle(for: .seconds(20))
            let turns = world.turns ?? []
            print(
                shape?.rawValue ?? "none", what, turns.max() ?? 0, turns.reduce(0, +), turns.count,
                separator: "\t")
        }
        tell("submit") { world in for number in 0..<jobs { world.submit(job(number, shape), for: Self.user) }
        }
        tell("minute") { world in world.settle(for: .seconds(60)) }
        for (name, verdict) in [("power", Verdict.yes), ("no power", .no)] {
            tell(name) {
                $0.hear(.powerRead(PowerReading(verdict: verdict, reason: name, batteryLevel: 50), .event))
            }
        }
        tell("lid") { $0.hear(.observed(.lid, .lid(.open))) }
        tell("no lid") { $0.hear(.observed(.lid, .lid(.closed))) }
        tell("idle") { $0.hear(.observed(.idle, .idle(.idle(since: $0.now.awake)))) }
        tell("in use") { $0.hear(.observed(.idle, .idle(.active))) }
        tell("wake") { $0.suspend(for: .seconds(3600)) }
        tell("clock") { $0.changeClock(by: .seconds(3600)) }
        let turns: [(String, SwitchTurn)] = [
            ("pause", .pause(for: nil)), ("unpause", .unpause), ("disable", .disable), ("enable", .enable),
            ("snooze", .snooze(for: .seconds(3600))),
        ]
        for (name, turn) in turns {
            tell(name) { $0.ask(as: Self.user) { .switchRequested(turn, .all, $0) } }
        }
        let simulated = SimulatedConditions([.init(.freeSpace, .verdict(.yes)), .init(.lid, .lid(.open))])
        for (name, conditions) in [("simulate", simulated), ("unsimulate", nil)] {
            tell(name) {
                $0.ask(as: Self.user) {
                    .conditionSimulationRequested(conditions, for: .seconds(3600), nil, $0)
                }
            }
        }
        tell("unlock") { $0.hear(.unlocked(Self.user)) }
        tell("found") { world in
            for name in ["first", "second"] { world.hear(.ownerFound(Self.user, name: name)) }
        }
    }

    private func job(_ number: Int, _ shape: Shape?) -> JobDescriptor {
        let name = "org.example.held.\(number)"
        guard let identifier = JobIdentifier(name) else { preconditionFailure("\(name) is an identifier") }
        let requirements = shape.map { self.requirements(number, $0) } ?? []
        let schedules: [Schedule] =
            shape == nil ? [.every(Every(interval: .seconds(600), from: .grid)), .event(.unlock)] : []
        return JobDescriptor(
            identifier: identifier, program: .command(["/bin/true"]),
            schedules: schedules,
            requirements: Requirements(requirements.map { .requirement($0) }))
    }

    private func requirements(_ number: Int, _ shape: Shape) -> [Requirement] {
        (0..<32).map { place in
            switch (shape, place % 8) {
            case (.spaces, _): .freeSpace(FreeSpace(path: "/\(number)/\(place)", bytes: 1 << 30))
            case (.mixed, 0): .externalPower
            case (.mixed, 1): .lid(.open)
            case (.mixed, 2): .batteryLevel(1 + number % 99)
            case (.mixed, 3): .idle(.seconds(60 + number * 4 + place / 8))
            case (.mixed, 4): .mounted(.path("/\(number)/\(place)"))
            case (.mixed, 5):
                .device(DeviceMatch(properties: [.init(name: "ID_FS_UUID", value: "\(number)/\(place)")]))
            case (.mixed, 6): .load(1 + number % 100)
            case (.mixed, _): .network
            case (.spans, _): .idle(.seconds(60 + number * 32 + place))
            case (.paths, _): .pathExists("/\(number)/\(place)")
            }
        }
    }
}
