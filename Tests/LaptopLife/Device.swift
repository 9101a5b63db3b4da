// The machine around the scheduler: what it is like, whoever looks.
import BGRunCalendar
import BGRunJob

/// What is true of the machine. What nobody looks at changes all the same.
struct Device {
    /// What tells of one corner of the machine, and may go missing.
    enum Component: CaseIterable, Comparable {
        case supplies, links, manager, idleness, sessions, lid, profiles, pressure, load, thermal, room, paths
        case mounts, peripherals, commands, hosts
    }

    var power = PowerReading(verdict: .yes, reason: "simulated", batteryLevel: 80)
    var network = NetworkReading(
        verdict: .yes, reason: "simulated", interfaces: ["wlan0"], uplinks: ["wlan0"],
        cards: [NetworkReading.Card("wlan0", .wifi)])
    var connection = ConnectionReading(
        isPortal: false,
        interfaces: ["wlan0": ConnectionReading.Interface(isMetered: false, ssid: "Home")])
    var idle = IdleReading.active
    var locks = LockReading(users: [UserID(1000): false, UserID(1001): true])
    var lid = LidState.open
    var isSaving = false
    var busy: Set<PressureResource> = []
    var load = 30
    var degrees = 50
    var room = 20 << 30
    /// Paths, mounts and devices that are not there.
    var gone: Set<String> = []
    /// Programs that exit with 1, and hosts that do not answer.
    var refusing: Set<Check.Question> = []
    var missing: Set<Component> = []
    /// Since when each corner is as it is.
    private(set) var since: [Component: AwakeTime] = [:]

    mutating func changed(_ component: Component, at now: Now) { since[component] = now.awake }

    /// The awake clock begins anew, and so does everything that is told by it.
    mutating func reboot() {
        since.removeAll()
        idle = .active
    }

    /// What a look at it, or a tracker, tells.
    func observation(of subject: Subject) -> Observation {
        if missing.contains(subject.component) { return .unknown("it is not there") }
        switch subject {
        case .power, .network: preconditionFailure("it has an event of its own")
        case .connection: return .connection(connection)
        case .idle: return .idle(idle)
        case .locks: return .locks(locks)
        case .lid: return .lid(lid)
        case .powerSaver: return .powerSaver(PowerSaverReading(isOn: isSaving, profile: "simulated"))
        case .pressure(let resource, _): return .pressure(isHigh: busy.contains(resource))
        case .load: return .load(load)
        case .temperature: return .temperature(TemperatureReading(degrees: degrees, zone: "cpu"))
        case .freeSpace: return .freeSpace(room)
        case .path(let path): return .present(!gone.contains(path.path))
        case .mount(.path(let path)): return .present(!gone.contains(path))
        case .mount(.uuid(let uuid)): return .present(!gone.contains(uuid))
        case .device(let match): return .present(!gone.contains(match.text))
        case .check(let check):
            let refuses = refusing.contains(check.question)
            return .answered(!refuses, refuses ? "simulated" : "")
        }
    }
}

extension Subject {
    var component: Device.Component {
        switch self {
        case .power: .supplies
        case .network: .links
        case .connection: .manager
        case .idle: .idleness
        case .locks: .sessions
        case .lid: .lid
        case .powerSaver: .profiles
        case .pressure: .pressure
        case .load: .load
        case .temperature: .thermal
        case .freeSpace: .room
        case .path: .paths
        case .mount: .mounts
        case .device: .peripherals
        case .check(let check):
            switch check.question {
            case .command: .commands
            case .reachable, .online: .hosts
            }
        }
    }

    /// Whether it is told of, and not looked at.
    var isTold: Bool {
        switch component {
        case .supplies, .links, .load, .thermal, .room, .commands, .hosts: false
        case .manager, .idleness, .sessions, .lid, .profiles, .pressure, .paths, .mounts, .peripherals: true
        }
    }
}
