// What is seen of the machine around a daemon, and what of it is wrong.
import BGRunCalendar
import BGRunJob
import BGRunWire

/// What a daemon can't tell of itself: its units, its files as others see them, the clock.
///
/// Each fault is a sentence: what is wrong, where, and what to do.
package struct Surroundings: Hashable, Sendable {
    /// A file or directory of the daemon's, as the kernel shows it.
    package struct Place: Hashable, Sendable {
        package var path: String
        package var owner: UserID
        /// The bits that chmod(1) sets.
        package var permissions: UInt32

        package init(path: String, owner: UserID, permissions: UInt32) {
            self.path = path
            self.owner = owner
            self.permissions = permissions
        }
    }

    /// The daemon's settings.
    package struct Settings: Hashable, Sendable {
        package var path: String
        package var changed: WallTime
        /// Why no daemon could start with them; nil where one can.
        package var fault: String?

        package init(path: String, changed: WallTime, fault: String?) {
            self.path = path
            self.changed = changed
            self.fault = fault
        }
    }

    /// The room that is left where the daemon saves.
    package struct Room: Hashable, Sendable {
        package var path: String
        package var bytes: Int
        /// Its file system takes no changes.
        package var isReadOnly: Bool

        package init(path: String, bytes: Int, isReadOnly: Bool = false) {
            self.path = path
            self.bytes = bytes
            self.isReadOnly = isReadOnly
        }
    }

    package var scope: DaemonReport.Scope
    /// The unit that starts the daemon, and the one that keeps its socket; nil where no service manager was asked.
    package var service: UnitSight?
    package var socketUnit: UnitSight?
    package var socket: Place?
    /// Where a socket belongs and none is; nil where one is there.
    package var missingSocket: String?
    /// Directories that nobody else may write in.
    package var directories: [Place] = []
    /// Files that nobody else may read.
    package var secrets: [Place] = []
    package var room: Room?
    package var settings: Settings?
    /// As the kernel calls it: `tsc`.
    package var clockSource: String?
    /// What the clock says.
    package var now: WallTime
    /// For so long logind waits before sleep.
    package var sleepDelay: Duration?

    package init(scope: DaemonReport.Scope, now: WallTime) {
        self.scope = scope
        self.now = now
    }
}

extension Surroundings {
    /// What runs are given before sleep, behaviour B-16.
    private static let sleepNeed = Duration.seconds(4)
    /// A transaction, its log, and a run's output take less.
    private static let leastRoom = 16 << 20
    /// Clocks that stand still while interrupts are off.
    private static let coarseClocks: Set = ["jiffies", "refined-jiffies"]
    /// Before this program was written.
    private static let earliest = WallTime(microseconds: 1_735_689_600_000_000)

    /// - Parameters:
    ///   - daemon: What answers; nil where nobody does.
    ///   - version: This program's own.
    package func faults(of daemon: DaemonReport?, version: String) -> [String] {
        unitFaults(daemon) + versionFault(daemon, version) + socketFaults(daemon)
            + directories.flatMap { directoryFaults($0, daemon) } + secrets.flatMap(secretFaults)
            + roomFault + settingsFault(daemon) + clockFaults + sleepFault
    }

    private var command: String { scope == .user ? "systemctl --user" : "systemctl" }

    // MARK: - The units

    private func unitFaults(_ daemon: DaemonReport?) -> [String] {
        guard let service else { return [] }
        return service.faults(of: daemon, command) + (socketUnit?.socketFaults(command) ?? [])
    }

    private func versionFault(_ daemon: DaemonReport?, _ version: String) -> [String] {
        guard let daemon, daemon.version != version else { return [] }
        return [
            "The daemon is version \(daemon.version), and bgrun \(version): it runs what was installed before. "
                + "\(command) reload bgrund has it go on as the new one, and ends no run."
        ]
    }

    // MARK: - Files

