// A process in which tasks run, as the scheduler knows it: a name with an application, tasks and runs.
import BGRunCalendar
import BGRunJob

/// One host.
struct Host {
    /// How far a run has come in its host.
    enum Stage {
        /// The host has not said that it serves the task.
        case waiting
        /// It was told, and has not asked whether it may begin.
        case handedOver
        /// Its handler is entered.
        case begun
    }

    struct Entry {
        let run: RunID
        let job: JobID
        let task: JobIdentifier
        var stage: Stage
        /// Its grace period is over, and it is closed by the end of the host.
        var hasOverstayed = false
        /// What it has said last of how far it is, and when that was passed on last.
        var progress: TaskProgress?
        var progressTold: AwakeTime?
        /// When it has made progress since.
        var progressedAt: AwakeTime?
    }

    let id: HostID
    let application: ApplicationID
    /// Nil for a guest.
    var phase: HostPhase?
    /// Nil before there is one, and where a daemon before us has started it.
    var process: Int32?
    /// Whether it can be told of something.
    var isAttached = false
    /// Counts who came first.
    var place: Int64
    /// So many handlers are noted of one, and so many tasks that are busy in it as it attaches: what it says is kept, and
    /// listed, for as long as it is there.
    static let mostTasks = 1024

    /// The tasks that it has handlers for; nil before it has said so.
    var tasks: TaskPatterns?
    /// In the order in which they were given.
    var entries: [Entry] = []
    /// Tasks whose handlers have overstayed, with their runs, which are closed.
    var busy: [JobIdentifier: RunID] = [:]
    /// A run of it was completed, however: it works.
    var hasCompleted = false
    /// It has let a run's launch limit pass, and has not said a word since.
    var isDeaf = false
    /// It was told to stand still.
    var isFrozen = false
    /// It stands still with the machine, whatever its runs do.
    var sleeps = false
    /// A daemon that has died had started it; it leaves.
    var isInherited = false

    init(_ id: HostID, of application: ApplicationID, phase: HostPhase?, place: Int64) {
        self.id = id
        self.application = application
        self.phase = phase
        self.place = place
    }

    var isStarted: Bool { phase != nil }

    func serves(_ task: JobIdentifier) -> Bool { tasks?.match(task) ?? false }

    subscript(run: RunID) -> Entry? { entries.first { $0.run == run } }

    /// Whether a run of it is still to do something.
    var hasWantedRuns: Bool { entries.contains { !$0.hasOverstayed } }

    /// Whether it is to leave, and all that is in it ends with it.
    var isEnding: Bool {
        switch phase {
        case .condemned?, .leaving?, .killed?: true
        case .starting?, .serving?, .lingering?, nil: false
        }
    }

    /// Why nothing can be given to it now; nil where something can.
    var fault: String? {
        if isEnding { return "its program is being ended (\(id))" }
        if isDeaf { return "its program does not answer (\(id))" }
        if isFrozen { return "its program stands still (\(id))" }
        return nil
    }
}
