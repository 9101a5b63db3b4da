// The socket: lets clients in, turns their calls into events and questions, and brings them their answers.
import BGRunCalendar
import BGRunDevice
import BGRunJSON
import BGRunJob
import BGRunLaunch
import BGRunLinux
import BGRunScheduler
import BGRunWire
import Glibc

/// All connections.
///
/// Decode, pass on, encode: nothing here looks at the state of a job. Each connection has at most one call under
/// way. Commands become events and are answered by the scheduler's replies; questions wait until the turn they
/// came with has been carried out, so that no start waits for somebody's status, and are answered by a ``Clerk``.
final class ControlServer {
    /// Which calls are taken. Fewer while the next program is about to take over, or those who call without end would keep it from
    /// beginning.
    enum Attention {
        case everything
        /// Nobody is let in, or read from who is still there.
        case whatWasRead
        /// Nothing is begun, and what only asks is not answered: its client asks again.
        case whatWasOrdered
    }

    private let listener: UnixListener
    private let listenerToken: UInt64
    let queue: EventQueue
    let rules: DescriptorRules
    /// Members of these groups see how root's jobs stand.
    private let administrators: Set<UInt32>
    private var clerk: Clerk
    /// Who is in the tree of a host that the daemon has started.
    let launcher: Launcher
    var hostDesk = HostDesk()
    var assertionDesk = AssertionDesk()
    private let journal: Journal
    var admission: Admission
    private var holdings = Holdings()
    private(set) var connections: [UInt64: ClientConnection] = [:]
    var nextToken: UInt64
    private var nextRequest: UInt64 = 1
    /// Which connection waits for the answer to a request.
    private var requests: [RequestID: UInt64] = [:]
    /// Connections with something to do after this turn, by turns of their users.
    private var busy = DistinctQueues<UInt64>()
    /// Connections that follow a stream.
    private var watchers: Set<UInt64> = []
    /// Events of calls that were read and not handed over yet, by turns of their users.
    var events = OwnerQueues<Event>()
    private var buffer = [UInt8](repeating: 0, count: 16_384)
    /// How much more is read of hosts that have ended before others are heard.
    private var lastWords = ControlServer.mostLastWords
    /// Set while there is no descriptor left for another connection.
    private var resumeAt: AwakeTime?
    /// Lowered for as long as a renewal may begin.
    var attention = Attention.everything

    private static let mostLastWords = 256 << 10
    private static let pause = Duration.seconds(1)
    private static let guests = 16

    /// - Parameter tokens: The first of the tokens for connections; all above it are the server's.
    init(
        _ listener: consuming UnixListener, in queue: EventQueue, tokens: (listener: UInt64, first: UInt64),
        admission: Admission, administrators: Set<UInt32>, rules: DescriptorRules, desk: Desk,
        launcher: Launcher, journal: Journal
    ) throws(SystemError) {
        self.launcher = launcher
        self.listener = listener
        self.queue = queue
        self.admission = admission
        self.administrators = administrators
        self.rules = rules
        clerk = Clerk(desk)
        self.journal = journal
        listenerToken = tokens.listener
        nextToken = tokens.first
        try queue.add(self.listener.descriptor.rawValue, for: .read, token: tokens.listener)
    }

    /// The door, for the next program of this process; whether the service manager keeps it.
    var door: (number: Int32, isPassed: Bool) { (listener.descriptor.rawValue, listener.isPassed) }

    // MARK: - Letting in

    /// Lets in who waits at the door, some at a time: the others are there in the next turn, and so is everybody else.
    func accept() {
        guard attention == .everything else { return }
        for _ in 0..<Self.guests {
            do throws(SystemError) {
                guard let socket = try listener.accept() else { return }
                try letIn(socket)
            } catch {
                // Out of descriptors or memory: the door would stay ready for ever, so it is left alone a while.
                journal.say(.warning, "no further connection can be taken now: \(error)")
                try? queue.remove(listener.descriptor.rawValue)
                resumeAt = Now.read().awake.advanced(by: Self.pause)
                return
            }
        }
    }

