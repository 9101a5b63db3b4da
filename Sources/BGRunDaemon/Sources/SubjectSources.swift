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
    private let networkManager: ConnectionTracker
    private let connection: TrackerSource
    private let lid: TrackerSource
    private let powerSaver: TrackerSource
    private let surveys: SurveySource
    private let mounts: WatchSource<MountWatch>
    private let devices: DeviceSource
    private let pressure: WatchSource<PressureWatch>
    private let sysfs: String

    /// - Parameter sysfs: Where sysfs is, for what is looked at there.
    init(in sources: Sources, logind: LogindSource, checks: CheckSource, surveys: SurveySource, sysfs: String)
    {
        let bus = logind.bus
        self.logind = logind
        self.checks = checks
        self.surveys = surveys
        self.sysfs = sysfs
        networkManager = ConnectionTracker(bus.bus)
        connection = TrackerSource(.connection, networkManager, on: bus)
        lid = TrackerSource(.lid, PropertyTracker.lid(bus.bus, in: bus.queue), on: bus)
        powerSaver = TrackerSource(
            .powerSaver, PropertyTracker.powerSaver(bus.bus, in: bus.queue, sysfs: sysfs), on: bus)
        for member in [connection, lid, powerSaver] { bus.join(member) }
        mounts = sources.join(WatchSource(of: "mounts", at: sources.nextPost, opening: try MountWatch()))
        devices = sources.join(DeviceSource(at: sources.nextPost))
        // The kernel tells of each threshold once in ten seconds: there is no storm.
        pressure = sources.join(
            WatchSource(of: "pressure", at: sources.nextPost, rest: nil, opening: try PressureWatch()))
    }

    /// Some pressure is high, and is looked at until it is low again.
    var isPressureHigh: Bool { pressure.attendAt != nil }

    /// NetworkManager tells of a change by itself, unless it hangs.
    func networkChanged() { networkManager.readAnew() }

    /// How a subject is found out.
    private enum Way {
        case followed(any SubjectFollower)
        case looked(() -> Observation)
        case asked(Check)
        /// By a process of the owner's.
        case surveyed(OwnedPath)
        /// By sources of their own, whoever asks.
        case told
    }

    private func way(to subject: Subject) -> Way {
        switch subject {
        case .power, .network: .told
        case .connection: .followed(connection)
        case .idle: .followed(logind.idle)
        case .locks: .followed(logind)
        case .lid: .followed(lid)
        case .powerSaver: .followed(powerSaver)
        case .pressure: .followed(pressure)
        case .path: .followed(surveys)
        case .mount: .followed(mounts)
        case .device: .followed(devices)
        case .load: .looked { LoadAverage.read() }
        case .temperature: .looked { [sysfs] in ThermalZones.read(root: sysfs) }
        case .freeSpace(let path): .surveyed(path)
        case .check(let check): .asked(check)
        }
    }

    /// Who follows the subject.
    func follower(of subject: Subject) -> any SubjectFollower {
        guard case .followed(let follower) = way(to: subject) else {
            preconditionFailure("\(subject.notation) is not observed on a wish")
        }
        return follower
    }

    /// One look now. What a process sees is told of when it has answered.
    func read(_ subject: Subject) -> [Event] {
        // It is followed, and looked at once more before it counts.
        if subject == .idle { return logind.idle.read() }
        switch way(to: subject) {
        case .looked(let look): return [.observed(subject, look())]
        case .asked(let check): return checks.read(check)
        case .surveyed(let path):
            surveys.read(spaceAt: path)
            return []
        case .followed, .told: preconditionFailure("\(subject.notation) is told by its events")
        }
    }

    func abandon(_ subject: Subject) {
        guard case .check(let check) = subject else {
            preconditionFailure("\(subject.notation) is no check")
        }
        checks.abandon(check)
    }
}
