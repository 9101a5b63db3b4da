// A real daemon on a bus with a mock of logind: what it does about the machine's sleep.
import BGRunJSON
import BGRunJob
import BGRunTestSupport
import BGRunWire
import Foundation
import TestConditions
import Testing

/// A daemon and the bus it follows logind on.
private struct Laptop {
    let machine: PrivateBus
    let daemon: DaemonFixture

    /// - Parameter policy: More members of the policy, each with a comma before it.
    init(policy: String = "") throws {
        machine = try PrivateBus.withLogind()
        daemon = try DaemonFixture()
        daemon.environment["DBUS_SYSTEM_BUS_ADDRESS"] = machine.address
        try daemon.scratch.file(
            "policy.json",
            #"{"settle": {"wake": "0s", "externalPower": "0s"}, "rest": {"initial": "1s"}\#(policy)}"#)
        try daemon.start()
    }

    /// Submits a job and waits until it says that it is at work, and until its daemon is told of sleep.
    func begin(_ shell: String, _ keys: [String: JSONValue] = [:]) throws {
        var members: [String: JSONValue] = ["identifier": "a", "shell": .string("echo up; " + shell)]
        members.merge(keys) { $1 }
        try daemon.submit(JSONObject(members.map { JSONObject.Member(key: $0.key, value: $0.value) }))
        try daemon.logs("a", tell: "up\n")
        try inhibitors(become: "with the delay") { $0.contains("bgrun:delay:sleep") }
    }

    /// Asks logind who holds what until it is right; between two questions the daemon is asked something, so that
    /// neither is waited for by time.
    func inhibitors(become words: String, _ isRight: (String) -> Bool) throws {
        let deadline = Date(timeIntervalSinceNow: 30)
        while true {
            let held = try machine.ask("inhibitors") ?? ""
            if isRight(held) { return }
            guard Date() < deadline else {
                throw DaemonFixture.Fault(description: "never \(words): \(held)\n\(daemon.log)")
            }
            beat()
        }
    }

    /// Counts up in a file for ever: what is frozen does not.
    var counter: String {
        "i=0; while :; do i=$((i + 1)); echo $i > \(daemon.scratch.path("count.new")); "
            + "mv \(daemon.scratch.path("count.new")) \(daemon.scratch.path("count")); sleep 0.02; done"
    }

    var count: Int { daemon.lines("count").first.flatMap { Int($0) } ?? 0 }

    /// Waits until the counter has moved on from where it stands.
    func counts() throws {
        let (start, deadline) = (count, Date(timeIntervalSinceNow: 30))
        while count <= start {
            guard Date() < deadline else {
                throw DaemonFixture.Fault(description: "the job stands still\n\(daemon.log)")
            }
            beat()
        }
    }
}

// B-16
@Suite struct `A run, when the machine sleeps` {
    @Test func `is frozen, lets the machine go at once, and goes on and ends well after waking`() throws {
        let laptop = try Laptop()
        try laptop.begin("trap 'exit 0' USR1; \(laptop.counter)", ["timeBudget": "1h"])
        try laptop.counts()
        let before = Date()
        try laptop.machine.play("sleep 1")
        try laptop.inhibitors(become: "free to sleep") { !$0.contains("delay") }
        #expect(Date().timeIntervalSince(before) < 4)
        let frozen = try #require(try laptop.daemon.job("a"))
        #expect(frozen.state == .frozen)
        let (count, used) = (laptop.count, frozen.run?.used)
        // The daemon is at work meanwhile, and the run is not.
        try laptop.daemon.submit(["identifier": "b", "shell": "exit 0"])
        #expect(try laptop.daemon.job("b")?.blockers.map(\.requirement) == ["sleep"])
        for _ in 0..<200 { _ = try laptop.daemon.status() }
        #expect(laptop.count == count)
        #expect(try laptop.daemon.job("a")?.run?.used == used, "a frozen run uses no budget")

        try laptop.machine.play("sleep 0")
        try laptop.daemon.job("a", becomes: "running again") { $0.state == .running }
        try laptop.counts()
        #expect(try laptop.daemon.wait("b").outcome == .succeeded)
        let process = try #require(try laptop.daemon.job("a")?.run?.process)
        #expect(kill(process, SIGUSR1) == 0)
        #expect(try laptop.daemon.wait("a").outcome == .succeeded)
        try laptop.inhibitors(become: "without any") { $0 == "none" }
    }

