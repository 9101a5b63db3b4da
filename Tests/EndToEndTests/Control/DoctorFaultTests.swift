// Faults that are made around a real daemon, and what the doctor says of each.
import BGRunTestSupport
import Foundation
import TestConditions
import Testing

// B-133
@Suite struct `The doctor of a daemon around which something is wrong` {
    private let daemon: DaemonFixture
    private let bus: PrivateBus

    init() throws {
        bus = try PrivateBus.withLogind()
        daemon = try DaemonFixture()
    }

    private func doctor(_ words: String..., units: String = "exit 1") throws -> Command {
        try typed(["doctor", "service"] + words, units: units)
    }

    /// What is typed is behind `bgrun --user`, so that the daemon is the one of whose units the service manager is asked: a
    /// stand-in of its name says what it is given.
    private func typed(_ words: [String], units: String) throws -> Command {
        try daemon.scratch.file("bin/systemctl", "#!/bin/sh\n\(units)\n", mode: 0o755)
        let home = try daemon.scratch.directory("home")
        try? FileManager.default.createSymbolicLink(
            atPath: home + "/bgrun", withDestinationPath: daemon.scratch.path("run"))
        return try Command.run(
            [Repository.program("bgrun")] + words + ["--user"],
            environment: [
                "PATH": daemon.scratch.path("bin") + ":/usr/bin:/bin", "XDG_RUNTIME_DIR": home, "TZ": "UTC",
                "XDG_CONFIG_HOME": daemon.scratch.path("config"), "HOME": home,
                "DBUS_SYSTEM_BUS_ADDRESS": bus.address,
            ])
    }

    @Test func `names each fault and what to do, exits with 1, and is content when they are mended`() throws {
        try daemon.start()
        try daemon.submit(["identifier": "later", "shell": "true", "earliestBeginDate": "+1h"])
        let well = try doctor()
        let calm = try typed(["status"], units: "exit 1")
        #expect(
            well.status == 0 && calm.output.contains("all is well"),
            "\(well.output)\(well.errors)\(calm.output)\(calm.errors)")

        try daemon.setMode("state", 0o777)
        try daemon.setMode("run/org.bgrun.Scheduler", 0o666)
        try daemon.setMode("state/bgrun.sqlite", 0o644)
        try daemon.scratch.file("config/bgrun/bgrund.json", #"{"maxRuns": "many"}"#)
        let unit = """
            echo Id=bgrund.service; echo LoadState=loaded; echo ActiveState=active; echo UnitFileState=disabled
            echo Delegate=no; echo MainPID=\(daemon.processIdentifier); echo NRestarts=2; echo
            echo Id=bgrund.socket; echo LoadState=loaded; echo ActiveState=inactive
            test "$1" = --user
            """
        let said = try doctor(units: unit)
        // By one rule: what the doctor finds wrong, all who tell how things stand say first.
        let others = try [["status"], ["status", "later"], ["status", "--json"], []].map {
            try typed($0, units: unit).output
        }
        #expect(said.status == 1 && !others.contains { $0.contains("all is well") })
        for words in [
            "chmod go-w \(daemon.scratch.path("state"))", "where 0600 belongs",
            "chmod 600 \(daemon.scratch.path("state/bgrun.sqlite"))", "no daemon starts", "is not enabled",
            "Delegate=no", "has died 2 times", "bgrund.socket is inactive",
        ] {
            let isSaid = ([said.output] + others).map {
                $0.replacing("\\/", with: "/").contains(words)
            }
            #expect(isSaid == [true, true, true, true, true], "\(words): \(said.output)\(others)")
        }
        let told = try doctor("--json", units: unit)
        let reply = try JSONSerialization.jsonObject(with: Data(told.output.utf8)) as? [String: Any]
        #expect(told.status == 1)
        #expect((reply?["faults"] as? [String])?.count == 8, "\(told.output)")

        try daemon.setMode("state", 0o700)
        try daemon.setMode("run/org.bgrun.Scheduler", 0o600)
        try daemon.setMode("state/bgrun.sqlite", 0o600)
        try FileManager.default.removeItem(atPath: daemon.scratch.path("config/bgrun/bgrund.json"))
        #expect(try doctor().status == 0)
    }

    @Test func `tells of a logind that waits too short before sleep`() throws {
        try daemon.start()
        try bus.play("delay 2000000")
        let said = try doctor()
        #expect(said.status == 1)
        #expect(said.output.contains("InhibitDelayMaxSec=5"), "\(said.output)")
    }

    @Test func `tells of the unit of a daemon that is not there, in JSON too`() throws {
        let unit =
            "echo Id=bgrund.service; echo LoadState=loaded; echo ActiveState=failed; echo Result=exit-code"
        let said = try doctor(units: unit)
        #expect(said.status == 4)
        #expect(said.output.contains("has failed (exit-code): journalctl --user"), "\(said.output)")
        let told = try doctor("--json", units: unit)
        let reply = try JSONSerialization.jsonObject(with: Data(told.output.utf8)) as? [String: Any]
        #expect(told.status == 4)
        #expect((reply?["faults"] as? [String])?.count == 1, "\(told.output)")
    }

    @Test(.root) func `tells of a kernel that counts time coarsely`() throws {
        try daemon.start()
        let clock = try daemon.scratch.file("clock", "refined-jiffies\n")
        let said = try Command.run(
            [
                "unshare", "--mount", "/bin/sh", "-c",
                "mount --bind \(clock) /sys/devices/system/clocksource/clocksource0/current_clocksource && exec "
                    + "\(Repository.program("bgrun")) doctor service",
            ], environment: ["PATH": "/usr/bin:/bin:/usr/sbin:/sbin", "BGRUN_SOCKET": daemon.socket])
        #expect(said.status == 1)
        #expect(said.output.contains("counts time by refined-jiffies"), "\(said.output)\(said.errors)")
    }
}
