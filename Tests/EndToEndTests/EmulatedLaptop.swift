// A whole emulated laptop: power, sensors, a bus with all that a desktop has on it, and a daemon that follows it.
import BGRunJSON
import BGRunJob
import BGRunLinux
import BGRunTestSupport
import BGRunWire
import Foundation
import Testing

/// A daemon on a machine that a test plays by hand.
final class EmulatedLaptop {
    /// Members of a policy under which whatever happens counts at once.
    static let atOnce = """
        "settle": {"externalPower": "0s", "network": "0s", "others": "0s", "wake": "0s"},
        "lossSettle": {"externalPower": "0s", "contradictedPower": "0s", "network": "0s", "others": "0s", "wake": "0s"},
        "rest": {"initial": "1s"}
        """

    let bus: PrivateBus
    let daemon: DaemonFixture

    /// On battery, unlocked, in use, with an open lid, balanced and cool; the daemon is not started yet.
    ///
    /// - Parameters:
    ///   - services: What is on the bus beside logind.
    ///   - policy: More members of the policy, with a comma before the first.
    init(_ services: [String] = ["start-network", "start upower", "start profiles"], policy: String = "")
        throws
    {
        bus = try PrivateBus.withLogind()
        for service in services { try bus.play(service) }
        daemon = try DaemonFixture(isPlugged: false)
        daemon.environment["DBUS_SYSTEM_BUS_ADDRESS"] = bus.address
        try daemon.scratch.file("policy.json", "{\(Self.atOnce)\(policy)}")
        try bus.play("add 1 \(geteuid() == 0 ? 1000 : geteuid())")
        try bus.play("machine session 1 Type s x11")
        try warm(to: 45)
    }

    /// What the hottest sensor tells.
    func warm(to degrees: Int) throws {
        try daemon.scratch.file("sys/class/thermal/thermal_zone0/type", "x86_pkg_temp\n")
        try daemon.scratch.file("sys/class/thermal/thermal_zone0/temp", "\(degrees)000\n")
    }

    /// Nobody has touched it for two minutes, or somebody does now.
    func rest(_ isIdle: Bool) throws {
        if isIdle {
            let since = Clock.read(.monotonic) - 120_000_000
            try bus.play("machine session 1 IdleSinceHintMonotonic t \(since)")
        }
        try bus.play("machine session 1 IdleHint b \(isIdle ? 1 : 0)")
    }