    @Test func `is told to end where its job wants that, and runs again after waking`() throws {
        let laptop = try Laptop()
        let said = laptop.daemon.scratch.path("said")
        try laptop.begin(
            "test -e \(said) && exit 0; trap 'cat $BGRUN_STOP_REASON_FILE > \(said); exit 1' TERM; "
                + "while :; do sleep 0.1; done", ["beforeSleep": "stop"])
        try laptop.machine.play("sleep 1")
        try laptop.inhibitors(become: "free to sleep") { !$0.contains("delay") }
        #expect(laptop.daemon.lines("said") == ["systemSleep"])
        let waiting = try #require(try laptop.daemon.job("a"))
        #expect(waiting.state == .due && waiting.lastRun?.outcome == .interrupted)
        #expect(waiting.blockers.map(\.requirement) == ["sleep"])
        try laptop.machine.play("sleep 0")
        try laptop.daemon.status(becomes: "without a") { $0.jobs.isEmpty }
        let runs = try laptop.daemon.history("a")
        #expect(runs.map(\.outcome) == [.succeeded, .interrupted])
        #expect(runs.last?.stopReason == .systemSleep)
    }

    @Test func `that does not end in time is frozen, and its grace period goes on after waking`() throws {
        let laptop = try Laptop()
        try laptop.begin(
            "trap '' TERM; \(laptop.counter)", ["beforeSleep": "stop", "gracePeriod": "6s"])
        try laptop.counts()
        let before = Date()
        try laptop.machine.play("sleep 1")
        try laptop.inhibitors(become: "free to sleep") { !$0.contains("delay") }
        // Four seconds are given; the fifth is logind's.
        #expect((3.9...4.9).contains(Date().timeIntervalSince(before)))
        // It stands still on its way to its end.
        #expect(try laptop.daemon.job("a")?.state == .expiring)
        let count = laptop.count
        for _ in 0..<100 { _ = try laptop.daemon.status() }
        #expect(laptop.count == count)
        try laptop.machine.play("sleep 0")
        try laptop.daemon.job("a", becomes: "killed after its grace") {
            $0.lastRun?.outcome == .interrupted
        }
        #expect(try laptop.daemon.history("a").first?.exit == .signal(9))
        _ = try laptop.daemon.call(CancelCall(.all(owner: nil)))
    }

    @Test func `goes on when the bus dies while the machine prepares to sleep`() throws {
        let laptop = try Laptop()
        try laptop.begin(laptop.counter)
        try laptop.machine.play("sleep 1")
        try laptop.daemon.job("a", becomes: "frozen") { $0.state == .frozen }
        try laptop.machine.play("stop-bus")
        try laptop.daemon.job("a", becomes: "running") { $0.state == .running }
        try laptop.counts()
        // A bus that comes back is followed anew.
        try laptop.machine.play("start-bus")
        try laptop.machine.play("start-logind")
        try laptop.inhibitors(become: "with the delay") { $0.contains("bgrun:delay:sleep") }
        try laptop.machine.play("sleep 1")
        try laptop.daemon.job("a", becomes: "frozen again") { $0.state == .frozen }
        try laptop.machine.play("sleep 0")
        try laptop.daemon.job("a", becomes: "running again") { $0.state == .running }
    }

