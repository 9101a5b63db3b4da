// All hosts, and which run is in which.
import BGRunCalendar
import BGRunJob

/// The hosts of all applications. Few applications have more than one.
struct HostTable {
    private var hosts: [HostID: Host] = [:]
    private var ofApplication: [ApplicationID: [HostID]] = [:]
    private var ofRun: [RunID: HostID] = [:]
    private var guests: Int64 = 0
    private var places: Int64 = 0
    /// Until then the programs that had tasks of a daemon before this one may come back, and say which of them go on.
    private(set) var returnsUntil: AwakeTime?
    private(set) var starts = HostStarts()

    subscript(id: HostID) -> Host? { hosts[id] }

    /// The host that a run was given to.
    func host(of run: RunID) -> Host? { ofRun[run].flatMap { hosts[$0] } }

    /// Those of an application, the first to come first.
    func all(of application: ApplicationID) -> [Host] {
        (ofApplication[application] ?? []).compactMap { hosts[$0] }.sorted { $0.place < $1.place }
    }

    /// In a fixed order.
    var ids: [HostID] { hosts.keys.sorted() }

    /// Whether the daemon has processes of its own among them.
    var hasStarted: Bool { hosts.values.contains(where: \.isStarted) }

    /// Of those that the daemon has started, the first.
    var firstStarted: Host? { hosts.values.filter(\.isStarted).min { $0.place < $1.place } }

    // MARK: - In and out

    mutating func newGuest() -> HostID {
        guests += 1
        return .guest(guests)
    }

    mutating func add(_ id: HostID, of application: ApplicationID, phase: HostPhase?) {
        precondition(hosts[id] == nil, "the host \(id) is there twice")
        hosts[id] = Host(id, of: application, phase: phase, place: nextPlace())
        ofApplication[application, default: []].append(id)
    }

    /// It counts from now on when it came: it can be told of runs.
    mutating func attached(_ id: HostID) {
        let place = nextPlace()
        change(id) {
            $0.isAttached = true
            $0.place = place
        }
    }

    private mutating func nextPlace() -> Int64 {
        places += 1
        return places
    }

    mutating func remove(_ id: HostID) {
        guard let host = hosts.removeValue(forKey: id) else { return }
        for entry in host.entries { ofRun[entry.run] = nil }
        ofApplication[host.application]?.removeAll { $0 == id }
        if ofApplication[host.application]?.isEmpty == true { ofApplication[host.application] = nil }
    }

    mutating func change(_ id: HostID, _ change: (inout Host) -> Void) {
        guard var host = hosts.removeValue(forKey: id) else { return }
        change(&host)
        hosts[id] = host
    }

    // MARK: - Runs

    mutating func give(_ entry: Host.Entry, to id: HostID) {
        ofRun[entry.run] = id
        change(id) { $0.entries.append(entry) }
    }

    mutating func change(_ run: RunID, _ change: (inout Host.Entry) -> Void) {
        guard let id = ofRun[run] else { return }
        self.change(id) { host in
            guard let place = host.entries.firstIndex(where: { $0.run == run }) else { return }
            change(&host.entries[place])
        }
    }

    /// The run is no more in its host, which is given.
    mutating func take(_ run: RunID) -> HostID? {
        guard let id = ofRun.removeValue(forKey: run) else { return nil }
        change(id) { $0.entries.removeAll { $0.run == run } }
        return id
    }

    // MARK: - Where a run goes

    /// Where a run of a task is given to.
    enum Choice {
        case host(HostID)
        /// A host is to be started for it.
        case new
        /// It has to wait, for the reason.
        case none(String)
    }

    /// The host that a task goes to: of those that serve it the first to come, else the one that the daemon has started,
    /// which may still register it. A guest that has not registered it keeps no host from being started.
    func choice(for task: JobIdentifier, of application: ApplicationID) -> Choice {
        let hosts = all(of: application)
        if let host = hosts.first(where: { $0.busy[task] != nil }) {
            return .none("its last run has not let go of it (\(host.id))")
        }
        let serving = hosts.filter { $0.serves(task) }
        if let host = serving.first(where: { $0.fault == nil }) { return .host(host.id) }
        if let host = hosts.first(where: \.isStarted) {
            return host.fault.map { .none($0) } ?? .host(host.id)
        }
        if let fault = serving.first?.fault { return .none(fault) }
        return .new
    }

    /// Whether a continued task can go to the host that has asked for it.
    func choice(for task: JobIdentifier, of application: ApplicationID, in id: HostID?) -> Choice {
        guard let id, let host = hosts[id] else {
            return .none("the program that has asked for it has ended")
        }
        if let busy = all(of: application).first(where: { $0.busy[task] != nil }) {
            return .none("its last run has not let go of it (\(busy.id))")
        }
        if let fault = host.fault { return .none(fault) }
        return host.serves(task) ? .host(id) : .none("its program has no handler for it (\(id))")
    }

    // MARK: - Starts

    /// A process has attached.
    mutating func noteProcess(of application: ApplicationID, at now: Now) {
        starts.attached(to: application, at: now)
    }

    /// A process has asked for a task that none serves.
    mutating func noteQuestion(of application: ApplicationID, at now: Now) {
        starts.asked(application, at: now)
    }

    /// The process that was waited for has said what it serves, or has gone.
    mutating func noteAnswer(of application: ApplicationID) { starts.settled(application) }

    /// A host that was started has come to nothing.
    mutating func noteVainStart(of application: ApplicationID, longest: Duration, at now: Now) {
        starts.wasVain(application, longest: longest, at: now)
    }

    /// It has completed a task, or is permitted anew.
    mutating func noteMended(_ application: ApplicationID) { starts.mended(application) }

    mutating func forgetStarts(of owner: UserID) { starts.forget(owner) }

    /// The applications for which a wait is over just now, sorted.
    mutating func passStarts(to now: Now) -> [ApplicationID] { starts.pass(to: now) }

    // MARK: - Time

    mutating func awaitReturns(until end: AwakeTime) { returnsUntil = end }

    /// Whether it is over just now that programs of before may come back.
    mutating func endReturns(by now: AwakeTime) -> Bool {
        guard let end = returnsUntil, end <= now else { return false }
        returnsUntil = nil
        return true
    }

    /// The next that time alone brings on; those that are held by something else wait.
    func next() -> (host: HostID, at: AwakeTime)? {
        var first: (host: HostID, at: AwakeTime)?
        for host in hosts.values {
            guard let instant = host.phase?.instant else { continue }
            if let known = first, (known.at, known.host) < (instant, host.id) { continue }
            first = (host.id, instant)
        }
        return first
    }
}
