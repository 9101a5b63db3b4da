// Files and trees followed for changes, each with its owner's rights.
import BGRunCalendar
import BGRunJob
import BGRunLinux

/// Observes paths and publishes how new each is.
///
/// The caller watches ``descriptor`` and calls ``process()`` when it is ready. The daemon may be root and a path is
/// its owner's: watches are set and times are read with the owner's rights, so that nobody hears of what they could
/// not read themselves. What remains unseen: a link in the middle of a path that comes to lead elsewhere, and the
/// making of what a dangling link leads to.
package final class PathWatch: KernelWatch {
    private struct Standing {
        let serial: Int
        var watches: Set<Inotify.Watch> = []
        var newest: Int64?
        var fault: PathFault?
    }

    /// What one round of events means for a request.
    private struct News {
        var mustSurvey = false
        var isChanged = false
        /// Paths whose times are to be read.
        var paths: Set<String> = []
        var newDirectories: Set<String> = []
        /// Directories that were moved away; a directory keeps its watches, wherever it goes.
        var goneDirectories: Set<String> = []
    }

    /// With more directories moved away, the whole request is looked at: each is looked for among all watches. Short of
    /// that, and of lost events, what is done for a change grows with the change and not with the tree.
    private static let mostMoves = 64

    private let inotify: Inotify
    private var owners: PathOwners
    private var standings: [WatchedPath: Standing] = [:]
    private var watches: [Inotify.Watch: [WatchedPath: PathSurvey.Role]] = [:]

    package init(limits: PathLimits = PathLimits()) throws(SystemError) {
        inotify = try Inotify()
        owners = PathOwners(limits)
    }

    /// To be watched for reading, level-triggered.
    package var descriptor: Int32 { inotify.descriptor.rawValue }
    package var isEmpty: Bool { standings.isEmpty }

    /// Begins to watch, and tells how new the path is. For one that is watched already, everything is looked at
    /// anew: the way to try again what was refused.
    package func observe(_ request: WatchedPath) -> PathReport {
        if standings[request] == nil {
            standings[request] = Standing(serial: owners.enter(request.owner))
        }
        survey(request)
        return report(request)
    }

    package func ignore(_ request: WatchedPath) {
        guard let standing = standings.removeValue(forKey: request) else { return }
        for watch in standing.watches { drop(watch, of: request) }
        owners.leave(request.owner, giving: standing.watches.count)
    }

    /// Takes all events that wait; one report for each request that changed, in the order they were added.
    package func process() -> [PathReport] {
        var news: [WatchedPath: News] = [:]
        for event in (try? inotify.events()) ?? [.overflowed] { take(event, &news) }
        let order = news.keys.sorted { (standings[$0]?.serial ?? 0) < (standings[$1]?.serial ?? 0) }
        return order.compactMap { request in
            guard let known = news[request], let before = standings[request] else { return nil }
            if known.mustSurvey || known.goneDirectories.count > Self.mostMoves {
                survey(request)
            } else {
                look(request, known)
            }
            let after = report(request)
            let isNew = after.newest?.microseconds != before.newest || after.fault != before.fault
            return known.isChanged || isNew ? after : nil
        }
    }

    private func report(_ request: WatchedPath) -> PathReport {
        let standing = standings[request]
        let newest = standing?.newest.map { WallTime(microseconds: $0) }
        return PathReport(request: request, newest: newest, fault: standing?.fault)
    }

    // MARK: - Events

    private func take(_ event: Inotify.Event, _ news: inout [WatchedPath: News]) {
        switch event {
        case .overflowed:
            // What was lost may have been anyone's.
            for request in standings.keys { news[request] = News(mustSurvey: true, isChanged: true) }
        case .changed(let watch, let changes, let name):
            guard let roles = watches[watch] else { return }
            for (request, role) in roles {
                Self.take(changes, name, role, request, &news[request, default: News()])
            }
            // The kernel has dropped it: its file is gone, or its disk.
            if changes.contains(.ignored) {
                for request in roles.keys { forget(watch, of: request) }
                watches[watch] = nil
            }
        }
    }

    private static func take(
        _ changes: Inotify.Changes, _ name: String?, _ role: PathSurvey.Role, _ request: WatchedPath,
        _ news: inout News
    ) {
        let isEnd = !changes.isDisjoint(with: [.deletedSelf, .movedSelf, .ignored])
        switch role {
        case .link: news.mustSurvey = true
        case .above: if isEnd { news.mustSurvey = true }
        case .waiting(let wanted): if isEnd || name == wanted { news.mustSurvey = true }
        case .target(let path):
            // A file that was replaced says so by its attributes: it has one name less.
            let isReplaced = changes.contains(.attributes) && !changes.contains(.isDirectory)
            if name == nil, isEnd || isReplaced { news.mustSurvey = true }
            takeInside(changes, at: path, name, request, &news)
        case .branch(let path): if !isEnd { takeInside(changes, at: path, name, request, &news) }
        }
    }

    private static func takeInside(
        _ changes: Inotify.Changes, at path: String, _ name: String?, _ request: WatchedPath,
        _ news: inout News
    ) {
        news.isChanged = news.isChanged || changes != .ignored
        news.paths.insert(path)
        guard let name else { return }
        let place = path == "/" ? "/\(name)" : "\(path)/\(name)"
        news.paths.insert(place)
        guard request.isRecursive, changes.contains(.isDirectory) else { return }
        if changes.contains(.movedFrom) { news.goneDirectories.insert(place) }
        if !changes.isDisjoint(with: [.created, .movedTo]) { news.newDirectories.insert(place) }
    }

    // MARK: - Looking

    /// Everything anew.
    private func survey(_ request: WatchedPath) {
        guard var standing = standings[request] else { return }
        guard let rights = owners.rights(of: request.owner) else {
            standings[request]?.fault = .noAccount(request.owner)
            return
        }
        var survey = PathSurvey(
            request, owners.limits,
            owners.room(for: request.owner, among: watches.count, giving: standing.watches.count))
        let refusal = asOwner(rights) { survey.run(inotify) }
        for watch in standing.watches where survey.roles[watch] == nil { drop(watch, of: request) }
        for (watch, role) in survey.roles { watches[watch, default: [:]][request] = role }
        owners.add(survey.roles.count - standing.watches.count, of: request.owner)
        standing.watches = Set(survey.roles.keys)
        standing.newest = survey.newest
        standing.fault = refusal.map { .refused(path: request.path, errno: $0.errno) } ?? survey.fault
        standings[request] = standing
    }

    /// Only what the events named.
    private func look(_ request: WatchedPath, _ news: News) {
        for place in news.goneDirectories { forget(place, of: request) }
        guard var standing = standings[request], let rights = owners.rights(of: request.owner) else { return }
        var survey = PathSurvey(
            request, owners.limits, owners.room(for: request.owner, among: watches.count))
        _ = asOwner(rights) {
            for path in news.paths {
                // An entry itself and not what a link leads to: the tree ends there.
                guard let (parent, name) = PathSurvey.split(path),
                    let status = try? Directory(path: parent).status(of: name)
                else { continue }
                survey.see(status)
            }
            if !news.newDirectories.isEmpty {
                survey.extend(news.newDirectories.sorted(), counting: standing.watches.count, inotify)
            }
        }
        for (watch, role) in survey.roles { watches[watch, default: [:]][request] = role }
        let known = standing.watches.count
        standing.watches.formUnion(survey.roles.keys)
        owners.add(standing.watches.count - known, of: request.owner)
        standing.newest = [standing.newest, survey.newest].compactMap(\.self).max()
        standing.fault = survey.fault ?? standing.fault
        standings[request] = standing
    }

    private func asOwner(_ rights: UserRights, _ body: () -> Void) -> SystemError? {
        do throws(SystemError) {
            try withRights(of: rights) { () throws(SystemError) in body() }
            return nil
        } catch {
            return error
        }
    }

    /// Gives up the watches of a directory that is no longer in the tree, and of those below it.
    private func forget(_ place: String, of request: WatchedPath) {
        for watch in standings[request]?.watches ?? [] {
            guard case .branch(let path)? = watches[watch]?[request],
                path == place || path.utf8.starts(with: "\(place)/".utf8)
            else { continue }
            drop(watch, of: request)
            forget(watch, of: request)
        }
    }

    private func forget(_ watch: Inotify.Watch, of request: WatchedPath) {
        if standings[request]?.watches.remove(watch) != nil { owners.add(-1, of: request.owner) }
    }

    private func drop(_ watch: Inotify.Watch, of request: WatchedPath) {
        watches[watch]?[request] = nil
        guard watches[watch]?.isEmpty == true else { return }
        watches[watch] = nil
        // One whose file is gone is gone with it.
        try? inotify.remove(watch)
    }
}
