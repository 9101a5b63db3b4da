// Whether paths exist, followed by inotify and the kernel's list of mounts.
import BGRunJob
import BGRunLinux
import Glibc

/// Observes `.path` subjects.
///
/// Watched is what the path leads through, never what it leads to: the last directory for the path's own
/// name, the one above it and each that holds a link likewise, and all of them for their own end. Something
/// mounted on the way makes no noise there, so the list of mounts is followed too. To be used with the rights of the
/// paths' owner: where the owner may not look, nobody knows.
package final class ExistenceWatch: TargetWatch {
    struct Standing {
        let serial: Int
        var watches: Set<Inotify.Watch> = []
        var value: Observation = .present(false)
        /// It is unknown because watches are lacking.
        var isScarce = false
    }

    private enum Token: UInt64 { case files, mounts }

    private let queue: EventQueue
    let inotify: Inotify
    private let mountsPath: String
    private let mounts: FileDescriptor
    /// Asked at each look, apart from the one whose changes are told.
    private let askedMounts: FileDescriptor
    /// As of the last look.
    private var newest: Result<MountTable, MountTable.Fault>
    private let limits: PathLimits
    var standings: [OwnedPath: Standing] = [:]
    var directories: [Inotify.Watch: WatchedDirectory] = [:]
    var lastSerial = 0
    /// How many watches all paths have; one that two need counts twice.
    var count = 0
    private var ready: [EventQueue.Ready] = []
    /// Called before a path is looked at, which may take as long as its file system likes.
    private let willLook: (String) -> Void

    package convenience init(
        mounts path: String = "/proc/self/mountinfo", limits: PathLimits = PathLimits()
    ) throws(SystemError) {
        try self.init(Inotify(), mounts: path, limits: limits) { _ in }
    }

    init(
        _ inotify: consuming Inotify, mounts path: String = "/proc/self/mountinfo",
        limits: PathLimits = PathLimits(), willLook: @escaping (String) -> Void
    ) throws(SystemError) {
        self.willLook = willLook
        queue = try EventQueue()
        self.inotify = inotify
        self.limits = limits
        mounts = try File.open(path, O_RDONLY)
        askedMounts = try File.open(path, O_RDONLY)
        mountsPath = path
        try queue.add(self.inotify.descriptor.rawValue, for: .read, token: Token.files.rawValue)
        try queue.add(mounts.rawValue, for: [.read, .edge], token: Token.mounts.rawValue)
        // The queue's first word on the list of mounts is no news. The list is read after it, so that none is
        // missed.
        try queue.wait(into: &ready, timeout: 0)
        newest = MountTable.reading(path: path)
    }

    /// To be watched for reading.
    package var descriptor: Int32 { queue.rawValue }
    package var isEmpty: Bool { standings.isEmpty }
    var isScarce: Bool { standings.values.contains(where: \.isScarce) }

    package static func target(of subject: Subject) -> OwnedPath? {
        if case .path(let target) = subject { target } else { nil }
    }

    /// Begins to watch, and looks. For one that is watched already, everything is looked at anew: the way to
    /// try again what was refused.
    package func observe(_ path: OwnedPath) -> Observation {
        if standings[path] == nil {
            lastSerial += 1
            standings[path] = Standing(serial: lastSerial)
        }
        look(path)
        return standings[path]?.value ?? .present(false)
    }

    package func ignore(_ path: OwnedPath) {
        guard let standing = standings.removeValue(forKey: path) else { return }
        count -= standing.watches.count
        for watch in standing.watches { drop(watch, of: path) }
    }

    /// Looks at everything anew, for who can't tell what has been mounted since.
    package func processAll() -> [(Subject, Observation)] { process(alsoAll: true) }

    /// Takes all that waits; what has become of the paths that it was about, where that is another value.
    package func process() -> [(Subject, Observation)] { process(alsoAll: false) }

    private func process(alsoAll isAll: Bool) -> [(Subject, Observation)] {
        var touched: Set<OwnedPath> = isAll ? Set(standings.keys) : []
        if areMountsChanged() {
            touched = Set(standings.keys)
        }
        for event in (try? inotify.events()) ?? [.overflowed] { take(event, &touched) }
        let order = touched.sorted { (standings[$0]?.serial ?? 0) < (standings[$1]?.serial ?? 0) }
        return order.compactMap { path in
            let before = standings[path]?.value
            look(path)
            guard let value = standings[path]?.value, value != before else { return nil }
            return (.path(path), value)
        }
    }

    // MARK: - Events

    private func areMountsChanged() -> Bool {
        guard (try? queue.wait(into: &ready, timeout: 0)) != nil else { return true }
        return ready.contains { $0.token == Token.mounts.rawValue }
    }

    /// What a look goes by. Our own news may lie untaken for a while, and behind a mount that is not known a
    /// look may never end.
    private func newestTable() -> Result<MountTable, MountTable.Fault> {
        if (try? Readiness.wait(for: askedMounts.rawValue, to: .priority, until: 0)) ?? true {
            newest = MountTable.reading(path: mountsPath)
        }
        return newest
    }

    private func take(_ event: Inotify.Event, _ touched: inout Set<OwnedPath>) {
        switch event {
        case .overflowed: touched.formUnion(standings.keys)
        case .changed(let watch, let changes, let name):
            guard let directory = directories[watch] else { return }
            if let name { touched.formUnion(directory.waiting(for: name)) }
            if !changes.isDisjoint(with: [.deletedSelf, .movedSelf, .ignored]) {
                touched.formUnion(directory.roles.keys)
            }
            // The kernel has dropped it: its directory is gone, or its disk.
            guard changes.contains(.ignored) else { return }
            for path in directory.roles.keys where standings[path]?.watches.remove(watch) != nil {
                count -= 1
            }
            directories[watch] = nil
        }
    }

    // MARK: - Looking

    private func look(_ path: OwnedPath) {
        guard let standing = standings[path] else { return }
        switch newestTable() {
        case .success(let table):
            willLook(path.path)
            let left = limits.watches - count + standing.watches.count
            var survey = ExistenceSurvey(path.path, room: PathLimits.Room(left: left, limit: limits.watches))
            survey.run(table, inotify)
            keep(survey, for: path)
        case .failure(let fault): standings[path]?.value = .unknown("\(fault)")
        }
    }

    private func keep(_ survey: ExistenceSurvey, for path: OwnedPath) {
        let before = standings[path]?.watches ?? []
        for watch in before where survey.roles[watch] == nil { drop(watch, of: path) }
        for (watch, role) in survey.roles {
            directories[watch, default: WatchedDirectory()].set(role, for: path)
            narrow(watch, role.directory)
        }
        count += survey.roles.count - before.count
        standings[path]?.watches = Set(survey.roles.keys)
        standings[path]?.value = survey.value
        standings[path]?.isScarce = survey.isScarce
    }

    private func drop(_ watch: Inotify.Watch, of path: OwnedPath) {
        directories[watch]?.remove(path)
        if let role = directories[watch]?.roles.values.first {
            narrow(watch, role.directory)
            return
        }
        directories[watch] = nil
        // One whose directory is gone is gone with it.
        try? inotify.remove(watch)
    }

    /// Has the kernel keep quiet about what was watched for and is no longer: it would wake us for nothing.
    private func narrow(_ watch: Inotify.Watch, _ place: String) {
        guard let directory = directories[watch] else { return }
        let wanted = directory.wanted
        guard wanted != directory.asked, let found = try? inotify.watch(place, for: wanted) else { return }
        if found == watch {
            directories[watch]?.asked = wanted
        } else if let known = directories[found]?.asked {
            // Another directory has taken its place; that one keeps what it was watched for.
            _ = try? inotify.watch(place, for: known.union(.added))
        } else {
            try? inotify.remove(found)
        }
    }
}
