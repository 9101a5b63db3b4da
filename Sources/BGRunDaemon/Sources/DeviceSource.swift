// Whether devices are connected, as a source of observations.
import BGRunCalendar
import BGRunDevice
import BGRunJob
import BGRunLinux
import BGRunScheduler

/// Follows `.device` subjects.
///
/// Where udevd does not run, the kernel's events are nobody's and the properties that its rules find are
/// missing: then its coming is waited for.
final class DeviceSource: Source, SubjectFollower {
    private let devices: WatchSource<DeviceWatch>
    private let service: WatchSource<ExistenceWatch>
    private let control: Subject
    /// Those that wait for udevd, and in which order they came.
    private var waiting: [Subject: Int] = [:]
    private var lastPlace = 0

    /// - Parameter control: Is there while udevd runs.
    init(at post: Post, control: String = DeviceWatch.control) {
        devices = WatchSource(of: "devices", at: post, opening: try DeviceWatch())
        service = WatchSource(of: "udevd", at: post, opening: try ExistenceWatch())
        self.control = .path(OwnedPath(path: control, owner: UserID(Machine.effectiveUser)))
    }

    var attendAt: AwakeTime? { [devices.attendAt, service.attendAt].compactMap(\.self).min() }

    func observe(_ subject: Subject) -> [Event] {
        if devices.isEmpty, !isServed(service.observe(control)) {
            lastPlace += 1
            waiting[subject] = waiting[subject] ?? lastPlace
            return [.observed(subject, .unknown("udevd is not running"))]
        }
        waiting[subject] = nil
        return devices.observe(subject) + greet()
    }

    func ignore(_ subject: Subject) -> [Event] {
        waiting[subject] = nil
        if waiting.isEmpty { _ = service.ignore(control) }
        return devices.ignore(subject)
    }

    func news() -> [Event] { isServed(service.news()) ? greet() : devices.news() }

    func attend(at now: AwakeTime) -> [Event] { service.attend(at: now) + devices.attend(at: now) }

    private func isServed(_ events: [Event]) -> Bool { events.contains(.observed(control, .present(true))) }

    /// udevd has come: what those see who wait for it.
    private func greet() -> [Event] {
        let subjects = waiting.sorted { $0.value < $1.value }.map(\.key)
        waiting = [:]
        _ = service.ignore(control)
        return subjects.flatMap(devices.observe)
    }
}
