// What the doctor finds wrong around a daemon, fault by fault.
import BGRunCalendar
import BGRunJob
import BGRunWire
import Testing

@testable import BGRunText

/// A machine on which nothing is wrong.
private func well() -> Surroundings {
    var sight = Surroundings(scope: .system, now: World.now)
    sight.socket = place("/run/bgrun/s", 0o666)
    sight.directories = [place("/var/lib/bgrun", 0o711), place("/run/bgrun", 0o755)]
    sight.secrets = [place("/var/lib/bgrun/bgrun.sqlite", 0o600)]
    sight.room = Surroundings.Room(path: "/var/lib/bgrun", bytes: 1 << 30)
    sight.settings = Surroundings.Settings(
        path: "/etc/bgrun/bgrund.json", changed: daemon.started.advanced(by: .seconds(-1)), fault: nil)
    sight.clockSource = "tsc"
    sight.sleepDelay = .seconds(5)
    let units = units()
    (sight.service, sight.socketUnit) = (units[0], units[1])
    return sight
}

private let daemon = DaemonReport(
    scope: .system, owner: .root, version: "1.0", process: 99, started: World.now,
    stateDirectory: "/var/lib/bgrun",
    runtimeDirectory: "/run/bgrun")

private func place(_ path: String, _ permissions: UInt32, owner: UInt32 = 0) -> Surroundings.Place {
    Surroundings.Place(path: path, owner: UserID(owner), permissions: permissions)
}

/// As `systemctl show` prints both units, with something else in place of what stands there.
private func units(_ wrong: String = "", with right: String = "") -> [UnitSight] {
    let text = """
        Id=bgrund.service
        LoadState=loaded
        ActiveState=active
        Result=success
        UnitFileState=enabled
        Delegate=yes
        NeedDaemonReload=no
        MainPID=99
        NRestarts=0

        Id=bgrund.socket
        LoadState=loaded
        ActiveState=active
        UnitFileState=enabled
        """
    return UnitSight.all(in: text.replacing(right.isEmpty ? "\u{0}" : right, with: wrong))
}

private func faults(
    _ daemon: DaemonReport? = daemon, version: String = "1.0",
    where change: (inout Surroundings) -> Void = { _ in }
) -> [String] {
    var sight = well()
    change(&sight)
    return sight.faults(of: daemon, version: version)
}

