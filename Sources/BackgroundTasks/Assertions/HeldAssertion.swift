// One assertion that somebody holds: its stream, its time, and who is to be warned.
internal import BGRunCalendar
internal import BGRunClient
internal import BGRunJob
internal import BGRunWire
internal import Dispatch

/// What the program gave away to be called once, when it must end what it is finishing.
final class AssertionWarning: @unchecked Sendable {
    private let handler: @isolated(any) () -> Void

    init(_ handler: @escaping @isolated(any) () -> Void) { self.handler = handler }

    /// Calls it on its actor where it belongs to one, else on the queue.
    func call(on executor: QueueExecutor) {
        Task(executorPreference: executor) { await self.handler() }
    }
}

/// An assertion's state. It is one of ``HeldAssertions``, and touched under their lock only.
final class HeldAssertion: @unchecked Sendable {
    var term: AssertionTerm
    /// Open while a daemon holds the assertion: nothing else says so.
    var stream: AssertionStream?
    /// Whether the thread waits for its news.
    var isWatched = false
    private var warning: AssertionWarning?

    init(_ term: AssertionTerm, _ warning: AssertionWarning?) {
        self.term = term
        self.warning = warning
    }

    var isHeld: Bool { stream != nil }

    /// Whom to warn: once.
    func takeWarning() -> AssertionWarning? {
        defer { warning = nil }
        return warning
    }

    /// What the daemon has said since the last time, and what has come of it.
    func listen(at now: AwakeTime) -> (mustWarn: Bool, news: News) {
        var mustWarn = false
        while let news = stream?.news() {
            switch news {
            case .expiring(let expiring):
                // A sleep that was announced is over some time, and a shutdown may be called off.
                let limit = expiring.reason == .timeBudget ? expiring.left : nil
                if term.isWarnedOf(limitIn: limit, at: now) { mustWarn = true }
            case .over:
                stream = nil
                return (mustWarn || !term.isWarned, .over)
            case .lost(let error):
                stream = nil
                // One that leaves has warned.
                return (mustWarn, term.isWarned ? .none : .lost(error))
            }
        }
        return (mustWarn, .none)
    }

    enum News {
        case none
        /// The daemon has ended it.
        case over
        /// Nobody holds it any more.
        case lost(ClientError)
    }
}
