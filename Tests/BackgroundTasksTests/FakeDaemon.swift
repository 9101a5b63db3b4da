// A daemon of this process that speaks the real protocol, and does with hosts what a test tells it to.
import BGRunCalendar
import BGRunJob
import BGRunLinux
import BGRunTestSupport
import BGRunWire
import Foundation

/// Takes any number of connections. What it is asked is noted as a line, in the order in which it was read.
final class FakeDaemon: @unchecked Sendable {
    /// What is answered in place of the usual.
    typealias Rule = @Sendable (Request) -> (any InterfaceError)?

    let socket: String
    let heard = Journal()
    private let scratch: ScratchDirectory?
    private let lock = NSLock()
    private var lines: [Line] = []
    private var isOver = false
    private var permitted: [String]
    private let rule: Rule
    private let number: Int64
    private let pending: [TaskRequest]
    /// For how long an assertion is held that asks for no limit: longer than other tests may hold up the one that waits.
    var limit: Duration = .seconds(600)
    /// What happens before a simulation is answered.
    var simulating: @Sendable () -> Void = {}

    /// - Parameters:
    ///   - socket: Where it listens; nil: in a directory of its own.
    ///   - number: Of the host that attaches.
    init(
        at socket: String? = nil, permitting permitted: [String] = ["a.*", "a", "b", "c"],
        host number: Int64 = 1,
        pending: [TaskRequest] = [], rule: @escaping Rule = { _ in nil }
    ) throws {
        scratch = socket == nil ? try ScratchDirectory() : nil
        self.socket = socket ?? scratch?.path("socket") ?? ""
        self.permitted = permitted
        self.number = number
        self.pending = pending
        self.rule = rule
        let box = ListenerBox(try UnixListener(path: self.socket, permissions: 0o600))
        Thread.detachNewThread { [weak self] in
            while let self, !self.lock.withLock({ self.isOver }) {
                let deadline = Clock.read(.monotonic) + 20_000
                guard
                    (try? Readiness.wait(for: box.listener.descriptor.rawValue, to: .read, until: deadline))
                        == true,
                    let socket = try? box.listener.accept()
                else { continue }
                self.take(socket)
            }
        }
    }

    deinit { leave() }

    /// Closes all connections and removes the socket, as one that dies.
    func leave() {
        let lines = lock.withLock {
            defer { self.lines = [] }
            isOver = true
            return self.lines
        }
        unlink(socket)
        for line in lines { line.shut() }
    }

    private func take(_ socket: consuming UnixSocket) {
        let line = Line(socket)
        let isLate = lock.withLock {
            lines.append(line)
            return isOver
        }
        if isLate { line.shut() }
        Thread.detachNewThread { [weak self] in
            while line.receive() {
                while let request = line.next() {
                    guard let self else { return }
                    self.answer(request, on: line)
                }
                line.flush()
            }
            line.shut()
            switch line.role {
            case .asker: break
            case .host: self?.heard.note("gone")
            case .assertion(let why): self?.heard.note("unheld \(why)")
            }
        }
    }

    private func answer(_ request: Request, on line: Line) {
        let error = rule(request)
        let words = words(of: request)
        // Before the answer: whoever has it finds the line.
        heard.note(error == nil ? words : "\(words) refused")
        if let error { return line.say { $0.refuse(with: error) } }
        switch request {
        case .applications(.attach(let call)):
            line.role = .host
            let host: HostID = call.host.map { _ in .started(RunID(17)) } ?? .guest(number)
            let attached = AttachCall.Attached(
                host: host, application: identifier("org.example.app"),
                permitted: patterns)
            line.say { $0.stream(AttachCall.Reply(attached: attached)) }
        case .applications(.assert(let call)):
            line.role = .assertion(call.why)
            let left = call.limit ?? limit
            let until = WallTime(microseconds: 1_800_000_000_000_000).advanced(by: left)
            line.say {
                $0.stream(
                    AssertCall.Reply(
                        granted: AssertCall.Granted(assertion: AssertionID(1), until: until, left: left)))
            }
        case .applications(.command(.serve)): line.say { $0.finish(ServeCall.Reply(refused: [])) }
        case .applications(.command(.submitTask(let call))):
            let reply = SubmitTaskCall.Reply(identifier: call.request.identifier, acceptance: .new)
            line.say { $0.finish(reply) }
        case .applications(.query(.list)):
            let own = ApplicationReport(
                application: identifier("org.example.app"), owner: nil, title: nil, path: nil,
                isEnabled: true, fault: nil, permitted: patterns, hosts: [], pending: [])
            line.say { $0.finish(ListApplicationsCall.Reply(applications: [own])) }
        case .applications(.query(.pendingTasks)):
            line.say { $0.finish(PendingTasksCall.Reply(requests: self.pending)) }
        case .scheduler(.command(.simulate)):
            simulating()
            line.say { $0.finish(SimulateCall.Reply(run: nil)) }
        case .applications, .scheduler: line.say { $0.finish(NoFields()) }
        }
    }

