// What this machine lacks of what a job asks for, for programs that have no loop and no rights.
import BGRunCalendar
import BGRunJSON
import BGRunJob
import BGRunLinux
import Glibc

/// Looks at the machine for a person who writes a job: what nobody can know here, and what can't be done here.
///
/// It looks at where the daemon would, and says nothing where the daemon may see more than this process.
package final class MachineSight {
    private let root: String
    private let sysfsOfDaemon: () -> String?
    private lazy var sysfs = sysfsOfDaemon() ?? "\(root)/sys"
    private let address: String?
    private let seconds: Int64
    private let policy: String?
    private var absences: [String: String?] = [:]

    /// - Parameters:
    ///   - root: Stands for `/`; without a slash at its end.
    ///   - sysfs: Where the daemon reads sysfs, asked where it matters; nil for the usual place.
    ///   - address: Where the bus is; nil is the system's.
    ///   - seconds: The longest wait for a service.
    ///   - policy: The file of the daemon that the job is for; nil where it can't be told.
    package init(
        root: String = "", sysfs: @escaping () -> String? = { nil }, bus address: String? = nil,
        within seconds: Int64 = 2,
        policy: String? = nil
    ) {
        self.root = root
        sysfsOfDaemon = sysfs
        self.policy = policy
        self.address = address
        self.seconds = seconds
    }

    /// Why nothing can wake the machine; nil where something can.
    package var alarmClockLack: String? {
        Machine.hasAlarmClock(sysfs: sysfs) ? nil : "\(WakeAbility.noAlarmClock)"
    }

    /// Why nobody knows here whether a condition holds; nil where somebody does, or where the daemon may.
    package func lack(of requirement: Requirement) -> String? {
        switch requirement {
        case .not(.externalPower): plugLack
        case .not(let opposite): lack(of: opposite)
        case .batteryLevel: batteryLack
        case .unmetered, .ssid: absence(of: "org.freedesktop.NetworkManager", "NetworkManager")
        case .locked: absence(of: "org.freedesktop.login1", "logind")
        case .lid: hasLidSwitch ? nil : unknown { PropertyTracker.lid($0, in: $1, root: root) }
        case .powerSaver: unknown { PropertyTracker.powerSaver($0, in: $1, sysfs: sysfs) }
        case .pressure(let resource, _): pressureLack(resource)
        case .temperature: ThermalZones.read(root: sysfs).whyUnknown
        case .device:
            unsafe access(root + UdevMonitor.Group.control, F_OK) == 0 ? nil : "udevd does not run"
        case .pathExists(let path): PathSight.faultOfExistence(of: path)
        case .mounted(.path(let point)): mountLack(point)
        case .online: onlineCheckLack
        // What the kernel tells everywhere, what a process finds out, and what the daemon sees by itself without logind.
        case .externalPower, .charging, .network, .interface, .transport, .vpn, .reachable, .idle, .load,
            .freeSpace,
            .mounted, .command:
            nil
        }
    }

    // MARK: - The kernel

    private var power: PowerReading? {
        try? PowerTree.judge(root: sysfs, supplies: Policy.Supplies()).reading
    }

    private var batteryLack: String? {
        power.flatMap { $0.batteryLevel == nil ? "no battery of this machine tells its level" : nil }
    }

    /// Why a plug that is pulled ends the machine too.
    private var plugLack: String? { power?.whyLasting }

    /// One whose unit was not started yet stands in fstab(5) alone.
    private func mountLack(_ point: String) -> String? {
        guard let table = try? MountTable.read(path: "\(root)/proc/self/mountinfo") else { return nil }
        switch table.hasMount(at: point) {
        case true?: return nil
        case nil: return MountTable.automount
        case false?: return DeclaredMounts(root: root).isAutomount(point) ? MountTable.automount : nil
        }
    }

    /// The condition to require in place of an automount: the device or server in fstab(5).
    package func remedy(of requirement: Requirement) -> String? {
        guard case .mounted(.path(let point)) = requirement.condition,
            let member = DeclaredMounts(root: root).condition(of: point)
        else { return nil }
        return "require what is mounted there instead, \(member)"
    }

    private var hasLidSwitch: Bool {
        // Where it can't be told, there may be one.
        guard let names = try? InputCapabilities.deviceNames(root: root) else { return true }
        return names.contains { InputCapabilities(of: $0, root: root).hasLidSwitch }
    }

    private func pressureLack(_ resource: PressureResource) -> String? {
        do throws(SystemError) {
            _ = try File.contents(of: "\(root)/proc/pressure/\(resource.rawValue)", limit: 4096)
            return nil
        } catch {
            // The daemon may read what we may not.
            return error.errno == EACCES || error.errno == EPERM ? nil : PressureWatch.reason(for: error)
        }
    }

    // MARK: - The policy

    private var onlineCheckLack: String? {
        guard let policy else { return nil }
        do throws(SystemError) {
            let bytes = try File.contents(of: policy, limit: JSONLimits.descriptor.bytes)
            // What can't be read as a policy keeps the daemon from starting, and is told then.
            guard case .object(let policy)? = try? JSONValue(parsing: bytes, limits: .descriptor) else {
                return nil
            }
            return policy["onlineCheck"] == nil ? OnlineCheck.absence : nil
        } catch {
            return error.errno == ENOENT ? OnlineCheck.absence : nil
        }
    }

    // MARK: - The bus

    private func absence(of name: String, _ title: String) -> String? {
        if let known = absences[name] { return known }
        let found = try? LogindCheck.absence(
            of: name, title, seconds: seconds, on: SystemBus(address: address))
        absences.updateValue(found, forKey: name)
        return found
    }

    /// Why a tracker knows nothing; nil where it does, or has not answered in time.
    private func unknown(_ tracker: (SystemBus, EventQueue) -> PropertyTracker) -> String? {
        guard let bus = try? SystemBus(address: address), let queue = try? EventQueue() else { return nil }
        let tracker = tracker(bus, queue)
        tracker.observe()
        defer { tracker.ignore() }
        var seen = tracker.takeObservation()
        try? bus.work(seconds: seconds) {
            seen = seen ?? tracker.takeObservation()
            return seen != nil
        }
        return seen?.whyUnknown
    }
}
