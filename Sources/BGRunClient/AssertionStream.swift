// An assertion that a daemon holds for this process: how it is asked for, and what is heard of it.
import BGRunCalendar
import BGRunWire

/// An assertion: held until it is let go of, or its end is heard.
package struct AssertionStream: ~Copyable {
    /// What is heard of it.
    package enum News {
        /// What is being finished must end.
        case expiring(AssertCall.Expiring)
        /// The daemon holds it no more: it was at its limit.
        case over
        /// The daemon has gone, or says what can't be understood.
        case lost(ClientError)
    }

    private var connection: Connection
    /// For how long it was granted.
    package let span: Duration

    /// Asks for an assertion and waits until it is granted.
    ///
    /// - Parameters:
    ///   - connecting: How long a daemon that lets nobody in is waited for.
    ///   - answering: How long the answer may take.
    package init(
        _ call: AssertCall, at socket: String, connecting: Duration, answering: Duration
    ) throws(ClientError) {
        var connection = try Connection(to: socket, within: connecting)
        // A daemon that leaves waits for those that hold one.
        connection.waitsForNextDaemon = false
        let deadline = Connection.deadline(in: answering)
        try connection.stream(call, until: deadline)
        guard let granted = try connection.receive(AssertCall.self, until: deadline).value.granted else {
            throw .senselessAnswer(socket: socket, reason: "the field \"granted\" is missing")
        }
        span = granted.left
        self.connection = consume connection
    }

    /// Ready for reading when there is news.
    package var descriptor: Int32 { connection.descriptor }

    /// What has come and was not told yet; nil where there is nothing more.
    package mutating func news() -> News? {
        do throws(ClientError) {
            while true {
                switch try connection.receive(AssertCall.self, until: AwakeTime(microseconds: 0)) {
                case .more(let reply):
                    // Of what a later daemon says besides, nothing is known.
                    guard let expiring = reply.expiring else { continue }
                    return .expiring(expiring)
                case .last: return .over
                }
            }
        } catch {
            return error.isTimeout ? nil : .lost(error)
        }
    }
}
