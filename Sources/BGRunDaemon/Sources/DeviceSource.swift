// Whether devices are connected, as a source of observations.
import BGRunCalendar
import BGRunDevice
import BGRunJob
import BGRunLinux

/// Follows `.device` subjects.
///
/// Where udevd does not run, the kernel's events are nobody's and the properties that its rules find are
/// missing: then its coming is waited for.
final class DeviceSource {
    private let devices: WatchSource<DeviceWatch>
    private let service: WatchSource<ExistenceWatch>
    private let control: OwnedPath
    /// Who waits for udevd.
    private var waiting: [DeviceMatch] = []

    /// - Parameters:
    ///   - token: Tells of ``news()`` in the queue.
    ///   - control: Is there while udevd runs.
    init(in queue: EventQueue, token: UInt64, control: String = DeviceWatch.control) {
        devices = WatchSource(of: "devices", in: queue, token: token) { () throws(SystemError) in
            try DeviceWatch()
        }
        service = WatchSource(of: "udevd", in: queue, token: token) { () throws(SystemError) in
            try ExistenceWatch()
        }
        self.control = OwnedPath(path: control, owner: UserID(Machine.effectiveUser))
    }

    /// When to call ``attend(at:)``.
    var resumeAt: AwakeTime? { [devices.resumeAt, service.resumeAt].compactMap { $0 }.min() }

    func observe(_ match: DeviceMatch) -> [(Subject, Observation)] {
        if devices.isEmpty, service.observe(control) != .present(true) {
            if !waiting.contains(match) { waiting.append(match) }
            return [(.device(match), .unknown("udevd is not running"))]
        }
        waiting.removeAll { $0 == match }
        return [look(match)] + greet()
    }

    func ignore(_ match: DeviceMatch) {
        waiting.removeAll { $0 == match }
        if waiting.isEmpty { service.ignore(control) }
        devices.ignore(match)
    }

    func news() -> [(Subject, Observation)] {
        let isServed = service.news().contains { $0.1 == .present(true) }
        return isServed ? greet() : devices.news()
    }

    func attend(at now: AwakeTime) {
        service.attend(at: now)
        devices.attend(at: now)
    }

    /// udevd has come: what those see who wait for it.
    private func greet() -> [(Subject, Observation)] {
        let matches = waiting
        waiting = []
        service.ignore(control)
        return matches.map(look)
    }

    private func look(_ match: DeviceMatch) -> (Subject, Observation) {
        (.device(match), devices.observe(match))
    }
}
