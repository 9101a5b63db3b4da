// A program with handlers for tasks: what it does next, and what it is like.
import BGRunCalendar
import BGRunJob
import BGRunScheduler

/// A process of an application, whoever started it.
struct ToyHost {
    /// What it does by itself, or because of what it was told.
    enum Act {
        case attach
        case serve([TaskPattern])
        case begin(RunID)
        case report(RunID)
        case complete(RunID)
        /// The daemon drops it; it comes again.
        case loseStream
        case exit(ExitStatus)
        /// All that it had started is gone too.
        case vanish(ExitStatus)
    }

    struct Handler {
        enum Temper {
            case obedient
            /// Submits anew when it is told to end.
            case resubmitting
            /// Works on, whatever it is told.
            case stubborn
        }

        let job: JobID
        let request: TaskRequest
        let temper: Temper
        var isSuccess: Bool
        /// Submits anew first thing.
        let submitsFirst: Bool
        var isEntered = false
        /// Its run is closed, or the daemon that gave it is gone.
        var isStale = false
    }

    let process: Int32
    let application: ApplicationID
    /// What the daemon has started it as; nil for a guest.
    let started: HostID?
    /// Ignores SIGTERM.
    let isStubborn: Bool
    /// Who it is to the present daemon.
    var id: HostID?
    var isAttached = false
    /// The daemon that has started it is gone.
    var isLeft = false
    var handlers: [RunID: Handler] = [:]
    private(set) var frozenAt: AwakeTime?
    private var agenda: [(at: AwakeTime, act: Act)] = []

    init(_ application: ApplicationID, process: Int32, started: HostID?, isStubborn: Bool) {
        self.application = application
        self.process = process
        self.started = started
        self.isStubborn = isStubborn
        id = started
    }

    // MARK: - What comes next

    /// When it does something next, where it moves at all.
    var next: AwakeTime? { frozenAt == nil ? agenda.map(\.at).min() : nil }

    mutating func plan(_ act: Act, at instant: AwakeTime) { agenda.append((instant, act)) }

    /// Does nothing else any more.
    mutating func planOnly(_ act: Act, at instant: AwakeTime) { agenda = [(instant, act)] }

    mutating func takeNext() -> Act? {
        guard let at = next, let place = agenda.firstIndex(where: { $0.at == at }) else { return nil }
        return agenda.remove(at: place).act
    }

    /// Its handler ends no later than that.
    mutating func hurry(_ run: RunID, by instant: AwakeTime) {
        for place in agenda.indices {
            guard case .complete(run) = agenda[place].act else { continue }
            agenda[place].at = min(agenda[place].at, instant)
        }
    }

    // MARK: - Standing still

    mutating func freeze(at now: Now) { frozenAt = frozenAt ?? now.awake }

    mutating func thaw(at now: Now) {
        guard let since = frozenAt else { return }
        frozenAt = nil
        let still = since.duration(to: now.awake)
        for place in agenda.indices { agenda[place].at = agenda[place].at.advanced(by: still) }
    }

    // MARK: - Handlers

    /// Runs whose handlers have not let go.
    var busy: [BusyTask] {
        handlers.filter(\.value.isEntered).sorted { $0.key < $1.key }.map {
            BusyTask(run: $0.key, task: $0.value.request.identifier)
        }
    }

    /// The daemon is gone, or has dropped it: what it has not begun is forgotten, and the rest is told to end.
    mutating func detach(at now: Now) {
        isAttached = false
        handlers = handlers.filter(\.value.isEntered)
        for run in handlers.keys.sorted() {
            handlers[run]?.isStale = true
            if handlers[run]?.temper != .stubborn { hurry(run, by: now.awake.advanced(by: .seconds(2))) }
        }
    }
}