    /// A name and its `requires` for each kind of requirement, and for ways to ask for several; all of them wait. All is
    /// told by events, or not looked at while something else is missing.
    private var waits: [(name: String, requires: String)] {
        let path = daemon.scratch.path
        let never = #""pathExists": "\#(path)/never""#
        return [
            ("externalPower", #""externalPower": true"#), ("batteryLevel", #""batteryLevel": 90"#),
            ("charging", #""charging": true"#), ("unmetered", #""network": {"unmetered": true}"#),
            ("interface", #""network": {"interface": "nope*"}"#),
            ("transport", #""network": {"transport": "bluetooth"}"#),
            ("ssid", #""network": {"ssid": "Nope"}"#),
            ("vpn", #""network": {"vpn": "nope0"}"#),
            ("online", #""network": {"online": true}, \#(never)"#),
            ("reachable", #""network": {"reachable": "127.0.0.1:9"}, \#(never)"#),
            ("idle", #""idle": "1h""#), ("locked", #""locked": true"#), ("load", #""load": 100, \#(never)"#),
            ("pressure", #""pressure": {"memory": 100, "io": 100}, \#(never)"#),
            ("freeSpace", #""freeSpace": {"path": "\#(path)", "atLeast": "1K"}, \#(never)"#),
            ("pathExists", never),
            ("mounted", #""mounted": ["\#(path)", "UUID=no-such"]"#),
            ("device", #""device": {"ID_FS_UUID": "no-such"}"#),
            ("lid", #""lid": "closed""#), ("powerSaver", #""powerSaver": true"#),
            ("temperature", #""temperature": 70, \#(never)"#),
            ("command", #""command": {"command": ["/bin/true"], "every": "1m"}, \#(never)"#),
            ("anyOf", #""anyOf": [{"lid": "closed"}, {"not": {"powerSaver": false}}]"#),
        ]
    }

    /// How many jobs wait for everything.
    var waiting: Int { waits.count }

    /// Starts the daemon, with a job that waits for each kind.
    func waitForEverything() throws {
        try bus.play("machine set upower LidIsPresent b 1")
        try bus.play("machine set upower LidIsClosed b 0")
        try daemon.start()
        try submitEverything()
        try isWaitedFor()
    }

    func submitEverything() throws {
        for (name, requires) in waits { try daemon.submit(name, requires: "{\(requires)}") }
    }

    /// A link through which this machine's own network leaves.
    func uplink() throws -> String {
        let told = try Command.run(
            [Repository.program("bgrun"), "doctor", "network", "--json"],
            environment: ["PATH": "/usr/bin:/bin", "BGRUN_SOCKET": daemon.socket])
        let judged = try JSONSerialization.jsonObject(with: Data(told.output.utf8)) as? [String: Any]
        let roads = judged?["roads"] as? [[String: Any]]
        return try #require(roads?.compactMap { $0["link"] as? String }.first, "\(told.output)\(told.errors)")
    }

    /// Waits until all that is asked for was observed, and nothing has come of it.
    func isWaitedFor() throws {
        let names = Set(waits.map(\.name))
        #expect(
            names.subtracting(["anyOf"]).union(["network"]) == Set(Requirement.Kind.allCases.map(\.rawValue)))
        // What has no events is looked at when all else holds.
        let looked = Set(Requirement.Kind.allCases.filter(\.isLookedAt).map(\.rawValue))
        try daemon.status(becomes: "all observed") { status in
            let jobs = status.jobs.filter { names.contains($0.identifier.text) }
            return jobs.count == names.count
                && jobs.allSatisfy { job in
                    job.state == .due && job.lastRun == nil && !job.blockers.isEmpty
                        && job.blockers.allSatisfy {
                            !$0.reason.contains("not read yet") || looked.contains($0.requirement)
                        }
                }
        }
    }
}

extension DaemonFixture {
    /// Submits a job that goes on until it is told to end.
    func submit(_ name: String, lasting requires: String, _ more: String = "") throws {
        try submit(
            #"{"identifier": "\#(name)", "shell": "echo up; exec sleep 3600", "requires": \#(requires)\#(more)}"#
        )
    }

    /// Submits a job that ends at once.
    func submit(_ name: String, requires: String, _ more: String = "") throws {
        try submit(#"{"identifier": "\#(name)", "command": ["true"], "requires": \#(requires)\#(more)}"#)
    }

    private func submit(_ descriptor: String) throws {
        guard case .object(let object) = try JSONValue(parsing: Array(descriptor.utf8), limits: .descriptor)
        else { throw Fault(description: "\(descriptor) is no object") }
        try submit(object)
    }

    /// The names of what keeps a job from starting.
    func blockers(_ name: String) throws -> [String] {
        try #require(try job(name)).blockers.map(\.requirement)
    }

    /// Waits until just these keep a job from starting.
    @discardableResult
    func job(_ name: String, waitsFor requirements: [String]) throws -> JobReport {
        try job(name, becomes: "waits for \(requirements)") {
            $0.state == .due && $0.blockers.map(\.requirement) == requirements
        }
    }

    /// Waits until a job is interrupted for a requirement that was lost.
    @discardableResult
    func job(_ name: String, loses requirement: String) throws -> JobReport {
        let job = try job(name, becomes: "due after a loss of \(requirement)") {
            $0.state == .due && $0.lastRun != nil
        }
        #expect(job.lastRun?.outcome == .interrupted, "\(name)")
        #expect(job.lastRun?.stopReason?.description == "requirementLost:\(requirement)")
        return job
    }

    @discardableResult
    func runs(_ name: String) throws -> JobStatus.Run {
        let job = try job(name, becomes: "running") { $0.state == .running && $0.run?.process != nil }
        return try #require(job.run)
    }

    /// Waits until no process of these lives, looking again and again.
    func gone(_ processes: [Int]) throws {
        let deadline = Date(timeIntervalSinceNow: 30)
        while processes.contains(where: isAlive) {
            guard Date() < deadline else { throw Fault(description: "one of \(processes) lives\n\(log)") }
            beat()
        }
    }

    /// Waits for a file that a job or a check writes, looking again and again.
    func file(_ name: String, has isRight: ([String]) -> Bool) throws -> [String] {
        let deadline = Date(timeIntervalSinceNow: 30)
        while !isRight(lines(name)) {
            guard Date() < deadline else { throw Fault(description: "\(name): \(lines(name))\n\(log)") }
            beat()
        }
        return lines(name)
    }
}
