// A real bgrund on a directory of its own, for tests that need the whole program.
import Foundation
import Glibc

/// Starts `bgrund --user` of this build below a scratch directory, with a power supply tree that tests can edit.
///
/// It waits for the daemon's own word that it is ready, given over a notification socket, and never for time to
/// pass. Whatever is still running when the fixture goes is ended with it.
package final class DaemonFixture: @unchecked Sendable {
    package struct Fault: Error, CustomStringConvertible {
        package let description: String
        package init(description: String) { self.description = description }
    }

    package let scratch: ScratchDirectory
    package let socket: String
    package let jobsDirectory: String
    package let applicationsDirectory: String
    /// Replaced by a test that wants other arguments.
    package var arguments: [String]
    package var program = Repository.program("bgrund")
    /// What the daemon is started with beside its PATH and HOME. There is no system bus unless a test brings one.
    package var environment: [String: String]
    /// What the daemon is started by, with its arguments: `setpriv`, `unshare`.
    package var starter: [String] = []
    private var process: ChildProcess?

    /// - Parameter isPlugged: Whether the laptop's adapter is online at the beginning.
    package init(isPlugged: Bool = true) throws {
        scratch = try ScratchDirectory()
        try scratch.directory("state")
        try scratch.directory("run")
        jobsDirectory = try scratch.directory("jobs")
        applicationsDirectory = try scratch.directory("applications")
        socket = scratch.path("run/org.bgrun.Scheduler")
        arguments = [
            "--user", "--state-directory", scratch.path("state"), "--runtime-directory", scratch.path("run"),
            "--jobs-directory", jobsDirectory, "--applications-directory", applicationsDirectory,
            "--sysfs-root", scratch.path("sys"),
            "--policy", try scratch.file("policy.json", "{}"), "--decisions",
        ]
        environment = ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(scratch.path("no-bus"))"]
        try setMode("state", 0o700)
        try supply("AC", ["type": "Mains", "online": isPlugged ? "1" : "0"])
        try supply(
            "BAT0", ["type": "Battery", "status": isPlugged ? "Charging" : "Discharging", "capacity": "80"])
    }

    /// The longest a run of a test needs to end; a daemon that takes longer is not waited for.
    deinit { _ = process?.end(SIGTERM, seconds: 15) }

    // MARK: - The daemon

    package var processIdentifier: Int32 { process?.pid ?? 0 }

    /// Starts the daemon and waits until it says that it is ready.
    package func start() throws {
        let notifications = try NotificationSocket(at: scratch.path("notify-\(UUID().uuidString.prefix(8))"))
        let process = try launch(notify: notifications.path)
        self.process = process
        guard try notifications.wait(for: "READY=1", orEndOf: process, seconds: 60) else {
            throw Fault(description: "bgrund did not become ready:\n\(log)")
        }
    }

    /// Starts a daemon that is expected to refuse, and gives its exit code.
    package func startInVain() throws -> Int32 {
        guard let code = try launch(notify: nil).wait(seconds: 60) else {
            throw Fault(description: "bgrund did not refuse to start:\n\(log)")
        }
        return code
    }

    /// Ends the daemon by SIGTERM, as the service manager does, and gives its exit code.
    package func stop() throws -> Int32 { try end(SIGTERM) }

    /// Kills the daemon in the middle of whatever it does.
    package func kill() throws { _ = try end(SIGKILL) }

    private func end(_ signal: Int32) throws -> Int32 {
        guard let code = process?.end(signal, seconds: 60) else {
            throw Fault(description: "bgrund did not end by signal \(signal):\n\(log)")
        }
        process = nil
        return code
    }

    /// All that the daemons of this fixture have written to their standard error.
    package var log: String { (try? scratch.text("log")) ?? "" }

    private func launch(notify: String?) throws -> ChildProcess {
        var environment = ["PATH": "/usr/bin:/bin", "HOME": scratch.path]
        environment.merge(self.environment) { $1 }
        environment["NOTIFY_SOCKET"] = notify
        let words = starter + [program] + arguments
        return try ChildProcess(
            words[0], Array(words.dropFirst()), environment: environment, output: scratch.path("log"))
    }

    // MARK: - The machine around it

    /// Writes attributes of a power supply; the files appear whole, as the kernel's do.
    package func supply(_ name: String, _ attributes: [String: String]) throws {
        for (attribute, text) in attributes.sorted(by: { $0.key < $1.key }) {
            try scratch.file("sys/class/power_supply/\(name)/\(attribute)", text + "\n")
        }
    }

    package func plugIn() throws {
        try supply("AC", ["online": "1"])
        try supply("BAT0", ["status": "Charging"])
    }

    package func pullPlug() throws {
        try supply("AC", ["online": "0"])
        try supply("BAT0", ["status": "Discharging"])
    }

    /// Puts a descriptor, or a drop-in, into the jobs directory the way packages do: whole, by renaming.
    package func put(_ name: String, _ text: String) throws {
        try scratch.file("incoming", text)
        let target = jobsDirectory + "/" + name
        try FileManager.default.createDirectory(
            at: URL(filePath: target).deletingLastPathComponent(), withIntermediateDirectories: true)
        guard rename(scratch.path("incoming"), target) == 0 else {
            throw Fault(description: "\(target) can't be written")
        }
    }

    package func setMode(_ name: String, _ mode: Int) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: scratch.path(name))
    }

    /// A line of `/proc/PID/status` of the daemon, summed over its threads: `voluntary_ctxt_switches`.
    package func sum(of field: String) throws -> Int {
        try tasks().reduce(0) { sum, task in
            let text = try String(contentsOfFile: task + "/status", encoding: .utf8)
            let line = text.split(separator: "\n").first { $0.hasPrefix(field + ":") }
            return sum
                + (line.flatMap { Int($0.dropFirst(field.count + 1).trimmingCharacters(in: .whitespaces)) }
                    ?? 0)
        }
    }

    /// The directories of the daemon's threads in /proc.
    package func tasks() throws -> [String] {
        let path = "/proc/\(processIdentifier)/task"
        return try FileManager.default.contentsOfDirectory(atPath: path).map { "\(path)/\($0)" }
    }
}