// B-133
@Suite struct `What the doctor sees around a daemon` {
    @Test func `is no fault where all is well, and is shown`() {
        #expect(faults().isEmpty)
        let rows = well().rows.map { "\($0.0): \($0.1)" }
        #expect(
            rows == [
                "unit: bgrund.service is active, enabled", "unit: bgrund.socket is active, enabled",
                "socket: /run/bgrun/s, mode 0666", "room to save: 1024 MiB at /var/lib/bgrun", "clock: tsc",
                "before sleep: runs have 5s at most",
            ])
    }

    @Test func `lacks a socket that was deleted, where a unit says that it is there`() {
        let gone: (inout Surroundings) -> Void = {
            ($0.socket, $0.missingSocket) = (nil, "/run/bgrun/s")
        }
        let found = faults(nil, where: gone)
        #expect(found.count == 1)
        #expect(found.first?.contains("The socket /run/bgrun/s is gone") == true)
        #expect(found.first?.hasSuffix("systemctl restart bgrund.socket.") == true)
        let unasked = faults(nil) {
            gone(&$0)
            ($0.service, $0.socketUnit) = (nil, nil)
        }
        #expect(unasked.isEmpty)
    }

    @Test(arguments: [
        (
            "UnitFileState=disabled", "UnitFileState=enabled\nDelegate", "is not enabled",
            "systemctl enable bgrund.service"
        ),
        ("Delegate=no", "Delegate=yes", "no part of the cgroup tree", "systemctl cat"),
        ("NeedDaemonReload=yes", "NeedDaemonReload=no", "systemd has not read it", "daemon-reload"),
        ("NRestarts=3", "NRestarts=0", "has died 3 times", "journalctl -b -u bgrund.service"),
        ("MainPID=7", "MainPID=99", "process 99, was not started by", "restart bgrund.service"),
        (
            "ActiveState=failed\nResult=exit-code", "ActiveState=active\nResult=success",
            "has failed (exit-code)", "reset-failed"
        ),
        ("Id=bgrund.service\nLoadState=masked", "Id=bgrund.service\nLoadState=loaded", "is masked", "unmask"),
        (
            "Id=bgrund.service\nLoadState=not-found", "Id=bgrund.service\nLoadState=loaded",
            "There is no bgrund.service", "install"
        ),
        (
            "Id=bgrund.service\nLoadState=bad-setting", "Id=bgrund.service\nLoadState=loaded",
            "can't be loaded (bad-setting)", "status"
        ),
        (
            "Id=bgrund.socket\nLoadState=loaded\nActiveState=inactive",
            "Id=bgrund.socket\nLoadState=loaded\nActiveState=active",
            "bgrund.socket is inactive", "restart bgrund.socket"
        ),
    ])
    func `has one fault for what is wrong with a unit`(
        _ wrong: String, _ right: String, _ what: String, _ advice: String
    ) {
        let wrong = right.hasSuffix("\nDelegate") ? wrong + "\nDelegate" : wrong
        let found = faults { sight in
            let units = units(wrong, with: right)
            (sight.service, sight.socketUnit) = (units[0], units[1])
        }
        #expect(found.count == 1)
        #expect(found.first?.contains(what) == true && found.first?.contains(advice) == true, "\(found)")
    }

    @Test func `tells how a daemon is started that is not there, the user's own too`() {
        let stopped = units("ActiveState=inactive\nResult", with: "ActiveState=active\nResult")
        let found = faults(nil) { sight in
            sight.scope = .user
            sight.socket = nil
            (sight.service, sight.socketUnit) = (stopped[0], stopped[1])
        }
        #expect(found == ["bgrund.service does not run: systemctl --user start bgrund.service"])
    }

    @Test func `takes lines that are no properties for nothing, and units without a name`() {
        #expect(UnitSight.all(in: "").isEmpty)
        #expect(UnitSight.all(in: "LoadState=loaded\n\nwarning\nId=\n").isEmpty)
        #expect(UnitSight.all(in: "warning: x\nId=a.service\n").map(\.words) == ["a.service is unknown"])
    }

    @Test(arguments: [
        (UInt32(0o600), UInt32(0), "Not everybody reaches"), (0o666, 1000, "belongs to user 1000"),
    ])
    func `has one fault for a socket with wrong rights`(_ mode: UInt32, _ owner: UInt32, _ what: String) {
        let found = faults { $0.socket = place("/run/bgrun/s", mode, owner: owner) }
        #expect(found.count == 1 && found[0].contains(what), "\(found)")
        #expect(found.first?.hasSuffix("systemctl restart bgrund.socket.") == true)
    }

    @Test func `has a fault for a user's socket that is open to others`() {
        let found = faults { sight in
            sight.scope = .user
            (sight.service, sight.socketUnit) = (nil, nil)
        }
        #expect(found.count == 1 && found[0].contains("Others may reach your daemon"), "\(found)")
    }

    @Test func `has a fault for what others may change or read`() {
        let found = faults { sight in
            sight.directories = [place("/a", 0o777), place("/b", 0o755, owner: 1000)]
            sight.secrets = [place("/c", 0o644)]
        }
        #expect(
            found.map { $0.split(separator: ": ").last } == ["chmod go-w /a", "chown 0 /b", "chmod 600 /c"])
    }

    @Test(arguments: [
        (4096, false, "Only 4 KiB are free for /var/lib/bgrun;"),
        (1 << 30, true, "The file system of /var/lib/bgrun is mounted read-only, so nothing is accepted"),
    ])
    func `has a fault for a disk that is nearly full, or takes no changes`(
        _ bytes: Int, _ isReadOnly: Bool, _ what: String
    ) {
        let found = faults {
            $0.room = Surroundings.Room(path: "/var/lib/bgrun", bytes: bytes, isReadOnly: isReadOnly)
        }
        #expect(found.count == 1 && found[0].hasPrefix(what), "\(found)")
    }

    @Test func `has a fault for settings that don't count yet, or can't`() {
        let later = faults { $0.settings?.changed = daemon.started.advanced(by: .seconds(1)) }
        #expect(
            later.count == 1 && later[0].contains("don't count yet: systemctl reload bgrund"), "\(later)")
        let broken = faults { $0.settings?.fault = "line 3: no such key" }
        #expect(broken == ["With the settings /etc/bgrun/bgrund.json no daemon starts: line 3: no such key"])
    }

    @Test func `has a fault for a clock that is coarse or was never set`() {
        for source in ["jiffies", "refined-jiffies"] {
            let found = faults { $0.clockSource = source }
            #expect(found.count == 1 && found[0].contains("dmesg"), "\(found)")
        }
        for source in ["tsc", "hpet", "acpi_pm", "kvm-clock", nil] {
            #expect(faults { $0.clockSource = source }.isEmpty)
        }
        let found = faults { $0.now = WallTime(microseconds: 86_400_000_000) }
        #expect(found.count == 1 && found[0].hasPrefix("The clock says 1970-01-02"), "\(found)")
    }

    @Test func `has a fault for a logind that gives runs too little time before sleep`() {
        let found = faults { $0.sleepDelay = .seconds(2) }
        #expect(found.count == 1 && found[0].contains("waits 2s at most"), "\(found)")
        #expect(found.first?.contains("InhibitDelayMaxSec=5 in /etc/systemd/logind.conf") == true)
    }

    @Test func `has a fault for a daemon of another version`() {
        let found = faults(version: "2.0")
        #expect(found.count == 1 && found[0].contains("version 1.0, and bgrun 2.0"), "\(found)")
    }
}
