// What the program does when the daemon has started it again, as a user, to ask or to tell something.
import BGRunDevice
import BGRunJob
import BGRunLaunch
import BGRunLinux
import Glibc

/// The modes of bgrund for errands.
///
/// They are no commands for people, so `--help` does not name them, but anyone may use them: they do nothing
/// that a user could not do without them. They read no settings and open no store, and print nothing; the
/// exit code is the answer.
enum ErrandMode: Equatable {
    /// `--check-reachable HOST PORT`: whether a connection can be opened.
    case checkReachable(Endpoint)
    /// `--check-online HOST PORT PATH ANSWER`: whether a page is there, and no other.
    case checkOnline(OnlineCheck)
    /// `--notify`: shows a ``NoticeErrand``, read from standard input, and does what its reader chooses.
    case notify
    /// `--survey`: carries out ``SurveyOrders``, read from standard input, and answers on standard output, a socket.
    case survey
    /// `--account`: asks the user database and PAM for an account, with the daemon's own rights, and writes the answer to
    /// standard output, a file.
    case account(AccountQuestion)
    /// `--session`: asks the user's service manager what their login session has set, and writes it to standard output, a file.
    case session

    /// `--clear DIRECTORY`: removes what lies in it.
    case clear(String)

    /// The exit code for a yes; the others are ``noAnswer``, ``noAddress`` and ``otherAnswer``.
    static let done: Int32 = 0
    static let noAnswer: Int32 = 1
    static let noAddress: Int32 = 2
    static let otherAnswer: Int32 = 3

    private static let patience: UInt32 = 10

    /// - Parameter words: the arguments behind the program's name.
    /// - Returns: nil for arguments that are no errand's.
    init?(_ words: some Collection<String>) {
        let words = Array(words)
        switch (words.first, words.count) {
        case ("--check-reachable", 3):
            guard let port = UInt16(words[2]) else { return nil }
            self = .checkReachable(Endpoint(host: words[1], port: port))
        case ("--check-online", 5):
            guard let port = UInt16(words[2]) else { return nil }
            self = .checkOnline(
                OnlineCheck(endpoint: Endpoint(host: words[1], port: port), path: words[3], answer: words[4]))
        case ("--notify", 1): self = .notify
        case ("--survey", 1): self = .survey
        case ("--clear", 2): self = .clear(words[1])
        case (SessionEnvironment.mode, 1): self = .session
        case (AccountQuestion.mode, _):
            guard let question = AccountQuestion(words: Array(words.dropFirst())) else { return nil }
            self = .account(question)
        case _: return nil
        }
    }

    /// As ``init(_:)`` reads them.
    var arguments: [String] {
        switch self {
        case .checkReachable(let endpoint): ["--check-reachable", endpoint.host, "\(endpoint.port)"]
        case .checkOnline(let check):
            ["--check-online", check.endpoint.host, "\(check.endpoint.port)", check.path, check.answer]
        case .notify: ["--notify"]
        case .survey: ["--survey"]
        case .clear(let path): ["--clear", path]
        case .account(let question): [AccountQuestion.mode] + question.words
        case .session: [SessionEnvironment.mode]
        }
    }

    /// Does it, and gives the exit code.
    func run() -> Int32 {
        // The daemon ends what takes too long. This is for the time after the daemon's own sudden end, and
        // for a resolver that waits for ever.
        OwnLimits.endAfter(seconds: seconds)
        do throws(SystemError) {
            try OwnLimits.lower(.coreSize, to: 0)
            if let fileSize { try OwnLimits.lower(.fileSize, to: fileSize) }
            try OwnLimits.lower(.descriptors, to: 64)
            try OwnLimits.lower(.processorSeconds, to: processorSeconds)
            try OwnLimits.lower(.addressSpace, to: 512 << 20)
            switch self {
            case .checkReachable(let endpoint):
                // What a name server answers is read with no rights at all.
                try OwnLimits.leaveRoot()
                return Self.code(for: Reachability.find(endpoint))
            case .checkOnline(let check):
                try OwnLimits.leaveRoot()
                return Self.code(for: OnlineProbe.find(check))
            case .notify: return try Self.notify()
            case .survey: return try Self.survey()
            case .clear(let path): return try TreeRemoval.empty(path) ? Self.done : Self.noAnswer
            case .account(let question):
                try question.carryOut(to: FileDescriptor(owning: 1))
                return Self.done
            case .session: return try Self.session()
            }
        } catch {
            return Self.noAnswer
        }
    }

    /// How large a file it may write; nil: PAM's modules write what they like.
    private var fileSize: UInt64? {
        switch self {
        case .checkReachable, .checkOnline, .notify, .clear: 0
        case .survey: UInt64(Survey.mostMemory)
        case .session: UInt64(SessionEnvironment.mostBytes)
        case .account: nil
        }
    }

    private var processorSeconds: UInt64 {
        switch self {
        case .checkReachable, .checkOnline, .notify, .account, .session: 5
        case .survey: 60
        case .clear: 600
        }
    }

    private var seconds: UInt32 {
        switch self {
        case .checkReachable, .checkOnline, .account: Self.patience + 1
        case .session: SessionEnvironment.patience
        case .notify: NoticeErrand.longest(reply: Self.patience) + 1
        // Millions of files on a slow disk.
        case .clear: 3600
        case .survey: UInt32(clamping: SurveyPlan.longest.components.seconds) + 1
        }
    }

    private static func survey() throws(SystemError) -> Int32 {
        let orders = try FileDescriptor(owning: 0).readToEnd(limit: SurveyOrders.mostBytes)
        let answers = UnixSocket(owning: FileDescriptor(owning: 1))
        let owner = UserID(Machine.effectiveUser)
        do {
            try Survey(SurveyOrders(bytes: orders, owner: owner), owner: owner, answers: answers).run()
            return done
        } catch {
            return noAnswer
        }
    }

    private static func session() throws(SystemError) -> Int32 {
        let deadline = Clock.read(.monotonic) &+ Int64(SessionEnvironment.patience) &* 1_000_000
        // Nobody has such a manager who is not logged in.
        guard let texts = try? SessionVariables.read(until: deadline) else { return noAnswer }
        try FileDescriptor(owning: 1).write(all: SessionEnvironment(texts).bytes)
        return done
    }

    private static func code(for reachability: Reachability) -> Int32 {
        switch reachability {
        case .reachable: done
        case .silent: noAnswer
        case .nameless: noAddress
        }
    }

    private static func code(for probe: OnlineProbe) -> Int32 {
        switch probe {
        case .answered: done
        case .otherwise: otherAnswer
        case .silent: noAnswer
        case .nameless: noAddress
        }
    }

    private static func notify() throws(SystemError) -> Int32 {
        let errand = NoticeErrand(
            bytes: try FileDescriptor(owning: 0).readToEnd(limit: NoticeErrand.mostBytes))
        do throws(BusFault) {
            try errand.carryOut(with: bgrun, reply: patience)
            return done
        } catch {
            // Nobody is at a desktop, which is no fault. The journal has the same words.
            return noAnswer
        }
    }

    /// The command line that is installed beside this program; nil where there is none.
    private static var bgrun: String? {
        guard let path = Machine.programPath, let slash = path.lastIndex(of: "/") else { return nil }
        let program = "\(path[..<slash])/bgrun"
        return unsafe access(program, X_OK) == 0 ? program : nil
    }
}
