// What holds a job back, as people see it: requirements, their history, forecasts, and what is simulated.
import BGRunCalendar
import BGRunJob
import BGRunWire
import Testing

@testable import BGRunText

private let lately = World.instant("2026-03-28T21:40:00Z")

/// Something of everything: plain ones, alternatives, preferred ones, every state.
private let states: [RequirementStatus] = [
    RequirementStatus(
        requirement: .externalPower, state: .lacking, reason: "BAT0 is discharging", since: lately),
    RequirementStatus(
        requirement: .network, state: .settling, reason: "internet through wlan0", since: World.now,
        until: World.now.advanced(by: .seconds(5))),
    RequirementStatus(
        requirement: .lid(.open), state: .unknown, reason: "logind is not on the system bus"),
    RequirementStatus(
        requirement: .batteryLevel(60), state: .lacking, reason: "battery 15 % (simulated)", since: lately,
        alternative: "anyOf 1", isSimulated: true),
    RequirementStatus(
        requirement: .unmetered, state: .holds, reason: "the network is not metered", since: lately,
        alternative: "anyOf 1"),
    RequirementStatus(
        requirement: .charging, state: .lacking, reason: "BAT0 is discharging", since: lately,
        alternative: "anyOf 2"),
    RequirementStatus(
        requirement: .idle(.seconds(600)), state: .lacking, reason: "idle 4m of 10m", since: lately,
        until: World.instant("2026-03-28T22:06:00Z"), isPreferred: true),
]

@Suite struct `Why a job waits` {
    // B-35
    @Test func `is told for each requirement, with what would help`() {
        let job = World.job(
            "org.a.backup", .due,
            blockers: World.unmet + [.anyOf([[.batteryLevel(60)], [.charging]], reason: "battery 15 %")],
            relaxesAt: "2026-03-29T21:00:00Z", notRunSince: "2026-03-19T22:00:00Z",
            simulation: World.simulations[1])
        #expect(
            why(job, states) == """
                org.a.backup has been due since 22:00 and waits for external power, a network, an open lid and 1 more
                     REQUIREMENT                                         STATE     SINCE
                  ✗  external power                                      lacking   22:40
                       BAT0 is discharging → plug in the charger
                  …  a network                                           settling  23:00
                       internet through wlan0; counts from 23:00:05
                  ?  an open lid                                         unknown   –
                       logind is not on the system bus
                  either
                  ✗  a battery of at least 60 %                          lacking   22:40
                       SIMULATED: battery 15 % (simulated) → charge the battery to 60 %
                  ✓  a network that is not metered                       holds     22:40
                       the network is not metered
                  or
                  ✗  a charger that does not leave the battery draining  lacking   22:40
                       BAT0 is discharging → plug in a charger that is strong enough
                  preferred; from tomorrow 23:00 on it starts without
                  ✗  an idle machine for 10m                             lacking   22:40
                       idle 4m of 10m; holds from 23:06:00 → leave the machine alone for 10m
                  …  waits for a free slot (3 of 3)
                it has not run for 9 d
                its conditions are SIMULATED; bgrun conditions tells until when
                """)
    }

    @Test func `is one sentence where it is one thing`() {
        let lacking = Array(states.prefix(1))
        #expect(
            why(World.job("a", .due, blockers: Array(World.unmet.prefix(1))), lacking) == """
                a has been due since 22:00 and waits for external power
                     REQUIREMENT     STATE    SINCE
                  ✗  external power  lacking  22:40
                       BAT0 is discharging → plug in the charger
                """)
        let preferred: Blocker = .preferred(
            .unmet(.idle(.seconds(600)), reason: "idle 4m of 10m", since: lately),
            until: World.instant("2026-03-29T21:00:00Z"))
        #expect(
            why(World.job("a", .due, blockers: [preferred]), Array(states.suffix(1))).hasPrefix(
                "a has been due since 22:00 and waits: prefers an idle machine for 10m: idle 4m of 10m; "
                    + "starts without it from tomorrow 23:00 on\n"))
        let limit: Blocker = .limit(own: 3, running: 3, allowed: 3)
        #expect(
            why(World.job("a", .due, blockers: [limit])) == """
                a has been due since 22:00 and waits for a free slot (3 of 3)
                  …  waits for a free slot (3 of 3)
                """)
        let beside: Blocker = .limit(own: 2, running: 4, allowed: 3)
        #expect(
            why(World.job("a", .due, blockers: [beside])).hasPrefix(
                "a has been due since 22:00 and waits for a free slot "
                    + "(4 runs, 2 of them its owner's; beyond 3 each user has one)\n"))
        let shortage: Blocker = .shortage("no process", until: World.instant("2026-03-29T21:00:00Z"))
        #expect(
            why(World.job("a", .due, blockers: [shortage])).hasPrefix(
                "a has been due since 22:00 and waits: its owner's runs can't start now: no process; "
                    + "tried again when a run ends, by tomorrow 23:00 at the latest\n"))
    }

    @Test func `is told of a run that stands still too`() {
        let holds = RequirementStatus(
            requirement: .network, state: .holds, reason: "internet through wlan0", since: lately)
        #expect(
            why(World.job("a", .frozen, run: World.frozen), [states[0], holds]) == """
                a is frozen: for 4 min, may take 10 min, frozen since 22:58: external power is lost; stopped tomorrow 00:58 unless it is back
                     REQUIREMENT     STATE    SINCE
                  ✗  external power  lacking  22:40
                       BAT0 is discharging → plug in the charger
                  ✓  a network       holds    22:40
                       internet through wlan0
                """)
    }

    @Test func `can't act on a terminal by what a device is called`() {
        let match = DeviceMatch(properties: [.init(name: "ID_MODEL", value: "x\u{1B}[2J")])
        let status = RequirementStatus(
            requirement: .device(match), state: .lacking, reason: "\u{7}gone", alternative: "anyOf\u{9B}1")
        #expect(!why(World.job("a", .due), [status]).contains { $0.isASCII && $0 < " " && $0 != "\n" })
    }
}

