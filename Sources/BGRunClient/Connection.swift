// One connection to a daemon: a call and its answer, or a call and a stream of answers.
import BGRunCalendar
import BGRunJSON
import BGRunLinux
import BGRunWire
import Glibc

/// A blocking client: each call returns when its answer is there, or at its deadline.
///
/// Deadlines are instants of the monotonic clock (``Connection/deadline(in:)``); nil waits for ever. One that is given as a
/// span from now counts from the last part of an answer: it is asked for anew with each.
package struct Connection: ~Copyable {
    private var socket: UnixSocket
    /// Where the daemon is asked.
    package let path: String
    /// Whether a call that a leaving daemon has not begun waits for the next one. It is not to be so where the leaving one
    /// waits for us.
    package var waitsForNextDaemon = true
    /// What the daemon has left unread was lost: the kernel says so. A call that failed like this was not carried out.
    package private(set) var isUnread = false
    private var reader = MessageReader(limit: MessageReader.clientLimit)
    private var buffer = [UInt8](repeating: 0, count: 65_536)
    /// The replies of an answer whose lists go on in the next one.
    private var parts: [JSONObject] = []
    /// What is to be done about a daemon that says nothing; nil once it was done.
    private var silence: Silence?
    /// The daemon owes something that it has at once.
    private var isOwed = false
    private var hasCalled = false
    /// The next message answers no call but the question who is there.
    private var isGreeting = false
    /// The answer to the greeting, where it was one to whatever follows.
    private var refusal: Answer?

    /// What is done once, where a daemon has said nothing for so long although it had something to say.
    package struct Silence {
        let span: Duration
        let notice: () -> Void

        package init(of span: Duration, _ notice: @escaping () -> Void) {
            self.span = span
            self.notice = notice
        }
    }

    /// How long an ordinary call may take: a daemon answers in milliseconds, a slow disk in seconds.
    package static let patience: Duration = .seconds(60)

    /// The instant `span` from now.
    package static func deadline(in span: Duration) -> AwakeTime { now.advanced(by: span) }

    private static var now: AwakeTime { AwakeTime(microseconds: Clock.read(.monotonic)) }

    /// - Parameter span: How long a daemon that lets nobody in is waited for.
    package init(
        to path: String, within span: Duration = patience, silence: Silence? = nil
    ) throws(ClientError) {
        self.path = path
        guard let silence, silence.span < span else {
            socket = try Self.connect(to: path, within: span)
            return
        }
        do {
            socket = try Self.connect(to: path, within: silence.span)
            self.silence = silence
        } catch {
            guard error.isTimeout else { throw error }
            silence.notice()
            socket = try Self.connect(to: path, within: span - silence.span)
        }
    }

    /// Who began to listen at the socket; nil where the kernel can't name it to us.
    package var daemonProcess: Int32? { (try? socket.peer()).flatMap { $0.pid > 0 ? $0.pid : nil } }

    /// To be watched together with something else. It is ready for reading when an answer has come or the daemon has gone;
    /// what was read already may hold more answers.
    package var descriptor: Int32 { socket.descriptor.rawValue }

    private static func connect(to path: String, within span: Duration) throws(ClientError) -> UnixSocket {
        do {
            let socket = try UnixSocket(
                connectingTo: path, within: AwakeTime(microseconds: 0).advanced(by: span).microseconds)
            try socket.descriptor.makeNonblocking()
            return socket
        } catch {
            switch error.errno {
            case ENOENT, ECONNREFUSED: throw .noDaemon(socket: path)
            case EAGAIN: throw .timedOut(socket: path)
            case let number: throw .unreachable(socket: path, reason: SystemError.text(of: number))
            }
        }
    }

    /// One answer, and whether it is the last one to its call.
    package enum Reply<Value> {
        case more(Value)
        case last(Value)

        package var value: Value {
            switch self {
            case .more(let value), .last(let value): value
            }
        }
    }

    /// Calls a method and waits for its only answer, in however many parts it comes.
    package mutating func call<C: InterfaceCall>(
        _ call: C, until deadline: @autoclosure () -> AwakeTime? = deadline(in: patience)
    ) throws(ClientError) -> C.Reply {
        var attempts = Attempts(at: Self.now)
        while true {
            do {
                return try attempt(call, until: deadline())
            } catch {
                guard attempts.mayGoOn(at: Self.now),
                    isWorthRetrying(call.method, after: error, until: deadline()), reconnect()
                else { throw error }
            }
        }
    }

    /// Calls two methods, the second with the first, so that nothing comes between them.
    ///
    /// - Parameter taken: Hears the answer to the first while the second is waited for, however long that takes. A daemon
    ///   that leaves meanwhile is followed by the next one, which is asked the second anew.
    package mutating func call<First: InterfaceCall, Next: InterfaceCall>(
        _ first: First, then next: Next, _ taken: (First.Reply) -> Void
    ) throws(ClientError) -> Next.Reply {
        taken(try acceptance(of: first, with: next))
        do {
            return try receive(Next.self, until: nil).value
        } catch {
            guard isWorthRetrying(next.method, after: error, until: nil), reconnect() else { throw error }
        }
        return try call(next, until: nil)
    }

    /// Calls two methods, the second with the first, and gives the answer to the first; the second's is taken by
    /// ``answerIfThere(to:until:)``.
    package mutating func call<First: InterfaceCall>(
        _ first: First, asking next: some InterfaceCall
    ) throws(ClientError) -> First.Reply {
        try acceptance(of: first, with: next)
    }

    /// The answer to a question that was sent, where it is there; nil where it is not yet. A daemon that leaves meanwhile is
    /// followed by the next one, which is asked anew: then ``descriptor`` is another.
    package mutating func answerIfThere<Asked: InterfaceCall>(
        to asked: Asked, until deadline: AwakeTime? = nil
    ) throws(ClientError) -> Asked.Reply? {
        do throws(ClientError) {
            return try receive(Asked.self, until: AwakeTime(microseconds: 0)).value
        } catch {
            if error.isTimeout { return nil }
            guard isWorthRetrying(asked.method, after: error, until: deadline), reconnect() else {
                throw error
            }
        }
        try send(asked, until: deadline)
        return nil
    }

    /// Waits until the daemon has shown that it works, where it was asked to: for who then waits for something else too. Of
    /// one that goes the next call tells.
    package mutating func hearGreeting(until deadline: AwakeTime?) throws(ClientError) {
        while isGreeting {
            do throws(ProtocolFault) {
                if let message = try reader.next() {
                    let answer = try Answer(message: message)
                    (isGreeting, isOwed) = (false, false)
                    if case .error = answer { refusal = answer }
                    return
                }
            } catch {
                throw .senselessAnswer(socket: path, reason: error.description)
            }
            do throws(ClientError) {
                try receiveBytes(until: deadline)
            } catch {
                if error.isLoss { return }
                throw error
            }
        }
    }

    private mutating func acceptance<First: InterfaceCall>(
        of first: First, with next: some InterfaceCall
    ) throws(ClientError) -> First.Reply {
        var attempts = Attempts(at: Self.now)
        while true {
            let deadline = Self.deadline(in: Self.patience)
            do {
                // In one piece: a daemon has read both or neither.
                try send(first, .plain, followedBy: Self.message(next, .plain), until: deadline)
                return try receive(First.self, until: deadline).value
            } catch {
                guard attempts.mayGoOn(at: Self.now),
                    isWorthRetrying(first.method, after: error, until: deadline),
                    reconnect()
                else { throw error }
            }
        }
    }

    private mutating func attempt<C: InterfaceCall>(
        _ call: C, until deadline: @autoclosure () -> AwakeTime?
    ) throws(ClientError) -> C.Reply {
        try send(call, call.method.comesInParts ? .more : .plain, until: deadline())
        return try receive(C.self, until: deadline()).value
    }

    // MARK: The next daemon

    /// How often a call is made anew. A daemon is restarted seldom; one that leaves again and again may do so because of the
    /// call, and systemd gives it up after twenty starts in a minute.
    struct Attempts {
        private static let most = 6
        private var count = 1
        private var last: AwakeTime

        /// - Parameter now: When the first is made.
        init(at now: AwakeTime) { last = now }

        /// Whether another is made after one that has failed. What lasted for a minute, as a wait may, was no failure of the
        /// daemon's: they are counted from one again.
        mutating func mayGoOn(at now: AwakeTime) -> Bool {
            count = last.advanced(by: .seconds(60)) <= now ? 1 : count + 1
            last = now
            return count <= Self.most
        }
    }

    /// Whether a call that failed has certainly changed nothing, and another daemon may take it; returns once the one that
    /// leaves has left.
    ///
    /// A daemon that leaves refuses what it has read, and the kernel tells of a connection whose last bytes it has not. A
    /// connection that merely ends may have had its call carried out; only a question is asked again then.
    private mutating func isWorthRetrying(
        _ method: some InterfaceMethod, after error: ClientError, until deadline: AwakeTime?
    ) -> Bool {
        guard waitsForNextDaemon, parts.isEmpty else { return false }
        switch error {
        case .connectionLost: return isUnread || method.onlyAsks
        case .refused(.scheduler(.shuttingDown)), .refused(.applications(.shuttingDown)):
            return waitForEnd(until: deadline)
        case .refused, .noDaemon, .unreachable, .senselessAnswer, .timedOut: return false
        }
    }

    /// Waits until the daemon, which ends its runs first, has left.
    private mutating func waitForEnd(until deadline: AwakeTime?) -> Bool {
        isOwed = true
        while true {
            do throws(ClientError) {
                try receiveBytes(until: deadline)
            } catch {
                return error.isLoss
            }
        }
    }

    /// Whether there is somebody again, or a queue to wait in.
    private mutating func reconnect() -> Bool {
        guard let next = try? Self.connect(to: path, within: Self.patience) else { return false }
        socket = next
        reader = MessageReader(limit: MessageReader.clientLimit)
        (parts, isOwed, hasCalled, isGreeting, refusal, isUnread) = ([], false, false, false, nil, false)
        return true
    }

    /// Calls a method whose answers come as a stream; each is taken by ``receive(_:until:)``.
    package mutating func stream(
        _ call: some InterfaceCall, until deadline: AwakeTime? = deadline(in: patience)
    ) throws(ClientError) {
        try send(call, .more, until: deadline)
    }

    /// Sends a call without waiting for its answer. Answers come in the order of the calls.
    package mutating func send(
        _ call: some InterfaceCall, until deadline: AwakeTime? = deadline(in: patience)
    ) throws(ClientError) {
        try send(call, .plain, until: deadline)
    }

    /// Sends a call that nobody answers, also not with an error. It is written out when this returns.
    package mutating func tell(
        _ call: some InterfaceCall, until deadline: AwakeTime? = deadline(in: patience)
    ) throws(ClientError) {
        try send(Self.message(call, .oneway), until: deadline)
    }

    private mutating func send(
        _ call: some InterfaceCall, _ mode: Call.Mode, followedBy next: [UInt8] = [],
        until deadline: AwakeTime?
    ) throws(ClientError) {
        var message = Self.message(call, mode) + next
        if silence != nil, !hasCalled, !call.isAnsweredAtOnce {
            // It may be right to say nothing for hours. Whether the daemon works shows by something that it answers at once.
            message = Self.greeting + message
            isGreeting = true
        }
        if call.isAnsweredAtOnce || isGreeting { isOwed = true }
        hasCalled = true
        try send(message, until: deadline, beyond: next.count)
    }

    private static let greeting = Call(
        method: "\(ServiceInterface.name).\(ServiceInterface.Method.getInfo.rawValue)"
    ).bytes

    private static func message(_ call: some InterfaceCall, _ mode: Call.Mode) -> [UInt8] {
        Call(method: call.method.fullName, parameters: call.parameters, mode: mode).bytes
    }

    /// The next answer to a call of this type, once all parts of it are there. At the deadline ``ClientError/timedOut``; the
    /// connection stays good, so a stream can be asked again.
    package mutating func receive<C: InterfaceCall>(
        _ type: C.Type, until deadline: @autoclosure () -> AwakeTime?
    ) throws(ClientError) -> Reply<C.Reply> {
        while true {
            switch try answer(until: deadline()) {
            case .last(let object): return .last(try whole(object))
            case .continues(let object) where object.goesOn: parts.append(object)
            case .continues(let object): return .more(try whole(object))
            case .error(let name, let parameters):
                (isOwed, parts) = (false, [])
                throw .refused(CallError(name: name, parameters: parameters))
            }
        }
    }

    /// The answer whose last part has come.
    private mutating func whole<Value: WireObject>(_ last: JSONObject) throws(ClientError) -> Value {
        let object = JSONObject(joining: parts + [last])
        (isOwed, parts) = (false, [])
        return try read(object)
    }

    private func read<Value: WireObject>(_ object: JSONObject) throws(ClientError) -> Value {
        do {
            return try Value(reply: object)
        } catch {
            throw .senselessAnswer(
                socket: path, reason: "the field \"\(error.field)\" is missing or of the wrong type")
        }
    }

    // MARK: Bytes

    private mutating func answer(until deadline: AwakeTime?) throws(ClientError) -> Answer {
        if let refusal {
            self.refusal = nil
            return refusal
        }
        while true {
            do throws(ProtocolFault) {
                if let message = try reader.next() {
                    let answer = try Answer(message: message)
                    if !isGreeting { return answer }
                    (isGreeting, isOwed) = (false, false)
                    // Who refuses that refuses all that follows.
                    if case .error = answer { return answer }
                    continue
                }
            } catch {
                throw .senselessAnswer(socket: path, reason: error.description)
            }
            try receiveBytes(until: deadline)
        }
    }

    private mutating func receiveBytes(until deadline: AwakeTime?) throws(ClientError) {
        try wait(to: .read, until: deadline)
        do {
            switch try socket.receive(into: &buffer) {
            case .bytes(let count): reader.append(buffer[..<count])
            case .wouldBlock: break
            case .endOfFile: throw ClientError.connectionLost(socket: path)
            }
        } catch let error as SystemError {
            isUnread = error.errno == ECONNRESET
            throw .connectionLost(socket: path)
        } catch {
            throw .connectionLost(socket: path)
        }
    }

    /// - Parameter tail: How many bytes at the end are of another call, without which the first may have been carried out.
    private mutating func send(
        _ bytes: [UInt8], until deadline: AwakeTime?, beyond tail: Int = 0
    ) throws(ClientError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            try wait(to: .write, until: deadline)
            do {
                switch try socket.send(rest) {
                case .bytes(let count): rest = rest.dropFirst(count)
                case .wouldBlock: break
                }
            } catch {
                // The end of the message never left.
                isUnread = rest.count > tail
                throw .connectionLost(socket: path)
            }
        }
    }

    private mutating func wait(
        to direction: Readiness.Direction, until deadline: AwakeTime?
    ) throws(ClientError) {
        if isOwed, let silence {
            let end = Self.deadline(in: silence.span)
            if deadline.map({ end < $0 }) ?? true {
                if try isReady(to: direction, by: end) { return }
                silence.notice()
                self.silence = nil
            }
        }
        guard try isReady(to: direction, by: deadline) else { throw .timedOut(socket: path) }
    }

    private func isReady(
        to direction: Readiness.Direction, by deadline: AwakeTime?
    ) throws(ClientError) -> Bool {
        do {
            return try Readiness.wait(
                for: socket.descriptor.rawValue, to: direction, until: deadline?.microseconds)
        } catch {
            throw .connectionLost(socket: path)
        }
    }
}

/// What can go wrong with a call.
package enum ClientError: Error, Hashable, Sendable {
    /// Nobody listens at the socket.
    case noDaemon(socket: String)
    /// The socket is there and can't be used; `reason` is the system's.
    case unreachable(socket: String, reason: String)
    /// The daemon said no.
    case refused(CallError)
    /// The connection broke before the answer was whole.
    case connectionLost(socket: String)
    /// What came is no answer.
    case senselessAnswer(socket: String, reason: String)
    /// The deadline passed.
    case timedOut(socket: String)

    package var isLoss: Bool { if case .connectionLost = self { true } else { false } }

    package var isTimeout: Bool { if case .timedOut = self { true } else { false } }
}
