// An assertion of the daemon's that is held for a command, and what is heard of it.
import BGRunCalendar
import BGRunClient
import BGRunJob
import BGRunWire

/// An assertion: held until it is let go, or its end is heard.
final class HeldAssertion {
    /// What is heard of it.
    enum News {
        /// What is being finished must end.
        case expiring(StopReason, left: Duration)
        /// The daemon holds it no more: it was at its limit.
        case over
        /// The daemon has gone, or says what can't be understood.
        case lost(ClientError)
    }

    /// How long a daemon may take to grant it: what is to be finished waits meanwhile.
    private static let patience: Duration = .seconds(5)

    private var connection: Connection
    /// For how long it was granted.
    let span: Duration

    init(_ call: AssertCall, at path: String) throws(ClientError) {
        connection = try Connection(to: path, within: Self.patience)
        connection.waitsForNextDaemon = false
        let deadline = Connection.deadline(in: Self.patience)
        try connection.stream(call, until: deadline)
        guard let granted = try connection.receive(AssertCall.self, until: deadline).value.granted else {
            throw .senselessAnswer("the assertion is neither granted nor refused")
        }
        span = granted.left
    }

    /// Ready for reading when there is news, or none any more.
    var descriptor: Int32 { connection.descriptor }

    /// What has come and was not told yet; nil where there is nothing more.
    func news() -> News? {
        do throws(ClientError) {
            while true {
                switch try connection.receive(AssertCall.self, until: Connection.deadline(in: .zero)) {
                case .more(let reply):
                    // Of what a later daemon says besides, nothing is known.
                    guard let expiring = reply.expiring else { continue }
                    return .expiring(expiring.reason, left: expiring.left)
                case .last: return .over
                }
            }
        } catch {
            return error == .timedOut ? nil : .lost(error)
        }
    }
}
