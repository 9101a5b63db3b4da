// Watched paths as a source of events.
import BGRunCalendar
import BGRunDevice
import BGRunJob
import BGRunLinux
import BGRunScheduler

/// Turns changes of watched paths into events.
///
/// A directory that is always at work wakes the daemon once a second, and not with each of its files. The kernel keeps
/// the rest, and if they are too many to keep, all is looked at anew.
final class PathSource: Source {
    private let lookout: Lookout<PathWatch>

    init(at post: Post, limits: PathLimits = PathLimits()) {
        lookout = Lookout(
            at: post, rest: StormRest(longest: .seconds(1)), opening: try PathWatch(limits: limits))
    }

    var attendAt: AwakeTime? { lookout.resumeAt }

    /// How new the path is, or why nobody can know.
    func observe(_ path: WatchedPath) -> [Event] {
        do throws(SystemError) {
            return events(try lookout.open().observe(path), as: Event.pathFound)
        } catch {
            return [.pathUnwatchable(path, reason: "\(error)")]
        }
    }

    @discardableResult
    func ignore(_ path: WatchedPath) -> [Event] {
        lookout.watch?.ignore(path)
        if lookout.watch?.isEmpty == true { lookout.close() }
        return []
    }

    func news() -> [Event] { lookout.news { $0.process().flatMap { events($0, as: Event.pathChanged) } } }

    func attend(at now: AwakeTime) -> [Event] {
        lookout.resume(at: now)
        return []
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
