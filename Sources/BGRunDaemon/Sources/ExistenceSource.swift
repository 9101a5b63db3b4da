// Whether paths exist, as a source of observations.
import BGRunCalendar
import BGRunDevice
import BGRunJob
import BGRunLinux

/// Follows `.path` subjects. The watch is made for the first path and goes with the last.
final class ExistenceSource {
    private let queue: EventQueue
    private let token: UInt64
    private var watch: ExistenceWatch?
    private var rest = StormRest()

    /// - Parameter token: Tells of ``news()`` in the queue.
    init(in queue: EventQueue, token: UInt64) {
        self.queue = queue
        self.token = token
    }

    /// When to call ``attend(at:)``.
    var recheckAt: AwakeTime? { rest.resumeAt }

    func observe(_ subject: Subject) -> [(Subject, Observation)] {
        guard case .path(let path) = subject else { return [] }
        do throws(SystemError) {
            return [(subject, try openWatch().observe(path))]
        } catch {
            return [(subject, .unknown("paths can't be watched: \(error)"))]
        }
    }

    func ignore(_ subject: Subject) {
        guard case .path(let path) = subject, let watch else { return }
        watch.ignore(path)
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

    private func openWatch() throws(SystemError) -> ExistenceWatch {
        if let watch { return watch }
        let new = try ExistenceWatch()
        try queue.add(new.descriptor, for: .read, token: token)
        watch = new
        return new
    }
}
