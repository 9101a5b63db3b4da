// A client reading the output of a run, piece by piece.
import BGRunCalendar
import BGRunJob
import BGRunLaunch
import BGRunWire

/// Where a reader of a run's output stands.
struct LogReading {
    /// Bytes of one piece. Small enough that a slow reader costs little, large enough to be quick.
    private static let pieceSize = 32 << 10
    /// Pieces before it is somebody else's turn, also where nobody reads them any more.
    private static let stretch = 4

    let job: JobID
    let run: RunID
    private let follows: Bool
    /// It is told in one answer, which is written as it is read.
    private let isWhole: Bool
    private var position: Int64 = 0
    /// Of a stream of its own no character is cut in two by what comes from the other; of the whole text none is cut by where
    /// pieces end.
    private var pieces: [OutputStream?: TextPieces] = [:]
    private var hasBegun = false
    /// All there is was told, and the run goes on.
    private(set) var waits = false

    init(of run: RunID, job: JobID, follows: Bool, isWhole: Bool) {
        self.job = job
        self.run = run
        self.follows = follows
        self.isWhole = isWhole
    }

    /// Tells what there is, as far as the client takes it.
    ///
    /// - Returns: Whether the call is answered.
    mutating func advance(
        _ conversation: inout Conversation, from launcher: Launcher, isActive: Bool
    ) -> Bool {
        waits = false
        for _ in 0..<Self.stretch where conversation.hasRoom {
            guard let chunk = try? launcher.output(of: run, from: position, limit: Self.pieceSize) else {
                if hasBegun { end(&conversation) } else { conversation.refuse(.unknownRun(run)) }
                return true
            }
            begin(&conversation)
            guard chunk.next != position else {
                if follows, isActive {
                    waits = true
                    return false
                }
                end(&conversation)
                return true
            }
            position = chunk.next
            tell(chunk, &conversation)
        }
        return false
    }

    private mutating func tell(_ chunk: OutputChunk, _ conversation: inout Conversation) {
        if isWhole { return conversation.list(text: pieces[nil, default: TextPieces()].take(chunk.text)) }
        if !chunk.note.isEmpty {
            tell(pieces[nil, default: TextPieces()].piece(of: chunk.note), of: nil, &conversation)
        }
        for piece in chunk.pieces {
            let written = pieces[piece.origin?.stream, default: TextPieces()].piece(of: piece.bytes)
            tell(written, of: piece.origin, &conversation)
        }
    }

    private mutating func begin(_ conversation: inout Conversation) {
        if hasBegun { return }
        hasBegun = true
        if isWhole {
            conversation.begin(LogsCall.Reply(run: run, text: "").object, listing: [["text"]], isLast: true)
        }
    }

    private func tell(
        _ piece: (text: String, bytes: [UInt8]?), of origin: OutputOrigin?,
        _ conversation: inout Conversation
    ) {
        guard !piece.text.isEmpty else { return }
        let at = origin.map { WallTime(microseconds: $0.microseconds) }
        conversation.stream(
            LogsCall.Reply(run: run, text: piece.text, bytes: piece.bytes, at: at, stream: origin?.stream))
    }

    private mutating func end(_ conversation: inout Conversation) {
        if isWhole {
            conversation.list(text: pieces[nil, default: TextPieces()].finish())
            return conversation.endList()
        }
        for stream in OutputStream.allCases {
            let (text, bytes) = pieces[stream, default: TextPieces()].lastPiece()
            if text.isEmpty { continue }
            conversation.stream(LogsCall.Reply(run: run, text: text, bytes: bytes, stream: stream))
        }
        let (text, bytes) = pieces[nil, default: TextPieces()].lastPiece()
        conversation.finish(LogsCall.Reply(run: run, text: text, bytes: bytes))
    }
}
