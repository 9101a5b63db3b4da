// The daemon's program is replaced while runs go on, as a package's upgrade does.
import BGRunClient
import BGRunJob
import BGRunTestSupport
import BGRunWire
import Foundation
import Glibc
import Testing

@Suite struct `A daemon whose program is replaced` {
    private let daemon: DaemonFixture
    private let programs: String

    init() throws {
        daemon = try DaemonFixture()
        programs = try daemon.scratch.directory("programs")
        for name in ["bgrund", "bgrun-exec"] { try Self.install(name, in: programs) }
        daemon.program = programs + "/bgrund"
        try daemon.start()
    }

    /// As dpkg does: beside the old one first, then in its place.
    private static func install(_ name: String, in directory: String) throws {
        let new = "\(directory)/\(name).new"
        // By another process: one that is started beside us would hold what we write open, and it could not be executed then.
        let copied = try Command.run(["/bin/cp", Repository.program(name), new])
        guard copied.status == 0, rename(new, "\(directory)/\(name)") == 0 else {
            throw DaemonFixture.Fault(description: "\(name) can't be installed")
        }
    }

    /// Installs the program anew and has it take over.
    private func renew() throws {
        try Self.install("bgrund", in: programs)
        let before = takeovers
        Glibc.kill(daemon.processIdentifier, SIGHUP)
        try daemon.settles("the next program") { takeovers == before + 1 }
    }

    private var takeovers: Int { daemon.log.components(separatedBy: "has taken over").count - 1 }

