// Files and trees followed for changes.
import BGRunCalendar
import BGRunJob
import BGRunLinux
import Glibc

/// Observes paths and tells how new each is.
///
/// To be used with their owner's rights: nobody hears of what they could not read themselves, and who has lost that
/// right hears no more. A tree is watched once, however many paths lead to it. A mount makes no noise where it is made:
/// one on the way is seen by ``processAll()``, and one in the tree remains unseen.
package final class PathWatch {
    struct Standing {
        let serial: Int
        var way: Set<Inotify.Watch> = []
        /// Nil where the path leads nowhere, or to what can't be watched.
        var tree: Tree.Name?
        var fault: PathFault?
    }

    /// What paths lead to.
    struct Tree {
        struct Name: Hashable {
            let path: String
            let isRecursive: Bool
        }

        var watches: Set<Inotify.Watch> = []
        var newest: Int64?
        var fault: PathFault?
        var members: Set<WatchedPath> = []
        /// To be looked at as a whole before it is believed again.
        var isStale = false
    }

    /// What one round of events means for a tree.
    private struct News {
        var mustSurvey = false
        var isChanged = false
        /// What has changed: names in directories, or, without a name, these themselves.
        var changes: [String: Set<String>] = [:]
        var newDirectories: Set<String> = []
        /// Directories that were moved away; a directory keeps its watches, wherever it goes.
        var goneDirectories: Set<String> = []
    }

    /// With more directories moved away, the whole tree is looked at: each is looked for among all watches. Short of
    /// that, and of lost events, what is done for a change grows with the change and not with the tree.
    private static let mostMoves = 64
    /// What is missing may appear before the watch above it stands.
    private static let rounds = 8

    let inotify: Inotify
    private let limits: PathLimits
    var standings: [WatchedPath: Standing] = [:]
    var trees: [Tree.Name: Tree] = [:]
    var ways: [Inotify.Watch: [WatchedPath: PathWay.Role]] = [:]
    var places: [Inotify.Watch: [Tree.Name: String]] = [:]
    var lastSerial = 0
    /// How many watches all ways and trees have; one that two need counts twice.
    var count = 0
    private let slow: SlowMounts
    /// Called before a path is looked at, and with the mount it may lead through that may take its time.
    private let willLook: (String, String?) -> Void

    package convenience init(_ inotify: consuming Inotify, limits: PathLimits = PathLimits()) {
        self.init(inotify, limits: limits, SlowMounts()) { _, _ in }
    }

    init(
        _ inotify: consuming Inotify, limits: PathLimits = PathLimits(), _ slow: SlowMounts,
        willLook: @escaping (String, String?) -> Void
    ) {
        self.inotify = inotify
        self.limits = limits
        self.slow = slow
        self.willLook = willLook
    }

    package var isEmpty: Bool { standings.isEmpty }

    /// Whether something is not watched, or not all of it, because watches are lacking.
    var isScarce: Bool {
        standings.values.contains { $0.fault?.isScarce == true }
            || trees.values.contains { $0.fault?.isScarce == true }
    }

    /// Begins to watch, and tells how new the path is. For one that is watched already, everything is looked at
    /// anew: the way to try again what was refused.
    package func observe(_ path: WatchedPath) -> PathReport {
        if let name = standings[path]?.tree {
            trees[name]?.isStale = true
        } else if standings[path] == nil {
            lastSerial += 1
            standings[path] = Standing(serial: lastSerial)
        }
        survey(path)
        return report(path)
    }

    package func ignore(_ path: WatchedPath) {
        guard let standing = standings.removeValue(forKey: path) else { return }
        count -= standing.way.count
        for watch in standing.way { leave(watch, on: path) }
        if let name = standing.tree { leave(name, path) }
    }

    /// Takes all events that wait; one report for each path that changed, in the order they were added.
    package func process() -> [PathReport] {
        var news: [Tree.Name: News] = [:]
        var lost: Set<WatchedPath> = []
        for event in (try? inotify.events()) ?? [.overflowed] { take(event, &news, &lost) }
        var affected = lost
        for name in news.keys { affected.formUnion(trees[name]?.members ?? []) }
        let before = Dictionary(affected.map { ($0, report($0)) }) { first, _ in first }
        var changed: Set<WatchedPath> = []
        for (name, news) in news.sorted(by: { $0.key.path < $1.key.path }) {
            let members = trees[name]?.members ?? []
            if take(news, of: name) { changed.formUnion(members) }
            if trees[name]?.isStale == true { lost.formUnion(members) }
        }
        for path in inOrder(lost) { survey(path) }
        return inOrder(affected).compactMap { path in
            guard var after = standings[path].map({ _ in report(path) }), let before = before[path] else {
                return nil
            }
            // Whoever is let in has seen nothing change.
            after.isFirst = before.fault?.isClosed == true && !changed.contains(path)
            // What they may not read any more has not changed for them.
            let isChanged = changed.contains(path) && after.fault?.isClosed != true
            let isOther =
                after.newest != before.newest || after.fault?.description != before.fault?.description
            return isChanged || isOther ? after : nil
        }
    }

    /// Looks at everything anew, for who can't tell what has been mounted since: what a path leads to now, and which trees
    /// are others than before, or lacked watches. What is found so was not changed by that.
    package func processAll() -> [PathReport] {
        let before = Dictionary(standings.keys.map { ($0, report($0)) }) { first, _ in first }
        let changed = Set(process().filter { !$0.isFirst }.map(\.request))
        for (name, tree) in trees where tree.fault?.isScarce == true || !isStillThere(name) {
            trees[name]?.isStale = true
        }
        let all = inOrder(Set(standings.keys))
        for path in all { survey(path) }
        return all.compactMap { path in
            var after = report(path)
            let isOther =
                after.newest != before[path]?.newest
                || after.fault?.description != before[path]?.fault?.description
            after.isFirst = !changed.contains(path)
            return isOther || !after.isFirst ? after : nil
        }
    }

    /// Whether what stands at a tree's top is what is watched.
    private func isStillThere(_ name: Tree.Name) -> Bool {
        let asking = trees[name]?.members.min()?.path ?? name.path
        guard announce(slow.passage(to: name.path), to: asking) == nil,
            let watch = try? inotify.watch(name.path, for: TreeSurvey.inside)
        else { return false }
        if places[watch]?[name] == name.path { return true }
        removeIfUnused(watch)
        return false
    }

    private func inOrder(_ paths: Set<WatchedPath>) -> [WatchedPath] {
        paths.sorted { (standings[$0]?.serial ?? 0) < (standings[$1]?.serial ?? 0) }
    }

    private func report(_ path: WatchedPath) -> PathReport {
        let standing = standings[path]
        let tree = standing?.tree.flatMap { trees[$0] }
        return PathReport(
            request: path, newest: tree?.newest.map { WallTime(microseconds: $0) },
            fault: standing?.fault ?? tree?.fault)
    }

    // MARK: - Events

    private func take(
        _ event: Inotify.Event, _ news: inout [Tree.Name: News], _ lost: inout Set<WatchedPath>
    ) {
        switch event {
        case .overflowed:
            // What was lost may have been anyone's.
            lost.formUnion(standings.keys)
            for name in trees.keys { news[name] = News(mustSurvey: true, isChanged: true) }
        case .changed(let watch, let changes, let name):
            for (path, role) in ways[watch] ?? [:] where Self.isNews(changes, name, role) {
                lost.insert(path)
            }
            for (tree, place) in places[watch] ?? [:] {
                Self.take(changes, name, at: place, of: tree, &news[tree, default: News()])
            }
            // The kernel has dropped it: its file is gone, or its disk.
            guard changes.contains(.ignored) else { return }
            for path in ways.removeValue(forKey: watch)?.keys.map(\.self) ?? [] {
                if standings[path]?.way.remove(watch) != nil { count -= 1 }
            }
            for tree in places.removeValue(forKey: watch)?.keys.map(\.self) ?? [] {
                if trees[tree]?.watches.remove(watch) != nil { count -= 1 }
            }
        }
    }

    private static func isEnd(_ changes: Inotify.Changes) -> Bool {
        !changes.isDisjoint(with: [.deletedSelf, .movedSelf, .ignored])
    }

    private static func isNews(_ changes: Inotify.Changes, _ name: String?, _ role: PathWay.Role) -> Bool {
        switch role {
        case .link: true
        case .above: isEnd(changes)
        case .waiting(let wanted), .closed(let wanted): isEnd(changes) || name == wanted
        }
    }

    private static func take(
        _ changes: Inotify.Changes, _ name: String?, at place: String, of tree: Tree.Name, _ news: inout News
    ) {
        if place == tree.path {
            // A file that was replaced says so by its attributes: it has one name less.
            let isReplaced = changes.contains(.attributes) && !changes.contains(.isDirectory)
            if name == nil, isEnd(changes) || isReplaced { news.mustSurvey = true }
        } else if isEnd(changes) {
            // The directory it is in tells of it.
            return
        }
        if changes != .ignored {
            news.isChanged = true
            news.changes[place, default: []].insert(name ?? "")
        }
        guard let name, tree.isRecursive, changes.contains(.isDirectory) else { return }
        let child = PathName.join(place, name)
        if changes.contains(.movedFrom) { news.goneDirectories.insert(child) }
        if !changes.isDisjoint(with: [.created, .movedTo]) { news.newDirectories.insert(child) }
    }

    // MARK: - Looking

    /// The way anew, and what is at its end where that is another thing than before.
    private func survey(_ path: WatchedPath) {
        guard let before = standings[path] else { return }
        for watch in before.way { ways[watch]?[path] = nil }
        var after = Standing(serial: before.serial)
        var roles: [Inotify.Watch: PathWay.Role] = [:]
        var watched = before.way
        let passage = slow.passage(to: path.path)
        after.fault = announce(passage, to: path.path)
        for _ in 0..<Self.rounds where after.fault == nil {
            var way = PathWay(path.path, room(giving: before.way.count))
            let end = way.run(inotify)
            after.tree = nil
            var isThere = true
            if case .leads(let place) = end {
                let name = Tree.Name(path: place, isRecursive: path.isRecursive)
                switch enter(name, for: path) {
                case nil: after.tree = name
                case .gone?: isThere = false
                case .refused(let fault)?:
                    if fault.isClosed { way.waitForOpening(of: place, inotify) }
                    after.fault = fault
                }
            }
            roles = way.roles
            watched.formUnion(roles.keys)
            if isThere, end != .again {
                after.fault = after.fault ?? way.fault
                break
            }
        }
        if case .slow(let mount) = passage, let kind = slow.kind(at: mount) {
            after.fault = after.fault ?? .partlySilent(path: mount, kind: kind)
        }
        after.way = Set(roles.keys)
        count += after.way.count - before.way.count
        for (watch, role) in roles { ways[watch, default: [:]][path] = role }
        standings[path] = after
        for watch in watched.subtracting(after.way) { leave(watch, on: path) }
        if let name = after.tree { trees[name]?.members.insert(path) }
        if let name = before.tree, name != after.tree { leave(name, path) }
    }

    /// Says what is looked at next; why it is not, where it is not.
    private func announce(_ passage: SlowMounts.Passage, to path: String) -> PathFault? {
        switch passage {
        case .free: willLook(path, nil)
        case .slow(let mount): willLook(path, mount)
        case .mute(let place): return .mute(place)
        }
        return nil
    }

    private enum Refusal {
        case gone
        case refused(PathFault)
    }

    /// Has the tree watched; nil where it is.
    private func enter(_ name: Tree.Name, for path: WatchedPath) -> Refusal? {
        let before = trees[name]
        if let before, !before.isStale { return nil }
        var survey = self.survey(of: name, giving: before?.watches.count ?? 0, for: path)
        let isThere = survey.run(name.path, inotify)
        var tree = before ?? Tree()
        tree.isStale = false
        for watch in tree.watches where survey.places[watch] == nil { leave(watch, in: name) }
        for (watch, place) in survey.places { places[watch, default: [:]][name] = place }
        count += survey.places.count - tree.watches.count
        tree.watches = Set(survey.places.keys)
        tree.newest = survey.newest
        tree.fault = survey.fault
        trees[name] = tree
        if isThere, survey.newest != nil { return nil }
        dropIfUnused(name)
        return isThere ? .refused(survey.fault ?? .tooDeep(name.path)) : .gone
    }

    /// Looks at only what the events named; whether something has changed that the owner may read. A tree of which
    /// more is to be looked at is stale.
    private func take(_ news: News, of name: Tree.Name) -> Bool {
        if news.mustSurvey || news.goneDirectories.count > Self.mostMoves {
            trees[name]?.isStale = true
            return news.isChanged
        }
        for place in news.goneDirectories { forget(place, of: name) }
        guard var tree = trees[name] else { return false }
        let asking = tree.members.min()
        var survey = self.survey(of: name, giving: 0, counting: tree.watches.count, for: asking)
        var isChanged = false
        for (place, names) in news.changes.sorted(by: { $0.key < $1.key }) {
            if let asking, announce(slow.passage(to: place), to: asking.path) != nil { continue }
            // The kernel goes on telling whoever once could read it.
            if Self.isClosed(place) {
                tree.isStale = true
                continue
            }
            isChanged = true
            see(names, at: place, &survey)
        }
        if !news.newDirectories.isEmpty { survey.extend(news.newDirectories.sorted(), inotify) }
        for (watch, place) in survey.places { places[watch, default: [:]][name] = place }
        count -= tree.watches.count
        tree.watches.formUnion(survey.places.keys)
        count += tree.watches.count
        tree.newest = [tree.newest, survey.newest].compactMap(\.self).max()
        tree.fault = survey.fault ?? tree.fault
        trees[name] = tree
        return isChanged
    }

    private func see(_ names: Set<String>, at place: String, _ survey: inout TreeSurvey) {
        // Entries themselves and not what links lead to: the tree ends there.
        if let (parent, name) = PathName.split(place),
            let status = try? Directory(path: parent).status(of: name)
        {
            survey.see(status)
        }
        guard let directory = try? Directory(path: place) else { return }
        for name in names where !name.isEmpty {
            if let status = try? directory.status(of: name) { survey.see(status) }
        }
    }

    private static func isClosed(_ place: String) -> Bool {
        do throws(SystemError) {
            try File.requireReadable(place)
            return false
        } catch {
            return error.errno == EACCES
        }
    }

    private func survey(
        of name: Tree.Name, giving count: Int, counting known: Int = 0, for path: WatchedPath?
    ) -> TreeSurvey {
        let asking = path?.path ?? name.path
        return TreeSurvey(
            isRecursive: name.isRecursive, limits, room(giving: count), counting: known, slow
        ) { [willLook] in willLook(asking, $0) }
    }

    // MARK: - Watches

    private func room(giving count: Int) -> PathLimits.Room {
        PathLimits.Room(left: limits.watches - self.count + count, limit: limits.watches)
    }

    /// Gives up the watches of a directory that is no longer in the tree, and of those below it.
    private func forget(_ place: String, of name: Tree.Name) {
        for watch in trees[name]?.watches ?? [] {
            guard let known = places[watch]?[name], PathName.isInside(known, place) else { continue }
            leave(watch, in: name)
            trees[name]?.watches.remove(watch)
            count -= 1
        }
    }

    private func leave(_ name: Tree.Name, _ path: WatchedPath) {
        trees[name]?.members.remove(path)
        dropIfUnused(name)
    }

    private func dropIfUnused(_ name: Tree.Name) {
        guard let tree = trees[name], tree.members.isEmpty else { return }
        trees[name] = nil
        count -= tree.watches.count
        for watch in tree.watches { leave(watch, in: name) }
    }

    private func leave(_ watch: Inotify.Watch, on path: WatchedPath) {
        ways[watch]?[path] = nil
        removeIfUnused(watch)
    }

    private func leave(_ watch: Inotify.Watch, in name: Tree.Name) {
        places[watch]?[name] = nil
        removeIfUnused(watch)
    }

    private func removeIfUnused(_ watch: Inotify.Watch) {
        if ways[watch]?.isEmpty == true { ways[watch] = nil }
        if places[watch]?.isEmpty == true { places[watch] = nil }
        guard ways[watch] == nil, places[watch] == nil else { return }
        // One whose file is gone is gone with it.
        try? inotify.remove(watch)
    }
}
