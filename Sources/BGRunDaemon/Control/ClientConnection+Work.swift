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

    /// Whether its next call can be taken.
    var isFree: Bool { if case .none = work { true } else { false } }

    /// Whether it has asked for something that was not begun yet, and is to be served in the next turn.
    var isToBegin: Bool {
        switch work {
        case .query, .opening: true
        case .none, .command, .listing, .lookingBack, .watchingStatus, .watchingConditions, .comparing,
            .watchingEvents, .readingLogs:
            false
        }
    }

    /// Whether it follows something, and is served whenever something has happened.
    var isFollowing: Bool {
        switch work {
        case .watchingStatus, .watchingConditions, .comparing, .watchingEvents, .readingLogs: true
        case .listing(let answer): answer.stream != nil
        case .none, .command, .query, .opening, .lookingBack: false
        }
    }

    /// Whether serving it is to read what the scheduler, the store or a file holds.
    var isToBeRead: Bool {
        switch work {
        case .none, .command: false
        case .query, .opening, .listing, .lookingBack, .watchingStatus, .watchingConditions, .comparing,
            .watchingEvents, .readingLogs:
            true
        }
    }

    /// Whether it follows something as a whole, and can be told what is newer.
    func isBehind(_ revision: UInt64) -> Bool {
        switch work {
        case .watchingStatus(_, let shown), .watchingConditions(_, let shown):
            shown != revision && conversation.unsent.isEmpty
        case .none, .command, .query, .opening, .listing, .lookingBack, .comparing, .watchingEvents,
            .readingLogs:
            false
        }
    }

    /// Whether nothing is left to do for it. Of a client that is gone, what it has asked for is still done; only
    /// what it waited for is not.
    var isOver: Bool {
        if conversation.isOver { return true }
        guard isGone else { return false }
        switch work {
        case .none: return !conversation.mayHaveCalls
        case .command(let command):
            switch command.kind {
            case .wait: return true
            case .submit, .cancel, .run, .stop, .turn: return false
            }
        case .query, .opening, .listing, .lookingBack, .watchingStatus, .watchingConditions, .comparing,
            .watchingEvents, .readingLogs:
            return false
        }
    }

    /// Lets go of an answer that a client has asked for and is not there to read. True where there was one.
    func abandonAnswer() -> Bool {
        guard isGone else { return false }
        switch work {
        case .none, .command, .query(.cancelAll): return false
        case .query, .opening, .listing, .lookingBack, .watchingStatus, .watchingConditions, .comparing,
            .watchingEvents, .readingLogs:
            work = .none
            conversation.abandon()
            return true
        }
    }

    /// The requests that are still open in the scheduler.
    var openRequests: [RequestID] {
        guard case .command(let command) = work else { return [] }
        return command.open.keys.sorted()
    }

    /// What it takes of the daemon's memory: what is unread, and the names of what is still to be listed.
    var share: Holdings.Share {
        let names =
            switch work {
            case .listing(let answer): answer.bytes
            case .comparing(let comparison): comparison.bytes
            case .none, .command, .query, .opening, .lookingBack, .watchingStatus, .watchingConditions,
                .watchingEvents, .readingLogs:
                0
            }
        return Holdings.Share(
            unread: conversation.unreadBytes, unsent: conversation.unsentBytes + names, moved: moved)
    }
}