@Suite struct `The view of what held a job back` {
    private func view(_ report: HeldBack) -> String {
        text(HeldBackText(report, clock: World.clock).lines)
    }

    private func report(
        waiting: Duration, days: Int64 = 7, causes: [HeldBack.Cause] = [], events: [HeldBack.Event] = [],
        hasMoreEvents: Bool = false
    ) -> HeldBack {
        HeldBack(
            job: JobID(owner: World.owner, identifier: World.identifier("org.a.backup")),
            from: World.now.advanced(by: .seconds(-86_400 * days)), to: World.now, waiting: waiting,
            causes: causes, events: events, hasMoreEvents: hasMoreEvents)
    }

    // B-35
    @Test func `is told with its share of the time, the largest first`() {
        let causes: [HeldBack.Cause] = [
            .init(name: "externalPower", words: "external power", duration: .seconds(429_408)),
            .init(name: "network", words: "a network", duration: .seconds(72_576)),
            .init(name: "idle", words: "an idle machine", duration: .seconds(9000), isUnknown: true),
            .init(name: "lid", words: "an open lid", duration: .seconds(60), isSimulated: true),
        ]
        let events: [HeldBack.Event] = [
            .init(at: lately, text: "external power is lost: BAT0 is discharging"),
            .init(at: World.instant("2026-03-27T20:12:00Z"), text: "run 6 ended: expired"),
        ]
        #expect(
            view(
                report(waiting: .seconds(442_800), causes: causes, events: events, hasMoreEvents: true))
                    == """
                    org.a.backup waited 5 d 3 h of the last 7 days: external power 71 %, a network 12 %, \
                    an idle machine 1 %, an open lid <1 %
                      SHARE  FOR         HELD BACK BY
                       71 %  4 d 23 h    external power
                       12 %  20 h 9 min  a network
                        1 %  2 h 30 min  an idle machine (nobody could know)
                       <1 %  1 min       an open lid, SIMULATED

                    what changed
                      22:40            external power is lost: BAT0 is discharging
                      yesterday 21:12  run 6 ended: expired
                      and more before
                    """)
    }

    @Test func `may be nothing`() {
        #expect(view(report(waiting: .zero, days: 1)) == "org.a.backup waited for nothing in the last day")
        #expect(view(report(waiting: .seconds(60))) == "org.a.backup waited 1 min of the last 7 days")
    }
}

@Suite struct `The view of a forecast` {
    private let sure = Forecast(
        job: JobID(owner: World.owner, identifier: World.identifier("org.a.backup")),
        likely: World.instant("2026-03-29T18:10:00Z"), confidence: .good, daysHeld: 9, daysSeen: 12,
        habits: [
            .init(
                name: "externalPower", words: "external power", days: .workingDays,
                windows: [.init(start: 1210, end: 1420)], daysSeen: 9),
            .init(
                name: "externalPower", words: "external power", days: .weekend, windows: [], daysSeen: 3),
            .init(
                name: "network", words: "a network", days: .all, windows: [.init(start: 0, end: 0)],
                daysSeen: 12),
        ], unforeseeable: ["the device ID_FS_UUID=a-b"], note: "external power usually comes at 20:10")
    private let none = Forecast(
        job: JobID(owner: World.owner, identifier: World.identifier("org.a.sync")),
        note: "too little was seen of this machine")
    private let now = Forecast(
        job: JobID(owner: .root, identifier: World.identifier("org.a.zzz")), isNow: true,
        confidence: .low, note: "all it needs is there")