    /// When the door is to be opened again, or somebody has waited long enough for room.
    var attendAt: AwakeTime? { [resumeAt, holdings.attendAt].compactMap(\.self).min() }

    func attend(at now: Now) {
        if let instant = resumeAt, instant <= now.awake {
            resumeAt = nil
            try? queue.add(listener.descriptor.rawValue, for: .read, token: listenerToken)
        }
        for token in holdings.takeStalled(at: now.awake) {
            connections[token]?.conversation.drop()
            attend(to: token)
        }
    }

    private func letIn(_ socket: consuming UnixSocket) throws(SystemError) {
        // A client that is gone already has no identity to tell.
        guard let peer = try? socket.peer() else { return }
        let user = UserID(peer.user)
        let payer = launcher.standing(of: user).payer(for: user)
        switch admission.admit(payer) {
        case .welcome: break
        case .stranger:
            var refusal: [UInt8] = []
            ServiceError.permissionDenied.answer.write(to: &refusal)
            _ = try? socket.send(refusal[...])
            return
        case .tooMany: return
        }
        // Who can't be told apart is none.
        let isAdministrator = user != .root && (try? socket.peerIsMember(ofAny: administrators)) == true
        let connection = ClientConnection(
            socket, token: nextToken, viewer: Viewer(user, isAdministrator: isAdministrator), payer: payer)
        nextToken += 1
        do throws(SystemError) {
            try connection.enter(queue)
        } catch {
            admission.leave(payer)
            throw error
        }
        connections[connection.token] = connection
    }

    // MARK: - Calls in

    /// Takes in what a connection has to say.
    func receive(_ ready: EventQueue.Ready) {
        guard let connection = connections[ready.token] else { return processEnded(ready.token) }
        // It is ready again in the next turn, for the next program.
        guard attention == .everything || ready.hungUp || ready.canWrite else { return }
        if ready.hungUp {
            // What it has left is all there will be, as much as the kernel keeps for a socket; there is no later time.
            connection.receive(&buffer, room: .max)
        } else if ready.canRead, attention == .everything {
            connection.receive(&buffer, room: room(for: connection))
        }
        if ready.hungUp { connection.markGone() }
        // Many may be ready at once. A long call takes milliseconds to read, and is read when it is its user's turn.
        if connection.conversation.unreadBytes <= Self.shortCall { takeCall(of: connection) }
        // At once: of the others that are ready each is read from as far as there is room then.
        note(connection)
        attend(to: connection.token)
    }

    private func room(for connection: ClientConnection) -> Int {
        holdings.room(for: connection.token, of: connection.payer)
    }

    /// In bytes: calls that are read as they come.
    private static let shortCall = 2048

    /// The event of a call that was read.
    func takeEvent() -> Event? { events.takeNext() }

    /// Whether something can be done without waiting for anyone.
    var hasWork: Bool { !busy.isEmpty || !events.isEmpty }

    /// Whether somebody is owed what can be done without waiting for anyone. A stream that goes on for as long as there is news
    /// is owed to nobody.
    var owesAnswers: Bool {
        !events.isEmpty
            || connections.contains { token, connection in
                guard busy.contains(token) else { return false }
                switch connection.standing {
                case .ordered: return true
                case .followed: return false
                case .free, .underWay: return attention != .whatWasOrdered
                case .asked: return attention != .whatWasOrdered || !connection.onlyAsks
                }
            }
    }

    func takeCall(of connection: ClientConnection) {
        guard attention != .whatWasOrdered, connection.standing == .free,
            let request = connection.conversation.nextRequest()
        else { return }
        if request.onlyAsks, !connection.conversation.isHeard {
            // Nobody is to read the answer, so there is none.
            connection.conversation.finish(NoFields())
            return
        }
        switch request {
        case .scheduler(let request): take(request, connection)
        case .applications(let request): take(request, connection)
        }
    }

