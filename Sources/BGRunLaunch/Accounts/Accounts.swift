// What is known of the owners, who is being asked for, and who waits to learn it.
import BGRunJob
import BGRunLinux

/// Who is asked for: an owner by their number, or whose rights a job of root's has, by name.
enum AccountKey: Hashable {
    case number(UserID)
    case name(String, group: String?)
    /// Who that is is known: what their login session has set.
    case session(UserID)
}

/// The owners of what is started. It asks nothing; ``Launcher`` does.
struct Accounts {
    /// So many owners are asked for at once. A directory server that does not answer keeps each of its users' places for
    /// as long as a process waits.
    static let mostAtOnce = 64

    /// A run, an errand or a host whose owner is being asked for.
    final class Waiting {
        enum Start {
            case run(RunID, JobID, JobDescriptor, _ told: [String: String])
            case errand(ErrandID, Errand)
            case host(RunID, HostOrder)
        }

        let start: Start
        /// Where an errand writes to, open as long as this is; nil: nowhere.
        let output: Int32?
        private let file: FileDescriptor?
        /// Known where their login session is being asked for.
        var account: Account?

        init(_ start: Start) {
            self.start = start
            output = nil
            file = nil
        }

        init(_ start: Start, output: consuming FileDescriptor) {
            self.start = start
            self.output = output.rawValue
            file = consume output
        }

        var owner: UserID {
            switch start {
            case .run(_, let job, _, _): job.owner
            case .errand(let errand, _): errand.owner
            case .host(_, let order): order.application.owner
            }
        }

        /// Whether it is to find what its owner's login session has set. What is root's is no session's.
        var wantsSession: Bool {
            guard owner != .root else { return false }
            return switch start {
            case .run(_, _, let descriptor, _):
                descriptor.program.unit == nil && descriptor.launchRules.takesSession
            case .host: true
            case .errand: false
            }
        }

        /// Whether it is nothing where its owner's account is refused: not so of what we ask for ourselves.
        var needsAccount: Bool {
            guard case .errand(_, let errand) = start else { return true }
            return if case .command = errand.program { true } else { false }
        }

        /// Who is asked for: whose rights it is to have, or their session.
        var key: AccountKey {
            if let account { return .session(UserID(account.entry.user)) }
            switch start {
            case .run(_, let job, let descriptor, _):
                let rules = descriptor.launchRules
                // The descriptor's reader lets nobody else have these.
                guard job.owner == .root, rules.user != nil || rules.group != nil else {
                    return .number(job.owner)
                }
                return .name(rules.user ?? "root", group: rules.group)
            case .errand(let errand, _): return .number(errand.owner)
            case .host(_, let order): return .number(order.application.owner)
            }
        }

        /// What is to be started, for people.
        var program: String {
            switch start {
            case .run(_, _, let descriptor, _): descriptor.program.arguments?.first ?? ""
            case .host(_, let order): order.manifest.command.first ?? ""
            case .errand: ""
            }
        }

        var name: TreeName {
            switch start {
            case .run(let run, _, _, _): .run(run)
            case .errand(let errand, _): .errand(errand)
            case .host(let run, _): .host(run)
            }
        }
    }

    /// A process that asks.
    final class Asked {
        let key: AccountKey
        let answer: FileDescriptor

        init(_ key: AccountKey, _ answer: consuming FileDescriptor) {
            self.key = key
            self.answer = answer
        }
    }

    /// What is known counts for so long, in microseconds.
    let span: Int64

    init(span: Int64) { self.span = span }

    private var known: [AccountKey: (answer: AccountAnswer, until: Int64)] = [:]
    private var sessions: [UserID: (environment: SessionEnvironment, until: Int64)] = [:]
    /// Whose the numbers are, as it was stored.
    private var names: [UserID: String] = [:]
    /// Nil until somebody calls: an idle daemon needs none of it.
    private var files: AccountFiles?
    /// Of whom the user database has said that there is no such account, and when; it is asked again after a minute.
    private var missing: [UserID: Int64] = [:]
    private static let mostMissing = 4096
    private static let missingSpan: Int64 = 60_000_000
    /// Those to be asked for, in the order in which they came, each once.
    private var wanted: [AccountKey] = []
    private var asked: [ErrandID: Asked] = [:]
    private var waiting: [Waiting] = []

    /// What is known of the user; nil where they are to be asked for.
    func answer(for key: AccountKey, at now: Int64) -> AccountAnswer? {
        guard let found = known[key], now < found.until else { return nil }
        return found.answer
    }

    /// What the user's login session has set; nil where it is to be asked for.
    func session(of user: UserID, at now: Int64) -> SessionEnvironment? {
        guard let found = sessions[user], now < found.until else { return nil }
        return found.environment
    }

    // MARK: - Standing

