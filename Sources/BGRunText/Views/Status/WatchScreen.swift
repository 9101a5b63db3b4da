// What `bgrun status --watch` shows in a window, and what its keys do there.
import BGRunCalendar
import BGRunJob
import BGRunWire

/// The jobs in a window that they may not fit into, with one of them chosen.
///
/// A value: what a key asks of the daemon is given back to whoever has the connection.
package struct WatchScreen: Sendable {
    /// What somebody wants of the daemon.
    package enum Wish: Hashable, Sendable {
        case quit
        case why(JobID), logs(JobID)
        case run(JobID), stop(JobID), pause(JobID), unpause(JobID)
    }

    /// A text in place of the jobs, until a key takes it away.
    private struct Page: Sendable {
        let lines: [Line]
        var first: Int
    }

    private static let help = line(of: [
        "↑↓ choose", "enter why", "l logs", "r run", "s stop", "p pause", "q quit",
    ])
    private static let pageHelp = line(of: ["↑↓ scroll", "q back"])
    private static let onlyPageHelp = line(of: ["↑↓ scroll", "q quit"])

    private static func line(of keys: [String]) -> String {
        keys.map(\.unbroken).joined(separator: "\(Line.unbreakable)· ")
    }

    private var status: StatusCall.Reply
    private let extent: StatusExtent
    /// Nothing but a page is shown, which is renewed.
    private let isPage: Bool
    private let owners: OwnerNames
    private var chosen: JobID?
    /// Where the chosen one stood when it was there last.
    private var place = 0
    /// The first job that is shown.
    private var first = 0
    private var page: Page?
    /// What is done once somebody has said yes.
    private var question: (words: String, wish: Wish)?
    private var message: Line?
    /// So many rows the last picture had for jobs, or for a page.
    private var height = 1

    package init(_ status: StatusCall.Reply, extent: StatusExtent, owners: OwnerNames) {
        (self.status, self.extent, self.owners, isPage) = (status, extent, owners, false)
    }

    /// A window that shows a text which changes, as that of one job.
    package init(page lines: [Line], _ status: StatusCall.Reply, owners: OwnerNames) {
        (self.status, extent, self.owners, isPage) = (status, .all, owners, true)
        page = Page(lines: lines, first: 0)
    }

    /// Puts a newer text in the place of the one that is shown, which stays where it was turned to.
    package mutating func renew(_ lines: [Line]) {
        page = Page(lines: lines, first: page?.first ?? 0)
    }

    // MARK: - What comes in

    package mutating func take(_ status: StatusCall.Reply) { self.status = status }

    /// Shows a text until a key takes it away, beginning with its end where that is newest.
    package mutating func show(_ lines: [Line], fromEnd: Bool = false) {
        page = Page(lines: lines, first: fromEnd ? .max : 0)
    }

    /// Says what has become of a wish, until the next key.
    package mutating func say(_ words: String, isFault: Bool = false) {
        message = Line(words.visible, isFault ? .bad : .plain)
    }

    /// What a key asks for.
    package mutating func press(_ key: Key, at now: WallTime) -> Wish? {
        message = nil
        if let question {
            self.question = nil
            return key == .letter("y") ? question.wish : nil
        }
        if page != nil {
            if isPage, key == .letter("q") || key == .escape { return .quit }
            turn(key)
            return nil
        }
        let jobs = list(LocalClock(now: now) { _ in 0 }, .pipe).jobs
        switch key {
        case .up, .letter("k"): choose(place - 1, of: jobs)
        case .down, .letter("j"): choose(chosen == nil ? 0 : place + 1, of: jobs)
        case .pageUp: choose(place - height, of: jobs)
        case .pageDown: choose(place + height, of: jobs)
        case .home: choose(0, of: jobs)
        case .end: choose(jobs.count - 1, of: jobs)
        case .letter("q"), .escape: return .quit
        case .enter, .letter: return chosen.flatMap { wish(key, of: $0) }
        }
        return nil
    }

    private mutating func wish(_ key: Key, of id: JobID) -> Wish? {
        let job = status.jobs.first { $0.id == id }
        switch key {
        case .enter: return .why(id)
        case .letter("l"): return .logs(id)
        case .letter("r"): return .run(id)
        case .letter("p"): return job?.pause == nil ? .pause(id) : .unpause(id)
        case .letter("s"):
            guard job?.run != nil else {
                say("\(id.identifier) has no run to be stopped")
                return nil
            }
            question = ("stop the run of \(id.identifier)? y/n", .stop(id))
            return nil
        case .up, .down, .pageUp, .pageDown, .home, .end, .escape, .letter: return nil
        }
    }

    private mutating func turn(_ key: Key) {
        guard var page else { return }
        let last = max(0, page.lines.count - 1)
        let first = min(page.first, last)
        switch key {
        case .up, .letter("k"): page.first = max(0, first - 1)
        case .down, .letter("j"): page.first = min(last, first + 1)
        case .pageUp: page.first = max(0, first - height)
        case .pageDown: page.first = min(last, first + height)
        case .home: page.first = 0
        case .end: page.first = .max
        case .enter, .escape, .letter:
            if !isPage { self.page = nil }
            return
        }
        self.page = page
    }

    private mutating func choose(_ place: Int, of jobs: [JobID]) {
        guard !jobs.isEmpty else { return chosen = nil }
        self.place = min(max(place, 0), jobs.count - 1)
        chosen = jobs[self.place]
    }

    // MARK: - What is shown

    private func list(_ clock: LocalClock, _ screen: Screen) -> JobList {
        JobList(status, clock: clock, screen: screen, owners: owners, extent: extent)
    }

    /// The rows of the window: never more than `height`, the last of which tells the keys.
    package mutating func rows(_ clock: LocalClock, on screen: Screen, height: Int) -> [String] {
        let foot = foot.rows(on: screen).prefix(2)
        let room = max(1, height - foot.count)
        let body = page == nil ? jobs(clock, screen, room) : lines(screen, room)
        return Array((body + foot).suffix(max(1, height)))
    }

    private var foot: Line {
        if let question { return Line(question.words, .bold) }
        if let message { return message }
        return Line(page == nil ? Self.help : isPage ? Self.onlyPageHelp : Self.pageHelp, .dim)
    }

    private mutating func lines(_ screen: Screen, _ room: Int) -> [String] {
        let rows = page?.lines.flatMap { $0.rows(on: screen) } ?? []
        // It is turned by what is shown, however its lines are broken.
        let first = min(page?.first ?? 0, max(0, rows.count - room))
        page?.first = first
        height = room
        let shown = Array(rows[first...].prefix(room))
        return shown + [String](repeating: "", count: room - shown.count)
    }

    private mutating func jobs(_ clock: LocalClock, _ screen: Screen, _ room: Int) -> [String] {
        let text = StatusText(status, clock: clock, screen: screen, owners: owners, extent: extent)
        let top = Self.top(text, screen, room / 2)
        let list = list(clock, screen)
        follow(list.jobs)
        var narrow = screen
        narrow.width = screen.width.map { max(1, $0 - 2) }
        guard !list.isEmpty else {
            return top + text.lines.dropFirst(text.top.count).flatMap { $0.rows(on: screen) }
        }
        let lines = list.lines
        let heading = lines.prefix(1).flatMap { $0.rows(on: narrow) }.map { "  \($0)" }
        let space = max(1, room - top.count - heading.count - 1)
        let end = place(of: list.jobs.count, space)
        // What stands below a row is told by its key.
        let rows = zip(lines.dropFirst(), list.jobs).prefix(end).dropFirst(first).compactMap { line, id in
            line.rows(on: narrow).first.map { (id == chosen ? "> " : "  ") + $0 }
        }
        let hidden = (first, list.jobs.count - end)
        let rest = hidden == (0, 0) ? list.rest.first : Self.hidden(hidden)
        let filled = top + heading + rows
        let gap = [String](repeating: "", count: max(0, room - filled.count - 1))
        return filled + gap + (rest ?? Line()).rows(on: screen).prefix(1)
    }

    /// In a low window what stands above the jobs gives way, but not the device and the summary; what is hidden is counted.
    private static func top(_ text: StatusText, _ screen: Screen, _ most: Int) -> [String] {
        let all = text.top.flatMap { $0.rows(on: screen) }
        guard all.count > most else { return all }
        let first = ([text.header] + text.summary).flatMap { $0.rows(on: screen) }
        let room = most - first.count - 1
        guard room > 0 else { return Array(first.prefix(max(1, most))) }
        let others = text.top.filter { $0 != text.header && !text.summary.contains($0) }
        let rows = others.flatMap { $0.rows(on: screen) }
        let rest = Line("… \(rows.count - room) more lines; bgrun doctor has them", .bad)
        return first + rows.prefix(room) + rest.rows(on: screen).prefix(1)
    }

    /// Keeps the choice on its job, or, where that has gone, in its place.
    private mutating func follow(_ jobs: [JobID]) {
        guard let chosen else { return }
        if let place = jobs.firstIndex(of: chosen) {
            self.place = place
        } else {
            choose(place, of: jobs)
        }
    }

    /// Moves the window so that the chosen job is in it, and what has become free at the end is used.
    ///
    /// - Returns: Where the jobs that it shows end.
    private mutating func place(of count: Int, _ space: Int) -> Int {
        height = min(space, max(1, count))
        if chosen != nil { first = min(max(first, place - height + 1), place) }
        first = min(first, max(0, count - height))
        return min(first + height, count)
    }

    private static func hidden(_ hidden: (above: Int, below: Int)) -> Line {
        let words = [
            hidden.above > 0 ? "\(hidden.above) more above" : nil,
            hidden.below > 0 ? "\(hidden.below) more below" : nil,
        ].compactMap(\.self)
        return Line("  … \(words.joined(separator: ", "))", .dim)
    }
}
