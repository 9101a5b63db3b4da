// Assertions on the socket: who holds one, what it is told, and how its end is noticed.
import BGRunCalendar
import BGRunJob
import BGRunLaunch
import BGRunLinux
import BGRunScheduler
import BGRunWire

extension ControlServer {
    func ask(_ call: AssertCall, _ connection: ClientConnection) throws(ApplicationsError) {
        guard let caller = connection.caller else {
            throw .unavailable(reason: "the calling process has ended")
        }
        guard mayBeOwner(connection.user, named: nil, connection) else { throw .ownerNotAllowed }
        var host: HostID?
        if case .started(let id) = caller.host(in: launcher) { host = id }
        let run = host == nil ? caller.run(in: launcher) : nil
        let claim = AssertionClaim(
            why: call.why, limit: call.limit, host: host, run: run, process: caller.pid)
        order(.assert, connection) { .assertionAsked(claim, $0) }
    }

    /// The scheduler has granted it: its stream begins.
    func begin(
        _ id: AssertionID, for span: Duration, until: WallTime, at connection: ClientConnection
    ) {
        connection.work = .none
        guard let caller = connection.caller,
            admission.becomeHolder(connection.payer, isOfHost: connection.isOfHost)
        else {
            events.add(.assertionEnded(id), of: connection.payer)
            return connection.conversation.refuse(
                with: ApplicationsError.tooManyAssertions(limit: Admission.holderLimit))
        }
        // After its limit it counts as any other, whatever it said for a host before.
        connection.isOfHost = false
        assertionDesk.enter(
            id, AssertionDesk.Holder(stream: connection.token, caller: caller, watch: watchEnd(of: caller)))
        connection.work = .holding(id)
        connection.conversation.stream(
            AssertCall.Reply(granted: AssertCall.Granted(assertion: id, until: until, left: span)))
    }

    func warn(_ id: AssertionID, because reason: StopReason, left: Duration) {
        guard let token = assertionDesk.stream(of: id), let connection = connections[token] else { return }
        connection.conversation.stream(
            AssertCall.Reply(expiring: AssertCall.Expiring(reason: reason, left: left)))
        attend(to: token)
    }

    /// It is at its limit: its stream ends, and the connection is free for another call.
    func end(_ id: AssertionID) {
        guard let token = assertionDesk.stream(of: id), let connection = connections[token] else { return }
        letGo(of: id, connection)
        connection.work = .none
        connection.conversation.finish(AssertCall.Reply())
        attend(to: token)
    }

    /// The connection is closed; where it held an assertion, that is over.
    func endAssertion(of connection: ClientConnection) {
        guard case .holding(let id) = connection.work else { return }
        letGo(of: id, connection)
        events.add(.assertionEnded(id), of: connection.payer)
    }

    private func letGo(of id: AssertionID, _ connection: ClientConnection) {
        guard let holder = assertionDesk.leave(id) else { return }
        try? queue.remove(holder.caller.rawValue)
        admission.leaveHolder(connection.payer)
    }

    /// The process that held an assertion has ended, whoever may hold its socket; false where it is another's token.
    func holderEnded(_ token: UInt64) -> Bool {
        guard let stream = assertionDesk.stream(watchedBy: token), let connection = connections[stream] else {
            return false
        }
        connection.conversation.drop()
        attend(to: stream)
        return true
    }
}
