// A run of the program that did not do what was asked.
import BGRunClient
import BGRunJob
import BGRunLinux
import BGRunText
import BGRunWire

/// Why the program leaves early, and with which code.
struct Failure: Error {
    let code: ExitCode
    /// Nil where everything was said.
    let complaint: Complaint?

    init(_ code: ExitCode, _ complaint: Complaint?) {
        self.code = code
        self.complaint = complaint
    }

    /// Nil for what the argument parser says.
    init?(any error: any Error) {
        switch error {
        case let failure as Failure: self = failure
        case let error as ClientError: self.init(error)
        case let unknown as UnknownJob: self = unknown.failure
        case _: return nil
        }
    }

    static func usage(_ what: String, advice: String? = nil) -> Failure {
        Failure(.usage, Complaint(what, advice: advice))
    }

    /// - Parameter words: The line with them, without the program's name.
    static func missingDashes(_ words: String) -> Failure {
        Failure(.usage, Complaint("the -- before the command is missing", write: words))
    }

    /// Says all faults and fails with them, where there are any.
    static func end(with faults: [Complaint]) throws {
        guard let last = faults.last else { return }
        for fault in faults.dropLast() { Terminal.writeError("bgrun: \(fault.text)\n") }
        throw Failure(.unsuccessful, last)
    }

    /// - Parameter job: As it is to be typed.
    init(_ error: ClientError, about job: String = Complaint.anyJob) {
        switch error {
        case .noDaemon(let socket):
            self.init(
                .noDaemon,
                Complaint(
                    "no daemon listens at \(socket.visible)",
                    advice: Self.start(at: socket)))
        case .unreachable(let socket, let reason):
            self.init(
                .noDaemon,
                Complaint(
                    "the daemon at \(socket.visible) can't be reached: \(reason)",
                    advice: "check the socket and its permissions"))
        case .connectionLost(let socket):
            self.init(
                .noDaemon,
                Complaint(
                    "the daemon at \(socket.visible) closed the connection",
                    advice: "see its log and try again"))
        case .senselessAnswer(let socket, let reason):
            self.init(
                .internal,
                Complaint(
                    "the answer of the daemon at \(socket.visible) makes no sense: \(reason.visible)",
                    advice: "use a bgrun of the daemon's version"))
        case .timedOut(let socket):
            self.init(
                .timedOut,
                Complaint(
                    "the daemon at \(socket.visible) did not answer in time", advice: Self.doctor(at: socket))
            )
        case .refused(let error):
            self.init(Self.code(of: error), error.complaint(LocalZone.clock, about: job))
        }
    }

    private static func start(at socket: String) -> String {
        if socket == SocketChoice.system {
            return "start it (systemctl start bgrund), or ask your own with --user"
        }
        if socket == Machine.environment("BGRUN_SOCKET") {
            return "BGRUN_SOCKET names that: start a daemon there, or unset it"
        }
        return socket == (try? SocketChoice.user.path(environment: Machine.environment))
            ? "start it (systemctl --user start bgrund)" : "start a daemon there, or correct --socket"
    }

    /// How to learn more of a daemon that says nothing.
    static func doctor(at socket: String) -> String {
        let usual = try? SocketChoice.usual.path(environment: Machine.environment)
        let options = socket == usual ? "" : " --socket \(ShellWord.typed(socket).visible)"
        return "bgrun doctor service\(options) tells more"
    }

    /// A bad descriptor is bad input, wherever it was noticed; all else is the daemon's "no".
    /// Of several jobs, each is bad input, or it is the daemon's "no".
    static func code(ofAll refusals: [JobRefusal]) -> ExitCode {
        let areAllInput = refusals.allSatisfy { refusal in
            if case .invalidDescriptor = refusal.error { true } else { false }
        }
        return areAllInput ? .usage : .refused
    }

    private static func code(of error: CallError) -> ExitCode {
        switch error {
        case .scheduler(.invalidDescriptor), .applications(.invalidManifest): .usage
        case .scheduler(.noneAccepted(let refusals)): code(ofAll: refusals)
        case .scheduler, .applications, .service, .unknown: .refused
        }
    }
}
