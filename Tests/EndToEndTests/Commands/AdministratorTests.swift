// What administrators see of root's jobs, and what nobody but root does.
import BGRunJob
import BGRunTestSupport
import BGRunWire
import Foundation
import Testing

// B-137
@Suite struct `An administrator` {
    private static let secrets = ["hunter2", "/secret", "curl"]

    /// Root's daemon, with a job that fails, one that waits for a path, and one that is over.
    private func start(policy: String = "{}") throws -> DaemonFixture {
        let daemon = try DaemonFixture.system()
        try daemon.scratch.file("policy.json", policy)
        try daemon.start()
        let root = Person(daemon: daemon)
        for job in [
            """
            {"identifier": "org.a.backup", "title": "Backup", "shell": "echo hunter2 >&2; exit 3", "workingDirectory": "/",
             "environment": {"TOKEN": "hunter2"}, "schedule": {"every": "1h"}, "notes": "hunter2", "onFailure": ["/usr/bin/curl"]}
            """,
            """
            {"identifier": "org.a.vault", "command": ["/usr/bin/curl"], "requires": {"pathExists": "/secret/vault"}}
            """,
            """
            {"identifier": "org.a.gone", "command": ["/secret/program"], "workingDirectory": "/"}
            """,
        ] { #expect(try root.bgrun(["submit", "-"], input: job).status == 0) }
        try daemon.settles("two have failed") {
            let status = try daemon.status()
            return status.ended.count == 1 && status.jobs.contains { $0.health.failing != nil }
        }
        return daemon
    }

    @Test(.root) func `sees how root's jobs stand, and nothing of what they do`() throws {
        let daemon = try start()
        let anna = Person(daemon: daemon, user: Person.nobody, groups: "sudo")
        let status = try anna.says("status")
        #expect(
            status.contains("2 failing") && status.contains("Backup") && status.contains("root"), "\(status)")
        let doctor = try anna.bgrun("doctor")
        #expect(doctor.status == 1)
        #expect(doctor.output.contains("  org.a.backup of root: failed "), "\(doctor.output)")
        let why = try anna.says("why", "org.a.vault")
        #expect(why.contains("needs path"), "\(why)")
        #expect(try anna.says("why", "org.a.backup").contains("failed: exit 3"))
        #expect(try anna.says("history").contains("failed: exit 3"))
        #expect(try anna.says("history", "org.a.backup").contains("failed: exit 3"))
        for shown in [
            status, doctor.output, why, try anna.says("status", "--json"), try anna.says("history", "--json"),
            try anna.bgrun("doctor", "--json").output, try anna.says("why", "org.a.vault", "--json"),
            try anna.says("status", "org.a.backup"), try anna.says("status", "org.a.gone"),
        ] {
            for secret in Self.secrets { #expect(!shown.contains(secret), "\(secret) in \(shown)") }
        }
    }

    @Test(.root) func `is no more than that: others' jobs, and all that changes or shows one, are unknown`()
        throws
    {
        let daemon = try start()
        let other = Person(daemon: daemon, user: "2")
        let job =
            #"{"identifier": "theirs", "shell": "exit 3", "workingDirectory": "/", "schedule": {"every": "1h"}}"#
        #expect(try other.bgrun(["submit", "-"], input: job).status == 0)
        let anna = Person(daemon: daemon, user: Person.nobody, groups: "sudo")
        for arguments in [
            ["cat", "org.a.backup"], ["logs", "org.a.backup"], ["cancel", "org.a.vault"],
            ["run", "org.a.vault"],
            ["stop", "org.a.backup"], ["pause", "org.a.vault"], ["why", "theirs"], ["history", "theirs"],
        ] {
            for owner in [[], ["--owner", "0"]] {
                let said = try anna.bgrun(arguments + owner)
                #expect(said.status == 5, "\(arguments + owner)")
                let isRoots = said.errors.contains("is root's")
                #expect(isRoots != arguments.contains("theirs"), "\(said.errors)")
            }
        }
        #expect(!(try anna.says("status").contains("theirs")))
        #expect(!(try anna.says("history").contains("theirs")))
    }

    @Test(.root) func `is a member of a group of the policy's, as the kernel knows it, and nobody else`()
        throws
    {
        let daemon = try start(policy: #"{"administrators": ["adm", "no-such-group"]}"#)
        for groups in [nil, "sudo"] {
            let stranger = Person(daemon: daemon, user: Person.nobody, groups: groups)
            #expect(!(try stranger.says("status").contains("org.a")))
            #expect(try stranger.bgrun("why", "org.a.backup").status == 5)
            #expect(try stranger.bgrun("history", "org.a.backup").status == 5)
            #expect(try stranger.bgrun("doctor").output.contains("org.a") == false)
        }
        #expect(
            try Person(daemon: daemon, user: Person.nobody, groups: "adm").says("status").contains("Backup"))
    }
}
