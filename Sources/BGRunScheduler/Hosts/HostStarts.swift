// When a host may be started for an application: not beside a process of it that is just coming, and later each time it was in vain.
import BGRunCalendar
import BGRunJob

/// What keeps hosts from being started for a while, of each application.
///
/// A program that registers and submits as it starts asks for its task before it can say that it has the handler: without a
/// pause a second process of it would be started for what the first is about to serve. And one that ends as it starts, and submits
/// before, would be started without end. Nothing of it is stored: after a restart the first start is one like any other.
struct HostStarts {
    /// How long a process that has come has to say what it serves.
    static let arrival: Duration = .seconds(1)

    /// Why none is started now.
    enum Wait: Hashable {
        /// A process of the application has just come, or asks for a task.
        case arrival(until: Deadline)
        /// So many starts in a row were in vain.
        case vain(Int, until: Deadline)

        var end: Deadline {
            switch self {
            case .arrival(let end), .vain(_, let end): end
            }
        }

        /// Whether a start by hand goes ahead all the same.
        var isWaived: Bool {
            switch self {
            case .arrival: false
            case .vain: true
            }
        }

        var words: String {
            switch self {
            case .arrival: "its program has just come, and may take it up itself"
            case .vain(let count, _):
                "its program has ended \(count == 1 ? "" : "\(count) times in a row ")before it completed a task;"
                    + " it is not started again"
            }
        }
    }

    private struct Entry: Equatable {
        var arrival: Deadline?
        var vain = 0
        var retry: Deadline?
    }

    private var entries: [ApplicationID: Entry] = [:]
    /// Those of which a wait has an end ahead: all that time concerns.
    private var pending: Set<ApplicationID> = []

    /// What keeps a host of the application from being started; first of all a process that is there.
    func wait(for application: ApplicationID, at now: Now) -> Wait? {
        guard let entry = entries[application] else { return nil }
        // One that is over stays until somebody waits for that.
        if let end = entry.arrival, now.boot < end.end { return .arrival(until: end) }
        guard let end = entry.retry, now.boot < end.end else { return nil }
        return .vain(entry.vain, until: end)
    }

    // MARK: - What happens

    /// A process has attached: each has its time, also where another came just before.
    mutating func attached(to application: ApplicationID, at now: Now) {
        change(application) { $0.arrival = Deadline(Self.arrival, from: now) }
    }

    /// A process has asked for a task that none serves. Who asks again and again puts nothing off.
    mutating func asked(_ application: ApplicationID, at now: Now) {
        if entries[application]?.arrival == nil { attached(to: application, at: now) }
    }

    /// The process that was waited for has said what it serves, or has gone.
    mutating func settled(_ application: ApplicationID) { change(application) { $0.arrival = nil } }

    /// A host that was started has ended by itself, or was not up in time, and has completed nothing.
    mutating func wasVain(_ application: ApplicationID, longest: Duration, at now: Now) {
        change(application) { entry in
            if entry.vain < .max { entry.vain += 1 }
            entry.retry = Deadline(Shortages.pause.doubled(entry.vain - 1, upTo: longest), from: now)
        }
    }

    /// It has completed a task, or is permitted anew, or no more: what was counts no more.
    mutating func mended(_ application: ApplicationID) {
        change(application) { ($0.vain, $0.retry) = (0, nil) }
    }

    mutating func forget(_ owner: UserID) {
        entries = entries.filter { $0.key.owner != owner }
        pending = pending.filter { $0.owner != owner }
    }

    private mutating func change(_ application: ApplicationID, _ change: (inout Entry) -> Void) {
        var entry = entries[application] ?? Entry()
        change(&entry)
        entries[application] = entry == Entry() ? nil : entry
        if entry.arrival == nil, entry.retry == nil {
            pending.remove(application)
        } else {
            pending.insert(application)
        }
    }

    // MARK: - Time

    /// The applications for which a wait is over just now, sorted.
    mutating func pass(to now: Now) -> [ApplicationID] {
        var passed: [ApplicationID] = []
        for application in pending {
            guard let entry = entries[application] else { continue }
            let isHere = entry.arrival.map { $0.end <= now.boot } ?? false
            let isAgain = entry.retry.map { $0.end <= now.boot } ?? false
            guard isHere || isAgain else { continue }
            change(application) { entry in
                if isHere { entry.arrival = nil }
                if isAgain { entry.retry = nil }
            }
            passed.append(application)
        }
        return passed.sorted()
    }

    /// The next wait that ends, of the applications for which something waits.
    func next(_ isWaiting: (ApplicationID) -> Bool) -> (application: ApplicationID, end: BootTime)? {
        pending.compactMap { application in
            let ends = [entries[application]?.arrival, entries[application]?.retry].compactMap { $0?.end }
            guard let end = ends.min(), isWaiting(application) else { return nil }
            return (application, end)
        }.min { ($0.1, $0.0) < ($1.1, $1.0) }
    }
}
