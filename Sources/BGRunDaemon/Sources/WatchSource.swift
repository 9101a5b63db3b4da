// A watch of many subjects as a source of observations.
import BGRunCalendar
import BGRunDevice
import BGRunJob
import BGRunLinux
import BGRunScheduler

/// One who follows subjects, and tells of them from ``observe(_:)`` to ``ignore(_:)``.
protocol SubjectFollower: AnyObject {
    /// What is known at once; the rest comes as news.
    func observe(_ subject: Subject) -> [Event]
    /// What there is to tell of others because of that.
    func ignore(_ subject: Subject) -> [Event]
}

/// Follows subjects of one kind by one watch.
final class WatchSource<Watch: SubjectWatch>: Source, SubjectFollower {
    private let name: String
    private let lookout: Lookout<Watch>

    /// - Parameter name: What is watched, as the subject of a sentence.
    init(
        of name: String, at post: Post, rest: StormRest? = StormRest(),
        opening make: @autoclosure @escaping () throws(SystemError) -> Watch
    ) {
        self.name = name
        lookout = Lookout(at: post, rest: rest, opening: try make())
    }

    var attendAt: AwakeTime? { [lookout.resumeAt, lookout.watch?.recheckAt].compactMap(\.self).min() }

    /// Whether nothing is watched.
    var isEmpty: Bool { lookout.watch == nil }

    func observe(_ subject: Subject) -> [Event] {
        do throws(SystemError) {
            let watch = try lookout.open()
            defer { closeIfEmpty() }
            return Self.events(watch.observe(subject))
        } catch {
            return [.observed(subject, .unknown("\(name) can't be watched: \(error)"))]
        }
    }

    func ignore(_ subject: Subject) -> [Event] {
        defer { closeIfEmpty() }
        return Self.events(lookout.watch?.ignore(subject) ?? [])
    }

    func news() -> [Event] { Self.events(lookout.news { $0.process() }) }

    func attend(at now: AwakeTime) -> [Event] {
        lookout.resume(at: now)
        return Self.events(lookout.watch?.recheck(at: now) ?? [])
    }

    private func closeIfEmpty() { if lookout.watch?.isEmpty == true { lookout.close() } }

    private static func events(_ observations: [(Subject, Observation)]) -> [Event] {
        observations.map { .observed($0.0, $0.1) }
    }
}
