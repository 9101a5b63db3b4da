// People at the terminal of a real daemon, each with the rights of one user.
import BGRunJob
import BGRunTestSupport
import BGRunWire
import Foundation
import Testing

/// Somebody who types bgrun commands for one daemon.
struct Person {
    /// A user whom every Debian knows and who owns nothing.
    static let nobody = "65534"
    static let isRoot = geteuid() == 0

    let daemon: DaemonFixture
    /// Who types; nil is whoever runs the tests.
    var user: String?
    /// The groups they are in beside their own.
    var groups: String?
    /// What the bus is called that bgrun asks.
    var bus: String?

    func bgrun(_ arguments: String..., input: String = "") throws -> Command {
        try bgrun(arguments, input: input)
    }

    func bgrun(_ arguments: [String], input: String = "") throws -> Command {
        let become =
            user.map { user in
                ["setpriv", "--reuid", user, "--regid", user]
                    + (groups.map { ["--groups", $0] } ?? ["--clear-groups"])
            } ?? []
        return try Command.run(
            become + [Repository.program("bgrun")] + arguments,
            environment: [
                "PATH": "/usr/bin:/bin", "BGRUN_SOCKET": daemon.socket, "TZ": "UTC",
                "DBUS_SYSTEM_BUS_ADDRESS": bus ?? "unix:path=\(daemon.scratch.path("no-bus"))",
            ], input: input)
    }

    /// What is printed by a command that has to succeed.
    func says(_ arguments: String..., input: String = "") throws -> String {
        try says(arguments, input: input)
    }

    func says(_ arguments: [String], input: String = "") throws -> String {
        let said = try bgrun(arguments, input: input)
        #expect(said.status == 0, "\(arguments): \(said.errors)")
        return said.output
    }
}

extension DaemonFixture {
    /// A daemon of the system's kind below the scratch directory, as root has it for all users.
    static func system() throws -> DaemonFixture {
        let daemon = try DaemonFixture()
        daemon.arguments[0] = "--system"
        return daemon
    }

    /// Has a user's daemon run as `user`: the scratch directory becomes theirs.
    func belong(to user: String) throws {
        let given = try Command.run(["chown", "-R", "\(user):\(user)", scratch.path])
        try #require(given.status == 0, "\(given.errors)")
        starter = ["/usr/bin/setpriv", "--reuid", user, "--regid", user, "--clear-groups"]
    }

    /// Makes what is stored older, while no daemon runs: as if the machine had been off for so long.
    func age(bySeconds seconds: Int) throws {
        let script = """
            import sqlite3, sys
            base = sqlite3.connect(sys.argv[1])
            for column in ("accepted", "anchor", "dueAt", "dueGrid", "dueSince", "concluded", "pathsSeen"):
                base.execute(f"UPDATE jobs SET {column} = {column} - ?", (\(seconds) * 1000000,))
            base.execute("UPDATE jobs SET requestSeal = NULL, standingSeal = NULL")
            base.commit()
            """
        let aged = try Command.run(["/usr/bin/python3", "-c", script, scratch.path("state/bgrun.sqlite")])
        try #require(aged.status == 0, "\(aged.errors)")
    }

    /// The lines of a file that jobs write to; none while it is not there.
    func lines(_ name: String) -> [String] {
        ((try? scratch.text(name)) ?? "").split(separator: "\n").map(String.init)
    }

    /// Runs and skips of a job, newest first: `run succeeded`, `skip missed`.
    func past(_ identifier: String) throws -> [String] {
        try call(HistoryCall(JobSelection(try name(identifier), of: nil), limit: 1000)).entries.map {
            switch $0 {
            case .run(let entry): "run \(entry.outcome.rawValue)"
            case .skip(let skip, _, _): "skip \(skip.reason.rawValue)"
            }
        }
    }
}
