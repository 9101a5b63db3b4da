// What a daemon costs and withstands: counts, and people who mean no good.
import BGRunJSON
import BGRunJob
import BGRunTestSupport
import BGRunWire
import Foundation
import Testing

extension DaemonFixture {
    /// How many descriptors the daemon has open.
    fileprivate var descriptors: Int {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/\(processIdentifier)/fd").count
        }
    }
}

@Suite struct `A daemon with schedules, a watched path, and all that can be required` {
    private let laptop: EmulatedLaptop
    private var machine: PrivateBus { laptop.bus }
    private var daemon: DaemonFixture { laptop.daemon }

    init() throws {
        laptop = try EmulatedLaptop(policy: #", "pendingPerOwner": 2000"#)
        laptop.daemon.keepMountsApart()
        try laptop.waitForEverything()
    }

    // B-3
    @Test func `has one thread and does not wake up while there is nothing to do`() throws {
        for number in 0..<1000 {
            let schedule: JSONValue =
                number.isMultiple(of: 2)
                ? ["cron": "0 0 1 1 *", "timeZone": "Europe/Berlin"] : ["calendar": "2099-01-01 02:30"]
            try daemon.submit([
                "identifier": .string("job.\(number)"), "shell": "exit 0", "schedule": schedule,
            ])
        }
        let watched = try daemon.scratch.file("watched", "1")
        try daemon.submit(["identifier": "path", "shell": "exit 0", "schedule": ["path": .string(watched)]])
        try daemon.submit(["identifier": "login", "shell": "exit 0", "schedule": ["event": "login"]])
        try daemon.submit(["identifier": "b", "shell": "exit 0"])
        #expect(try daemon.wait("b").outcome == .succeeded)
        #expect(try daemon.status().jobs.count == 1002 + laptop.waiting)
        try laptop.isWaitedFor()
        try machine.inhibitors(become: "bgrun:delay:sleep")
        #expect(try daemon.tasks().count == 1)
        #expect(try daemon.leastWakeUps() == 0)
        #expect(try daemon.tasks().count == 1)
    }

    @Test func `leaves no descriptor open for what is asked for and given up again`() throws {
        let watched = try daemon.scratch.file("watched", "1")
        func round() throws {
            try daemon.submit([
                "identifier": "a", "shell": "exit 0",
                "schedule": [
                    ["path": .string(watched)], ["event": "login"], ["cron": "@yearly"],
                ],
            ])
            _ = try daemon.call(CancelCall(.all(owner: nil)))
        }
        try round()
        let before = try daemon.descriptors
        for _ in 0..<Repository.times(1000) { try round() }
        for _ in 0..<5 {
            try laptop.submitEverything()
            try laptop.isWaitedFor()
            _ = try daemon.call(CancelCall(.all(owner: nil)))
        }
        // Of a client that has just hung up, the daemon may not have heard yet; what was watched is given up by
        // processes of its owner.
        try daemon.settles("without what was asked for") { try daemon.descriptors <= before + 2 }
        try machine.inhibitors(become: "none")
    }
}

// B-21
@Suite struct `A path that is strange to watch` {
    private let daemon: DaemonFixture

    init() throws {
        daemon = try DaemonFixture()
        try daemon.scratch.file("policy.json", #"{"pendingPerOwner": 3000}"#)
        try daemon.start()
    }

    private func watch(
        _ identifier: String, _ path: String, recursive: Bool = false, settle: String = "0s"
    ) throws {
        try daemon.submit([
            "identifier": .string(identifier), "shell": "exit 0",
            "schedule": ["path": .string(path), "recursive": .bool(recursive), "settle": .string(settle)],
        ])
    }

    @Test func `keeps the daemon from nothing`() throws {
        let fifo = daemon.scratch.path("fifo")
        #expect(mkfifo(fifo, 0o600) == 0)
        let loop = daemon.scratch.path("loop")
        #expect(symlink("loop", loop) == 0)
        for (number, path) in [
            "/proc", "/proc/self/fd", "/sys", "/dev", "/dev/null", fifo, loop, "/", "/nonexistent/a/b/c",
            String(repeating: "/x", count: 2000), "/proc/\(daemon.processIdentifier)/fd",
        ].enumerated() {
            for recursive in [false, true] {
                let name = "p\(number)\(recursive ? "r" : "")"
                do {
                    // Left alone for so long, none of them is run here.
                    try watch(name, path, recursive: recursive && path != "/", settle: "1d")
                } catch {
                    // A path that is too long is refused.
                    #expect(path.utf8.count > 1000, "\(path): \(error)")
                }
            }
        }
        try daemon.submit(["identifier": "b", "shell": "exit 0"])
        #expect(try daemon.wait("b").outcome == .succeeded)
        _ = try daemon.call(CancelCall(.all(owner: nil)))
        #expect(try daemon.status().jobs.isEmpty)
    }

    @Test func `may have more entries than are looked at, and says so`() throws {
        let crowd = try daemon.scratch.directory("crowd")
        for number in 0..<40_000 { mknod("\(crowd)/\(number)", S_IFREG | 0o600, 0) }
        try watch("a", crowd, recursive: true)
        try daemon.job("a", becomes: "watched in part") {
            $0.blockers.first?.reason.contains("files and directories") == true
        }
        // A change that is seen counts all the same.
        try daemon.scratch.file("crowd/new", "1")
        try daemon.job("a", becomes: "run") { $0.occurrence > 1 }
    }

    // B-15
    @Test func `may be one of thousands`() throws {
        for number in 0..<2_000 { try watch("p\(number)", daemon.scratch.path("x/\(number)")) }
        #expect(try daemon.status().jobs.count == 2_000)
        try daemon.scratch.file("x/77", "1")
        try daemon.job("p77", becomes: "run") { $0.occurrence > 1 }
        let before = try daemon.descriptors
        _ = try daemon.call(CancelCall(.all(owner: nil)))
        try daemon.settles("without what was watched for them") { try daemon.descriptors <= before + 2 }
    }
}
