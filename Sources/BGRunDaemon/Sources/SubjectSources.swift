// What requirements rest on, beside power and the network: each subject goes to the source that knows it.
import BGRunCalendar
import BGRunDevice
import BGRunJob
import BGRunLinux
import BGRunScheduler

/// Joins the sources of all subjects behind one door.
///
/// What is told on the bus comes with the bus's news; the rest is watched in a queue of its own, which stands in the
/// loop's queue as one descriptor. Nothing is opened before somebody asks for it.
final class SubjectSources {
    /// The sources that watch in the queue, by their tokens there.
    private enum Place: UInt64, CaseIterable { case paths, mounts, devices, pressure }

    private let queue: EventQueue
    private let logind: LogindSource
    private let checks: CheckSource
    private let connection: TrackerSource
    private let lid: TrackerSource
    private let powerSaver: TrackerSource
    private let paths: WatchSource<ExistenceWatch>
    private let mounts: WatchSource<MountWatch>
    private let devices: DeviceSource
    private let pressure: PressureTriggerSource
    private let looks: LookSource
    private var ready: [EventQueue.Ready] = []

    /// - Parameter sysfs: Where sysfs is, for what is looked at there.
    init(logind: LogindSource, checks: CheckSource, sysfs: String) throws(SystemError) {
        let queue = try EventQueue()
        let bus = logind.bus
        self.queue = queue
        self.logind = logind
        self.checks = checks
        connection = TrackerSource(.connection, ConnectionTracker(bus.bus), on: bus)
        lid = TrackerSource(.lid, LidTracker(bus.bus, in: bus.queue), on: bus)
        powerSaver = TrackerSource(
            .powerSaver, PowerSaverTracker(bus.bus, in: bus.queue, sysfs: sysfs), on: bus)
        paths = WatchSource(of: "paths", in: queue, token: Place.paths.rawValue) { () throws(SystemError) in
            try ExistenceWatch()
        }
        mounts = WatchSource(of: "mounts", in: queue, token: Place.mounts.rawValue) {
            () throws(SystemError) in try MountWatch()
        }
        devices = DeviceSource(in: queue, token: Place.devices.rawValue)
        pressure = PressureTriggerSource(in: queue, token: Place.pressure.rawValue)
        looks = LookSource(sysfs: sysfs)
        for member in [connection, lid, powerSaver] { bus.join(member) }
    }

    /// To be watched for reading.
    var descriptor: Int32 { queue.rawValue }

    /// When a source wants attention although nothing came.
    var attendAt: AwakeTime? {
        [paths.resumeAt, mounts.resumeAt, devices.resumeAt, pressure.recheckAt].compactMap { $0 }.min()
    }

    /// Some pressure is high, and is looked at until it is low again.
    var isPressureHigh: Bool { pressure.recheckAt != nil }

    // MARK: - Wishes

    func observe(_ subject: Subject) -> [Event] {
        switch subject {
        case .connection: connection.observe()
        case .idle: logind.idle.observe()
        case .locks: logind.observeLocks(true)
        case .lid: lid.observe()
        case .powerSaver: powerSaver.observe()
        case .pressure: Self.events(pressure.observe(subject))
        case .path(let path): [.observed(subject, paths.observe(path))]
        case .mount(let target): [.observed(subject, mounts.observe(target))]
        case .device(let match): Self.events(devices.observe(match))
        case .power, .network, .load, .temperature, .freeSpace, .check:
            preconditionFailure("\(subject.notation) is not observed on a wish")
        }
    }

    func ignore(_ subject: Subject) -> [Event] {
        switch subject {
        case .connection: return connection.ignore()
        case .idle: return logind.idle.ignore()
        case .locks: return logind.observeLocks(false)
        case .lid: return lid.ignore()
        case .powerSaver: return powerSaver.ignore()
        case .pressure: return Self.events(pressure.ignore(subject))
        case .path(let path): paths.ignore(path)
        case .mount(let target): mounts.ignore(target)
        case .device(let match): devices.ignore(match)
        case .power, .network, .load, .temperature, .freeSpace, .check:
            preconditionFailure("\(subject.notation) is not observed on a wish")
        }
        return []
    }

    /// One look now. A check is told of when its process has ended.
    func read(_ subject: Subject) -> [Event] {
        switch subject {
        case .idle: logind.idle.read()
        case .check(let check): checks.read(check)
        case .load, .temperature, .freeSpace: looks.look(at: subject).map { [.observed(subject, $0)] } ?? []
        case .power, .network, .connection, .locks, .lid, .powerSaver, .pressure, .path, .mount, .device:
            preconditionFailure("\(subject.notation) is told by its events")
        }
    }

    func abandon(_ subject: Subject) {
        guard case .check(let check) = subject else {
            preconditionFailure("\(subject.notation) is no check")
        }
        checks.abandon(check)
    }

    // MARK: - News

    /// The descriptor is readable.
    func news() throws(SystemError) -> [Event] {
        try queue.wait(into: &ready, timeout: 0)
        return ready.flatMap { entry -> [Event] in
            switch Place(rawValue: entry.token) {
            case .paths?: Self.events(paths.news())
            case .mounts?: Self.events(mounts.news())
            case .devices?: Self.events(devices.news())
            case .pressure?: Self.events(pressure.news())
            case nil: []
            }
        }
    }

    func attend(at now: Now) -> [Event] {
        guard let instant = attendAt, instant <= now.awake else { return [] }
        paths.attend(at: now.awake)
        mounts.attend(at: now.awake)
        devices.attend(at: now.awake)
        return Self.events(pressure.recheck(at: now.awake))
    }

    private static func events(_ observations: [(Subject, Observation)]) -> [Event] {
        observations.map { .observed($0.0, $0.1) }
    }
}