    /// - Returns: What is known, and whether the user database is to be asked.
    mutating func standing(of user: UserID, at now: Int64) -> (AccountStanding, isToBeAsked: Bool) {
        if user == .root { return (.account, false) }
        // A watch tells of changed accounts; for all others subuid(5) is checked for a change.
        if files?.hasAccount(user) != true, files?.isOutdated != false { files = .read() ?? files }
        // Whom the database has named once is who they were, also in somebody's range.
        if files?.hasAccount(user) == true || names[user] != nil { return (.account, false) }
        if user == .withoutAccount { return (.missing, false) }
        let asked = missing[user]
        let isToBeAsked = asked.map { $0 + Self.missingSpan <= now } ?? true
        if let holder = files?.holder(of: user) {
            // An account's owner could have a query made for each of its 65,536; in ranges of root's and of a directory's there may be accounts.
            return (.subordinate(of: holder), isToBeAsked && (holder == .root || holder == .withoutAccount))
        }
        return (asked == nil ? .unknown : .missing, isToBeAsked)
    }

    /// That a directory server does not answer takes nothing back of what it said before.
    private mutating func note(_ answer: AccountAnswer, of key: AccountKey, at now: Int64) {
        guard case .number(let user) = key else { return }
        switch answer {
        case .missing:
            if missing.count >= Self.mostMissing { missing = [:] }
            missing[user] = now
        case .found: missing[user] = nil
        case .noGroup, .unknown: break
        }
    }

    // MARK: - Names

    mutating func bind(_ user: UserID, to name: String) { names[user] = name }

    func name(of user: UserID) -> String? { names[user] }

    var bound: [UserID] { names.keys.sorted { $0.rawValue < $1.rawValue } }

    // MARK: - Waiting

    func isWaiting(_ name: TreeName) -> Bool { waiting.contains { $0.name == name } }

    var hasWaiting: Bool { !waiting.isEmpty }

    var hasWaitingRuns: Bool { waiting.contains { if case .run = $0.start { true } else { false } } }

    var hasWaitingHosts: Bool { waiting.contains { if case .host = $0.start { true } else { false } } }

    func waitingErrands(of owner: UserID) -> Int {
        waiting.count { entry in
            if case .errand(let errand, _) = entry.start { errand.owner == owner } else { false }
        }
    }

    mutating func wait(_ entry: Waiting) {
        waiting.append(entry)
        want(entry.key)
    }

    /// Who waits no more; nil where they did not.
    mutating func giveUp(_ name: TreeName) -> Waiting? {
        guard let index = waiting.firstIndex(where: { $0.name == name }) else { return nil }
        return waiting.remove(at: index)
    }

    mutating func giveUpErrands() {
        waiting.removeAll { if case .errand = $0.start { true } else { false } }
    }

    /// Whose session is asked for, with the rights that are taken for it; nil where the key is no session.
    func account(forSessionOf key: AccountKey) -> Account? {
        guard case .session = key else { return nil }
        return waiting.first { $0.key == key }?.account
    }

    // MARK: - Asking

    mutating func want(_ key: AccountKey) {
        guard !wanted.contains(key), !asked.values.contains(where: { $0.key == key }) else { return }
        wanted.append(key)
    }

    /// Also where they are being asked for: that answer may be an old one.
    mutating func wantAnew(_ key: AccountKey) { if !wanted.contains(key) { wanted.append(key) } }

    /// Whom to ask for next; nil where nobody is to be, or as many are as there may be.
    mutating func takeNext() -> AccountKey? {
        wanted.isEmpty || asked.count >= Self.mostAtOnce ? nil : wanted.removeFirst()
    }

    mutating func ask(_ errand: ErrandID, _ asking: Asked) { asked[errand] = asking }

    /// Whether the errand is a question of ours, and nobody's.
    func isAsked(_ errand: ErrandID) -> Bool { asked[errand] != nil }

    /// The errand that asks for it now.
    func asking(for key: AccountKey) -> ErrandID? { asked.first { $0.value.key == key }?.key }

    /// The question that the errand was; nil for any other errand.
    mutating func takeAsked(_ errand: ErrandID) -> Asked? { asked.removeValue(forKey: errand) }

    mutating func forgetAnswers() {
        (known, sessions, missing) = ([:], [:], [:])
        files = nil
    }

    /// Takes the answer, and gives who waited for it.
    mutating func settle(_ key: AccountKey, _ answer: AccountAnswer, at now: Int64) -> [Waiting] {
        known = known.filter { now < $0.value.until }
        known[key] = (answer, now + span)
        note(answer, of: key, at: now)
        return takeWaiting(for: key)
    }

    /// A session's variables change when a desktop or an agent starts: they count for no longer than this, in microseconds.
    private static let sessionSpan: Int64 = 3_000_000

    /// Takes what a login session has set, and gives who waited for it.
    mutating func settle(_ user: UserID, _ session: SessionEnvironment, at now: Int64) -> [Waiting] {
        sessions = sessions.filter { now < $0.value.until }
        sessions[user] = (session, now + min(span, Self.sessionSpan))
        return takeWaiting(for: .session(user))
    }

    private mutating func takeWaiting(for key: AccountKey) -> [Waiting] {
        defer { waiting.removeAll { $0.key == key } }
        return waiting.filter { $0.key == key }
    }
}
