// A daemon that knows the application org.photos, whose program does what a test has it do.
import BGRunCalendar
import BGRunClient
import BGRunJSON
import BGRunJob
import BGRunTestSupport
import BGRunWire
import Foundation
import Testing

/// A daemon whose applications are quick, and org.photos, which may have five tasks.
final class PhotosMachine {
    static let application = "org.photos"

    let daemon: DaemonFixture
    /// Whoever runs the tests, at a terminal.
    let person: Person
    private var versions = 0

    /// - Parameters:
    ///   - words: What the program does where the daemon starts it.
    ///   - policy: More members of the policy, with a comma before the first.
    ///   - times: Of applications.
    init(
        _ words: String..., daemon: DaemonFixture? = nil, policy: String = "",
        times: String = #""launchLimit": "30s", "linger": "1s""#
    ) throws {
        self.daemon = try daemon ?? DaemonFixture()
        person = Person(daemon: self.daemon)
        try self.daemon.scratch.file(
            "policy.json",
            #"{\#(EmulatedLaptop.atOnce), "applications": {"spacing": "0s", \#(times)}\#(policy)}"#)
        let directory = try self.daemon.scratch.directory("applications.d")
        self.daemon.arguments += ["--applications-directory", directory]
        try permit(words)
        try self.daemon.start()
    }

    // MARK: - Its manifest

    func manifest(_ application: String = application, command: [String]) -> String {
        let words = command.map { JSONValue.string($0).text() }.joined(separator: ", ")
        let tasks = [
            #""\#(application).index": {"timeBudget": "1m", "gracePeriod": "1s"}"#,
            #""\#(application).refresh": {"gracePeriod": "30s"}"#,
            #""\#(application).crowd": {"requires": {"pathExists": "/nonexistent"}}"#,
            #""\#(application).short": {"timeBudget": "1s", "gracePeriod": "1s"}"#,
            #""\#(application).export.*": {}"#,
        ]
        return #"""
            {"application": "\#(application)", "title": "\#(versions)", "command": [\#(words)],
             "environment": {"TEST_LINES": "\#(daemon.scratch.path("host"))"},
             "tasks": {\#(tasks.joined(separator: ", "))}}
            """#
    }

    /// Puts the file in place the way packages do: whole, by renaming.
    func permit(_ words: [String]) throws {
        versions += 1
        try put(manifest(command: try ApplicationProgram.command(placed(words))))
    }

    /// The daemon has read what was put there last: by the title, which counts.
    func manifestIsRead() throws {
        try daemon.settles("the manifest") { try report()?.title == "\(versions)" }
    }

    func put(_ manifest: String, for application: String = application) throws {
        let whole = try daemon.scratch.file("incoming.json", manifest)
        try #require(rename(whole, file(of: application)) == 0)
    }

    func file(of application: String = application) -> String {
        daemon.scratch.path("applications.d/\(application).json")
    }

    // MARK: - What is asked of it

    /// Calls as a program of the application's does.
    func call<C: InterfaceCall>(_ call: C) throws -> C.Reply {
        var connection = try Connection(to: daemon.socket)
        return try connection.call(call, until: Connection.deadline(in: .seconds(30)))
    }

    @discardableResult
    func submit(_ task: String, _ kind: TaskRequest.Kind = .processing) throws -> SubmitTaskCall.Reply {
        try call(
            SubmitTaskCall(
                application: try daemon.name(Self.application),
                request: TaskRequest(identifier: try daemon.name("org.photos.\(task)"), kind: kind)))
    }

    func report(of application: String = application) throws -> ApplicationReport? {
        try call(ListApplicationsCall()).applications.first { $0.application.text == application }
    }

    func pending() throws -> [String] { try report()?.pending.map(\.text) ?? [] }

    /// How the current run of a task ends.
    func outcome(of task: String) throws -> Outcome? {
        do {
            return try daemon.wait("org.photos.\(task)").outcome
        } catch {
            throw DaemonFixture.Fault(
                description: "\(task) did not end (\(error))\n\(daemon.log.suffix(20_000))")
        }
    }

    func outcomes(of task: String) throws -> [Outcome] {
        try daemon.history("org.photos.\(task)").map(\.outcome)
    }

    /// Waits until a task is as it should be.
    @discardableResult
    func task(_ task: String, becomes words: String, _ isRight: (JobReport) -> Bool) throws -> JobReport {
        try daemon.job("org.photos.\(task)", becomes: words, isRight)
    }

    /// Waits until a task waits for its application, and gives the reason.
    func reasonOfApplication(for task: String) throws -> String {
        let job = try self.task(task, becomes: "waits for its application") {
            $0.blockers.contains { $0.requirement == "application" }
        }
        return job.blockers.first { $0.requirement == "application" }?.reason ?? ""
    }

    /// Waits until there is no host.
    func hostsAreGone() throws { try daemon.settles("no host") { try report()?.hosts.isEmpty ?? true } }

    // MARK: - Its processes

    /// A process of the application's that the daemon has not started.
    func guest(_ words: String..., application: String? = application, user: String? = nil) throws -> Guest {
        try Guest(
            of: daemon, try ApplicationProgram.command(placed(words)), application: application, user: user)
    }

    /// Words of the program's name files in the scratch directory by `@`.
    private func placed(_ words: [String]) -> [String] {
        words.map { $0.replacing("=@", with: "=\(daemon.scratch.path)") }
    }

    /// Lets a program go on that waits for the file.
    func touch(_ name: String) throws { try daemon.scratch.file(name, "") }

    /// Waits for a line with this in it of a process that the daemon has started, and gives it.
    @discardableResult
    func hostSays(_ text: String) throws -> String {
        let lines = try daemon.file("host") { $0.contains { $0.contains(text) } }
        return try #require(lines.first { $0.contains(text) })
    }

    /// The process that the daemon has started last.
    func hostProcess() throws -> Int {
        let line = try hostSays("process ")
        return try #require(Int(line.dropFirst("process ".count)))
    }
}

/// A process that a test has started, and what it says.
final class Guest {
    private let daemon: DaemonFixture
    private let process: ChildProcess
    private let name = "guest-\(UUID().uuidString.prefix(8))"

    init(of daemon: DaemonFixture, _ command: [String], application: String?, user: String? = nil) throws {
        self.daemon = daemon
        var environment = ["PATH": "/usr/bin:/bin", "BGRUN_SOCKET": daemon.socket]
        environment["BGRUN_APPLICATION"] = application
        environment["PYTHONHOME"] = "/usr"
        let become = user.map { ["/usr/bin/setpriv", "--reuid", $0, "--regid", $0, "--clear-groups"] } ?? []
        let whole = become + command
        process = try ChildProcess(
            whole[0], Array(whole.dropFirst()), environment: environment,
            output: daemon.scratch.path(name))
    }

    var pid: Int32 { process.pid }

    var lines: [String] { daemon.lines(name) }

    /// Waits for a line with this in it, and gives it.
    @discardableResult
    func says(_ text: String) throws -> String {
        let lines = try daemon.file(name) { $0.contains { $0.contains(text) } }
        return try #require(lines.first { $0.contains(text) })
    }

    /// Waits for its end, and gives its code.
    func ends() throws -> Int32 {
        try #require(process.wait(seconds: 60), "\(lines)\n\(daemon.log.suffix(5000))")
    }

    func end(_ signal: Int32 = SIGKILL) throws { _ = try #require(process.end(signal, seconds: 30)) }

    func send(_ signal: Int32) { kill(pid, signal) }
}
