// Watched paths as a source of events.
import BGRunCalendar
import BGRunDevice
import BGRunJob
import BGRunLinux
import BGRunScheduler

/// Turns changes of watched paths into events. The watch is made for the first path and goes with the last.
final class PathSource {
    private let queue: EventQueue
    private let limits: PathLimits
    private var watch: PathWatch?
    private var watched: Set<WatchedPath> = []
    private var lastNews: AwakeTime?
    /// A directory that is always at work wakes the daemon this often, and not with each of its files.
    private static let rest: Duration = .seconds(1)
    /// Until then news are left with the kernel; nil while they are heard at once.
    private(set) var resumeAt: AwakeTime?

    init(in queue: EventQueue, limits: PathLimits = PathLimits()) {
        self.queue = queue
        self.limits = limits
    }

    /// How new the path is, or why nobody can know.
    func observe(_ path: WatchedPath) -> [Event] {
        do throws(SystemError) {
            watched.insert(path)
            return events(try openWatch().add(path), as: Event.pathFound)
        } catch {
            return [.pathUnwatchable(path, reason: "\(error)")]
        }
    }

    func ignore(_ path: WatchedPath) {
        watched.remove(path)
        watch?.remove(path)
        guard watched.isEmpty, let last = watch else { return }
        try? queue.remove(last.descriptor)
        watch = nil
        resumeAt = nil
    }

    func news() -> [Event] { watch?.process().flatMap { events($0, as: Event.pathChanged) } ?? [] }

    /// To be called after news: where they come one upon the other, the next are left alone for a second. The kernel
    /// keeps them, and if they are too many to keep, all is looked at anew.
    func restAfterNews(at now: Now) {
        defer { lastNews = now.awake }
        guard let watch, let lastNews, now.awake < lastNews.advanced(by: Self.rest) else { return }
        resumeAt = now.awake.advanced(by: Self.rest)
        try? queue.remove(watch.descriptor)
    }

    /// Listens again when the rest is over.
    func attend(at now: Now) {
        guard let resumeAt, resumeAt <= now.awake else { return }
        self.resumeAt = nil
        guard let watch else { return }
        do throws(SystemError) {
            try queue.add(watch.descriptor, for: .read, token: Token.paths.rawValue)
        } catch {
            self.resumeAt = now.awake.advanced(by: Self.rest)
        }
    }

    private func openWatch() throws(SystemError) -> PathWatch {
        if let watch { return watch }
        let new = try PathWatch(limits: limits)
        try queue.add(new.descriptor, for: .read, token: Token.paths.rawValue)
        watch = new
        return new
    }

    /// A path where nothing is has no news: what is made there later has.
    private func events(_ report: PathReport, as news: (WatchedPath, WallTime) -> Event) -> [Event] {
        var events: [Event] = []
        if let newest = report.newest { events.append(news(report.request, newest)) }
        // Of a path that can only be watched in part, both are so; the fault comes last, to be shown.
        if let fault = report.fault {
            events.append(.pathUnwatchable(report.request, reason: "\(fault)"))
        }
        return events
    }
}