    @Test func `that was frozen when its daemon died is ended by the next one`() throws {
        let laptop = try Laptop()
        try laptop.begin("trap 'exit 1' TERM; while :; do sleep 0.1; done", ["gracePeriod": "2s"])
        let process = Int(try #require(try laptop.daemon.job("a")?.run?.process))
        try laptop.machine.play("sleep 1")
        try laptop.daemon.job("a", becomes: "frozen") { $0.state == .frozen }
        try laptop.daemon.kill()
        try laptop.machine.play("sleep 0")
        try laptop.daemon.start()
        try laptop.daemon.job("a", becomes: "ended") { $0.lastRun?.stopReason == .daemonRestart }
        #expect(!isAlive(process))
        _ = try laptop.daemon.call(CancelCall(.all(owner: nil)))
    }
}

// B-23
@Suite struct `A run that keeps the machine awake` {
    @Test func `does so while there is power, with the lid closed too, and no longer`() throws {
        let laptop = try Laptop(
            policy: #", "lossSettle": {"externalPower": "1h", "contradictedPower": "1h"}"#)
        try laptop.begin(
            "while :; do sleep 0.1; done",
            ["keepAwake": ["when": "onExternalPower", "withLidClosed": true]])
        let all = "bgrun:block:handle-lid-switch bgrun:block:sleep:idle bgrun:delay:sleep"
        try laptop.inhibitors(become: "with all locks") { $0 == all }
        try laptop.daemon.pullPlug()
        try laptop.inhibitors(become: "with the delay alone") { $0 == "bgrun:delay:sleep" }
        try laptop.daemon.plugIn()
        try laptop.inhibitors(become: "with all locks again") { $0 == all }
        _ = try laptop.daemon.call(CancelCall(.all(owner: nil)))
        try laptop.inhibitors(become: "without any") { $0 == "none" }
    }

    @Test func `leaves no lock behind when its daemon is killed`() throws {
        let laptop = try Laptop()
        try laptop.begin("while :; do sleep 0.1; done", ["keepAwake": "always"])
        try laptop.inhibitors(become: "with a lock") { $0.contains("block") }
        try laptop.daemon.kill()
        try laptop.machine.inhibitors(become: "none")
        // The run is left to the next daemon, which ends it with itself.
        try laptop.daemon.start()
    }
}

@Suite struct `Without logind` {
    // B-16
    @Test func `doctor says in one line what does not work`() throws {
        let daemon = try DaemonFixture()
        try daemon.start()
        let person = Person(daemon: daemon)
        let said = try person.says("doctor", "service")
        let lines = said.split(separator: "\n").filter { $0.contains("Without logind") }
        #expect(lines.count == 1)
        #expect(lines.first?.contains("the system bus can't be reached") == true, "\(said)")
        for word in ["sleep", "keepAwake", "login and unlock"] {
            #expect(lines.first?.contains(word) == true)
        }
        // Nothing else suffers: runs are started and end.
        try daemon.submit(["identifier": "a", "shell": "exit 0", "keepAwake": "always"])
        #expect(try daemon.wait("a").outcome == .succeeded)
        try daemon.submit(["identifier": "b", "shell": "exit 0", "keepAwake": "always"])
        #expect(try daemon.wait("b").outcome == .succeeded)
        #expect(daemon.log.components(separatedBy: "logind can't be reached").count == 2, "said once")
    }

    @Test func `doctor has nothing to say where logind answers`() throws {
        let machine = try PrivateBus.withLogind()
        let daemon = try DaemonFixture()
        daemon.environment["DBUS_SYSTEM_BUS_ADDRESS"] = machine.address
        try daemon.start()
        #expect(
            try !Person(daemon: daemon, bus: machine.address).says("doctor", "service").contains("logind"))
    }
}

// B-23
@Suite struct `A daemon that may not wake the machine` {
    private func refusal(_ daemon: DaemonFixture, as user: String? = nil) throws -> String {
        let person = Person(daemon: daemon, user: user)
        let job =
            #"{"identifier": "a", "shell": "exit 0", "schedule": {"every": "1h"}, "wakeSystem": "always"}"#
        let said = try person.bgrun(["submit", "-"], input: job)
        #expect(said.status == 2)
        return said.errors
    }

    @Test(.root) func `refuses the key with that reason, as a user's daemon does`() throws {
        let daemon = try DaemonFixture()
        try daemon.belong(to: Person.nobody)
        try daemon.start()
        let refused = try refusal(daemon, as: Person.nobody)
        #expect(refused.contains("wakeSystem") && refused.contains("CAP_WAKE_ALARM"), "\(refused)")
        // The same of a file, which is shown with its fault.
        let file =
            #"{"identifier": "b", "shell": "exit 0", "schedule": {"every": "1h"}, "wakeSystem": "always"}"#
        try daemon.put("b.json", file)
        let status = try daemon.status(becomes: "with a broken file") { !$0.brokenFiles.isEmpty }
        #expect(status.brokenFiles.first?.reason.contains("CAP_WAKE_ALARM") == true)
        #expect(try daemon.call(DoctorCall()).limits.contains { $0.contains("CAP_WAKE_ALARM") })
    }

    @Test(.root) func `keeps a job that was accepted before, and says once that it wakes nothing`() throws {
        let daemon = try DaemonFixture()
        try daemon.start()
        try daemon.submit([
            "identifier": "a", "shell": "exit 0", "schedule": ["cron": "* * * * * *"], "wakeSystem": "always",
        ])
        #expect(try daemon.stop() == 0)
        daemon.starter = [
            "/usr/bin/setpriv", "--bounding-set", "-wake_alarm", "--inh-caps", "-wake_alarm",
        ]
        try daemon.start()
        // Each run moves the alarm.
        try daemon.job("a", becomes: "run a few times") { $0.occurrence > 4 }
        #expect(daemon.log.components(separatedBy: "wants the machine woken").count == 2)
        #expect(try refusal(daemon).contains("CAP_WAKE_ALARM"))
    }
}
