// What is under way for a client, and what it waits for.
import BGRunJob
import BGRunScheduler
import BGRunWire

extension ClientConnection {
    /// What the client waits for.
    enum Work {
        case none
        /// The scheduler was asked to do something and answers by a request's number.
        case command(Command)
        /// A question, answered after the turn.
        case query(SchedulerRequest.Query)
        /// A call of an application: whose it is, is known after the turn.
        case resolving(ApplicationsRequest)
        /// The presence of a host, which is told of runs as they come.
        case hosting(HostID)
        /// An assertion, which is warned of its end.
        case holding(AssertionID)
        /// A stream that begins after the turn.
        case opening(SchedulerRequest.Stream)
        /// An answer of which not all is told.
        case listing(LongAnswer)
        /// A question about the past, under way or waiting for another one.
        case lookingBack(PastQuestion.Call)
        /// A stream of whole statuses, and the revision the last one showed.
        case watchingStatus(StatusCall, revision: UInt64)
        /// A stream of whole devices: what the last one told, and the revision at which it was true.
        case watchingConditions(digest: Int, revision: UInt64)
        case comparing(DeviceComparison)
        /// A stream of changes, and the first that was not told.
        case watchingEvents(next: UInt64)
        case readingLogs(LogReading)
    }

    /// How far the work has come, and what brings it on.
    enum Standing {
        /// There is none: the next call can be taken.
        case free
        /// The scheduler answers it.
        case ordered
        /// It was asked for and not begun, and begins in the next turn.
        case asked
        /// It is answered piece by piece.
        case underWay
        /// It goes on for as long as the client listens, whenever something has happened.
        case followed
    }

    var standing: Standing {
        switch work {
        case .none: .free
        case .command: .ordered
        case .query, .resolving, .opening: .asked
        case .listing(let answer): answer.stream == nil ? .underWay : .followed
        case .lookingBack: .underWay
        case .hosting, .holding, .watchingStatus, .watchingConditions, .comparing, .watchingEvents,
            .readingLogs:
            .followed
        }
    }

    /// Whether serving it is to read what the scheduler, the store or a file holds.
    private var isToBeRead: Bool { standing != .free && standing != .ordered }

    /// Whether it follows something as a whole, and can be told what is newer.
    func isBehind(_ revision: UInt64) -> Bool {
        guard conversation.unsent.isEmpty else { return false }
        if case .watchingStatus(_, let shown) = work { return shown != revision }
        if case .watchingConditions(_, let shown) = work { return shown != revision }
        return false
    }

    /// Whether nothing is left to do for it. Of a client that is gone, what it has asked for is still done; only
    /// what it waited for is not.
    var isOver: Bool {
        if conversation.isOver { return true }
        guard isGone else { return false }
        if case .command(let command) = work {
            switch command.kind {
            case .wait, .waitAll: return true
            case .submit, .submitAll, .cancel, .run, .stop, .purge, .turn, .speech, .extension, .attach,
                .serve, .taskBegan, .assert,
                .submitTask, .cancelTask, .permit, .forbid:
                break
            }
        }
        // With its stream a host is gone, or an assertion over; nothing else says so where its process lives on.
        if isPresence { return true }
        return standing == .free && !conversation.mayHaveCalls
    }

    /// Whether what is under way changes nothing, and could as well be asked again.
    var onlyAsks: Bool {
        switch work {
        case .query(let query): SchedulerRequest.query(query).onlyAsks
        case .resolving(let request): request.onlyAsks
        case .command: false
        case .none, .hosting, .holding, .opening, .listing, .lookingBack, .watchingStatus, .comparing,
            .watchingConditions, .watchingEvents, .readingLogs:
            true
        }
    }

    /// Whether it is a call of an application's that was not looked at yet.
    var isResolving: Bool { if case .resolving = work { true } else { false } }

    /// Lets go of an answer that a client has asked for and is not there to read. True where there was one.
    func abandonAnswer() -> Bool {
        // What comes of that question is no answer.
        guard onlyAsks else { return false }
        // It is told of as gone first.
        if isPresence { return false }
        guard isGone, isToBeRead else { return false }
        work = .none
        conversation.abandon()
        return true
    }

    /// Whether the stream stands for something that is over with it: a host, or an assertion.
    private var isPresence: Bool {
        switch work {
        case .hosting, .holding: true
        case .none, .command, .query, .resolving, .opening, .listing, .lookingBack, .watchingStatus,
            .watchingConditions, .comparing, .watchingEvents, .readingLogs:
            false
        }
    }

    /// The requests that are still open in the scheduler.
    var openRequests: [RequestID] {
        guard case .command(let command) = work else { return [] }
        return command.open.keys.sorted()
    }

    /// What it takes of the daemon's memory: what is unread, and the names of what is still to be listed.
    var share: Holdings.Share {
        var names = 0
        if case .listing(let answer) = work { names = answer.bytes }
        if case .comparing(let comparison) = work { names = comparison.bytes }
        return Holdings.Share(
            unread: conversation.unreadBytes, unsent: conversation.unsentBytes + names, moved: moved)
    }
}