    private func take(_ request: SchedulerRequest, _ connection: ClientConnection) {
        switch request {
        case .command(let command): begin(command, connection)
        case .query(let query): connection.work = .query(query)
        case .events:
            connection.work = .watchingEvents(next: clerk.newest)
            watchers.insert(connection.token)
        case .stream(let stream): connection.work = .opening(stream)
        }
    }

    private func begin(_ request: SchedulerRequest.Command, _ connection: ClientConnection) {
        switch request {
        case .submit(let call): submit(call, connection)
        case .submitAll(let call): submit(call, connection)
        case .cancel(let target, let isNext):
            command(.cancel, target, connection) { .cancelRequested(target, $0, isNext: isNext) }
        case .run(let call):
            command(.run, call.target, connection) { .runRequested(call.target, call.mode, $0) }
        case .stop(let call):
            command(.stop, call.target, connection) { .stopRequested(call.target, $0) }
        case .simulate(let call):
            command(.run, call.target, connection) {
                .simulationRequested(call.target, call.simulation, $0)
            }
        case .simulateConditions(let call): simulate(call, connection)
        case .turn(let call): turn(call, connection)
        case .speech(let call): speak(call, connection)
        }
    }

    /// What the run of the calling process says of itself.
    private func speak(_ call: any RunSpeech, _ connection: ClientConnection) {
        do throws(SchedulerError) {
            let run = try Desk.run(of: connection.caller, in: launcher)
            let requester = newRequester(for: connection)
            let kind: Command.Kind = call.words.extension == nil ? .speech : .extension
            connection.work = .command(Command(kind, [requester.request: nil]))
            events.add(.runSpoke(run, call.words, requester), of: connection.payer)
        } catch {
            connection.conversation.refuse(error)
        }
    }

    func command(
        _ kind: Command.Kind, _ target: Target, _ connection: ClientConnection, awakeKeys: Set<String> = [],
        _ event: (Requester) -> Event
    ) {
        let requester = newRequester(for: connection, awakeKeys: awakeKeys)
        connection.work = .command(Command(kind, [requester.request: target.identifier]))
        events.add(event(requester), of: connection.payer)
    }

    /// A switch for one job or for all of somebody.
    private func turn(_ call: SwitchCall, _ connection: ClientConnection) {
        let owner: UserID?
        let selection: Selection
        switch call.jobs {
        case .job(let target):
            return command(.turn, target, connection) { .switchRequested(call.turn, .job(target), $0) }
        case .tagged(let tag, let named): (owner, selection) = (named, .tagged(tag))
        case .all(let named): (owner, selection) = (named, .all)
        }
        let user = owner ?? connection.user
        guard user == connection.user || connection.user == .root else {
            return connection.conversation.refuse(.ownerNotAllowed)
        }
        // What root may change is everybody's: root's own jobs alone can't be meant in this way.
        guard owner != .root else {
            return connection.conversation.refuse(
                with: ServiceError.invalidParameter(parameter: "owner"))
        }
        // Root turns another's switch in that user's name, so it holds what that user could hold.
        let requester = newRequester(for: connection, as: user)
        connection.work = .command(Command(.turn, [requester.request: nil]))
        events.add(.switchRequested(call.turn, selection, requester), of: connection.payer)
    }

    /// What is simulated for one job or all of somebody.
    private func simulate(_ call: SimulateConditionsCall, _ connection: ClientConnection) {
        let requester = newRequester(for: connection)
        connection.work = .command(Command(.turn, [requester.request: call.target?.identifier]))
        let (conditions, span): (SimulatedConditions?, Duration) =
            switch call.what {
            case .begin(let conditions, let span): (conditions, span)
            case .end: (nil, .zero)
            }
        events.add(
            .conditionSimulationRequested(conditions, for: span, call.target, requester), of: connection.payer
        )
    }

