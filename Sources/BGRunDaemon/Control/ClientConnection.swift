// One client: its socket, what was said, and what is under way for it.
import BGRunJob
import BGRunLinux
import BGRunScheduler
import BGRunWire

/// A connected client.
final class ClientConnection {
    let token: UInt64
    /// Who is at the other end, as the kernel knows it.
    let viewer: Viewer
    var user: UserID { viewer.user }
    /// The user in whose turns it is served and against whose limits it counts: the same, but for subordinate and unknown user IDs.
    let payer: UserID
    private let socket: UnixSocket
    /// The process at the other end; looked for once, when it is asked for. Nil where it has ended.
    private(set) lazy var caller = Caller(of: socket)
    /// The host whose process is at the other end, once that was seen.
    var host: HostID?
    /// It is one of the two of a host, and counts for the hosts' own bound.
    var isOfHost = false
    var conversation = Conversation()
    var work = Work.none
    /// How many bytes came and went.
    private(set) var moved: UInt64 = 0
    /// The other end is closed altogether: nobody will read an answer.
    private(set) var isGone = false
    /// What the queue watches for; nil once it does not watch any more.
    private(set) var interest: EventQueue.Directions? = .read

    init(_ socket: consuming UnixSocket, token: UInt64, viewer: Viewer, payer: UserID) {
        self.socket = socket
        self.token = token
        self.viewer = viewer
        self.payer = payer
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
        if isGone { conversation.sent(conversation.unsent.count) }
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
}