    private func words(of request: Request) -> String {
        guard case .applications(let request) = request else {
            guard case .scheduler(.command(.simulate(let call))) = request else { return "\(request)" }
            return "simulate \(call.target.identifier) \(call.object["what"]?.text() ?? "")"
        }
        return switch request {
        case .attach(let call):
            "attach" + call.busy.map { " busy \($0.run) \($0.identifier)" }.joined()
                + (call.application.map { " as \($0)" } ?? "") + (call.host.map { " in \($0)" } ?? "")
        case .assert(let call): "assert \(call.why)" + (call.limit.map { " for \($0.text)" } ?? "")
        case .query(.pendingTasks): "pending"
        case .query(.list): "list"
        case .command(let command):
            switch command {
            case .serve(let call): "serve \(call.identifiers.map(\.description).joined(separator: ","))"
            case .submitTask(let call): "submit \(call.request.identifier)"
            case .cancelTask(let call): "cancel \(call.identifier)"
            case .cancelAllTasks: "cancel all"
            case .taskBegan(let call): "began \(call.run)"
            case .taskProgressed(let call):
                "progress \(call.run) \(call.progress.completedUnits)/\(call.progress.totalUnits) \(call.progress.title ?? "")"
            case .taskEnded(let call): "ended \(call.run) \(call.success)"
            case .permit, .forbid: "permit"
            }
        }
    }

    /// Tells each host.
    private func tell(_ reply: AttachCall.Reply) {
        for line in lock.withLock({ lines }) where line.role == .host {
            line.say { $0.stream(reply) }
            line.flush()
        }
    }

    /// Tells each assertion that it must end.
    func warn(in left: Duration, _ reason: StopReason = .timeBudget) {
        for line in lock.withLock({ lines }) where line.isAssertion {
            line.say {
                $0.stream(AssertCall.Reply(expiring: AssertCall.Expiring(reason: reason, left: left)))
            }
        }
    }

    /// Ends each assertion.
    func endAssertions() {
        for line in lock.withLock({ lines }) where line.isAssertion {
            line.say { $0.finish(AssertCall.Reply()) }
        }
    }

    /// The manifest has these tasks from now on; who has attached is not told.
    func permit(_ tasks: [String]) { lock.withLock { permitted = tasks } }

    private var patterns: [TaskPattern] { lock.withLock { permitted }.compactMap { TaskPattern($0) } }

    /// Hands a run over.
    func launch(_ run: Int64, _ task: String, _ kind: TaskRequest.Kind = .refresh) {
        let request = TaskRequest(
            identifier: identifier(task), kind: kind, title: kind == .continued ? "Export" : nil,
            subtitle: kind == .continued ? "0 of 10" : nil)
        tell(
            AttachCall.Reply(launch: AttachCall.Launch(run: RunID(run), request: request, isSimulated: false))
        )
    }

    /// Tells a run to end.
    func expire(_ run: Int64, _ reason: StopReason = .timeBudget) {
        tell(
            AttachCall.Reply(expire: AttachCall.Expire(run: RunID(run), reason: reason, grace: .seconds(10))))
    }

    /// Says something that is no protocol to each host.
    func babble() {
        for line in lock.withLock({ lines }) where line.role == .host { line.babble() }
    }
}

func identifier(_ text: String) -> JobIdentifier {
    guard let identifier = JobIdentifier(text) else { preconditionFailure("a test's identifier is bad") }
    return identifier
}

private final class ListenerBox: Sendable {
    let listener: UnixListener
    init(_ listener: consuming UnixListener) { self.listener = listener }
}

/// One connection, whose answers may come from any thread.
private final class Line: @unchecked Sendable {
    private let socket: UnixSocket
    private let lock = NSLock()
    private var conversation = Conversation()
    private var ownRole = Role.asker

    /// What its stream is.
    enum Role: Equatable { case asker, host, assertion(String) }

    init(_ socket: consuming UnixSocket) { self.socket = socket }

    var role: Role {
        get { lock.withLock { ownRole } }
        set { lock.withLock { ownRole = newValue } }
    }

    var isAssertion: Bool { if case .assertion = role { true } else { false } }

    func receive() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while (try? Readiness.wait(for: socket.descriptor.rawValue, to: .read, until: nil)) == true {
            switch try? socket.receive(into: &buffer) {
            case .bytes(let count):
                lock.withLock { conversation.receive(buffer[..<count]) }
                return true
            case .wouldBlock: continue
            case .endOfFile, nil: return false
            }
        }
        return false
    }

    func next() -> Request? { lock.withLock { conversation.nextRequest() } }

    func say(_ words: (inout Conversation) -> Void) { lock.withLock { words(&conversation) }; flush() }

    func flush() {
        lock.withLock {
            while !conversation.unsent.isEmpty {
                guard case .bytes(let count)? = try? socket.send(conversation.unsent) else { return }
                conversation.sent(count)
            }
        }
    }

    func babble() { _ = try? socket.send(Array("no protocol at all\0".utf8)[...]) }

    func shut() { shutdown(socket.descriptor.rawValue, Int32(SHUT_RDWR)) }
}
