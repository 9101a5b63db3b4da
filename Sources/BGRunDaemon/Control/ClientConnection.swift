// One client: its socket, what was said, and what is under way for it.
import BGRunJob
import BGRunLinux
import BGRunScheduler
import BGRunWire

/// A connected client.
final class ClientConnection {
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
        /// A question about the past that is not answered yet.
        case asking(PastQuestion)
        /// A stream of whole statuses, and the revision the last one showed.
        case watchingStatus(StatusCall, revision: UInt64)
        /// A stream of whole devices: what the last one told, and the revision at which it was true.
        case watchingConditions(told: Int, revision: UInt64)
        case comparing(DeviceComparison)
        case watchingEvents
        case readingLogs(LogReading)
    }

    let token: UInt64
    /// Who is at the other end, as the kernel knows it.
    let user: UserID
    private let socket: UnixSocket
    var conversation = Conversation()
    var work = Work.none
    /// How many bytes came and went.
    private var moved: UInt64 = 0
    /// The other end is closed altogether: nobody will read an answer.
    private(set) var isGone = false
    /// What the queue watches for; nil once it does not watch any more.
    private(set) var interest: EventQueue.Directions? = .read

    init(_ socket: consuming UnixSocket, token: UInt64, user: UserID) {
        self.socket = socket
        self.token = token
        self.user = user
    }

    /// Begins to be watched.
    func enter(_ queue: EventQueue) throws(SystemError) {
        try queue.add(socket.descriptor.rawValue, for: .read, token: token)
    }

    /// Takes in what has arrived, as much as the conversation wants and there is room for, in whole buffers.
    func receive(_ buffer: inout [UInt8], room: Int) {
        var room = room
        while conversation.wantsInput, room > 0 {
            do throws(SystemError) {
                switch try socket.receive(into: &buffer) {
                case .bytes(let count):
                    conversation.receive(buffer[..<count])
                    moved &+= UInt64(count)
                    room -= count
                case .wouldBlock: return
                case .endOfFile: conversation.endInput()
                }
            } catch {
                conversation.drop()
            }
        }
    }

    /// Notes that the other end is closed.
    func markGone() {
        isGone = true
        conversation.endInput()
    }

    /// Sends what the client takes.
    func flush() {
        while !conversation.unsent.isEmpty {
            do throws(SystemError) {
                switch try socket.send(conversation.unsent) {
                case .bytes(let count):
                    conversation.sent(count)
                    moved &+= UInt64(count)
                case .wouldBlock: return
                }
            } catch {
                conversation.drop()
            }
        }
    }

    /// What it takes of the daemon's memory.
    var share: Holdings.Share {
        let listed =
            switch work {
            case .listing(let answer): answer.bytes
            case .comparing(let comparison): comparison.bytes
            case .none, .command, .query, .opening, .asking, .watchingStatus, .watchingConditions,
                .watchingEvents, .readingLogs:
                0
            }
        return Holdings.Share(
            unread: conversation.unreadBytes, unsent: conversation.unsentBytes + listed, moved: moved)
    }

    /// Whether nothing is left to do for it. Of a client that is gone, what it has asked for is still done; only
    /// what it waited for is not.
    var isOver: Bool {
        if conversation.isOver { return true }
        guard isGone else { return false }
        switch work {
        case .none, .opening, .listing, .asking, .watchingStatus, .watchingConditions, .comparing,
            .watchingEvents, .readingLogs:
            return true
        case .query: return false
        case .command(let command):
            switch command.kind {
            case .wait: return true
            case .submit, .cancel, .run, .stop, .turn: return false
            }
        }
    }

    /// Whether its next call can be taken.
    var isFree: Bool { if case .none = work { true } else { false } }

    /// Whether it has asked for something that was not begun yet.
    var isAsking: Bool {
        switch work {
        case .query, .opening: true
        case .none, .command, .listing, .asking, .watchingStatus, .watchingConditions, .comparing,
            .watchingEvents, .readingLogs:
            false
        }
    }

    /// Whether its answer can be gone on with: the client reads it, or there is nothing to read yet.
    var isUnderWay: Bool {
        switch work {
        case .listing: conversation.hasRoom
        case .asking, .comparing: true
        case .none, .command, .query, .opening, .watchingStatus, .watchingConditions, .watchingEvents,
            .readingLogs:
            false
        }
    }

    /// Whether it follows something, and is served whenever something has happened.
    var isFollowing: Bool {
        switch work {
        case .watchingStatus, .watchingConditions, .comparing, .watchingEvents, .readingLogs: true
        case .listing(let answer): answer.stream != nil
        case .none, .command, .query, .opening, .asking: false
        }
    }

    var isAskingPast: Bool { if case .asking = work { true } else { false } }

    /// Whether serving it is to read what the scheduler, the store or a file holds.
    var isToBeRead: Bool {
        switch work {
        case .none, .command, .watchingEvents: false
        case .query, .opening, .listing, .asking, .watchingStatus, .watchingConditions, .comparing,
            .readingLogs:
            true
        }
    }

    /// Whether it follows something as a whole, and can be told what is newer.
    func isBehind(_ revision: UInt64) -> Bool {
        switch work {
        case .watchingStatus(_, let told), .watchingConditions(_, let told):
            told != revision && conversation.unsent.isEmpty
        case .none, .command, .query, .opening, .listing, .asking, .comparing, .watchingEvents, .readingLogs:
            false
        }
    }

    /// Watches for what matters now. One that is gone is watched no more: it would be ready for ever; and so would one
    /// that is not read from.
    func updateInterest(in queue: EventQueue, room: Int) throws(SystemError) {
        var wanted: EventQueue.Directions? = []
        if conversation.wantsInput, room > 0 { wanted = [.read] }
        if !conversation.unsent.isEmpty { wanted?.insert(.write) }
        if isGone { wanted = nil }
        guard wanted != interest else { return }
        if let wanted {
            try queue.modify(socket.descriptor.rawValue, for: wanted, token: token)
        } else {
            try queue.remove(socket.descriptor.rawValue)
        }
        interest = wanted
    }

    /// The requests that are still open in the scheduler.
    var openRequests: [RequestID] {
        guard case .command(let command) = work else { return [] }
        return command.open.keys.sorted()
    }
}
