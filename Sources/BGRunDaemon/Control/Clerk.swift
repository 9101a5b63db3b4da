// Who answers the questions of connections, each a piece at a time.
import BGRunCalendar
import BGRunJob
import BGRunScheduler
import BGRunWire

/// Takes questions from connections to the desk, and brings back as much of each answer as the client reads.
///
/// Serving a connection once takes a few milliseconds at most, however much it has asked for.
struct Clerk {
    /// What a question comes to that only the scheduler can answer.
    enum FollowUp {
        case wait(WaitCall)
        case waitAll(WaitAllCall, ended: [JobIdentifier: WaitCall.Reply])
        case cancelAll(UserID, tag: Label?)
        case purge(JobID)
    }

    /// What a connection needs to come on.
    enum Need {
        /// Nothing but its turn.
        case turn
        /// Room for an answer to its user.
        case room
        /// Something from outside: its client, the scheduler, a change, or the end of somebody else's question.
        case news
    }

    /// The steps of a question about the past before it is somebody else's turn: 256 rows each, or one job.
    private static let pastSteps = 4

    private let desk: Desk
    private var events = EventLog()
    /// The one question about the past that is under way, and whose it is.
    private var past: (connection: UInt64, question: PastQuestion)?
    /// Those who wait for theirs, by turns of their users.
    private var waiting = DistinctQueues<UInt64>()
    /// Whose question about the past is next.
    private var invited: UInt64?

    init(_ desk: Desk) { self.desk = desk }

    /// Does what is due for one connection.
    ///
    /// - Parameter mayAnswer: Whether there is room for another answer to its user.
    ///
    /// - Returns: What only the scheduler can answer.
    mutating func serve(
        _ connection: ClientConnection, _ scheduler: Scheduler, mayAnswer: Bool, at now: Now
    ) -> FollowUp? {
        switch need(of: connection, scheduler) {
        case .turn: break
        case .room: if !mayAnswer { return nil }
        // Also for one who follows what a run writes: whether there is more shows when it is looked at.
        case .news: guard case .readingLogs(let reading) = connection.work, reading.waits else { return nil }
        }
        do throws(SchedulerError) {
            switch connection.work {
            case .none, .command, .resolving, .hosting, .holding: break
            case .query(let query): return try answer(query, connection, scheduler, now)
            case .opening(let stream): try open(stream, connection, scheduler, now)
            case .listing(let answer): go(on: answer, connection, scheduler, now)
            case .lookingBack(let call): try lookBack(call, connection, scheduler, now)
            case .watchingStatus(let call, _): try showStatus(call, connection, scheduler, now)
            case .watchingConditions(let digest, _):
                let comparison = desk.comparison(
                    for: connection.user, scheduler, with: digest, at: now)
                compare(comparison, connection, scheduler, now)
            case .comparing(let comparison): compare(comparison, connection, scheduler, now)
            case .watchingEvents(var next):
                events.tell(&next, to: connection.user, &connection.conversation)
                connection.work = .watchingEvents(next: next)
            case .readingLogs(let reading): read(reading, connection, scheduler, now)
            }
        } catch {
            // Also where the one job that was watched has left.
            connection.work = .none
            endPast(of: connection.token)
            connection.conversation.refuse(error)
        }
        return nil
    }

    /// What a connection needs to come on, judged by how things stand with it, whatever was done last: the one place that
    /// says so. Where it says `turn` or `room`, nobody else will ever wake the connection, so it has to be served again.
    func need(of connection: ClientConnection, _ scheduler: Scheduler) -> Need {
        let hasRoom = connection.conversation.hasRoom
        switch connection.work {
        case .none: return connection.conversation.canTakeCall ? .turn : .news
        case .command, .hosting, .holding: return .news
        case .resolving: return .turn
        case .query, .opening: return .room
        case .listing: return hasRoom ? .turn : .news
        case .lookingBack: return isTurn(of: connection.token) ? .turn : .news
        case .watchingStatus, .watchingConditions:
            return connection.isBehind(scheduler.revision) ? .room : .news
        case .comparing: return .turn
        case .watchingEvents(let next):
            return events.isFor(listenerAt: next, hasRoom: hasRoom) ? .turn : .news
        case .readingLogs(let reading): return hasRoom && !reading.waits ? .turn : .news
        }
    }

