// What requirements rest on, beside power and the network: each subject goes to the source that knows it.
import BGRunCalendar
import BGRunDevice
import BGRunJob
import BGRunLinux
import BGRunScheduler

/// Joins the sources of all subjects behind one door. Nothing is opened before somebody asks for it.
final class SubjectSources {
    private let logind: LogindSource
    private let checks: CheckSource
    private let connection: TrackerSource
    private let lid: TrackerSource
    private let powerSaver: TrackerSource
    private let paths: WatchSource<ExistenceWatch>
    private let mounts: WatchSource<MountWatch>
    private let devices: DeviceSource
    private let pressure: WatchSource<PressureWatch>
    private let sysfs: String

    /// - Parameter sysfs: Where sysfs is, for what is looked at there.
    init(in sources: Sources, logind: LogindSource, checks: CheckSource, sysfs: String) {
        let bus = logind.bus
        self.logind = logind
        self.checks = checks
        self.sysfs = sysfs
        connection = TrackerSource(.connection, ConnectionTracker(bus.bus), on: bus)
        lid = TrackerSource(.lid, PropertyTracker.lid(bus.bus, in: bus.queue), on: bus)
        powerSaver = TrackerSource(
            .powerSaver, PropertyTracker.powerSaver(bus.bus, in: bus.queue, sysfs: sysfs), on: bus)
        for member in [connection, lid, powerSaver] { bus.join(member) }
        paths = sources.join(
            WatchSource(of: "paths", at: sources.nextPost, opening: try ExistenceWatch()))
        mounts = sources.join(WatchSource(of: "mounts", at: sources.nextPost, opening: try MountWatch()))
        devices = sources.join(DeviceSource(at: sources.nextPost))
        // The kernel tells of each threshold once in ten seconds: there is no storm.
        pressure = sources.join(
            WatchSource(of: "pressure", at: sources.nextPost, rest: nil, opening: try PressureWatch()))
    }

    /// Some pressure is high, and is looked at until it is low again.
    var isPressureHigh: Bool { pressure.attendAt != nil }

    /// Who follows the subject.
    func follower(of subject: Subject) -> any SubjectFollower {
        switch subject {
        case .connection: connection
        case .idle: logind.idle
        case .locks: logind
        case .lid: lid
        case .powerSaver: powerSaver
        case .pressure: pressure
        case .path: paths
        case .mount: mounts
        case .device: devices
        case .power, .network, .load, .temperature, .freeSpace, .check:
            preconditionFailure("\(subject.notation) is not observed on a wish")
        }
    }

    /// One look now. A check is told of when its process has ended.
    func read(_ subject: Subject) -> [Event] {
        switch subject {
        case .idle: logind.idle.read()
        case .check(let check): checks.read(check)
        case .load: [.observed(subject, LoadAverage.read())]
        case .temperature: [.observed(subject, ThermalZones.read(root: sysfs))]
        case .freeSpace(let path): [.observed(subject, FileSystemSpace.read(path))]
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
}
