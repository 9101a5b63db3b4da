// Daemons that end and come again while jobs wait for everything, and a database of an earlier version.
import BGRunJob
import BGRunTestSupport
import BGRunWire
import Foundation
import Testing

@Suite struct `A daemon that comes again` {
    // B-17
    @Test func `has each job wait for what it waited for, and hears of all of it again`() throws {
        let machine = try EmulatedLaptop()
        let daemon = machine.daemon
        try machine.waitForEverything()
        let before = try daemon.status().jobs.map(\.identifier.text)
        for _ in 1...3 {
            try daemon.kill()
            try daemon.start()
        }
        #expect(try daemon.stop() == 0)
        try daemon.start()
        #expect(try daemon.status().jobs.map(\.identifier.text) == before)
        try machine.isWaitedFor()
        // Each is told of by a source of its own.
        try daemon.scratch.file("never", "")
        try machine.bus.play("machine set upower LidIsClosed b 1")
        try machine.bus.play("machine set profiles ActiveProfile s power-saver")
        try machine.bus.play("lock 1 1")
        try machine.bus.play("network join \(machine.uplink()) one 4e6f7065")
        try daemon.plugIn()
        for name in [
            "pathExists", "lid", "powerSaver", "locked", "ssid", "externalPower", "charging", "anyOf",
        ] {
            #expect(try daemon.wait(name).outcome == .succeeded, "\(name)")
        }
    }
}

@Suite struct `A daemon on the database of the version before` {
    // B-4
    @Test func `has its jobs, pauses and history, and can be killed at once`() throws {
        let daemon = try DaemonFixture(isPlugged: false)
        try daemon.scratch.file("policy.json", "{\(EmulatedLaptop.atOnce)}")
        let owner = geteuid()
        let descriptor = #"{"identifier": "old", "command": ["true"], "requiresExternalPower": true}"#
        let script = """
            import sqlite3, sys, time
            base = sqlite3.connect(sys.argv[1])
            base.executescript("PRAGMA page_size = 4096; PRAGMA journal_mode = WAL;" + open(sys.argv[2]).read())
            now = int(time.time() * 1000000) - 3600000000
            base.execute("INSERT INTO meta VALUES (1, '0123456789abcdef', 'a boot before', 900, 0)")
            base.execute("INSERT INTO jobs (owner, identifier, boot, descriptor, accepted, anchor, occurrence, dueAt,"
                " dueSince, unfinishedRuns, isTriggeredAgain, runs) VALUES (?, 'old', 0, ?, ?, ?, 1, ?, ?, 0, 0, 0)",
                (\(owner), sys.argv[3], now, now, now, now))
            base.execute("INSERT INTO history VALUES (7, ?, 'older', NULL, ?, ?, ?, 'failed', NULL, 'code', 3, NULL,"
                " 0, 4, 5, 6)", (\(owner), now, now, now))
            base.commit()
            """
        let schema = try daemon.scratch.file("schema.sql", OlderSchema.text(of: 2))
        let made = try Command.run([
            "/usr/bin/python3", "-c", script, daemon.scratch.path("state/bgrun.sqlite"), schema, descriptor,
        ])
        try #require(made.status == 0, "\(made.errors)")
        try daemon.setMode("state/bgrun.sqlite", 0o600)
        try daemon.start()
        try daemon.kill()
        try daemon.start()
        #expect(try daemon.call(DoctorCall()).faults == [])
        #expect(try daemon.status().jobs.map(\.identifier.text) == ["old"])
        #expect(try daemon.blockers("old") == ["externalPower"])
        #expect(try daemon.past("older") == ["run failed"])
        #expect(try Person(daemon: daemon).bgrun("why", "old", "--history").status == 0)
        try daemon.plugIn()
        #expect(try daemon.wait("old").outcome == .succeeded)
        #expect(try daemon.history("old").first?.run == RunID(900))
    }
}
