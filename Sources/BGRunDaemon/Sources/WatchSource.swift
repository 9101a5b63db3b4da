// A watch of many subjects as a source of observations.
import BGRunCalendar
import BGRunDevice
import BGRunJob
import BGRunLinux

/// Makes the watch for the first subject and lets it go with the last, and rests where it is woken all the time.
final class WatchSource<Watch: SubjectWatch> {
    private let name: String
    private let queue: EventQueue
    private let token: UInt64
    private let open: () throws(SystemError) -> Watch
    private var watch: Watch?
    private var rest = StormRest()

    /// - Parameters:
    ///   - name: What is watched, as the subject of a sentence.
    ///   - token: Tells of ``news()`` in the queue.
    init(
        of name: String, in queue: EventQueue, token: UInt64, open: @escaping () throws(SystemError) -> Watch
    ) {
        self.name = name
        self.queue = queue
        self.token = token
        self.open = open
    }

    /// When to call ``attend(at:)``.
    var resumeAt: AwakeTime? { rest.resumeAt }

    /// Whether nothing is watched.
    var isEmpty: Bool { watch == nil }

    func observe(_ target: Watch.Target) -> Observation {
        do throws(SystemError) {
            return try openWatch().observe(target)
        } catch {
            return .unknown("\(name) can't be watched: \(error)")
        }
    }

    func ignore(_ target: Watch.Target) {
        guard let watch else { return }
        watch.ignore(target)
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

    private func openWatch() throws(SystemError) -> Watch {
        if let watch { return watch }
        let new = try open()
        try queue.add(new.descriptor, for: .read, token: token)
        watch = new
        return new
    }
}
