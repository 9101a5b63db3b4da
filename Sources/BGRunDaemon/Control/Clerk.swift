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
        case cancelAll(UserID)
    }

    /// How many rows or jobs are looked at for a question about the past, in hundreds, before it is somebody else's turn.
    private static let pastSteps = 4

    private let desk: Desk
    /// The connection with the one question about the past that is under way.
    private var past: UInt64?

    init(_ desk: Desk) { self.desk = desk }

    /// Does what is due for one connection.
    ///
    /// - Parameter mayAnswer: Whether there is room for another answer to its user. It is asked again when there is.
    mutating func serve(
        _ connection: ClientConnection, _ scheduler: Scheduler, mayAnswer: Bool, at now: Now
    ) -> FollowUp? {
        do throws(SchedulerError) {
            switch connection.work {
            case .none, .command, .watchingEvents: break
            case .query(let query):
                if mayAnswer { return try answer(query, connection, scheduler, now) }
            case .opening(let stream): if mayAnswer { try open(stream, connection, scheduler, now) }
            case .listing(let answer): go(on: answer, connection, scheduler, now)
            case .asking(let question): try go(on: question, connection, scheduler, now)
            case .watchingStatus(let call, let revision):
                guard revision != scheduler.revision, connection.conversation.unsent.isEmpty, mayAnswer else {
                    break
                }
                try showStatus(call, connection, scheduler, now)
            case .watchingConditions(let told, let revision):
                guard revision != scheduler.revision, connection.conversation.unsent.isEmpty, mayAnswer else {
                    break
                }
                compare(
                    desk.comparison(for: connection.user, scheduler, told: told, at: now), connection,
                    scheduler, now)
            case .comparing(let comparison): compare(comparison, connection, scheduler, now)
            case .readingLogs(let reading): read(reading, connection, scheduler, now)
            }
        } catch {
            // Also where the one job that was watched has left.
            connection.work = .none
            connection.conversation.refuse(error)
        }
        if past == connection.token, !connection.isAskingPast { past = nil }
        return nil
    }

    /// Lets go of what was under way for a connection that is closed.
    mutating func forget(_ token: UInt64) { if past == token { past = nil } }

    private mutating func answer(
        _ query: SchedulerRequest.Query, _ connection: ClientConnection, _ scheduler: Scheduler, _ now: Now
    ) throws(SchedulerError) -> FollowUp? {
        let user = connection.user
        switch query {
        case .heldBack(let call): try ask(.heldBack(call), connection, scheduler, now)
        case .forecast(let call): try ask(.forecast(call), connection, scheduler, now)
        case .status(let call):
            go(on: try desk.status(call, for: user, scheduler, at: now), connection, scheduler, now)
        case .conditions: go(on: desk.conditions(for: user, scheduler, at: now), connection, scheduler, now)
        case .doctor: go(on: desk.doctor(for: user, scheduler, at: now), connection, scheduler, now)
        case .logs(let call):
            read(try desk.reading(call, .once, for: user, scheduler, at: now), connection, scheduler, now)
        case .why(let call):
            let reply = try desk.why(call, for: user, scheduler, at: now)
            finish(reply, connection)
        case .next(let call):
            let reply = try desk.next(call, for: user, scheduler, at: now)
            finish(reply, connection)
        case .history(let call):
            let reply = try desk.history(call, for: user)
            finish(reply, connection)
        case .wait(let call):
            guard let end = try desk.pastEnd(of: call.target, for: user, scheduler) else {
                connection.work = .none
                return .wait(call)
            }
            finish(end, connection)
        case .cancelAll(let owner):
            connection.work = .none
            return .cancelAll(owner ?? user)
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
        var answer = answer
        guard answer.advance(&connection.conversation, from: desk, scheduler, at: now) else {
            connection.work = .listing(answer)
            return
        }
        connection.work =
            switch answer.stream {
            case .status(let call, let revision): .watchingStatus(call, revision: revision)
            case .conditions(let revision):
                .watchingConditions(told: answer.outline?.digest ?? 0, revision: revision)
            case nil: .none
            }
    }

    // MARK: - The past

    private mutating func ask(
        _ call: PastQuestion.Call, _ connection: ClientConnection, _ scheduler: Scheduler, _ now: Now
    ) throws(SchedulerError) {
        // Another one is under way, so this one is asked again.
        guard past == nil || past == connection.token else { return }
        let question = try desk.question(call, for: connection.user, scheduler, at: now)
        past = connection.token
        try go(on: question, connection, scheduler, now)
    }

    private func go(
        on question: PastQuestion, _ connection: ClientConnection, _ scheduler: Scheduler, _ now: Now
    ) throws(SchedulerError) {
        var question = question
        for _ in 0..<Self.pastSteps {
            let isAnswered = try question.advance(
                &connection.conversation, from: desk, for: connection.user, scheduler, at: now)
            if isAnswered {
                connection.work = .none
                return
            }
        }
        connection.work = .asking(question)
    }

    // MARK: - Streams

    private func open(
        _ stream: SchedulerRequest.Stream, _ connection: ClientConnection, _ scheduler: Scheduler, _ now: Now
    ) throws(SchedulerError) {
        switch stream {
        case .status(let call): try showStatus(call, connection, scheduler, now)
        case .conditions: showConditions(connection, scheduler, now)
        case .logs(let call):
            let reading = try desk.reading(call, .stream, for: connection.user, scheduler, at: now)
            read(reading, connection, scheduler, now)
        }
    }

    private func showStatus(
        _ call: StatusCall, _ connection: ClientConnection, _ scheduler: Scheduler, _ now: Now
    ) throws(SchedulerError) {
        let stream = LongAnswer.Stream.status(call, revision: scheduler.revision)
        let answer = try desk.status(call, for: connection.user, scheduler, at: now, stream)
        go(on: answer, connection, scheduler, now)
    }

    private func showConditions(_ connection: ClientConnection, _ scheduler: Scheduler, _ now: Now) {
        let stream = LongAnswer.Stream.conditions(revision: scheduler.revision)
        let answer = desk.conditions(for: connection.user, scheduler, at: now, stream)
        go(on: answer, connection, scheduler, now)
    }

    private func compare(
        _ comparison: DeviceComparison, _ connection: ClientConnection, _ scheduler: Scheduler, _ now: Now
    ) {
        var comparison = comparison
        switch comparison.advance(scheduler, at: now) {
        case nil: connection.work = .comparing(comparison)
        case true?: showConditions(connection, scheduler, now)
        case false?:
            connection.work = .watchingConditions(told: comparison.told, revision: comparison.revision)
        }
    }

    private func read(
        _ reading: LogReading, _ connection: ClientConnection, _ scheduler: Scheduler, _ now: Now
    ) {
        var reading = reading
        let isActive = desk.isActive(reading, scheduler, at: now)
        let isOver = reading.advance(&connection.conversation, from: desk.launcher, isActive: isActive)
        connection.work = isOver ? .none : .readingLogs(reading)
    }
}