    private func descriptors() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(daemon.processIdentifier)/fd").count
    }

    // B-129 B-17
    @Test func `has its runs go on, hears all that they write, and how they end`() throws {
        let step = daemon.scratch.path("step")
        let awaited = "while [ ! -e \(step)$n ]; do sleep 0.02; done"
        try daemon.submit([
            "identifier": "long", "environment": ["A": "secret"],
            "shell": .string(
                "for n in 0 1 2 3; do echo part $n of $A; echo sigh $n >&2; \(awaited); done; exit 3"),
        ])
        try daemon.submit(["identifier": "lasting", "shell": "echo up; exec sleep 600"])
        try daemon.logs("long", tell: "part 0")
        try daemon.logs("lasting", tell: "up")
        let process = daemon.processIdentifier
        let first = try #require(try daemon.job("long")?.run)
        let ends = Ends()
        let group = DispatchGroup()
        DispatchQueue.global().async(group: group) { [daemon] in
            do { ends.note(try daemon.wait("long").outcome) } catch { ends.note("\(error)") }
        }
        try renew()
        let open = try descriptors()
        for number in 0..<3 {
            try daemon.scratch.file("step\(number)", "")
            try daemon.logs("long", tell: "part \(number + 1)")
            try renew()
        }
        #expect(daemon.processIdentifier == process)
        #expect(try daemon.status().daemon.process == process)
        let now = try #require(try daemon.job("long")?.run)
        #expect(now.run == first.run && now.process == first.process && now.started == first.started)
        // A client may just come or go; of three programs that leave something there would be three.
        try daemon.settles("nothing stays open of the programs before") { try descriptors() < open + 3 }
        try daemon.scratch.file("step3", "")
        #expect(try daemon.wait("long").outcome == .failed)
        group.wait()
        #expect(ends.all == [.failed], "\(ends.texts)")
        let entry = try #require(try daemon.history("long").first)
        #expect(entry.exit == .code(3) && entry.run == first.run && entry.stopReason == nil)
        #expect(try daemon.history("long").count == 1)
        let lines = try daemon.logs("long").split(separator: "\n").sorted()
        #expect(lines == (0..<4).flatMap { ["part \($0) of secret", "sigh \($0)"] }.sorted())
        // What another program has begun is ended like all else.
        _ = try daemon.call(StopCall(Target(identifier: try #require(JobIdentifier("lasting")))))
        _ = try daemon.job("lasting", becomes: "at rest") { $0.run == nil }
        #expect(try daemon.history("lasting").first?.stopReason == .userRequest)
        #expect(try zombies() == [])
    }

    // B-129 B-21
    @Test func `goes on with all runs, whatever one of them says of itself`() throws {
        // More combining marks in a row than a message may have, and what has a meaning somewhere.
        let status = """
            python3 -c 'import os, socket
            s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            s.connect(os.environ["NOTIFY_SOCKET"])
            s.send(("STATUS=a" + chr(0x301) * 99 + chr(34) + chr(92) + chr(27) + "{").encode())'
            """
        for (name, words) in [("loud", status), ("quiet", "true")] {
            try daemon.submit([
                "identifier": .string(name), "shell": .string("\(words)\necho up; exec sleep 600"),
            ])
            try daemon.logs(name, tell: "up")
        }
        let runs = try ["loud", "quiet"].map { try daemon.job($0)?.run?.process }
        try renew()
        #expect(try ["loud", "quiet"].map { try daemon.job($0)?.run?.process } == runs)
        #expect(!daemon.log.contains("can't be read") && !daemon.log.contains("does not know"))
    }

    // B-129 B-52
    @Test func `refuses nobody meanwhile, and carries nothing out twice`() throws {
        let faults = Ends()
        let group = DispatchGroup()
        for worker in 0..<3 {
            DispatchQueue.global().async(group: group) { [daemon] in
                for number in 0..<40 {
                    do {
                        try daemon.submit(["identifier": .string("w\(worker).n\(number)"), "shell": "exit 0"])
                    } catch {
                        faults.note("\(error)")
                    }
                }
            }
        }
        for _ in 1...4 { try renew() }
        group.wait()
        #expect(faults.texts == [])
        for worker in 0..<3 {
            #expect(try daemon.wait("w\(worker).n39").outcome == .succeeded)
            #expect(try daemon.history("w\(worker).n0").count == 1)
        }
    }

    // B-129
    @Test func `goes on as it is where the installed one does not start, or refuses the settings`() throws {
        try daemon.submit(["identifier": "lasting", "shell": "echo up; exec sleep 600"])
        try daemon.logs("lasting", tell: "up")
        try daemon.scratch.file("policy.json", "{\"maxRun\": 3}")
        Glibc.kill(daemon.processIdentifier, SIGHUP)
        try daemon.settles("a refusal") { daemon.log.contains("The reload failed") }
        #expect(daemon.log.contains("maxRun"))
        try daemon.scratch.file("policy.json", "{}")
        try daemon.scratch.file("programs/bgrund.new", "no program", mode: 0o755)
        #expect(rename(programs + "/bgrund.new", programs + "/bgrund") == 0)
        Glibc.kill(daemon.processIdentifier, SIGHUP)
        try daemon.settles("another refusal") {
            daemon.log.components(separatedBy: "The reload failed").count == 3
        }
        #expect(takeovers == 0)
        try renew()
        #expect(try daemon.job("lasting")?.run?.process != nil)
    }

    // B-129 B-39
    @Test func `waits until nothing is half done, and has what stands still go on standing still`() throws {
        try daemon.scratch.file("policy.json", "{\(EmulatedLaptop.atOnce)}")
        try renew()
        let go = daemon.scratch.path("go")
        try daemon.submit([
            "identifier": "ends", "gracePeriod": "60s",
            "shell": .string(
                "trap 'while [ ! -e \(go) ]; do sleep 0.02; done; exit 0' TERM; echo up; while :; do sleep 0.02; done"
            ),
        ])
        try daemon.submit([
            "identifier": "still", "requiresExternalPower": true, "onRequirementLost": "freeze",
            "shell": "echo up; while :; do sleep 0.02; done",
        ])
        for name in ["ends", "still"] { try daemon.logs(name, tell: "up") }
        try daemon.pullPlug()
        let still = try daemon.job("still", becomes: "frozen") { $0.state == .frozen }
        _ = try daemon.call(StopCall(Target(identifier: try #require(JobIdentifier("ends")))))
        Glibc.kill(daemon.processIdentifier, SIGHUP)
        try daemon.settles("what it waits for") { daemon.log.contains("takes over when run") }
        #expect(takeovers == 1)
        try daemon.scratch.file("go", "")
        try daemon.settles("the next program") { takeovers == 2 }
        #expect(try daemon.history("ends").first?.outcome == .succeeded)
        let now = try #require(try daemon.job("still"))
        #expect(now.state == .frozen && now.run?.process == still.run?.process)
        try daemon.plugIn()
        let moving = try daemon.job("still", becomes: "running") { $0.state == .running }
        #expect(moving.run?.run == still.run?.run)
    }

    private func zombies() throws -> [String] {
        let children = try String(
            contentsOfFile: "/proc/\(daemon.processIdentifier)/task/\(daemon.processIdentifier)/children",
            encoding: .utf8)
        return children.split(separator: " ").map(String.init).filter { pid in
            let stat = (try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)) ?? ""
            return stat.split(separator: ")").last?.hasPrefix(" Z") ?? false
        }
    }

    private final class Ends: @unchecked Sendable {
        private let lock = NSLock()
        private var outcomes: [Outcome?] = []
        private var words: [String] = []
        func note(_ outcome: Outcome?) { lock.withLock { outcomes.append(outcome) } }
        func note(_ text: String) { lock.withLock { words.append(text) } }
        var all: [Outcome?] { lock.withLock { outcomes } }
        var texts: [String] { lock.withLock { words } }
    }
}
