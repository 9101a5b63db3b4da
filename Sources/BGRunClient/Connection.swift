// One connection to a daemon: a call and its answer, or a call and a stream of answers.
import BGRunCalendar
import BGRunJSON
import BGRunLinux
import BGRunWire
import Glibc

/// A blocking client: each call returns when its answer is there, or at its deadline.
///
/// Deadlines are instants of the monotonic clock (``Connection/deadline(in:)``); nil waits for ever.
package struct Connection: ~Copyable {
    private let socket: UnixSocket
    private var reader = MessageReader(limit: MessageReader.clientLimit)
    private var buffer = [UInt8](repeating: 0, count: 65_536)

    /// How long an ordinary call may take: a daemon answers in milliseconds, a slow disk in seconds.
    package static let patience: Duration = .seconds(60)

    /// The instant `span` from now.
    package static func deadline(in span: Duration) -> AwakeTime {
        AwakeTime(microseconds: Clock.read(.monotonic)).advanced(by: span)
    }

    /// - Parameter span: How long a daemon that lets nobody in is waited for.
    package init(to path: String, within span: Duration = patience) throws(ClientError) {
        socket = try Self.connect(to: path, within: span)
    }

    /// Who began to listen at the socket; nil where the kernel can't name it to us.
    package var daemonProcess: Int32? { (try? socket.peer()).flatMap { $0.pid > 0 ? $0.pid : nil } }

    private static func connect(to path: String, within span: Duration) throws(ClientError) -> UnixSocket {
        do {
            let socket = try UnixSocket(
                connectingTo: path, within: AwakeTime(microseconds: 0).advanced(by: span).microseconds)
            try socket.descriptor.makeNonblocking()
            return socket
        } catch {
            switch error.errno {
            case ENOENT, ECONNREFUSED: throw .noDaemon(socket: path)
            case EAGAIN: throw .timedOut
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

    /// Calls a method and waits for its only answer.
    package mutating func call<C: SchedulerCall>(
        _ call: C, until deadline: AwakeTime? = deadline(in: patience)
    ) throws(ClientError) -> C.Reply {
        try send(call, until: deadline)
        return try receive(C.self, until: deadline).value
    }

    /// Calls a method whose answers come as a stream; each is taken by ``receive(_:until:)``.
    package mutating func stream(
        _ call: some SchedulerCall, until deadline: AwakeTime? = deadline(in: patience)
    ) throws(ClientError) {
        try send(Self.message(call, .more), until: deadline)
    }

    /// Sends a call without waiting for its answer. Answers come in the order of the calls.
    package mutating func send(
        _ call: some SchedulerCall, until deadline: AwakeTime? = deadline(in: patience)
    ) throws(ClientError) {
        try send(Self.message(call, .plain), until: deadline)
    }

    private static func message(_ call: some SchedulerCall, _ mode: Call.Mode) -> [UInt8] {
        let method = "\(SchedulerInterface.name).\(call.method.rawValue)"
        return Call(method: method, parameters: call.parameters, mode: mode).bytes
    }

    /// The next answer to a call of this type. At the deadline ``ClientError/timedOut``; the connection stays
    /// good, so a stream can be asked again.
    package mutating func receive<C: SchedulerCall>(
        _ type: C.Type, until deadline: AwakeTime?
    ) throws(ClientError) -> Reply<C.Reply> {
        switch try answer(until: deadline) {
        case .last(let object): return .last(try Self.read(object))
        case .continues(let object): return .more(try Self.read(object))
        case .error(let name, let parameters):
            throw .refused(CallError(name: name, parameters: parameters))
        }
    }

    private static func read<Value: WireObject>(_ object: JSONObject) throws(ClientError) -> Value {
        do {
            return try Value(reply: object)
        } catch {
            throw .senselessAnswer("the field \"\(error.field)\" is missing or of the wrong type")
        }
    }

    // MARK: Bytes

    private mutating func answer(until deadline: AwakeTime?) throws(ClientError) -> Answer {
        while true {
            do throws(ProtocolFault) {
                if let message = try reader.next() { return try Answer(message: message) }
            } catch {
                throw .senselessAnswer(error.description)
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
            case .endOfFile: throw ClientError.connectionLost
            }
        } catch {
            throw .connectionLost
        }
    }

    private func send(_ bytes: [UInt8], until deadline: AwakeTime?) throws(ClientError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            try wait(to: .write, until: deadline)
            do {
                switch try socket.send(rest) {
                case .bytes(let count): rest = rest.dropFirst(count)
                case .wouldBlock: break
                }
            } catch {
                throw .connectionLost
            }
        }
    }

    private func wait(
        to direction: Readiness.Direction, until deadline: AwakeTime?
    ) throws(ClientError) {
        do {
            let isReady = try Readiness.wait(
                for: socket.descriptor.rawValue, to: direction, until: deadline?.microseconds)
            if isReady { return }
        } catch {
            throw .connectionLost
        }
        throw .timedOut
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
    case connectionLost
    /// What came is no answer.
    case senselessAnswer(String)
    /// The deadline passed.
    case timedOut
}