    /// Lets go of what was under way for a connection that is closed.
    mutating func forget(_ token: UInt64) {
        waiting.remove(token)
        endPast(of: token)
        if invited == token { invite() }
    }

    private mutating func answer(
        _ query: SchedulerRequest.Query, _ connection: ClientConnection, _ scheduler: Scheduler, _ now: Now
    ) throws(SchedulerError) -> FollowUp? {
        let (user, viewer) = (connection.user, connection.viewer)
        switch query {
        case .conditionHistory(let call):
            let answer = try desk.conditionHistory(call, for: user, scheduler, at: now)
            go(on: answer, connection, scheduler, now)
        case .heldBack(let call): try begin(.heldBack(call), connection, scheduler, now)
        case .moment(let call): try begin(.moment(call), connection, scheduler, now)
        case .forecast(let call): try begin(.forecast(call), connection, scheduler, now)
        case .status(let call):
            go(on: try desk.status(call, for: viewer, scheduler, at: now), connection, scheduler, now)
        case .conditions:
            go(on: desk.conditions(for: user, scheduler, at: now), connection, scheduler, now)
        case .doctor: go(on: try desk.doctor(for: viewer, scheduler, at: now), connection, scheduler, now)
        case .logs(let call):
            let reading = try desk.reading(call, isWhole: true, for: user, scheduler, at: now)
            read(reading, connection, scheduler, now)
        case .ownRun: finish(try desk.ownRun(connection.caller, scheduler, at: now), connection)
        case .why(let call): finish(try desk.why(call, for: viewer, scheduler, at: now), connection)
        case .cat(let call): finish(try desk.cat(call, for: user, scheduler), connection)
        case .next(let call):
            go(on: try desk.next(call, for: user, scheduler, at: now), connection, scheduler, now)
        case .history(let call):
            go(on: try desk.history(call, for: viewer, scheduler), connection, scheduler, now)
        case .wait(let call):
            if let end = try desk.pastEnd(of: call.target, for: user, scheduler) {
                finish(end, connection)
            } else {
                connection.work = .none
                return .wait(call)
            }
        case .waitAll(let call, var ended):
            for identifier in call.identifiers where ended[identifier] == nil {
                let target = Target(identifier: identifier, owner: call.owner)
                ended[identifier] = try desk.pastEnd(of: target, for: user, scheduler)
            }
            if let reply = WaitAllCall.Reply(call, ended) {
                finish(reply, connection)
            } else {
                connection.work = .none
                return .waitAll(call, ended: ended)
            }
        case .cancelAll(let owner, let tag):
            connection.work = .none
            return .cancelAll(owner ?? user, tag: tag)
        case .purge(let call):
            let id = try desk.purged(call.target, for: user, scheduler)
            connection.work = .none
            return .purge(id)
        }
        return nil
    }

    private func finish(_ reply: some WireObject, _ connection: ClientConnection) {
        connection.work = .none
        connection.conversation.finish(reply)
    }

    // MARK: - Long answers

    private func go(
        on answer: LongAnswer, _ connection: ClientConnection, _ scheduler: Scheduler, _ now: Now
    ) {
        guard answer.advance(&connection.conversation, from: desk, scheduler, at: now) else {
            connection.work = .listing(answer)
            return
        }
        connection.work =
            switch answer.stream {
            case .status(let call, let revision): .watchingStatus(call, revision: revision)
            case .conditions(let outline, let revision):
                .watchingConditions(digest: outline.digest, revision: revision)
            case nil: .none
            }
    }

    // MARK: - The past

