// What a real daemon remembers of the machine and makes of it: history, forecasts, changes as they come, and plays.
import BGRunCalendar
import BGRunJob
import BGRunLinux
import BGRunStore
import BGRunTestSupport
import BGRunWire
import Foundation
import TestConditions
import Testing

/// Two weeks in which the plug was in from eight to eleven in the evening, and a job that has waited for more.
struct Evenings {
    let job: JobIdentifier
    let now = Now(
        wall: WallTime(microseconds: Clock.read(.realtime)),
        boot: BootTime(microseconds: Clock.read(.boottime)),
        awake: AwakeTime(microseconds: Clock.read(.monotonic)))
    /// The machine's clock, as the daemon reads it too.
    let calendar = Calendar.current

    private func wall(_ date: Date) -> WallTime {
        WallTime(microseconds: Int64(date.timeIntervalSince1970 * 1_000_000))
    }

    /// When the plug went in and out, the oldest first.
    private func changes() throws -> [ConditionChange] {
        let today = Date(timeIntervalSince1970: Double(now.wall.microseconds) / 1_000_000)
        var changes: [(Date, Verdict)] = []
        for days in (0...14).reversed() {
            let day = try #require(calendar.date(byAdding: .day, value: -days, to: today))
            for (hour, verdict) in [(20, Verdict.yes), (23, .no)] {
                let date = try #require(calendar.date(bySettingHour: hour, minute: 0, second: 0, of: day))
                if date < today { changes.append((date, verdict)) }
            }
        }
        let first = try #require(changes.first).0.addingTimeInterval(-3600)
        return [
            ConditionChange(at: wall(first), .machine(.started)),
            ConditionChange(
                at: wall(first), .requirement("externalPower", owner: nil, .no), reason: "AC is offline"),
        ]
            + changes.map {
                ConditionChange(
                    at: wall($0.0), .requirement("externalPower", owner: nil, $0.1),
                    reason: $0.1 == .yes ? "AC is online" : "AC is offline")
            }
            + [ConditionChange(at: now.wall, .machine(.stopped))]
    }

    /// Writes it all to the directory of a daemon that does not run.
    func store(in directory: String) throws {
        let boot = try String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
        let id = JobID(owner: UserID(geteuid()), identifier: job)
        let since = now.wall.advanced(by: .seconds(-8 * 86_400))
        let descriptor = try JobDescriptor(
            json: Array(
                #"{"identifier": "a", "command": ["true"], "requires": {"externalPower": true, "pathExists": "/nonexistent"}}"#
                    .utf8))
        let record = JobRecord(
            id: id, descriptor: descriptor, origin: .submission, accepted: since, anchor: since,
            occurrence: JobRecord.Occurrence(plan: Plan(at: since), dueSince: since))
        let hold = HoldChange(job: id, at: since, isWaiting: true, blockers: [])
        let (store, _) = try Store.open(
            directory: directory, bootID: boot.trimmingCharacters(in: .newlines), now: now, historyLimit: 1000
        )
        _ = try store.write(
            [.save(record), .note(.hold(hold))] + (try changes()).map { .note(.condition($0)) })
    }
}

@Suite struct `A daemon's memory of the machine` {
    // B-35 B-36
    @Test func `tells what held a job back, and when it usually has what it needs`() throws {
        let daemon = try DaemonFixture(isPlugged: false)
        let evenings = Evenings(job: try daemon.name("a"))
        try evenings.store(in: daemon.scratch.path("state"))
        try daemon.start()
        try daemon.submit("b", requires: #"{"externalPower": true}"#)
        let person = Person(daemon: daemon)
        let report = try daemon.call(HeldBackCall(Target(identifier: evenings.job), days: 7))
        let power = try #require(report.causes.first { $0.name == "externalPower" })
        #expect((86...89).contains(report.percentOfWindow(power)), "\(report.causes)")
        #expect(try person.says("why", "a", "--history").contains("a waited 7 d of the last 7 days: "))
        #expect(report.events.contains { $0.text.contains("AC is online") })

        let forecast = try #require(
            try daemon.call(ForecastCall(JobSelection(try daemon.name("b"), of: nil))).forecasts.first)
        let likely = try #require(forecast.likely, "\(forecast)")
        let date = Date(timeIntervalSince1970: Double(likely.microseconds) / 1_000_000)
        #expect((20..<23).contains(evenings.calendar.component(.hour, from: date)), "\(date)")
        #expect(likely > evenings.now.wall && likely < evenings.now.wall.advanced(by: .seconds(86_400)))
        #expect(
            !forecast.isNow && forecast.confidence != .none && forecast.daysHeld == forecast.daysSeen,
            "\(forecast)")
        #expect(Set(forecast.habits.flatMap(\.windows).map(\.text)) == ["20:00–23:00"], "\(forecast.habits)")
        #expect(try person.says("forecast", "b").contains("20:00–23:00"))
        // A guess opens no gate.
        #expect(try daemon.blockers("b") == ["externalPower"])
        try daemon.plugIn()
        #expect(try daemon.wait("b").outcome == .succeeded)
    }

    // B-35
    @Test func `outlives the daemon, and tells of what it did not see`() throws {
        let daemon = try DaemonFixture(isPlugged: false)
        try daemon.scratch.file("policy.json", "{\(EmulatedLaptop.atOnce)}")
        try daemon.start()
        try daemon.submit("a", lasting: #"{"externalPower": true}"#)
        try daemon.plugIn()
        try daemon.runs("a")
        try daemon.pullPlug()
        try daemon.job("a", loses: "externalPower")
        #expect(try daemon.stop() == 0)
        try daemon.start()
        try daemon.kill()
        try daemon.start()
        let report = try daemon.call(HeldBackCall(Target(identifier: try daemon.name("a")), days: 1))
        let said = report.events.map(\.text).joined(separator: "\n")
        #expect(said.contains("AC is online") && said.contains("run 1"), "\(said)")
        #expect(report.causes.contains { $0.name == "externalPower" }, "\(report.causes)")
        #expect(report.waiting > .zero && report.waiting < .seconds(600))
    }
}

