// Looks at users' paths as a source of events: the loop touches none of them.
import BGRunCalendar
import BGRunDevice
import BGRunJob
import BGRunLaunch
import BGRunLinux
import BGRunScheduler
import Glibc

/// Has each owner's paths looked at by processes of that owner's: whether they exist, whether they have changed, and
/// how much space is free there.
///
/// Nothing is known at once. What one owner's file systems do keeps only that owner waiting.
final class SurveySource: Source, SubjectFollower {
    /// Surveys that may be at work at once. One that has said nothing for a second does not count: it costs nothing.
    private static let mostAtWork = 4

    private let launcher: Launcher
    private let queue: EventQueue
    private(set) var owners: [UserID: OwnerSurveys] = [:]
    private var places: [UInt64: UserID] = [:]
    private var nextPlace: UInt64 = 1
    /// Followed while somebody wants to know of a path. Whoever mounts without end has everybody's paths looked at once
    /// a second.
    private let mounts: Lookout<MountChanges>
    private var ready: [EventQueue.Ready] = []

    init(_ launcher: Launcher, mounts: String = "/proc/self/mountinfo") throws(SystemError) {
        self.launcher = launcher
        queue = try EventQueue()
        self.mounts = Lookout(
            at: Post(queue: queue, token: 0), rest: StormRest(), opening: try MountChanges(path: mounts))
    }

    var descriptor: Int32 { queue.rawValue }

    var attendAt: AwakeTime? {
        // Who waits for a place is begun when one is free: by the end of a survey, or by its silence.
        let free = isFull(at: .now) ? owners.values.compactMap(\.plan.silentAt).min() : nil
        let instants = owners.values.compactMap { surveys -> AwakeTime? in
            guard let instant = surveys.attendAt else { return nil }
            return max(instant, surveys.plan.isUnderway ? instant : free ?? instant)
        }
        return (instants + [mounts.resumeAt].compactMap(\.self)).min()
    }

    /// Whether a survey is under way, or to be begun at once.
    var isBusy: Bool {
        owners.values.contains { $0.plan.isUnderway || $0.attendAt.map { $0 <= .now } ?? false }
    }

    private func isFull(at now: AwakeTime) -> Bool {
        owners.values.count { $0.plan.isAtWork(at: now) } >= Self.mostAtWork
    }

    // MARK: - Wishes

    func observe(_ path: WatchedPath) { surveys(of: path.owner).plan.observe(path) }

    func ignore(_ path: WatchedPath) { owners[path.owner]?.plan.ignore(path) }

    func observe(_ subject: Subject) -> [Event] {
        guard case .path(let path) = subject else { preconditionFailure("\(subject.notation) is no path") }
        surveys(of: path.owner).plan.observe(path)
        return []
    }

    func ignore(_ subject: Subject) -> [Event] {
        if case .path(let path) = subject { owners[path.owner]?.plan.ignore(path) }
        return []
    }

    /// One look at the free space there, which is told later.
    func read(spaceAt path: OwnedPath) { surveys(of: path.owner).plan.read(spaceAt: path.path) }

    private func surveys(of owner: UserID) -> OwnerSurveys {
        if let known = owners[owner] { return known }
        let surveys = OwnerSurveys(
            of: owner, launcher, in: queue, tokens: nextPlace * OwnerSurveys.tokens)
        places[nextPlace] = owner
        nextPlace += 1
        owners[owner] = surveys
        // Where it can't be followed, mounts are seen when the path is looked at for another reason.
        _ = try? mounts.open()
        return surveys
    }

    // MARK: - Source

    func news() throws(SystemError) -> [Event] {
        try queue.wait(into: &ready, timeout: 0)
        let now = AwakeTime.now
        var events: [Event] = []
        for entry in ready {
            if entry.token == 0 {
                // One report at most: that there was a change.
                if !mounts.news({ $0.drain() ? [true] : [] }).isEmpty {
                    for surveys in owners.values { surveys.plan.noteMounts() }
                }
                continue
            }
            guard let owner = places[entry.token / OwnerSurveys.tokens] else { continue }
            events += owners[owner]?.hear(entry.token % OwnerSurveys.tokens, at: now) ?? []
        }
        return events + begin(at: now)
    }

    func attend(at now: AwakeTime) -> [Event] {
        mounts.resume(at: now)
        return inOrder.flatMap { $0.attend(at: now) } + begin(at: now)
    }

    /// An errand has ended, of whatever kind.
    func ended(_ errand: ErrandID, because reason: String? = nil) -> [Event] {
        guard let surveys = owners.values.first(where: { $0.began(errand) }) else { return [] }
        let now = AwakeTime.now
        return surveys.ended(errand, because: reason, at: now) + begin(at: now)
    }

    private var inOrder: [OwnerSurveys] { owners.values.sorted { $0.plan.owner < $1.plan.owner } }

    private func begin(at now: AwakeTime) -> [Event] {
        var events: [Event] = []
        for surveys in inOrder.sorted(by: { $0.plan.lastBegun < $1.plan.lastBegun }) where !isFull(at: now) {
            events += surveys.begin(at: now)
        }
        for (owner, surveys) in owners where surveys.plan.isIdle(at: now) { forget(owner, surveys) }
        return events
    }

    private func forget(_ owner: UserID, _ surveys: OwnerSurveys) {
        owners[owner] = nil
        places = places.filter { $0.value != owner }
        if owners.isEmpty { mounts.close() }
    }
}
