// Whether paths exist, followed by inotify and the kernel's list of mounts, each as its owner sees it.
import BGRunJob
import BGRunLinux
import Glibc

/// Observes `.path` subjects.
///
/// Watched is what the path leads through, never what it leads to: the last directory for the path's own
/// name, the one above it and each that holds a link likewise, and all of them for their own end. Something
/// mounted on the way makes no noise there, so the list of mounts is followed too. All of it is done with the
/// owner's rights: where the owner may not look, nobody knows.
package final class ExistenceWatch: TargetWatch {
    private struct Standing {
        let serial: Int
        var watches: Set<Inotify.Watch> = []
        var value: Observation = .present(false)
        /// The path is spelt as its way leads, without links: only what is mounted on it can change it.
        var isPlain = false
    }

    private enum Token: UInt64 { case files, mounts }

    private let queue: EventQueue
    private let inotify: Inotify
    private let mountsPath: String
    private let mounts: FileDescriptor
    /// Asked at each look, apart from the one whose changes are told.
    private let askedMounts: FileDescriptor
    /// As of the last ``process()``, and as of the last look.
    private var table: Result<MountTable, MountTable.Fault>
    private var newest: Result<MountTable, MountTable.Fault>
    private var standings: [OwnedPath: Standing] = [:]
    private var owners: PathOwners
    private var directories: [Inotify.Watch: WatchedDirectory] = [:]
    private var ready: [EventQueue.Ready] = []

    package init(
        mounts path: String = "/proc/self/mountinfo", limits: PathLimits = PathLimits()
    ) throws(SystemError) {
        queue = try EventQueue()
        inotify = try Inotify()
        mounts = try File.open(path, O_RDONLY)
        askedMounts = try File.open(path, O_RDONLY)
        mountsPath = path
        owners = PathOwners(limits)
        try queue.add(inotify.descriptor.rawValue, for: .read, token: Token.files.rawValue)
        try queue.add(mounts.rawValue, for: [.read, .edge], token: Token.mounts.rawValue)
        // The queue's first word on the list of mounts is no news. The list is read after it, so that none is
        // missed.
        try queue.wait(into: &ready, timeout: 0)
        table = Self.read(path)
        newest = table
    }

    /// To be watched for reading.
    package var descriptor: Int32 { queue.rawValue }
    package var isEmpty: Bool { standings.isEmpty }
    /// What is mounted, as of the last ``process()``.
    var mountTable: Result<MountTable, MountTable.Fault> { table }

    package static func target(of subject: Subject) -> OwnedPath? {
        if case .path(let target) = subject { target } else { nil }
    }

    /// Begins to watch, and looks. For one that is watched already, everything is looked at anew: the way to
    /// try again what was refused.
    package func observe(_ path: OwnedPath) -> Observation {
        if standings[path] == nil {
            standings[path] = Standing(serial: owners.enter(path.owner))
        }
        look(path)
        return standings[path]?.value ?? .present(false)
    }

    package func ignore(_ path: OwnedPath) {
        guard let standing = standings.removeValue(forKey: path) else { return }
        for watch in standing.watches { drop(watch, of: path) }
        owners.leave(path.owner, giving: standing.watches.count)
    }

    /// Takes all that waits; what has become of the paths that it was about, where that is another value.
    package func process() -> [(Subject, Observation)] {
        var touched: Set<OwnedPath> = []
        if areMountsChanged() { touched = takeMounts() }
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

    /// Reads the list of mounts; the paths that a change of it may be about.
    private func takeMounts() -> Set<OwnedPath> {
        let before = table
        table = newestTable()
        guard case .success(let old) = before, case .success(let new) = table else {
            return Set(standings.keys)
        }
        let points = Set(Set(old.mounts).symmetricDifference(new.mounts).map(\.point))
        return Set(
            standings.keys.filter { path in
                standings[path]?.isPlain != true
                    || PathWalk.places(on: path.path).contains { points.contains($0) }
            })
    }

    /// What a look goes by. Our own news may lie untaken for a while, and behind a mount that is not known a
    /// look may never end.
    private func newestTable() -> Result<MountTable, MountTable.Fault> {
        if (try? Readiness.wait(for: askedMounts.rawValue, to: .priority, until: 0)) ?? true {
            newest = Self.read(mountsPath)
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
                owners.add(-1, of: path.owner)
            }
            directories[watch] = nil
        }
    }

    // MARK: - Looking

    private func look(_ path: OwnedPath) {
        guard let standing = standings[path] else { return }
        guard let rights = owners.rights(of: path.owner) else {
            standings[path]?.value = .unknown("\(PathFault.noAccount(path.owner))")
            return
        }
        let table: MountTable
        switch newestTable() {
        case .success(let known): table = known
        case .failure(let fault):
            standings[path]?.value = .unknown("\(fault)")
            return
        }
        let room = owners.room(for: path.owner, among: directories.count, giving: standing.watches.count)
        var survey = ExistenceSurvey(path.path, room: room)
        do throws(SystemError) {
            try withRights(of: rights) { () throws(SystemError) in
                survey.run(table, inotify)
                keep(survey, for: path)
            }
        } catch {
            standings[path]?.value = .unknown("\(PathFault.refused(path: path.path, errno: error.errno))")
        }
    }

    private func keep(_ survey: ExistenceSurvey, for path: OwnedPath) {
        let before = standings[path]?.watches ?? []
        for watch in before where survey.roles[watch] == nil { drop(watch, of: path) }
        for (watch, role) in survey.roles {
            directories[watch, default: WatchedDirectory()].set(role, for: path)
            narrow(watch, role.directory)
        }
        owners.add(survey.roles.count - before.count, of: path.owner)
        standings[path]?.watches = Set(survey.roles.keys)
        standings[path]?.value = survey.value
        standings[path]?.isPlain = survey.isPlain
    }

    private func drop(_ watch: Inotify.Watch, of path: OwnedPath) {
        directories[watch]?.remove(path)
        if let (other, role) = directories[watch]?.roles.first, let rights = owners.rights(of: other.owner) {
            _ = try? withRights(of: rights) { () throws(SystemError) in narrow(watch, role.directory) }
            return
        }
        directories[watch] = nil
        // One whose directory is gone is gone with it.
        try? inotify.remove(watch)
    }

    /// Has the kernel keep quiet about what was watched for and is no longer: it would wake us for nothing. With
    /// the rights of an owner.
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

    private static func read(_ path: String) -> Result<MountTable, MountTable.Fault> {
        do throws(MountTable.Fault) {
            return .success(try MountTable.read(path: path))
        } catch {
            return .failure(error)
        }
    }
}
