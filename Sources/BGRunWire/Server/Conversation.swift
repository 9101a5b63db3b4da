// The server's side of one connection: bytes in, requests out; replies in, bytes out. It knows no socket.
import BGRunJSON

/// One client's connection, as a value.
///
/// The protocol has no request numbers: calls are answered in the order in which they came, and only one at a
/// time is under way. A conversation therefore hands out one request, and the next one only after the
/// answer to it: after `finish`, `refuse`, or the `endList` of the last list. One of those is called exactly once for each
/// request handed out, also for one that expects no answer, which then stays silent; or else `abandon`, where the client
/// has gone. A stream is a request that is answered several times before it is finished; it occupies its connection that
/// long.
///
/// Memory is bounded. Calls wait inside the socket while an answer is under way or the client does not read. An answer
/// with long lists is written as the client reads it: ``begin(_:listing:isLast:)``, ``list(_:)``, ``endList()``; to a client
/// that takes several answers it is told in several messages. A stream of changes whose client does not read is dropped.
///
/// The loop around it: hand over what was read (``receive(_:)``, ``endInput()``), write ``unsent`` and tell
/// how much of it left (``sent(_:)``); take requests (``nextRequest()``) as long as ``canTakeCall``; close when ``isOver``.
package struct Conversation: Sendable {
    /// How a request is to be answered.
    package enum Delivery: Sendable {
        /// Once.
        case once
        /// Several times, if the request has more to say than one answer.
        case stream
        /// The client wants no answer. Answers to it are swallowed.
        case silent
    }

    /// While more than this is unsent, no further call is taken.
    package static let busyOutput = 64 << 10
    /// Calls that are answered by the protocol alone, one after the other.
    static let stretch = 16
    /// The elements of one message take about so many bytes, where the client takes several messages: less than any
    /// client's limit, and more than most answers have.
    static let part = 1 << 20
    /// A stream whose client leaves more than this unread is dropped.
    package static let outputLimit = 4 << 20

    private enum Turn {
        case listening
        case answering(Delivery)
    }

    /// An answer of which not all is written.
    private struct Listing {
        /// All else of the message under way; the lists are empty.
        var reply: JSONObject
        let keys: [[String]]
        let isLast: Bool
        /// The message in pieces around its lists.
        var pieces: [[UInt8]]
        /// Which list is under way.
        var place = 0
        var hasElement = false
        /// The bytes of the elements in the message under way.
        var size = 0
    }

    private enum Ending {
        case open
        /// The client has said its last word; it may still be listening.
        case inputEnded
        /// To be closed once everything is sent.
        case closing
        /// To be closed at once.
        case dropped
    }

    private var turn = Turn.listening
    private var ending = Ending.open
    private var reader = MessageReader()
    private var output: [UInt8] = []
    private var sentBytes = 0
    private var listing: Listing?
    /// Why the conversation is being closed, where the client is to blame.
    package private(set) var fault: ProtocolFault?

    package init() {}
}

extension Call.Mode {
    /// How a call of this kind is answered.
    var delivery: Conversation.Delivery {
        switch self {
        case .plain, .upgrade: .once
        case .oneway: .silent
        case .more: .stream
        }
    }
}

// MARK: Bytes in, requests out

extension Conversation {
    /// Whether the socket is to be read now. While it is not, the kernel makes the client wait.
    package var wantsInput: Bool {
        switch ending {
        case .open: reader.count <= reader.limit
        case .inputEnded, .closing, .dropped: false
        }
    }

    /// How many bytes of calls are kept.
    package var unreadBytes: Int { reader.heldBytes }

    package mutating func receive(_ bytes: some Collection<UInt8>) {
        switch ending {
        case .open: reader.append(bytes)
        case .inputEnded, .closing, .dropped: break
        }
    }

    /// The client will send nothing more. What it has sent is still answered.
    package mutating func endInput() {
        switch ending {
        case .open: ending = .inputEnded
        case .inputEnded, .closing, .dropped: break
        }
    }

