// Who answers the questions of connections, each a piece at a time.
import BGRunCalendar
import BGRunJob
import BGRunScheduler
import BGRunWire

/// Takes questions from connections to the desk, and brings back as much of each answer as the client reads.
///
/// Serving a connection once takes a few milliseconds at most, however much it has asked for.
struct Clerk {
    /// What is to become of a connection that was served.
    enum Outcome {
        /// Nothing, before something happens.
        case done
        /// It is to be served again, once its client has read enough.
        case goesOn
        /// It is to be served again when there is room for another answer to its user.
        case needsRoom
        /// Its question comes to something that only the scheduler can answer.
        case asks(FollowUp)
    }

    enum FollowUp {
        case wait(WaitCall)
        case cancelAll(UserID)
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
    mutating func serve(
        _ connection: ClientConnection, _ scheduler: Scheduler, mayAnswer: Bool, at now: Now
    ) -> Outcome {
        do throws(SchedulerError) {
            switch connection.work {
            case .none, .command: return .done
            case .query(let query):
                return mayAnswer ? try answer(query, connection, scheduler, now) : .needsRoom
            case .opening(let stream):
                return mayAnswer ? try open(stream, connection, scheduler, now) : .needsRoom
            case .listing(let answer): return go(on: answer, connection, scheduler, now)
            case .lookingBack(let call): return try lookBack(call, connection, scheduler, now)
            case .watchingStatus(let call, _):
                guard connection.isBehind(scheduler.revision) else { return .done }
                return mayAnswer ? try showStatus(call, connection, scheduler, now) : .needsRoom
            case .watchingConditions(let digest, _):
                guard connection.isBehind(scheduler.revision) else { return .done }
                guard mayAnswer else { return .needsRoom }
                let comparison = desk.comparison(
                    for: connection.user, scheduler, with: digest, at: now)
                return compare(comparison, connection, scheduler, now)
            case .comparing(let comparison): return compare(comparison, connection, scheduler, now)
            case .watchingEvents(var next):
                events.tell(&next, to: connection.user, &connection.conversation)
                connection.work = .watchingEvents(next: next)
                return next < events.end ? .goesOn : .done
            case .readingLogs(let reading): return read(reading, connection, scheduler, now)
            }
        } catch {
            // Also where the one job that was watched has left.
            connection.work = .none
            endPast(of: connection.token)
            connection.conversation.refuse(error)
            return .done
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
    ) throws(SchedulerError) -> Outcome {
        let user = connection.user
        switch query {
        case .heldBack(let call): return try begin(.heldBack(call), connection, scheduler, now)
        case .forecast(let call): return try begin(.forecast(call), connection, scheduler, now)
        case .status(let call):
            return go(on: try desk.status(call, for: user, scheduler, at: now), connection, scheduler, now)
        case .conditions:
            return go(on: desk.conditions(for: user, scheduler, at: now), connection, scheduler, now)
        case .doctor: return go(on: desk.doctor(for: user, scheduler, at: now), connection, scheduler, now)
        case .logs(let call):
            let reading = try desk.reading(call, isWhole: true, for: user, scheduler, at: now)
            return read(reading, connection, scheduler, now)
        case .why(let call): return finish(try desk.why(call, for: user, scheduler, at: now), connection)
        case .next(let call):
            return go(on: try desk.next(call, for: user, scheduler, at: now), connection, scheduler, now)
        case .history(let call): return finish(try desk.history(call, for: user), connection)
        case .wait(let call):
            if let end = try desk.pastEnd(of: call.target, for: user, scheduler) {
                return finish(end, connection)
            }
            connection.work = .none
            return .asks(.wait(call))
        case .cancelAll(let owner):
            connection.work = .none
            return .asks(.cancelAll(owner ?? user))
        }
    }

    private func finish(_ reply: some WireObject, _ connection: ClientConnection) -> Outcome {
        connection.work = .none
        connection.conversation.finish(reply)
        return .done
    }

    // MARK: - Long answers

    private func go(
        on answer: LongAnswer, _ connection: ClientConnection, _ scheduler: Scheduler, _ now: Now
    ) -> Outcome {
        guard answer.advance(&connection.conversation, from: desk, scheduler, at: now) else {
            connection.work = .listing(answer)
            return .goesOn
        }
        connection.work =
            switch answer.stream {
            case .status(let call, let revision): .watchingStatus(call, revision: revision)
            case .conditions(let outline, let revision):
                .watchingConditions(digest: outline.digest, revision: revision)
            case nil: .none
            }
        return .done
    }

    // MARK: - The past

    private mutating func begin(
        _ call: PastQuestion.Call, _ connection: ClientConnection, _ scheduler: Scheduler, _ now: Now
    ) throws(SchedulerError) -> Outcome {
        // Who asks for what is not there is told so at once.
        try desk.check(call, for: connection.user, scheduler, at: now)
        connection.work = .lookingBack(call)
        return try lookBack(call, connection, scheduler, now)
    }

    private mutating func lookBack(
        _ call: PastQuestion.Call, _ connection: ClientConnection, _ scheduler: Scheduler, _ now: Now
    ) throws(SchedulerError) -> Outcome {
        if past == nil, invited ?? connection.token == connection.token {
            past = (connection.token, PastQuestion(call, at: now))
            invited = nil
        }
        guard let past, past.connection == connection.token else {
            waiting.add(connection.token, of: connection.user)
            return .done
        }
        for _ in 0..<Self.pastSteps {
            let isAnswered = try past.question.advance(
                &connection.conversation, from: desk, for: connection.user, scheduler, at: now)
            if isAnswered {
                connection.work = .none
                endPast(of: connection.token)
                return .done
            }
        }
        return .goesOn
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
    ) throws(SchedulerError) -> Outcome {
        switch stream {
        case .status(let call): return try showStatus(call, connection, scheduler, now)
        case .conditions: return showConditions(connection, scheduler, now)
        case .logs(let call):
            let reading = try desk.reading(call, isWhole: false, for: connection.user, scheduler, at: now)
            return read(reading, connection, scheduler, now)
        }
    }

    private func showStatus(
        _ call: StatusCall, _ connection: ClientConnection, _ scheduler: Scheduler, _ now: Now
    ) throws(SchedulerError) -> Outcome {
        let stream = LongAnswer.Stream.status(call, revision: scheduler.revision)
        let answer = try desk.status(call, for: connection.user, scheduler, at: now, stream)
        return go(on: answer, connection, scheduler, now)
    }

    private func showConditions(
        _ connection: ClientConnection, _ scheduler: Scheduler, _ now: Now
    ) -> Outcome {
        let answer = desk.followedConditions(for: connection.user, scheduler, at: now)
        return go(on: answer, connection, scheduler, now)
    }

    private func compare(
        _ comparison: DeviceComparison, _ connection: ClientConnection, _ scheduler: Scheduler, _ now: Now
    ) -> Outcome {
        switch comparison.advance(scheduler, at: now) {
        case nil:
            connection.work = .comparing(comparison)
            return .goesOn
        case true?: return showConditions(connection, scheduler, now)
        case false?:
            connection.work = .watchingConditions(digest: comparison.digest, revision: comparison.revision)
            return .done
        }
    }

    private func read(
        _ reading: LogReading, _ connection: ClientConnection, _ scheduler: Scheduler, _ now: Now
    ) -> Outcome {
        var reading = reading
        let isActive = desk.isActive(reading, scheduler, at: now)
        let progress = reading.advance(&connection.conversation, from: desk.launcher, isActive: isActive)
        connection.work = .readingLogs(reading)
        switch progress {
        case .hasMore: return .goesOn
        case .waits: return .done
        case .isOver:
            connection.work = .none
            return .done
        }
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