    /// - Parameter awakeKeys: By what the machine is to be kept awake, or woken.
    func newRequester(
        for connection: ClientConnection, as user: UserID? = nil, awakeKeys: Set<String> = []
    ) -> Requester {
        let request = RequestID(nextRequest)
        nextRequest += 1
        requests[request] = connection.token
        let user = user ?? connection.user
        // A user's own daemon is refused by logind itself.
        let isAway = !awakeKeys.isEmpty && admission.scope == .everyone && user != .root && Seats.isAway(user)
        return Requester(request: request, user: user, isAway: isAway)
    }

    // MARK: - Answers out

    /// Brings the scheduler's reply to the call it belongs to. Nobody may be waiting any more.
    func answer(_ request: RequestID, _ reply: Reply) {
        guard let token = requests.removeValue(forKey: request), let connection = connections[token],
            case .command(var command) = connection.work
        else {
            // Nobody is there who could be told of its runs.
            if case .attached(let host, let application, _) = reply {
                events.add(.hostLost(host), of: application.owner)
            }
            if case .asserted(let id, _, _, _) = reply { events.add(.assertionEnded(id), of: .root) }
            return
        }
        attend(to: token)
        if case .attached(let host, let application, let permitted) = reply {
            return begin(host, of: application, permitted, at: connection)
        }
        if case .asserted(let id, let span, let until, let sleep) = reply {
            begin(id, for: span, until: until, at: connection)
            if let sleep { warn(id, because: .systemSleep, left: sleep) }
            return
        }
        if case .taskBegan(let host) = command.kind, case .started(let run) = reply {
            // Before its handler can have written anything.
            launcher.beginOutput(of: run, in: host)
            hostDesk.began(run, in: host)
        }
        // It may have thousands of requests, which would be copied with each reply if they were held twice.
        connection.work = .none
        if !command.take(reply, to: request) {
            connection.work = .command(command)
        } else if let question = command.question(insteadOf: reply) {
            connection.work = .query(question)
        } else {
            let rest = command.answer(&connection.conversation, with: reply)
            connection.work = rest.map { .listing($0) } ?? .none
        }
    }

    /// Takes note of changes for those who follow them.
    func publish(_ transitions: [Transition], _ scheduler: Scheduler) {
        if transitions.isEmpty { return }
        clerk.publish(transitions, for: Set(listeners.map(\.connection.user)), scheduler)
    }

    /// Those who follow the changes of everything, each with the first change that they were not told.
    private var listeners: [(connection: ClientConnection, next: UInt64)] {
        watchers.compactMap { token in
            guard let connection = connections[token], case .watchingEvents(let next) = connection.work else {
                return nil
            }
            return (connection, next)
        }
    }

    /// After a turn: feeds the streams, answers questions, sends, takes the next calls, lets go of who is done. For whom there
    /// is no time left, it is their turn after the next one.
    ///
    /// - Parameter hasNews: Something has happened in this turn. Those who follow a stream are not looked at again and
    ///   again while others are served whose turn it was before.
    /// - Returns: How much work that was, in pieces of a kilobyte.
    func catchUp(_ scheduler: Scheduler, hasNews: Bool, at now: Now) -> Int {
        let share = TurnShare(at: now)
        var work = 0
        if hasNews { for token in watchers.sorted() { attend(to: token) } }
        for _ in 0..<busy.count {
            guard let token = busy.takeNext(), let connection = connections[token] else { continue }
            work += serve(connection, scheduler, now)
            settle(connection, scheduler, now)
            // Also where no more was done than to read a call: a long one takes milliseconds.
            if share.isOver(at: Now.read()) { break }
        }
        lastWords = Self.mostLastWords
        if let token = clerk.next { attend(to: token) }
        if clerk.keepsEvents { clerk.forgetTold(listeners.map(\.next)) }
        for token in holdings.takeReady() { attend(to: token) }
        assert(forgotten(scheduler) == nil, "a connection could come on, and nobody will ever serve it")
        return work
    }

