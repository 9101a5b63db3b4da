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
        /// A stream of whole statuses, and the revision the last one showed.
        case watchingStatus(StatusCall, revision: UInt64)
        case watchingConditions(shown: DeviceReport)
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
        Holdings.Share(unread: conversation.unreadBytes, unsent: conversation.unsentBytes, moved: moved)
    }

    /// Whether nothing is left to do for it. Of a client that is gone, what it has asked for is still done; only
    /// what it waited for is not.
    var isOver: Bool {
        if conversation.isOver { return true }
        guard isGone else { return false }
        switch work {
        case .none, .opening, .watchingStatus, .watchingConditions, .watchingEvents, .readingLogs: return true
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

    /// Whether it is to be served in the next turn.
    var isAsking: Bool {
        switch work {
        case .query, .opening: true
        case .none, .command, .watchingStatus, .watchingConditions, .watchingEvents, .readingLogs: false
        }
    }

    /// Whether serving it is to read what the scheduler, the store or a file holds.
    var isToBeRead: Bool {
        switch work {
        case .none, .command, .watchingEvents: false
        case .query, .opening, .watchingStatus, .watchingConditions, .readingLogs: true
        }
    }

    /// Whether it follows the status, and can be sent a newer one.
    func isBehind(_ revision: UInt64) -> Bool {
        guard case .watchingStatus(_, let shown) = work else { return false }
        return shown != revision && conversation.unsent.isEmpty
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
