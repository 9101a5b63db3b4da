// The lines of history that somebody has asked for, found one by one.
import BGRunCalendar
import BGRunJob
import BGRunScheduler
import BGRunStore
import BGRunWire

/// What is left to be told of history: the newest first, within two instants, and so many at most.
struct HistoryList {
    private var rows: HistoryReading
    private let viewer: Viewer
    private let since: WallTime
    private let until: WallTime
    private var left: Int
    private let isOnlyFailed: Bool
    /// Of jobs that are there and have it alone.
    private let tag: Label?
    /// The line that was read and not told.
    private var first: HistoryLine?

    /// - Parameter owner: Whose history the caller means; nil for everybody's that they may see.
    init(_ call: HistoryCall, owner: UserID?, for viewer: Viewer) {
        self.init(call, HistoryReading(owner: owner, identifier: call.jobs.identifier), viewer)
    }

    /// The same of one job, whatever name the caller has for it.
    init(_ call: HistoryCall, of job: JobID, for viewer: Viewer) {
        self.init(call, HistoryReading(owner: job.owner, identifier: job.identifier), viewer)
    }

    private init(_ call: HistoryCall, _ rows: HistoryReading, _ viewer: Viewer) {
        self.rows = rows
        self.viewer = viewer
        since = call.since ?? WallTime(microseconds: .min)
        until = call.until ?? WallTime(microseconds: .max)
        left = call.most
        isOnlyFailed = call.failed
        tag = call.jobs.tag
    }

    /// Reads ahead, so that a store that can't be read is told of before an answer is begun.
    ///
    /// - Returns: Whether there is nothing, whenever it was.
    mutating func readFirst(from desk: Desk) throws(SchedulerError) -> Bool {
        first = try read(from: desk)
        return first == nil
    }

    /// One step: a line, which may be one that is not asked for.
    ///
    /// The lines are in the order of the runs' beginnings, and a clock may have been set back, so what is older than asked
    /// for does not end the search.
    mutating func next(from desk: Desk, _ scheduler: Scheduler) throws(SchedulerError) -> ListStep<
        HistoryLine
    > {
        guard left > 0, let read = try read(from: desk) else { return .end }
        guard let line = read.shown(to: viewer) else { return .nothing }
        if isOnlyFailed, line.hasSucceeded { return .nothing }
        guard since <= line.at, line.at < until, scheduler.has(tag, line.job) else { return .nothing }
        left -= 1
        return .element(line)
    }

    private mutating func read(from desk: Desk) throws(SchedulerError) -> HistoryLine? {
        if let first = first.take() { return first }
        return try desk.nextLine(&rows)
    }
}