    private func view(_ forecasts: [Forecast]) -> ForecastText {
        ForecastText(forecasts, clock: World.clock, owners: World.owners)
    }

    // B-36
    @Test func `tells when each job is likely to start, and how sure that is`() {
        #expect(
            text(view([sure, none]).rows) == """
                JOB           LIKELY START                     HOW SURE            BECAUSE
                org.a.backup  tomorrow 20:10 (in 20 h 10 min)  good, 9 of 12 days  external power usually comes at 20:10
                org.a.sync    –                                no guess            too little was seen of this machine
                """)
        #expect(
            text(view([none, now]).rows).hasSuffix(
                "\norg.a.zzz   user0     now           low       all it needs is there"))
        #expect(text(view([]).rows) == "no jobs; bgrun submit brings one")
    }

    @Test func `of one job tells what its requirements usually do`() {
        #expect(
            text(view([sure]).details) == """
                org.a.backup  likely start: tomorrow 20:10 (in 20 h 10 min), how sure: good, 9 of 12 days
                  external power usually comes at 20:10
                  REQUIREMENT     DAYS              USUALLY HOLDS     DAYS SEEN
                  external power  Monday to Friday  20:10–23:40       9
                  external power  weekend           at no usual time  3
                  a network       all days          all day           12
                  not in the guess: the device ID_FS_UUID=a-b
                """)
    }
}

@Suite struct `What is simulated` {
    // B-37
    @Test func `can't be overlooked in the status`() {
        var status = World.status
        status.device = World.device(others: World.idle, simulations: World.simulations)
        status.jobs = [
            World.job(
                "org.a.backup", .due, notRunSince: "2026-03-19T22:00:00Z", simulation: World.simulations[0])
        ]
        status.brokenFiles = []
        let view = StatusText(status, clock: World.clock, screen: .pipe, owners: World.owners)
        #expect(
            text(view.lines) == """
                user daemon · external power: no (BAT0 is discharging) · battery: 87 % · network: yes; counts from 23:00:05 · idle: yes (idle for 1m and more)
                1 overdue
                SIMULATED until 23:02:00 for all jobs of user1000: externalPower=off, batteryLevel=15
                SIMULATED until 23:02:30 for org.a.backup: externalPower=off, batteryLevel=15

                   JOB           STATE  LATELY  GOOD  LAST  WHAT NEXT
                !  org.a.backup  due    –       –     –     SIMULATED: has not run for 9 d; starts now
                """)
    }

    // B-37
    @Test func `is marked in the view of a job and among the conditions`() {
        let job = World.job("a", .due, simulation: World.simulations[0])
        #expect(
            text(JobText(job, clock: World.clock, screen: .pipe).lines).contains(
                "\n  simulated    its conditions are simulated, not seen\n"))
        let device = World.device(others: World.idle, simulations: World.simulations)
        #expect(
            text(ConditionsText(device, clock: World.clock, ownerName: World.name(of:)).lines) == """
                SIMULATED until 23:02:00 for all jobs of user1000: externalPower=off, batteryLevel=15
                SIMULATED until 23:02:30 for org.a.backup: externalPower=off, batteryLevel=15
                CONDITION               HOLDS    SINCE  WHY
                externalPower           no       –      BAT0 is discharging
                network                 yes      23:00  internet through wlan0; counts from 23:00:05
                idle 1m                 yes      23:00  idle for 1m and more
                idle 10m                no       –      idle 4m of 10m
                locked true (user1000)  unknown  –      logind is not on the system bus
                battery  87 %
                """)
    }

    // B-37
    @Test func `is confirmed with its end and with what ends it before`() {
        let until = World.instant("2026-03-28T22:02:00Z")
        let target = Target(identifier: World.identifier("org.a.backup"))
        #expect(
            SimulationText.started(World.simulated, for: nil, until: until, clock: World.clock) == """
                until 23:02:00 all jobs that you may change are evaluated against externalPower=off, batteryLevel=15 \
                instead of the observed conditions
                jobs started this way really run; to end it early: bgrun simulate condition --end
                """)
        #expect(
            SimulationText.started(World.simulated, for: target, until: until, clock: World.clock) == """
                until 23:02:00 org.a.backup is evaluated against externalPower=off, batteryLevel=15 \
                instead of the observed conditions
                jobs started this way really run; to end it early: bgrun simulate condition --end --job org.a.backup
                """)
        #expect(
            SimulationText.ended(for: target)
                == "org.a.backup is evaluated against the observed conditions again")
    }
}