    /// Whether a call may lie there that is to be taken now, without anything further from the client. It follows from how
    /// things stand and not from what was done last, so whoever asks after the last word is never told wrong.
    package var canTakeCall: Bool {
        guard case .listening = turn, unsent.count <= Self.busyOutput else { return false }
        switch ending {
        case .open: return reader.hasNews
        // Half a call at the end has still to be found, and closes.
        case .inputEnded: return true
        case .closing, .dropped: return false
        }
    }

    /// The next request for the daemon; nil where there is none yet, or while an answer is under way or unread, or where so
    /// many calls were answered by the protocol alone that it is somebody else's turn; then ``canTakeCall`` stays true.
    package mutating func nextRequest() -> Request? {
        for _ in 0..<Self.stretch {
            guard canTakeCall, let call = nextCall() else { return nil }
            turn = .answering(call.mode.delivery)
            switch Dispatch(call) {
            case .request(let request): return request
            case .answered(let answer): finish(with: answer)
            }
        }
        return nil
    }

    private mutating func nextCall() -> Call? {
        switch ending {
        case .open, .inputEnded: break
        case .closing, .dropped: return nil
        }
        do throws(ProtocolFault) {
            if let message = try reader.next() { return try Call(message: message) }
        } catch {
            fault = error
            close()
            return nil
        }
        // Half a message with nothing to follow is nobody's call.
        if case .inputEnded = ending { close() }
        return nil
    }

    private mutating func close() {
        ending = .closing
        reader.clear()
    }
}

// MARK: Replies in, bytes out

extension Conversation {
    /// The last or only answer to the request that is under way.
    package mutating func finish(_ reply: some WireObject) {
        finish(with: .last(reply.object))
    }

    /// The request that is under way ends with an error.
    package mutating func refuse(_ error: SchedulerError) { refuse(with: error) }

    /// The same with an error of any interface.
    package mutating func refuse(with error: some InterfaceError) { finish(with: error.answer) }

    private mutating func finish(with answer: Answer) {
        guard case .answering(let delivery) = turn else {
            preconditionFailure("an answer was given to a request that is not under way")
        }
        precondition(listing == nil, "an answer was given in the middle of another one")
        turn = .listening
        switch delivery {
        case .once, .stream: write(answer)
        case .silent: break
        }
    }

    /// Whether a stream may be given more: false while the client has enough unread. A source that can wait,
    /// such as a file, is read only while this is true.
    package var hasRoom: Bool { unsent.count <= Self.busyOutput }

    /// One answer of a stream in which each one counts. A client that leaves too much of it unread is
    /// dropped: a stream with a hole in it would be a lie.
    package mutating func stream(_ reply: some WireObject) { stream(reply.streamed) }

    /// The same, of an answer that is given to many and written once; see ``WireObject/streamed``.
    package mutating func stream(_ message: [UInt8]) {
        guard isStreaming else { return }
        guard unsent.count <= Self.outputLimit else {
            drop()
            return
        }
        write(message[...])
    }

    /// Begins an answer with lists that follow element by element. A client that takes several messages gets no more than
    /// about ``part`` bytes of them in each; all but the last of these say that the lists go on.
    ///
    /// - Parameters:
    ///   - reply: All else of it; these lists are empty.
    ///   - lists: The keys that lead to each list, in their order; one at least. It may be a string, see ``list(text:)``.
    ///   - isLast: Whether the request is answered with it; else it is one of a stream.
    package mutating func begin(_ reply: JSONObject, listing lists: [[String]], isLast: Bool) {
        guard case .answering(let delivery) = turn, listing == nil else {
            preconditionFailure("an answer was begun to a request that is not under way")
        }
        if case .once = delivery {
            precondition(isLast, "a stream was given to a request that asked for none")
        }
        precondition(!lists.isEmpty, "an answer was begun that could be given at once")
        let pieces = Self.pieces(of: reply, around: lists, isLast: isLast)
        write(pieces[0][...])
        listing = Listing(reply: reply, keys: lists, isLast: isLast, pieces: pieces)
    }

    private static func pieces(of reply: JSONObject, around lists: [[String]], isLast: Bool) -> [[UInt8]] {
        (isLast ? Answer.last(reply) : .continues(reply)).pieces(around: lists)
    }

