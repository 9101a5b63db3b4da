// A question that is asked again until it is answered.

import BGRunLinux

/// Asks the same of the same one on one connection, until an answer comes or this value goes.
///
/// A question stands while its answer is waited for, so who was stopped answers it when he goes on, and that is told at
/// once, however rarely it is asked by then.
final class BusQuestion {
    private weak var connection: BusConnection?
    private let destination: String
    private let call: BusCall
    private let patience: BusPatience
    private var tries: Int
    /// Called once, when the first answer does not come in time. None of these closures may own the question.
    var late: () -> Void = {}
    /// Gets the answer, which ends the question.
    var answered: (borrowing BusMessage) -> Void = { _ in }

    /// - Parameter tries: How often it was asked in vain already.
    init(
        _ call: BusCall, of destination: String, on connection: BusConnection, patience: BusPatience,
        tries: Int = 0
    ) {
        self.call = call
        self.destination = destination
        self.connection = connection
        self.patience = patience
        self.tries = tries
    }

    func ask() throws(BusFault) {
        guard let connection else { return }
        let attempt = BusAttempt(lasting: patience.wait(afterTries: tries))
        try connection.call(destination, call, for: attempt.span) { [weak self] message in
            guard let self else { return }
            if attempt.isOver(by: message) { return askAgain() }
            // Else it is the word of the end of a connection, theirs or ours, which is told by itself.
            if !message.isNoReply { answered(message) }
        }
    }

    private func askAgain() {
        tries += 1
        if tries == 1 { late() }
        // What can't be sent any more is told by the connection's end.
        try? ask()
    }
}

/// One try: how long its answer is waited for, and since when.
struct BusAttempt {
    /// In microseconds.
    let span: UInt64
    private let began = Clock.read(.monotonic)

    init(lasting span: UInt64) { self.span = span }

    /// Whether what came is sd-bus's word that no answer came in time.
    func isOver(by message: borrowing BusMessage) -> Bool {
        guard message.isNoReply else { return false }
        return Clock.read(.monotonic) &- began >= Int64(clamping: span)
    }
}
