// A client reading the output of a run, piece by piece.
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
    private var pieces = TextPieces()
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
            tell(pieces.take(chunk.text), &conversation)
        }
        return false
    }

    private mutating func begin(_ conversation: inout Conversation) {
        if hasBegun { return }
        hasBegun = true
        if isWhole {
            conversation.begin(LogsCall.Reply(run: run, text: "").object, listing: [["text"]], isLast: true)
        }
    }

    private func tell(_ piece: String, _ conversation: inout Conversation) {
        if isWhole {
            conversation.list(text: piece)
        } else if !piece.isEmpty {
            conversation.stream(LogsCall.Reply(run: run, text: piece))
        }
    }

    private mutating func end(_ conversation: inout Conversation) {
        let rest = pieces.finish()
        if isWhole {
            conversation.list(text: rest)
            conversation.endList()
        } else {
            conversation.finish(LogsCall.Reply(run: run, text: rest))
        }
    }
}