    /// Does what can be done for one connection in one turn: an answer or a piece of it, and the next call.
    ///
    /// - Returns: How much work that was.
    private func serve(_ connection: ClientConnection, _ scheduler: Scheduler, _ now: Now) -> Int {
        if connection.abandonAnswer() { clerk.forget(connection.token) }
        let mayAnswer = holdings.mayAnswer(connection.payer)
        if case .resolving(let request) = connection.work { resolve(request, connection, scheduler) }
        if let followUp = clerk.serve(connection, scheduler, mayAnswer: mayAnswer, at: now) {
            begin(followUp, connection, scheduler)
        }
        let work = 1 + connection.conversation.unsent.count / 1024
        connection.flush()
        takeCall(of: connection)
        connection.flush()
        return work
    }

    /// Says what becomes of a connection that was served: it goes by how things stand now, and by nothing that was done.
    private func settle(_ connection: ClientConnection, _ scheduler: Scheduler, _ now: Now) {
        let token = connection.token
        if connection.standing == .followed { watchers.insert(token) } else { watchers.remove(token) }
        note(connection)
        let room = room(for: connection)
        if connection.isOver || (try? connection.updateInterest(in: queue, room: room)) == nil {
            return close(connection)
        }
        if room == 0, connection.conversation.wantsInput { holdings.wait(token, for: .call, at: now.awake) }
        switch clerk.need(of: connection, scheduler) {
        case .turn: attend(to: token)
        case .room where holdings.mayAnswer(connection.payer): attend(to: token)
        case .room: holdings.wait(token, for: .answer, at: now.awake)
        case .news: break
        }
    }

    /// A connection with something to do that nobody will ever do. There is none: builds for tests look after each turn.
    private func forgotten(_ scheduler: Scheduler) -> UInt64? {
        connections.first { token, connection in
            if busy.contains(token) { return false }
            switch clerk.need(of: connection, scheduler) {
            case .turn: return true
            case .room: return !holdings.isWaiting(token, for: .answer)
            case .news: return false
            }
        }?.key
    }

    func attend(to token: UInt64) {
        if let payer = connections[token]?.payer { busy.add(token, of: payer) }
    }

    private func note(_ connection: ClientConnection) {
        holdings.note(connection.share, of: connection.token, connection.payer)
    }

    /// Whether anybody follows the changes of everything.
    var hasEventWatchers: Bool {
        !listeners.isEmpty
    }

    private func close(_ connection: ClientConnection) {
        for request in connection.openRequests {
            requests[request] = nil
            events.add(.requestDropped(request), of: connection.payer)
        }
        busy.remove(connection.token)
        holdings.forget(connection.token)
        clerk.forget(connection.token)
        watchers.remove(connection.token)
        connections[connection.token] = nil
        endAssertion(of: connection)
        if connection.isOfHost {
            admission.leaveHost(connection.payer)
        } else {
            admission.leave(connection.payer)
        }
        leaveHost(of: connection)
    }

    /// Reads what connections of a host hold, in their order, and takes their calls: as much as the kernel keeps for one, and a
    /// buffer of each of the first two in any case. A program needs no more, and of one that has written more to many, or
    /// was many hosts at once, others would wait for all of it.
    func hearOut(_ connections: [ClientConnection]) {
        for (place, connection) in connections.enumerated() {
            let room = max(lastWords, place < 2 ? 1 : 0)
            if room == 0 { break }
            connection.receive(&buffer, room: room)
            lastWords -= connection.conversation.unreadBytes
            // A call that is answered by the scheduler keeps those behind it waiting, as ever.
            while attention != .whatWasOrdered, connection.standing == .free,
                connection.conversation.canTakeCall
            {
                takeCall(of: connection)
            }
            note(connection)
            attend(to: connection.token)
        }
    }