    private func socketFaults(_ daemon: DaemonReport?) -> [String] {
        let again = service == nil ? "start the daemon anew" : "\(command) restart bgrund.socket"
        guard let socket else {
            // Where a unit does not run, what is said of that mends this too.
            guard let missingSocket, [service, socketUnit].contains(where: { $0?.isActive == true }) else {
                return []
            }
            return [
                "The socket \(missingSocket) is gone, so nobody reaches the daemon, which may run all the same: \(again)."
            ]
        }
        var faults: [String] = []
        if let daemon, socket.owner != daemon.owner {
            faults.append(
                "The socket \(socket.path) belongs to user \(socket.owner), and the daemon to user \(daemon.owner): \(again)."
            )
        }
        switch scope {
        case .system where socket.permissions & 0o666 != 0o666:
            faults.append(
                "Not everybody reaches the daemon: the socket \(socket.path) has mode \(mode(socket)) where 0666 belongs; \(again)."
            )
        case .user where socket.permissions & 0o077 != 0:
            faults.append(
                "Others may reach your daemon: the socket \(socket.path) has mode \(mode(socket)) where 0600 belongs; \(again)."
            )
        case .system, .user: break
        }
        return faults
    }

    private func directoryFaults(_ place: Place, _ daemon: DaemonReport?) -> [String] {
        var faults: [String] = []
        if let daemon, place.owner != daemon.owner, place.owner != .root {
            faults.append(
                "The directory \(place.path) belongs to user \(place.owner), who can change what the daemon has there: "
                    + "chown \(daemon.owner) \(place.path)")
        }
        if place.permissions & 0o022 != 0 {
            faults.append(
                "Others may write in \(place.path) (mode \(mode(place))), and change what the daemon has there: "
                    + "chmod go-w \(place.path)")
        }
        return faults
    }

    private func secretFaults(_ place: Place) -> [String] {
        guard place.permissions & 0o077 != 0 else { return [] }
        return [
            "Others may read \(place.path) (mode \(mode(place))), which has the environments of jobs: chmod 600 \(place.path)"
        ]
    }

    private func mode(_ place: Place) -> String {
        "0" + String(place.permissions & 0o7777, radix: 8)
    }

    private var roomFault: [String] {
        guard let room else { return [] }
        if room.isReadOnly {
            return [
                "The file system of \(room.path) is mounted read-only, so nothing is accepted or started: "
                    + "mount -o remount,rw \"$(findmnt -no TARGET -T \(room.path))\" makes it writable; after an error "
                    + "of the disk, of which dmesg tells, a reboot does, as that checks it."
            ]
        }
        guard room.bytes < Self.leastRoom else { return [] }
        return [
            "Only \(room.bytes / 1024) KiB are free for \(room.path); without room nothing is accepted or started: "
                + "make room on that file system (df \(room.path))."
        ]
    }

    // MARK: - Settings

    private func settingsFault(_ daemon: DaemonReport?) -> [String] {
        guard let settings else { return [] }
        if let fault = settings.fault {
            return ["With the settings \(settings.path) no daemon starts: \(fault)"]
        }
        guard let daemon, daemon.started < settings.changed else { return [] }
        return [
            "The settings \(settings.path) were changed after the daemon had read them, and don't count yet: "
                + "\(command) reload bgrund."
        ]
    }

    // MARK: - Time

    private var clockFaults: [String] {
        var faults: [String] = []
        if let clockSource, Self.coarseClocks.contains(clockSource) {
            faults.append(
                "The kernel counts time by \(clockSource), which is coarse and loses time, so dates and budgets drift: see "
                    + "dmesg | grep -i clocksource, and take clocksource= and notsc from the kernel's command line."
            )
        }
        if now < Self.earliest {
            faults.append(
                "The clock says \(now.rfc3339.prefix(10)), so every date is wrong: timedatectl set-ntp true sets it. "
                    + "If it says so after each boot, the battery of the real-time clock is empty.")
        }
        return faults
    }

    private var sleepFault: [String] {
        guard let sleepDelay, sleepDelay < Self.sleepNeed else { return [] }
        return [
            "Before sleep logind waits \(sleepDelay.text) at most, and runs that are stopped then may need 4s: set "
                + "InhibitDelayMaxSec=5 in /etc/systemd/logind.conf; it counts from the next boot."
        ]
    }
}

extension Surroundings {
    /// What was looked at, a row each.
    var rows: [(String, String)] {
        var rows: [(String, String)] = []
        for unit in [service, socketUnit] {
            if let unit { rows.append(("unit", unit.words.visible)) }
        }
        if let socket { rows.append(("socket", "\(socket.path.visible), mode \(mode(socket))")) }
        if let room { rows.append(("room to save", "\(room.bytes >> 20) MiB at \(room.path.visible)")) }
        if let clockSource { rows.append(("clock", clockSource.visible)) }
        if let sleepDelay { rows.append(("before sleep", "runs have \(sleepDelay.text) at most")) }
        return rows
    }
}