    /// The next element of the list that is under way.
    package mutating func list(_ element: JSONValue) {
        guard let size = listing?.size else { preconditionFailure("an element was listed in no answer") }
        guard isWritten else { return }
        if size >= Self.part, case .answering(.stream) = turn { turnPage() }
        if listing?.hasElement == true { output.append(UInt8(ascii: ",")) }
        listing?.hasElement = true
        let before = output.count
        element.write(to: &output)
        listing?.size += output.count - before
    }

    /// Ends the message under way in the middle of a list, and goes on with the list in the next one.
    private mutating func turnPage() {
        guard var current = listing else { return }
        var reply = current.reply
        reply[JSONObject.hasMore] = true
        for piece in Answer.continues(reply).pieces(around: current.keys)[(current.place + 1)...] {
            write(piece[...])
        }
        current.reply = current.reply.withoutElements
        current.pieces = Self.pieces(of: current.reply, around: current.keys, isLast: current.isLast)
        for piece in current.pieces[...current.place] { write(piece[...]) }
        current.hasElement = false
        current.size = 0
        listing = current
    }

    /// More of the string that is under way in a list's place.
    package mutating func list(text: String) {
        precondition(listing != nil, "text was listed in no answer")
        // Without its quotes.
        write(JSONValue.string(text).bytes().dropFirst().dropLast())
    }

    /// The list that is under way has no more elements. After the last one the answer is complete.
    package mutating func endList() {
        guard var current = listing else { preconditionFailure("a list ended in no answer") }
        current.place += 1
        current.hasElement = false
        write(current.pieces[current.place][...])
        listing = current.place == current.keys.count ? nil : current
        if listing == nil, current.isLast { turn = .listening }
    }

    private mutating func write(_ bytes: ArraySlice<UInt8>) {
        if isWritten { output += bytes }
    }

    /// Whether anybody is to read the answer that is under way.
    package var isHeard: Bool {
        switch turn {
        case .answering(.silent), .listening: false
        case .answering(.once), .answering(.stream): true
        }
    }

    /// Whether what belongs to the answer that is under way is written.
    private var isWritten: Bool {
        switch ending {
        case .open, .inputEnded: isHeard
        case .closing, .dropped: false
        }
    }

    private var isStreaming: Bool {
        switch turn {
        case .answering(.stream): true
        case .answering(.silent): false
        case .listening, .answering(.once):
            preconditionFailure("a stream was given to a request that asked for none")
        }
    }

    private mutating func write(_ answer: Answer) {
        switch ending {
        case .open, .inputEnded: answer.write(to: &output)
        case .closing, .dropped: break
        }
    }

    /// Bytes for the client, not yet taken by the socket.
    package var unsent: ArraySlice<UInt8> { output[sentBytes...] }

    /// How many bytes are kept for the client, those included that the socket took a moment ago.
    package var unsentBytes: Int { output.count }

    /// The socket took this many bytes of ``unsent``.
    package mutating func sent(_ count: Int) {
        precondition((0...unsent.count).contains(count), "more was sent than there was")
        sentBytes += count
        if sentBytes == output.count {
            // Most connections are idle most of the time; they keep no memory.
            output = []
            sentBytes = 0
        } else if sentBytes > unsent.count {
            output.removeFirst(sentBytes)
            sentBytes = 0
        }
    }

    /// The connection broke, or is not wanted any more: what is unsent is forgotten.
    package mutating func drop() {
        ending = .dropped
        reader.clear()
        output = []
        sentBytes = 0
    }

    /// Nobody is there to read the answer that is under way; the calls behind it are still to be taken.
    package mutating func abandon() {
        turn = .listening
        listing = nil
        output = []
        sentBytes = 0
    }

    /// Whether there may be calls that were not looked at.
    package var mayHaveCalls: Bool {
        switch ending {
        case .open, .inputEnded: true
        case .closing, .dropped: false
        }
    }

    /// Nothing is left to be said: close the socket.
    package var isOver: Bool {
        switch ending {
        case .open, .inputEnded: false
        case .closing: unsent.isEmpty
        case .dropped: true
        }
    }
}

extension WireObject {
    /// The message that tells it as one answer of a stream.
    package var streamed: [UInt8] {
        var message: [UInt8] = []
        Answer.continues(object).write(to: &message)
        return message
    }
}
