// Whether devices are connected, as a source of observations.
import BGRunCalendar
import BGRunDevice
import BGRunJob
import BGRunLinux

/// Follows `.device` subjects. The watch is made for the first of them and goes with the last.
///
/// Where udevd does not run, the kernel's events are nobody's and the properties that its rules find are
/// missing: then its coming is waited for.
final class DeviceSource {
    private let queue: EventQueue
    private let token: UInt64
    private var watch: DeviceWatch?
    private var rest = StormRest()
    private let service: ExistenceSource
    private let control: Subject
    /// Who waits for udevd.
    private var waiting: [DeviceMatch] = []

    /// - Parameters:
    ///   - token: Tells of ``news()`` in the queue.
    ///   - control: Is there while udevd runs.
    init(in queue: EventQueue, token: UInt64, control: String = DeviceWatch.control) {
        self.queue = queue
        self.token = token
        service = ExistenceSource(in: queue, token: token)
        self.control = .path(OwnedPath(path: control, owner: UserID(Machine.effectiveUser)))
    }

    /// When to call ``attend(at:)``.
    var recheckAt: AwakeTime? { [rest.resumeAt, service.recheckAt].compactMap { $0 }.min() }

    func observe(_ subject: Subject) -> [(Subject, Observation)] {
        guard case .device(let match) = subject else { return [] }
        if watch == nil, service.observe(control).first?.1 != .present(true) {
            if !waiting.contains(match) { waiting.append(match) }
            return [(subject, .unknown("udevd is not running"))]
        }
        waiting.removeAll { $0 == match }
        return [look(match)] + greet()
    }

    private func look(_ match: DeviceMatch) -> (Subject, Observation) {
        do throws(SystemError) {
            return (.device(match), try openWatch().observe(match))
        } catch {
            return (.device(match), .unknown("devices can't be watched: \(error)"))
        }
    }

    func ignore(_ subject: Subject) {
        guard case .device(let match) = subject else { return }
        waiting.removeAll { $0 == match }
        if waiting.isEmpty { service.ignore(control) }
        guard let watch else { return }
        watch.ignore(match)
        guard watch.isEmpty else { return }
        if rest.resumeAt == nil { try? queue.remove(watch.descriptor) }
        self.watch = nil
        rest = StormRest()
    }

    func news() -> [(Subject, Observation)] {
        let isServed = service.news().contains { $0.1 == .present(true) }
        return isServed ? greet() : heard()
    }

    /// udevd has come: what those see who wait for it.
    private func greet() -> [(Subject, Observation)] {
        let matches = waiting
        waiting = []
        service.ignore(control)
        return matches.map(look)
    }

    private func heard() -> [(Subject, Observation)] {
        guard let watch else { return [] }
        let news = watch.process()
        if rest.begins(after: !news.isEmpty, at: .now) { try? queue.remove(watch.descriptor) }
        return news
    }

    /// Listens again when a rest is over; what came meanwhile is told by the queue.
    func attend(at now: AwakeTime) {
        service.attend(at: now)
        guard rest.ends(at: now), let watch else { return }
        if (try? queue.add(watch.descriptor, for: .read, token: token)) == nil { rest.goOn(at: now) }
    }

    private func openWatch() throws(SystemError) -> DeviceWatch {
        if let watch { return watch }
        let new = try DeviceWatch()
        try queue.add(new.descriptor, for: .read, token: token)
        watch = new
        return new
    }
}