    /// Sends what can be sent at once and hangs up on everybody.
    ///
    /// - Parameter keepsSocket: The next program listens on.
    func closeAll(keepsSocket: Bool = false) {
        for token in connections.keys.sorted() { connections[token]?.flush() }
        connections.removeAll()
        // Where the service manager keeps the socket, whoever comes now waits there for the next daemon.
        if !listener.isPassed, !keepsSocket { _ = unsafe unlink(listener.path) }
    }

    /// Refuses calls that were read and not begun, so that their clients know that nothing was done, and call again. Who has called
    /// without wanting an answer gets none; who has sent more at once than a client of ours does learns it of the first.
    func refuseCalls() {
        for token in connections.keys.sorted() {
            guard let connection = connections[token] else { continue }
            if connection.standing == .asked { refuse(connection, isOfApplication: connection.isResolving) }
            for _ in 0..<Self.mostRefused where connection.standing == .free {
                guard let request = connection.conversation.nextRequest() else { break }
                let isOfApplication = if case .applications = request { true } else { false }
                refuse(connection, isOfApplication: isOfApplication)
            }
        }
    }

    /// Of one connection: others wait meanwhile, and users may have sent some hundred thousand.
    private static let mostRefused = 16

    private func refuse(_ connection: ClientConnection, isOfApplication: Bool) {
        connection.work = .none
        if isOfApplication {
            connection.conversation.refuse(with: ApplicationsError.shuttingDown)
        } else {
            connection.conversation.refuse(.shuttingDown)
        }
    }

    /// Reads the calls that have come and were left for later, so that none of them goes without an answer.
    func takeCalls() {
        for token in connections.keys.sorted() {
            if let connection = connections[token] { takeCall(of: connection) }
        }
    }
}

// MARK: - Commands out of questions

extension ControlServer {
    private func begin(
        _ followUp: Clerk.FollowUp, _ connection: ClientConnection, _ scheduler: Scheduler
    ) {
        switch followUp {
        case .wait(let call):
            command(.wait(call), call.target, connection) {
                .waitRequested(call.target, $0, since: call.since, isOneRun: call.isOneRun)
            }
        case .waitAll(let call, let ended): waitAll(call, ended: ended, connection)
        case .cancelAll(let owner, let tag): cancelAll(of: owner, tag, connection, scheduler)
        case .purge(let id):
            command(.purge, Target(identifier: id.identifier), connection) { .purgeRequested(id, $0) }
        }
    }

    /// One request for each job of whose end nothing is known.
    private func waitAll(
        _ call: WaitAllCall, ended: [JobIdentifier: WaitCall.Reply], _ connection: ClientConnection
    ) {
        var open: [RequestID: JobIdentifier?] = [:]
        for identifier in call.identifiers where ended[identifier] == nil {
            let requester = newRequester(for: connection)
            open[requester.request] = identifier
            events.add(
                .waitRequested(
                    Target(identifier: identifier, owner: call.owner), requester, since: call.since),
                of: connection.payer)
        }
        connection.work = .command(Command(.waitAll(call, ended: ended), open))
    }

    /// One request for each job; the call is answered with the last of their replies.
    private func cancelAll(
        of owner: UserID, _ tag: Label?, _ connection: ClientConnection, _ scheduler: Scheduler
    ) {
        let jobs = scheduler.jobs(of: owner, tagged: tag, shownTo: connection.user)
        guard !jobs.isEmpty else {
            connection.conversation.finish(CancelCall.Reply(cancelled: []))
            return
        }
        var open: [RequestID: JobIdentifier?] = [:]
        for job in jobs {
            let requester = newRequester(for: connection)
            open[requester.request] = job.identifier
            events.add(
                .cancelRequested(Target(identifier: job.identifier, owner: job.owner), requester),
                of: connection.payer)
        }
        connection.work = .command(Command(.cancel, open))
    }
}