@Suite struct `Conditions in a pipe` {
    @Test func `are one line for each change`() {
        func changes(_ before: DeviceReport?, _ after: DeviceReport) -> String {
            text(
                ConditionsText(after, clock: World.clock, ownerName: World.name(of:)).changes(since: before))
        }
        let before = World.device(others: World.idle, simulations: [])
        #expect(changes(before, before) == "")
        #expect(
            changes(nil, before) == """
                23:00:00  battery  87 %
                23:00:00  externalPower  no  BAT0 is discharging
                23:00:00  network  yes  internet through wlan0; counts from 23:00:05
                23:00:00  idle 1m  yes  idle for 1m and more
                23:00:00  idle 10m  no  idle 4m of 10m
                23:00:00  locked true (user1000)  unknown  logind is not on the system bus
                """)
        let after = World.device(
            power: .yes, others: Array(World.idle.prefix(2)), simulations: [World.simulations[1]])
        #expect(
            changes(before, after) == """
                23:00:00  SIMULATED until 23:02:30 for org.a.backup: externalPower=off, batteryLevel=15
                23:00:00  externalPower  yes  AC is online
                23:00:00  locked true (user1000)  no longer observed
                """)
        #expect(
            changes(after, before).hasPrefix(
                "23:00:00  no longer simulated: externalPower=off,batteryLevel=15\n"))
    }

    @Test func `are no change where only an instant was computed anew`() {
        func device(_ late: Duration) -> DeviceReport {
            let settlesAt = World.now.advanced(by: late)
            var simulation = World.simulations[0]
            simulation.until = simulation.until.advanced(by: late)
            let condition = DeviceStatus.Condition(
                requirement: .network, verdict: .yes, reason: "wlan0", since: World.now,
                settlesAt: settlesAt)
            return DeviceReport(
                DeviceStatus(
                    conditions: [condition], batteryLevel: nil, isPowerSilent: false,
                    simulations: [simulation]))
        }
        func changes(_ late: Duration) -> [Line] {
            ConditionsText(device(late), clock: World.clock, ownerName: World.name(of:))
                .changes(since: device(.zero))
        }
        func outline(_ device: DeviceReport) -> Int { DeviceOutline(of: device).digest }
        let before = outline(device(.zero))
        #expect(changes(.microseconds(3)) == [] && outline(device(.microseconds(3))) == before)
        #expect(changes(.seconds(2)).count == 3 && outline(device(.seconds(2))) != before)
        #expect(outline(World.device) != before)
    }

    @Test func `say the instant at which they count in local time`() {
        let condition = DeviceStatus.Condition(
            requirement: .network, verdict: .yes,
            reason: "internet through wlan0", since: World.now,
            settlesAt: World.instant("2026-03-28T22:00:05Z"))
        let device = DeviceReport(
            DeviceStatus(conditions: [condition], batteryLevel: nil, isPowerSilent: true))
        #expect(
            text(ConditionsText(device, clock: World.clock, ownerName: World.name(of:)).lines) == """
                CONDITION  HOLDS  SINCE  WHY
                network    yes    23:00  internet through wlan0; counts from 23:00:05
                the power supplies of this machine change without telling; they are read again
                """)
    }
}

@Suite struct `Unknown requirements` {
    @Test func `are named by the doctor, with how many jobs wait`() {
        let unknown = [
            UnknownRequirement(.idle(.seconds(600)), reason: "logind is not on the system bus", jobs: 2)
        ]
        #expect(
            text(DoctorText.requirements(unknown)) == """
                UNKNOWN REQUIREMENT  DUE  WHY
                idle 10m             2    logind is not on the system bus
                """)
        #expect(text(DoctorText.requirements([])) == "everything that jobs require can be known")
    }
}

@Suite struct `What a job requires` {
    @Test func `is told of alternatives that ask for several things`() {
        let blocker = Blocker.anyOf(
            [[.network, .ssid(["Home"])], [.externalPower, .network], [.not(.lid(.open))]], reason: "…")
        #expect(
            blocker.reason
                == "needs the wireless network \"Home\", or (external power and a network), or \(Requirement.not(.lid(.open)).words): …"
        )
    }

    @Test func `is told in one line, with alternatives and opposites`() {
        let job = World.job("a", .due) { descriptor in
            descriptor.requirements = Requirements([
                .requirement(.network), .anyOf([[.externalPower], [.batteryLevel(80), .lid(.open)]]),
                .not([.vpn("wg0")]),
            ])
            descriptor.preference = Preference([.idle(.seconds(600))], for: .seconds(259_200))
        }
        let lines = text(JobText(job, clock: World.clock, screen: .pipe).lines)
        #expect(
            lines.contains(
                """
                  requires     a network, either external power or (a battery of at least 80 %, an open lid), \
                no VPN "wg0"
                  prefers      an idle machine for 10m, for at most 3 d

                """))
    }

    @Test func `is counted where more than two things keep it`() {
        let job = World.job("a", .due, blockers: World.unmet + [.sleep])
        #expect(
            JobWords(job, clock: World.clock).next(on: .pipe).text
                == "due for 1 h; needs external power: BAT0 is discharging; and 2 more")
    }
}