@Suite struct `Those who follow the conditions` {
    // B-35
    @Test func `are told of each change in a line, and of no instant that is merely computed anew`() throws {
        let machine = try EmulatedLaptop(["start upower"])
        let daemon = machine.daemon
        try machine.bus.play("machine set upower LidIsPresent b 1")
        try machine.bus.play("machine set upower LidIsClosed b 0")
        try daemon.start()
        try daemon.submit("a", requires: #"{"lid": "closed", "externalPower": true, "locked": true}"#)
        try daemon.job("a", waitsFor: ["externalPower", "locked", "lid"])
        let watch = try ChildProcess(
            Repository.program("bgrun"), ["conditions", "--watch"],
            environment: ["BGRUN_SOCKET": daemon.socket, "TZ": "UTC"], output: daemon.scratch.path("watch"))
        _ = try daemon.file("watch") { $0.contains { $0.contains("the lid is open") } }
        try machine.bus.play("machine set upower LidIsClosed b 1")
        _ = try daemon.file("watch") { $0.contains { $0.contains("the lid is closed") } }
        try machine.bus.play("lock 1 1")
        _ = try daemon.file("watch") { $0.contains { $0.contains("the session is locked") } }
        let before = daemon.lines("watch").count
        try daemon.submit("b", requires: #"{"pathExists": "/nonexistent"}"#)
        let isRead = { (line: String) in line.contains("/nonexistent") && !line.contains("not read yet") }
        let lines = try daemon.file("watch") { $0.contains(where: isRead) }
        #expect(lines.dropFirst(before).filter { !$0.contains("not read yet") }.count == 1, "\(lines)")
        #expect(try daemon.stop() == 0)
        #expect(watch.wait(seconds: 30) != nil)
    }
}

// B-37
@Suite struct `Conditions that a user plays` {
    @Test(.root) func `decide for the user's own jobs, marked, until they end by themselves`() throws {
        let daemon = try DaemonFixture.system()
        try daemon.scratch.file("policy.json", "{\(EmulatedLaptop.atOnce)}")
        try daemon.start()
        let (root, user) = (Person(daemon: daemon), Person(daemon: daemon, user: Person.nobody))
        for (person, name) in [(root, "root"), (user, "user")] {
            let job = """
                {"identifier": "\(name)", "shell": "exec sleep 3600", "workingDirectory": "/",
                 "requires": {"externalPower": true}}
                """
            #expect(try person.bgrun(["submit", "-"], input: job).status == 0)
            try daemon.runs(name)
        }
        // Another user's job is an unknown job.
        let refused = try user.bgrun(
            "simulate", "condition", "externalPower=off", "--job", "root", "--owner", "0")
        #expect(refused.status == 5, "\(refused.errors)")
        _ = try user.says("simulate", "condition", "externalPower=off", "--for", "3s")
        let lost = try daemon.job("user", loses: "externalPower")
        #expect(lost.isSimulated)
        #expect(try user.says("status").contains("SIMULATED"))
        #expect(try user.says("history").contains("simulated"))
        #expect(try root.says("status").contains("SIMULATED"))
        #expect(try daemon.job("root")?.state == .running)
        #expect(try daemon.job("root")?.isSimulated == false)
        #expect(try daemon.history("root").isEmpty)
        // Nothing but time ends it.
        try daemon.runs("user")
        #expect(try daemon.job("user")?.isSimulated == false)
        #expect(try !user.says("status").contains("SIMULATED"))
        #expect(try daemon.history("user").map(\.isSimulated) == [true])
    }

    @Test func `start a real run, which goes on where what is there allows it, and is stopped where not`()
        throws
    {
        let daemon = try DaemonFixture(isPlugged: false)
        try daemon.scratch.file("policy.json", "{\(EmulatedLaptop.atOnce)}")
        try daemon.start()
        let person = Person(daemon: daemon)
        try daemon.submit("a", lasting: #"{"externalPower": true, "batteryLevel": 90}"#)
        _ = try person.says("simulate", "condition", "externalPower=on,batteryLevel=95", "--for", "1h")
        try daemon.runs("a")
        _ = try person.says("simulate", "condition", "--end")
        try daemon.job("a", becomes: "interrupted") { $0.state == .due && $0.lastRun != nil }
        let causes = try daemon.call(HeldBackCall(Target(identifier: try daemon.name("a")), days: 1)).causes
        #expect(causes.contains { $0.name == "externalPower" && !$0.isSimulated }, "\(causes)")
        // What is simulated ends with the daemon.
        _ = try person.says("simulate", "condition", "externalPower=on,batteryLevel=95", "--for", "1h")
        try daemon.runs("a")
        try daemon.kill()
        try daemon.start()
        #expect(try daemon.status().device.simulations.isEmpty)
        try daemon.job("a", waitsFor: ["externalPower", "batteryLevel"])
    }
}
