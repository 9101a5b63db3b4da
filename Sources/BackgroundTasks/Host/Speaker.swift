// The connection that speaks: all calls but the stream of the host.
internal import BGRunCalendar
internal import BGRunClient
internal import BGRunLinux
internal import BGRunWire
internal import Synchronization

/// Opened on first need and kept. Calls of several threads take turns; no code of the program's runs meanwhile.
final class Speaker: Sendable {
    private let settings: Settings
    private let connection = Mutex<Connection?>(nil)

    init(_ settings: Settings) { self.settings = settings }

    /// Calls a method and waits for its answer: 1 s at most for a daemon that lets nobody in, 5 s for the answer.
    ///
    /// That is from its turn on: how many calls of other threads come first is not the daemon's doing. A call that a daemon
    /// of before has certainly not carried out is made once more, to the next one.
    func call<C: InterfaceCall>(_ call: C) throws(ClientError) -> C.Reply {
        var deadline: AwakeTime?
        do {
            return try attempt(call, until: &deadline)
        } catch {
            guard case .again = error.next else { throw error.error }
        }
        do {
            return try attempt(call, until: &deadline)
        } catch {
            throw error.error
        }
    }

    /// Calls a method whose answer may wait for what this process says meanwhile: on a connection of its own, once.
    func callApart<C: InterfaceCall>(_ call: C) throws(ClientError) -> C.Reply {
        var own = try Connection(to: settings.socket, within: settings.patience.connection)
        own.waitsForNextDaemon = false
        return try own.call(call, until: Connection.deadline(in: settings.patience.answer))
    }

    /// What went wrong, and whether the call may be made once more.
    private struct Fault: Error {
        enum Next { case again, over }
        let error: ClientError
        let next: Next
    }

    private func attempt<C: InterfaceCall>(_ call: C, until deadline: inout AwakeTime?) throws(Fault)
        -> C.Reply
    {
        try connection.withLock { slot throws(Fault) in
            let end = deadline ?? Connection.deadline(in: settings.patience.answer)
            deadline = end
            var open = try take(&slot)
            do throws(ClientError) {
                let reply = try open.call(call, until: end)
                slot = consume open
                return reply
            } catch {
                switch error {
                case .refused(.applications(.shuttingDown)), .refused(.scheduler(.shuttingDown)),
                    .timedOut, .senselessAnswer, .noDaemon, .unreachable:
                    // An answer that comes late would be taken for that of the next call.
                    throw Fault(error: error, next: .over)
                case .refused:
                    slot = consume open
                    throw Fault(error: error, next: .over)
                case .connectionLost:
                    throw Fault(error: error, next: open.isUnread || call.method.onlyAsks ? .again : .over)
                }
            }
        }
    }

    /// Says something that has no answer. It is written out when this returns, or nobody is there to read it.
    func tell(_ call: some InterfaceCall) {
        for _ in 0..<2 {
            let isSaid = connection.withLock { slot in
                do throws(Fault) {
                    var open = try take(&slot)
                    do throws(ClientError) {
                        try open.tell(call, until: Connection.deadline(in: settings.patience.connection))
                        slot = consume open
                        return true
                    } catch {
                        return !error.isLoss
                    }
                } catch {
                    return true
                }
            }
            if isSaid { return }
        }
    }

    /// The connection that was kept, where its daemon is still there; else a new one.
    private func take(_ slot: inout Connection?) throws(Fault) -> Connection {
        if let kept = slot.take(), !kept.hasNews { return kept }
        do {
            var new = try Connection(to: settings.socket, within: settings.patience.connection)
            // Whoever leaves may be waiting for our tasks.
            new.waitsForNextDaemon = false
            return new
        } catch {
            throw Fault(error: error, next: .over)
        }
    }
}

extension Connection {
    /// Whether something has come that nobody asked for: the end, as a rule.
    fileprivate var hasNews: Bool {
        (try? Readiness.wait(for: descriptor, to: .read, until: 0)) ?? true
    }
}
