// What the daemon tells people unasked: sentences, headlines, and its last decisions for a report.
import BGRunClient
import BGRunJob
import BGRunTestSupport
import BGRunWire
import Foundation
import Testing

@Suite struct `What goes wrong` {
    private func fixture() throws -> DaemonFixture {
        let daemon = try DaemonFixture()
        daemon.arguments.removeAll { $0 == "--decisions" }
        return daemon
    }

    // B-53
    @Test func `is told in sentences, and what is decided goes to a file alone, without commands`() throws {
        let daemon = try fixture()
        try daemon.start()
        try daemon.submit([
            "identifier": "quiet", "shell": "echo secret-one", "standardInput": "secret-two",
            "environment": ["TOKEN": "secret-three"], "workingDirectory": "/tmp", "notes": "secret-five",
            "onSuccess": ["/bin/sh", "-c", "echo what the hook says; exit 1"],
            "requires": ["command": ["command": ["/bin/true", "secret-four"], "every": "1m"]],
        ])
        #expect(try daemon.wait("quiet").outcome == .succeeded)
        try daemon.turnEnds()
        #expect(
            daemon.log.contains("bgrund: Run 1 of quiet of user \(geteuid()) starts: it has been due since"))
        #expect(daemon.log.contains("bgrund: Run 1 of quiet of user \(geteuid()) ended"))
        #expect(!daemon.log.contains(" > "))
        _ = try Person(daemon: daemon).says("pause", "--all", "--note", "secret-six")
        try daemon.turnEnds()
        try daemon.settles("the hook has ended") {
            try daemon.scratch.text("run/decisions.log").contains("hookEnded run=1")
        }
        let decisions = try daemon.scratch.text("run/decisions.log")
        #expect(!decisions.contains("what the hook says"))
        #expect(decisions.contains(#"note="…""#))
        #expect(decisions.contains(#""command":["true"]"#))
        #expect(decisions.contains("launch run=1 quiet@"))
        for text in [decisions, daemon.log] { #expect(!text.contains("secret")) }
        // It can be played: what stands there is a descriptor.
        let line = try #require(decisions.split(separator: "\n").first { $0.contains(" > submit ") })
        let text = line[try #require(line.firstIndex(of: "{"))...]
        #expect(try JobDescriptor(json: Array(text.utf8)).identifier.text == "quiet")
        // The same check has one name, in the descriptor and wherever it is spoken of.
        #expect(Set(decisions.matches(of: /check-[0-9a-f]+/).map { String($0.output) }).count == 1)
        let said = try Person(daemon: daemon).bgrun("doctor", "--report").output
        #expect(said.contains("last decisions, from \(daemon.scratch.path("run/decisions.log"))"))
        #expect(said.contains("launch run=1 quiet@"))
    }

    // B-54
    @Test func `stands before all else in status and doctor until it is mended`() throws {
        let daemon = try fixture()
        try daemon.start()
        #expect(try daemon.status().daemon.headlines == [])
        try daemon.put("broken.json", "{")
        try daemon.submit(["identifier": "missing", "command": ["/no/such/program", "secret"]])
        _ = try daemon.wait("missing")
        let person = Person(daemon: daemon)
        try daemon.settles("a headline") { try daemon.status().daemon.headlines.count == 1 }
        let lines = try daemon.status().daemon.headlines
        #expect(lines[0].hasPrefix("The file \(daemon.jobsDirectory)/broken.json is not used: "))
        #expect(try person.bgrun("status").output.hasPrefix("! The file"))
        let doctor = try person.bgrun("doctor").output.split(separator: "\n")
        #expect(doctor[0].contains("2 things are wrong") && doctor[1].hasPrefix("! The file"), "\(doctor)")
        #expect(doctor[2].hasPrefix("  missing: could not be launched "), "\(doctor)")
        #expect(daemon.log.contains("bgrund: Run 1 of missing of user \(geteuid()) could not be launched"))
        try FileManager.default.removeItem(atPath: daemon.jobsDirectory + "/broken.json")
        try daemon.submit(["identifier": "missing", "command": ["true"]])
        _ = try daemon.wait("missing")
        try daemon.settles("no headline") { try daemon.status().daemon.headlines == [] }
        #expect(!daemon.log.contains("secret"))
    }
}
