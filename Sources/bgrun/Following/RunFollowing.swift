// Hears what runs write, from those that are active and those that start.
import BGRunCalendar
import BGRunClient
import BGRunJob
import BGRunLinux
import BGRunText
import BGRunWire

/// Runs whose output is followed, as pieces in the order in which they come.
///
/// It has no loop of its own: ``descriptor`` is readable when ``hear(_:)`` has something to do.
final class RunFollowing {
    private struct Followed {
        let job: JobID
        let call: HeardCall<LogsCall>
    }

    /// Whoever asks for more at once is refused by the daemon.
    private static let mostAtOnce = 64

    private let daemon: DaemonOptions
    private let queue: EventQueue
    /// Which jobs are meant.
    private let isMeant: (JobID) -> Bool
    private let events: HeardCall<EventsCall>
    /// In the order of their runs.
    private var followed: [RunID: Followed] = [:]
    /// Those that were begun with.
    private var known: Set<RunID> = []

    /// From now on no start of a run is missed.
    ///
    /// - Parameter isMeant: Whether the runs of a job are followed.
    init(_ daemon: DaemonOptions, _ isMeant: @escaping (JobID) -> Bool) throws {
        self.daemon = daemon
        self.isMeant = isMeant
        queue = try EventQueue()
        events = try HeardCall(try daemon.connect(), EventsCall())
        try queue.add(events.descriptor, for: .read, token: 0)
    }

    var descriptor: Int32 { queue.rawValue }

    /// Whether no change is told any more: the daemon has gone.
    var isOver: Bool { events.isOver && followed.isEmpty }

    /// Follows a run; once.
    func follow(_ run: RunID, of job: JobID) {
        guard followed.count < Self.mostAtOnce, known.insert(run).inserted else { return }
        let target = Target(identifier: job.identifier, owner: job.owner)
        guard let connection = try? daemon.connect(),
            let call = try? HeardCall(connection, LogsCall(target, run: run, follow: true))
        else { return }
        followed[run] = Followed(job: job, call: call)
        try? queue.add(call.descriptor, for: .read, token: UInt64(bitPattern: run.rawValue))
    }

    /// What was heard.
    enum News {
        case began(JobID, RunID)
        case wrote(JobID, LogsCall.Reply)
        /// The run is over, and what it has written may not be heard yet.
        case left(JobID, RunID)
        /// Nothing more of it is heard.
        case ended(JobID, RunID)
    }

    /// Takes what has come, without waiting for more; of one that writes without end not all at once.
    ///
    /// - Returns: Whether there is more already, of which ``descriptor`` may not tell.
    @discardableResult
    func hear(_ take: (News) -> Void) -> Bool {
        while let reply = events.answer() {
            switch reply.event.change {
            case .runStarted(let job, let run) where isMeant(job):
                take(.began(job, run))
                follow(run, of: job)
            case .runEnded(let job, let run, _, _) where isMeant(job): take(.left(job, run))
            case _: continue
            }
        }
        if events.isOver { try? queue.remove(events.descriptor) }
        var isMore = false
        for run in followed.keys.sorted() {
            isMore = hear(run, until: AwakeTime(microseconds: 0), most: Self.stretch, take) || isMore
        }
        return isMore
    }

    /// So many pieces of a run before somebody else is heard: each has up to 32 KiB.
    private static let stretch = 4

    /// Hears a run to its end, but no longer than this.
    func finish(_ run: RunID, until deadline: AwakeTime, _ take: (News) -> Void) {
        _ = hear(run, until: deadline, most: .max, take)
    }

    private func hear(_ run: RunID, until deadline: AwakeTime, most: Int, _ take: (News) -> Void) -> Bool {
        guard let heard = followed[run] else { return false }
        var left = most
        while left > 0, let piece = heard.call.answer(until: deadline) {
            if !piece.text.isEmpty { take(.wrote(heard.job, piece)) }
            left -= 1
        }
        guard heard.call.isOver else { return left == 0 }
        try? queue.remove(heard.call.descriptor)
        followed[run] = nil
        take(.ended(heard.job, run))
        return false
    }
}
