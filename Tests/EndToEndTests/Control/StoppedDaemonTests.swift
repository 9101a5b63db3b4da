// What people see of a daemon that is there and does nothing.
import BGRunTestSupport
import Foundation
import Testing

@Suite struct `A daemon that is stopped` {
    /// Stops the daemon, types a command, lets the daemon go on once bgrun has said something on standard error, and gives all
    /// that was said there, and what was printed.
    private func play(_ words: String, on daemon: DaemonFixture) throws -> Command {
        let daemon = (daemon.processIdentifier, daemon.socket)
        return try Command.run(
            [
                "/bin/sh", "-c",
                """
                kill -STOP \(daemon.0)
                { \(Repository.program("bgrun")) \(words) 2>&1 >&3 3>&- | {
                    read -r line; echo "$line" >&2; kill -CONT \(daemon.0); cat >&2; }; } 3>&1
                """,
            ],
            environment: ["PATH": "/usr/bin:/bin", "BGRUN_SOCKET": daemon.1, "TZ": "UTC"])
    }

    @Test(arguments: ["status", "wait --quiet past", "logs --follow past", "history"])
    func `is spoken of once, and waited for`(words: String) throws {
        let daemon = try DaemonFixture()
        try daemon.start()
        try daemon.submit(["identifier": "past", "shell": "echo past"])
        #expect(try daemon.wait("past").outcome == .succeeded)
        let said = try play(words, on: daemon)
        #expect(
            said.errors == """
                bgrun: the daemon at \(daemon.socket) does not answer yet; this goes on waiting; bgrun doctor service tells more

                """)
        #expect(
            words == "status"
                ? said.output.contains("power")
                : said.output.contains("past") || said.output.contains("succeeded"))
        #expect(try daemon.stop() == 0)
    }
}
