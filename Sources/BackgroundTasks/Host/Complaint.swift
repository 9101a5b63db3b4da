// What went wrong with the daemon, in words, and the code that it has in Apple's list.
internal import BGRunCalendar
internal import BGRunClient
internal import BGRunJob
internal import BGRunWire

/// A fault of a call as people are told it: what, and what to do.
struct Complaint {
    let code: BGTaskScheduler.Error.Code
    /// What is wrong, as a clause.
    let reason: String
    /// What to do about it, as a clause.
    var remedy: String
    /// No daemon of this machine will think otherwise before something is changed by hand.
    var isFinal = false
    /// The daemon may have carried the call out all the same.
    var isUncertain = false

    var line: String { "\(reason); \(remedy)" }

    init(
        _ code: BGTaskScheduler.Error.Code, _ reason: String, _ remedy: String, isFinal: Bool = false,
        isUncertain: Bool = false
    ) {
        self.code = code
        self.reason = reason
        self.remedy = remedy
        self.isFinal = isFinal
        self.isUncertain = isUncertain
    }

    init(_ error: ClientError) {
        switch error {
        case .noDaemon(let socket):
            self.init(
                .unavailable, "no bgrun daemon listens at \(socket)",
                "start it (systemctl start bgrund), or set BGRUN_SOCKET")
        case .unreachable(let socket, let reason):
            self.init(.unavailable, "the bgrun daemon at \(socket) can't be reached: \(reason)", Self.doctor)
        case .timedOut(let socket):
            self.init(
                .unavailable, "the bgrun daemon at \(socket) does not answer", Self.doctor, isUncertain: true)
        case .connectionLost(let socket):
            self.init(
                .unavailable, "the bgrun daemon at \(socket) has closed the connection without an answer",
                Self.doctor,
                isUncertain: true)
        case .senselessAnswer(let socket, let reason):
            self.init(
                .unavailable,
                "what answers at \(socket) is no bgrun daemon that this library knows: \(reason)",
                Self.update)
        case .refused(.applications(let error)): self.init(error)
        case .refused(.service(.permissionDenied)):
            self.init(.notPermitted, "the daemon does not let this user do that", Self.doctor)
        case .refused(.service(.invalidParameter(let parameter))):
            self.init(.unavailable, "the daemon does not take the parameter \(parameter)", Self.update)
        case .refused(.service):
            self.init(
                .unavailable,
                "the daemon is older than applications: it does not speak \(ApplicationsInterface.name)",
                Self.update)
        case .refused(.scheduler(let error)):
            self.init(
                .unavailable, "the daemon says \(error.name.rawValue)", "ask bgrun status what is pending")
        case .refused(.unknown(let name)):
            self.init(.unavailable, "the daemon says \(name)", Self.update)
        }
    }

    private init(_ error: ApplicationsError) {
        switch error {
        case .notPermitted(let reason):
            self.init(
                .notPermitted, reason,
                "permit the task beside the others: bgrun permit APPLICATION --task TASK… -- COMMAND")
        case .notAnApplication(let reason):
            self.init(
                .notPermitted, reason,
                "permit the program (bgrun permit), or set BGRUN_APPLICATION to the one that it is",
                isFinal: true)
        case .ownerNotAllowed:
            self.init(
                .notPermitted, "the policy does not let this user have jobs",
                "ask who administers the machine",
                isFinal: true)
        case .tooManyPending(let kind, let limit):
            let pending = limit == 1 ? "is 1 pending request" : "are \(limit) pending requests"
            self.init(
                .tooManyPendingTaskRequests,
                "there \(pending) of the kind \(kind.rawValue), the most there may be",
                "cancel one, or submit when one of them has begun")
        case .notImmediate(let blockers):
            let reasons = blockers.map { $0.sentence { $0.rfc3339 } }.joined(separator: "; ")
            self.init(
                .immediateRunIneligible, "it can't begin at once: \(reasons)",
                "submit it with the strategy queue, or when that has changed")
        case .notAHost(let reason):
            self.init(
                .unavailable, reason,
                "register handlers in the process that the daemon has started, and in no child of it",
                isFinal: true)
        case .versionNotSupported(let supported):
            let versions = supported.map(String.init).joined(separator: ", ")
            self.init(
                .unavailable,
                "the daemon speaks version \(versions) of the protocol, and this library version \(AttachCall.version)",
                Self.update)
        case .unavailable(let reason): self.init(.unavailable, reason, Self.doctor)
        case .storageFailed(let reason):
            self.init(
                .unavailable, "the daemon can't store anything: \(reason)",
                "bgrun doctor says what is wrong there; submit again when it can")
        case .shuttingDown:
            self.init(.unavailable, "the daemon is about to leave", "try again in a moment")
        case .tooManyAssertions(let limit):
            self.init(
                .unavailable, "as many assertions are held as there may be, \(limit)",
                "bgrun status lists them; end each as soon as it is finished")
        case .notYourHost, .withdrawn, .invalidManifest, .tooManyApplications, .unknownApplication:
            self.init(.unavailable, "the daemon says \(error.name.rawValue)", Self.doctor)
        }
    }

    private static let update = "bring bgrun and the program to one version"
    private static let doctor = "bgrun doctor and bgrun applications tell more"
}
