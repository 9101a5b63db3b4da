// A number that is freed and given to somebody else, with a user database that only the daemon under test has.
import BGRunClient
import BGRunJob
import BGRunTestSupport
import BGRunWire
import Foundation
import Glibc
import TestConditions
import Testing

@Suite struct `Who is given the number of a user that is gone` {
    private static let number = "54321"

    /// Root's daemon with an /etc of its own, in which the number is ann's.
    private func machine() throws -> DaemonFixture {
        let daemon = try DaemonFixture.system()
        chmod(daemon.scratch.path, 0o755)
        try daemon.setMode("state", 0o711)
        let copied = try Command.run(["cp", "-a", "/etc", daemon.scratch.path("etc")])
        try #require(copied.status == 0, "\(copied.errors)")
        daemon.starter = [
            "/usr/bin/unshare", "--mount", "/bin/sh", "-c",
            #"mount --bind "$0" /etc && exec "$@""#, daemon.scratch.path("etc"),
        ]
        try give(Self.number, to: "ann", on: daemon)
        try daemon.start()
        return daemon
    }

    /// As useradd does: a new file in place of the old one.
    private func give(_ number: String, to name: String, on daemon: DaemonFixture) throws {
        let accounts = try daemon.scratch.text("etc/passwd").split(separator: "\n")
            .filter { !$0.contains(":\(number):") }
        let entry = "\(name):x:\(number):\(number)::/:/bin/sh"
        try daemon.scratch.file("etc/new", (accounts + [entry[...]]).joined(separator: "\n") + "\n")
        try #require(rename(daemon.scratch.path("etc/new"), daemon.scratch.path("etc/passwd")) == 0)
    }

    /// One person can be as many numbers as useradd gives them in /etc/subuid. (B-140)
    @Test(.root) func `or has many for containers finds nothing to have by them, and no more room`() throws {
        let daemon = try machine()
        try daemon.scratch.file("etc/subuid", "ann:4100000000:65536\n")
        try give(Self.number, to: "ann", on: daemon)
        let connect = """
            import os, socket, sys
            lines, answered = [], 0
            for number in range(4100000000, 4100000100):
                os.seteuid(0)
                os.seteuid(number)
                lines.append(socket.socket(socket.AF_UNIX))
                lines[-1].connect(sys.argv[1])
                try:
                    lines[-1].sendall(b'{"method":"org.varlink.service.GetInfo"}\\0')
                    answered += len(lines[-1].recv(9)) > 0
                except OSError:
                    pass
            print(answered)
            """
        try daemon.settles("they are ann's") {
            let said = try Command.run(["/usr/bin/python3", "-c", connect, daemon.socket])
            return said.output == "64\n"
        }
        for number in ["4100000007", "4200000000"] {
            let container = Person(daemon: daemon, user: number)
            try daemon.settles("\(number) has no jobs") {
                let said = try container.bgrun(
                    "submit", "-", input: SharedMachine.descriptor("a", #""shell": "true""#))
                return said.status != 0 && said.errors.contains("the number has no account")
            }
        }
        let ann = Person(daemon: daemon, user: Self.number)
        try submit("own", #""shell": "exit 0""#, by: ann)
        #expect(try ann.bgrun("wait", "own").status == 0)
    }

    // B-45
    @Test(.root) func `finds no job, no run, no output, no history and no directory of theirs`() throws {
        let daemon = try machine()
        let person = Person(daemon: daemon, user: Self.number)
        let keep =
            #""shell": "trap '' TERM; echo $$; echo the secret; echo kept > $BGRUN_STATE_DIRECTORY/kept"#
        try submit("past", keep + #"""#, by: person)
        #expect(try person.bgrun("wait", "past").status == 0)
        try submit("active", keep + #"; while :; do sleep 1; done""#, by: person)
        try daemon.logs("active", tell: "the secret\n")
        try submit("waiting", #""shell": "exit 0", "requires": {"pathExists": "/nowhere"}"#, by: person)
        let process = try #require(Int(person.says("logs", "active").split(separator: "\n").first ?? ""))

        try give(Self.number, to: "bob", on: daemon)
        try daemon.status(becomes: "without the jobs of ann") { $0.jobs.isEmpty }

        let history = try person.says("history")
        #expect(!history.contains("past") && !history.contains("active"))
        for words in [
            ["logs", "active"], ["logs", "past"], ["logs", "--run", "1"], ["logs", "--run", "2"],
            ["why", "active"],
        ] {
            let answer = try person.bgrun(words)
            #expect(answer.status != 0 && !answer.output.contains("the secret"), "\(words)")
        }
        try daemon.settles("the run is killed") { !isAlive(process) }
        try submit(
            "active",
            #""shell": "ls -A $BGRUN_STATE_DIRECTORY; cat $BGRUN_STATE_DIRECTORY/../past/kept; exit 0""#,
            by: person)
        #expect(try person.bgrun("wait", "active").status == 0)
        #expect(try !person.says("logs", "active").contains("kept\n"))
        #expect(try daemon.past("active") == ["run succeeded"], "theirs, and none of the one before")
        let unknown = ClientError.refused(.scheduler(.unknownJob(identifier: "past")))
        #expect(throws: unknown) { try daemon.history("past") }
        let kept = try FileManager.default.contentsOfDirectory(atPath: daemon.scratch.path("state/jobs"))
        let aside = try #require(kept.first { $0.hasPrefix("\(Self.number)-until-") })
        #expect(try daemon.scratch.text("state/jobs/\(aside)/active/kept") == "kept\n", "root has it")

        // What was said is so after a restart, too.
        try daemon.kill()
        try daemon.start()
        #expect(try daemon.past("active") == ["run succeeded"])
        #expect(throws: unknown) { try daemon.history("past") }
    }

    private func submit(_ name: String, _ rest: String, by person: Person) throws {
        _ = try person.says("submit", "-", input: SharedMachine.descriptor(name, rest))
    }
}