    private mutating func begin(
        _ call: PastQuestion.Call, _ connection: ClientConnection, _ scheduler: Scheduler, _ now: Now
    ) throws(SchedulerError) {
        // Who asks for what is not there is told so at once.
        try desk.check(call, for: connection.user, scheduler, at: now)
        connection.work = .lookingBack(call)
        guard isTurn(of: connection.token) else {
            waiting.add(connection.token, of: connection.payer)
            return
        }
        try lookBack(call, connection, scheduler, now)
    }

    /// Whether a question about the past is answered now if this connection has one.
    private func isTurn(of token: UInt64) -> Bool {
        if let past { return past.connection == token }
        return invited ?? token == token
    }

    private mutating func lookBack(
        _ call: PastQuestion.Call, _ connection: ClientConnection, _ scheduler: Scheduler, _ now: Now
    ) throws(SchedulerError) {
        let question = past?.question ?? PastQuestion(call, at: now)
        past = (connection.token, question)
        invited = nil
        for _ in 0..<Self.pastSteps {
            let progress = try question.advance(
                &connection.conversation, from: desk, for: connection.user, scheduler, at: now)
            switch progress {
            case .goesOn: continue
            case .isAnswered: connection.work = .none
            case .isAnsweredBy(let answer): go(on: answer, connection, scheduler, now)
            }
            return endPast(of: connection.token)
        }
    }

    private mutating func endPast(of token: UInt64) {
        guard past?.connection == token else { return }
        past = nil
        invite()
    }

    private mutating func invite() { invited = waiting.takeNext() }

    /// The connection that waited for a question about the past to be answered, and is next; it is to be served.
    var next: UInt64? { invited }

    // MARK: - Streams

    private func open(
        _ stream: SchedulerRequest.Stream, _ connection: ClientConnection, _ scheduler: Scheduler, _ now: Now
    ) throws(SchedulerError) {
        switch stream {
        case .status(let call): try showStatus(call, connection, scheduler, now)
        case .conditions: showConditions(connection, scheduler, now)
        case .logs(let call):
            let reading = try desk.reading(call, isWhole: false, for: connection.user, scheduler, at: now)
            read(reading, connection, scheduler, now)
        }
    }

    private func showStatus(
        _ call: StatusCall, _ connection: ClientConnection, _ scheduler: Scheduler, _ now: Now
    ) throws(SchedulerError) {
        let stream = LongAnswer.Stream.status(call, revision: scheduler.revision)
        let answer = try desk.status(call, for: connection.viewer, scheduler, at: now, stream)
        go(on: answer, connection, scheduler, now)
    }

    private func showConditions(
        _ connection: ClientConnection, _ scheduler: Scheduler, _ now: Now
    ) {
        let answer = desk.followedConditions(for: connection.user, scheduler, at: now)
        go(on: answer, connection, scheduler, now)
    }

    private func compare(
        _ comparison: DeviceComparison, _ connection: ClientConnection, _ scheduler: Scheduler, _ now: Now
    ) {
        switch comparison.advance(scheduler, at: now) {
        case nil: connection.work = .comparing(comparison)
        case true?: showConditions(connection, scheduler, now)
        case false?:
            connection.work = .watchingConditions(digest: comparison.digest, revision: comparison.revision)
        }
    }

    private func read(
        _ reading: LogReading, _ connection: ClientConnection, _ scheduler: Scheduler, _ now: Now
    ) {
        var reading = reading
        let isActive = desk.isActive(reading, scheduler)
        let isOver = reading.advance(&connection.conversation, from: desk.launcher, isActive: isActive)
        connection.work = isOver ? .none : .readingLogs(reading)
    }

    // MARK: - Changes

    /// Where one begins who follows the changes from now on.
    var newest: UInt64 { events.end }

    /// - Parameter users: Who follows them.
    mutating func publish(_ transitions: [Transition], for users: Set<UserID>, _ scheduler: Scheduler) {
        events.add(transitions, for: users, scheduler)
    }

    /// Changes that all who follow them were told need not be kept.
    ///
    /// - Parameter listeners: Where each of them is.
    mutating func forgetTold(_ listeners: [UInt64]) { events.forget(before: listeners.min() ?? events.end) }

    var keepsEvents: Bool { !events.isEmpty }
}
