// Why a job is not running: each blocker carries its facts, and says in words what is no instant.
import BGRunCalendar

/// One thing that keeps a due or scheduled job from starting now.
///
/// Blockers are always reported all together, in the order that B-2 has.
package enum Blocker: Hashable, Sendable {
    /// The occurrence lies ahead, and may come up by so much later, so that it shares a wake-up.
    case earliestBeginDate(WallTime, slack: Duration = .zero)
    /// It waits for an event or a file; the words say which. What has changed is left alone until the instant.
    case trigger(String, until: WallTime?)
    /// It was brought up again soon after its last start; `isOwn` where by nobody but itself, as far as can be told.
    case spacing(until: WallTime, isOwn: Bool)
    /// Its schedule has no further instant.
    case ended
    /// Paused by hand: the job, or all jobs of its owner.
    indirect case paused(since: WallTime, until: WallTime?, by: UserID? = nil, note: String? = nil)
    /// By hand or by its descriptor.
    case disabled
    /// It is disabled, after so many failures in a row.
    case givenUp(failures: Int)
    /// The file that brought the job does not parse any more, or the job names a zone that is not on this machine.
    case invalid(String)
    /// The last run of this occurrence did not finish; the next one may start at the date.
    case resting(until: WallTime, after: Outcome)
    /// The last run of this occurrence failed, and the next one may start at the date.
    case backOff(until: WallTime, Attempt)
    /// The clock shows none of the hours in which it may start; nil where they never come.
    case allowedHours(until: WallTime?)
    /// Jobs that it comes after have not succeeded since its last run began; the words say which.
    case after(String)
    /// The requirement does not hold. `since` is when it was seen lost, nil where it never held.
    case unmet(Requirement, reason: String, since: WallTime?)
    /// None of several alternatives holds and counts, each of which asks for all of its requirements; the reason tells of
    /// what is missing. `until` is when one that settles counts.
    case anyOf([[Requirement]], reason: String, until: WallTime? = nil)
    /// What is only preferred holds it back, until the instant at the latest.
    indirect case preferred(Blocker, until: WallTime?)
    /// The requirement holds again, and counts once it has held for its settle time.
    case settling(Requirement, until: WallTime)
    /// As many runs are active as the policy allows, and its owner has had a turn: so many of them are the owner's.
    case limit(own: Int, running: Int, allowed: Int)
    /// What was missed is made up for step by step: not before the date, or not while the machine is busy.
    case catchUp(until: WallTime?, reason: String)
    /// It never runs at once with these: they run, or have their turn before it.
    case conflict([JobIdentifier], areRunning: Bool)
    /// As many jobs of its queue run as may at a time: these.
    case queue(Label, ahead: [JobIdentifier])
    /// The machine lacked something for the last launch of its owner's. It is tried again when a run ends, and at the
    /// instant at the latest; nil while it is tried.
    case shortage(String, until: WallTime?)
    /// The application can't take the task up now: its manifest is gone, or its host can't be given any. Before the instant none is
    /// started for it.
    case application(String, until: WallTime? = nil)
    /// The state directory can't be written, so no start could be recorded.
    case storage(String)
    /// The machine is about to sleep.
    case sleep
    case shutdown

    /// The kinds that are no requirement, by their names.
    package enum Kind: String, CaseIterable, Sendable {
        case earliestBeginDate, trigger, spacing, ended, paused, disabled, invalid, resting, backOff,
            allowedHours, after, anyOf
        case settling, limit, catchUp, conflict, queue, shortage, application, storage, sleep, shutdown
    }

    /// Nil where it is a requirement.
    package var kind: Kind? {
        switch self {
        case .earliestBeginDate: .earliestBeginDate
        case .trigger: .trigger
        case .spacing: .spacing
        case .ended: .ended
        case .paused: .paused
        case .disabled, .givenUp: .disabled
        case .invalid: .invalid
        case .resting: .resting
        case .backOff: .backOff
        case .allowedHours: .allowedHours
        case .after: .after
        case .unmet: nil
        case .anyOf: .anyOf
        case .preferred(let blocker, _): blocker.kind
        case .settling: .settling
        case .limit: .limit
        case .catchUp: .catchUp
        case .conflict: .conflict
        case .queue: .queue
        case .shortage: .shortage
        case .application: .application
        case .storage: .storage
        case .sleep: .sleep
        case .shutdown: .shutdown
        }
    }

    /// The spelling in JSON and the log. A requirement goes by its own name.
    package var name: String {
        switch self {
        case .unmet(let requirement, _, _): requirement.kind.rawValue
        case .preferred(let blocker, _): blocker.name
        case .earliestBeginDate, .trigger, .spacing, .ended, .paused, .disabled, .givenUp, .invalid, .resting,
            .backOff,
            .allowedHours, .after, .anyOf, .settling, .limit, .catchUp, .conflict, .queue, .shortage,
            .application, .storage, .sleep,
            .shutdown:
            kind?.rawValue ?? ""
        }
    }

    /// When it ends by itself at the latest, where that may be later than its `until`.
    package var latest: WallTime? {
        guard case .earliestBeginDate(let date, let slack) = self, slack > .zero else { return nil }
        return date.advanced(by: slack)
    }

    /// A clause without a full stop, for people. No instant is in it: those stand beside it, and become words where
    /// the reader's clock is known.
    package var reason: String {
        switch self {
        case .earliestBeginDate: "its date lies ahead"
        case .trigger(let words, nil): "waits for \(words)"
        case .trigger(let words, _?): "waits for \(words); what has changed is left alone"
        case .spacing(_, isOwn: false): "ran less than its spacing ago; waits"
        case .spacing(_, isOwn: true): "has come up again right after it ended; waits longer each time,"
        case .ended: "its schedule has no further instant"
        case .paused(_, _, let user, let note): Self.pause(by: user, note)
        case .disabled: "disabled"
        case .givenUp(let failures):
            "disabled after \(failures == 1 ? "a failure" : "\(failures) failures in a row")"
        case .invalid(let fault): "it can't be used: \(fault)"
        case .resting(_, let outcome): "its last run \(outcome.words); rests"
        case .backOff(_, let attempt) where attempt.isEndless:
            attempt.number == 1 ? "failed; waits" : "failed \(attempt.number) times in a row; waits"
        case .backOff(_, let attempt): "attempt \(attempt.number) of \(attempt.most) failed; waits"
        case .allowedHours(_?): "outside its allowed hours"
        case .allowedHours(nil): "its allowed hours never come"
        case .after(let words): "waits for \(words)"
        case .unmet(let requirement, let reason, _): "needs \(requirement.words): \(reason)"
        case .anyOf(let requirements, let reason, _): "needs \(Self.either(requirements)): \(reason)"
        case .preferred(.unmet(let requirement, let reason, _), _): "prefers \(requirement.words): \(reason)"
        case .preferred(.anyOf(let requirements, let reason, _), _):
            "prefers \(Self.either(requirements)): \(reason)"
        case .preferred(let blocker, _): blocker.reason
        case .settling(let requirement, _): "\(requirement.words) is back"
        case .limit(let own, let running, let allowed): Self.limit(own, of: running, allowed)
        case .catchUp(_, let reason): reason
        case .conflict(let rivals, areRunning: true):
            "\(Self.list(rivals, "runs", "run")), and it never runs beside \(rivals.count == 1 ? "it" : "them")"
        case .conflict(let rivals, areRunning: false):
            "\(Self.list(rivals, "has its turn", "have their turns")) before it, and they never run at once"
        case .queue(let queue, let ahead): "\(Self.list(ahead, "is", "are")) before it in the queue \(queue)"
        case .shortage(let fault, _): "its owner's runs can't start now: \(fault)"
        case .application(let reason, _): reason
        case .storage(let fault): "its start can't be recorded: \(fault)"
        case .sleep: "the machine is about to sleep"
        case .shutdown: "the daemon is shutting down"
        }
    }

    /// Nobody but a job's owner and root pauses it.
    private static func pause(by user: UserID?, _ note: String?) -> String {
        (user == .root ? "paused by root" : "paused by hand") + (note.map { " (\($0))" } ?? "")
    }

    /// Whose share is used up. Of other users' runs no more is told than how many there are.
    private static func limit(_ own: Int, of running: Int, _ allowed: Int) -> String {
        own == running
            ? "waits for a free slot (\(running) of \(allowed))"
            : "waits for a free slot (\(running) runs, \(own) of them its owner's; beyond \(allowed) each user has one)"
    }

    /// `a, b and c run`; of many the first.
    private static func list(_ jobs: [JobIdentifier], _ one: String, _ several: String) -> String {
        guard let last = jobs.last, jobs.count > 1 else {
            return "\(jobs.first?.text ?? "another job") \(one)"
        }
        if jobs.count > 3 { return "\(jobs[0]) and \(jobs.count - 1) more \(several)" }
        return "\(jobs.dropLast().map(\.text).joined(separator: ", ")) and \(last) \(several)"
    }

    private static func either(_ alternatives: [[Requirement]]) -> String {
        alternatives.map { requirements in
            // What is said of a network implies that there is one.
            let saysMore = requirements.contains { $0.kind.row.isInsideNetwork }
            let words = requirements.filter { $0 != .network || !saysMore }.map(\.words)
            return words.count == 1 ? words[0] : "(\(words.joined(separator: " and ")))"
        }.joined(separator: ", or ")
    }

    /// Since when it blocks, where that is known.
    package var since: WallTime? {
        switch self {
        case .unmet(_, _, let since): since
        case .preferred(let blocker, _): blocker.since
        case .paused(let since, _, _, _): since
        case .earliestBeginDate, .trigger, .spacing, .ended, .disabled, .givenUp, .invalid, .resting,
            .backOff,
            .allowedHours, .after, .anyOf, .settling, .limit, .catchUp, .conflict, .queue, .shortage,
            .application, .storage, .sleep, .shutdown:
            nil
        }
    }

    /// When it ends by itself, where that is known.
    package var until: WallTime? {
        switch self {
        case .earliestBeginDate(let date, _), .spacing(let date, _), .resting(let date, _),
            .backOff(let date, _), .settling(_, let date):
            date
        case .paused(_, let date, _, _), .allowedHours(let date), .catchUp(let date, _),
            .shortage(_, let date), .application(_, let date),
            .trigger(_, let date), .anyOf(_, _, let date):
            date
        case .preferred(let blocker, let relaxes):
            [blocker.until, relaxes].compactMap { $0 }.min()
        case .ended, .disabled, .givenUp, .invalid, .after, .unmet, .limit, .conflict, .queue, .storage,
            .sleep,
            .shutdown:
            nil
        }
    }
}

extension Blocker {
    /// From when on what is only preferred holds it back no more.
    package var relaxesAt: WallTime? {
        if case .preferred(_, let until) = self { until } else { nil }
    }

    /// Whether it goes away by itself, because it is only preferred.
    package var isPreferred: Bool {
        guard case .preferred = self else { return false }
        return true
    }
}

extension Outcome {
    /// In a sentence: "its last run expired".
    package var words: String {
        switch self {
        case .succeeded: "succeeded"
        case .failed: "failed"
        case .expired: "expired"
        case .interrupted: "was interrupted"
        case .deferred: "asked to be run later"
        case .cancelled: "was cancelled"
        case .couldNotLaunch: "could not be launched"
        }
    }
}
