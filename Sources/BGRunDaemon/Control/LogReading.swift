// A client reading the output of a run, piece by piece.
import BGRunJob
import BGRunLaunch
import BGRunWire

/// Where a reader of a run's output stands.
struct LogReading {
    /// Bytes of one piece. Small enough that a slow reader costs little, large enough to be quick.
    private static let pieceSize = 32 << 10

    let job: JobID
    let run: RunID
    private let follows: Bool
    private let delivery: Conversation.Delivery
    private var position: Int64 = 0
    private var pieces = TextPieces()
    private var hasBegun = false

    init(of run: RunID, job: JobID, follows: Bool, _ delivery: Conversation.Delivery) {
        self.job = job
        self.run = run
        self.follows = follows
        self.delivery = delivery
    }

    /// Tells what there is, as far as the client takes it.
    ///
    /// - Returns: True when all is told and the call is answered.
    mutating func advance(
        _ conversation: inout Conversation, from launcher: Launcher, isActive: Bool
    ) -> Bool {
        var text = ""
        while conversation.hasRoom {
            guard let chunk = try? launcher.output(of: run, from: position, limit: Self.pieceSize) else {
                if hasBegun { finish(&conversation, text) } else { conversation.refuse(.unknownRun(run)) }
                return true
            }
            hasBegun = true
            guard chunk.next != position else {
                if follows, isActive { return false }
                finish(&conversation, text)
                return true
            }
            position = chunk.next
            let piece = pieces.take(chunk.text)
            switch delivery {
            case .once: text += piece
            case .stream, .silent:
                if !piece.isEmpty { conversation.stream(LogsCall.Reply(run: run, text: piece)) }
            }
        }
        return false
    }

    private mutating func finish(_ conversation: inout Conversation, _ text: String) {
        conversation.finish(LogsCall.Reply(run: run, text: text + pieces.finish()))
    }
}
