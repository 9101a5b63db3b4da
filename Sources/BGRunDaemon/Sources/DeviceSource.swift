// Whether devices are connected, as a source of observations.
import BGRunCalendar
import BGRunDevice
import BGRunJob
import BGRunLinux

/// Follows `.device` subjects. The watch is made for the first of them and goes with the last.
final class DeviceSource {
    private let queue: EventQueue
    private let token: UInt64
    private var watch: DeviceWatch?
    private var rest = StormRest()

    /// - Parameter token: Tells of ``news()`` in the queue.
    init(in queue: EventQueue, token: UInt64) {
        self.queue = queue
        self.token = token
    }

    /// When to call ``attend(at:)``.
    var recheckAt: AwakeTime? { rest.resumeAt }

    func observe(_ subject: Subject) -> [(Subject, Observation)] {
        guard case .device(let match) = subject else { return [] }
        // Without it the kernel's events are nobody's, and the properties that its rules find are missing.
        guard DeviceWatch.isServed() else { return [(subject, .unknown("udevd is not running"))] }
        do throws(SystemError) {
            return [(subject, try openWatch().observe(match))]
        } catch {
            return [(subject, .unknown("devices can't be watched: \(error)"))]
        }
    }

    func ignore(_ subject: Subject) {
        guard case .device(let match) = subject, let watch else { return }
        watch.ignore(match)
        guard watch.isEmpty else { return }
        if rest.resumeAt == nil { try? queue.remove(watch.descriptor) }
        self.watch = nil
        rest = StormRest()
    }

    func news() -> [(Subject, Observation)] {
        guard let watch else { return [] }
        let news = watch.process()
        if rest.begins(after: !news.isEmpty, at: .now) { try? queue.remove(watch.descriptor) }
        return news
    }

    /// Listens again when a rest is over; what came meanwhile is told by the queue.
    func attend(at now: AwakeTime) {
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
