// Owners' accounts: asked for in a process of their own, while what is to be started waits.
import BGRunJob
import BGRunLinux
import Glibc

extension Launcher {
    /// Starts it, now where its owner is known, else once they are.
    func start(_ waiting: Accounts.Waiting) throws(LaunchFailure) {
        let owner = waiting.owner
        guard settings.daemonUser == .root || settings.daemonUser == owner else { throw .notOurs(owner) }
        if let answer = accounts.answer(for: waiting.key, at: Clock.read(.monotonic)) {
            try begin(waiting, answer)
        } else {
            wait(waiting)
        }
    }

    private func wait(_ waiting: Accounts.Waiting) {
        accounts.wait(waiting)
        askForAccounts()
    }

    private func begin(_ waiting: Accounts.Waiting, _ answer: AccountAnswer) throws(LaunchFailure) {
        let account = try account(waiting.key, answer)
        if let refusal = account.refusal, waiting.needsAccount {
            throw refused(account, refusal, waiting.key)
        }
        try begin(waiting, for: account)
    }

    /// Begins it, now where it is known what its owner's login session has set, or nobody wants to know it.
    private func begin(_ waiting: Accounts.Waiting, for account: Account) throws(LaunchFailure) {
        guard waiting.wantsSession, account.hasSessionDirectory else {
            return try begin(waiting, as: account)
        }
        if let session = accounts.session(of: UserID(account.entry.user), at: Clock.read(.monotonic)) {
            try begin(waiting, as: account, session)
        } else {
            waiting.account = account
            wait(waiting)
        }
    }

    private func begin(
        _ waiting: Accounts.Waiting, as account: Account, _ session: SessionEnvironment = SessionEnvironment()
    ) throws(LaunchFailure) {
        var account = account
        let isUntold = session == SessionEnvironment() && waiting.wantsSession
        account.session = isUntold ? settings.ownSession : session
        switch waiting.start {
        case .run(let run, let job, let descriptor, let told):
            try begin(run, of: job, as: descriptor, told, for: account)
        case .errand(let id, let errand): try begin(errand, as: id, for: account, waiting.output)
        case .host(let run, let order): try begin(run, order, for: account)
        }
    }

    private func refused(_ account: Account, _ reason: String, _ key: AccountKey) -> LaunchFailure {
        switch key {
        case .number, .session: .refused(name: account.entry.name, reason: reason)
        case .name(let name, _):
            .otherUser(name, reason: "PAM refuses the account: \(reason)", isLasting: false)
        }
    }

    /// The same for a job of root's that names somebody. That the others of root's don't is why it is no shortage.
    private func account(_ name: String, _ group: String?, _ answer: AccountAnswer) throws(LaunchFailure)
        -> Account
    {
        switch answer {
        case .found(let account): return account
        case .missing: throw .otherUser(name, reason: "there is no such user", isLasting: true)
        case .noGroup:
            throw .otherUser(
                name, reason: "there is no group \(group ?? "")", isLasting: true)
        case .unknown(let reason): throw .otherUser(name, reason: reason, isLasting: false)
        }
    }

    private func account(_ key: AccountKey, _ answer: AccountAnswer) throws(LaunchFailure) -> Account {
        let user: UserID
        switch key {
        case .number(let number), .session(let number): user = number
        case .name(let name, let group): return try account(name, group, answer)
        }
        switch answer {
        case .found(let account):
            guard let name = accounts.name(of: user), name != account.entry.name else { return account }
            throw .anotherOwner(user, was: name, name: account.entry.name)
        case .missing, .noGroup: throw .noAccount(user)
        case .unknown(let reason): throw .accountUnknown(user, reason: reason)
        }
    }

    /// Those who wait for it are told at the next ``events()``.
    func giveUpWaiting(_ name: TreeName) {
        guard let waiting = accounts.giveUp(name) else { return }
        switch waiting.key {
        case .number(let user): tell(failure(of: waiting.name, .accountInTime(user)))
        case .name(let name, _):
            tell(
                failure(
                    of: waiting.name,
                    .otherUser(name, reason: "the user database or PAM does not answer", isLasting: false)))
        // It ends by itself, so somebody with its rights has stopped it.
        case .session:
            if let errand = accounts.asking(for: waiting.key) { trees[.errand(errand)]?.kill() }
            tell(failure(of: waiting.name, .programInTime(name: waiting.program)))
        }
    }

    // MARK: - Names

    /// Whose the number is, as it was stored: nothing is started for anybody else who has it.
    package func bind(_ user: UserID, to name: String) { accounts.bind(user, to: name) }

    /// Learns whose the number is, where that is not known.
    package func identify(_ user: UserID) {
        // A user's own daemon has its own user, whatever the name.
        guard settings.daemonUser == .root, accounts.name(of: user) == nil else { return }
        // Who has no account is not asked for at each word of theirs.
        guard accounts.answer(for: .number(user), at: Clock.read(.monotonic)) == nil else { return }
        accounts.want(.number(user))
        askForAccounts()
    }

    /// What is known of a number that calls. Who is in no file is asked for, and known the next time.
    package func standing(of user: UserID) -> AccountStanding {
        // A user's own daemon has its own user, whoever that is.
        guard settings.daemonUser == .root, !settings.isUsersOwn else { return .account }
        let (standing, isToBeAsked) = accounts.standing(of: user, at: Clock.read(.monotonic))
        if isToBeAsked { identify(user) }
        return standing
    }

    /// Asks for all again of whom it is known: the user database has changed.
    package func identifyAnew() {
        guard settings.daemonUser == .root else { return }
        accounts.forgetAnswers()
        for user in accounts.bound { accounts.wantAnew(.number(user)) }
        askForAccounts()
    }

    // MARK: - Asking

    private func askForAccounts() {
        while let key = accounts.takeNext() {
            do throws(LaunchFailure) {
                try ask(for: key)
            } catch {
                tell(unanswered(key, error))
            }
        }
    }

    private func ask(for key: AccountKey) throws(LaunchFailure) {
        let answer = try LaunchFailure.ifFails(try MemoryFile.empty("answer"))
        let number = answer.rawValue
        guard case (var errand, let owner)? = question(for: key) else { return }
        errand.isAwaited = true
        let id = nextErrand(of: errand.owner)
        accounts.ask(id, Accounts.Asked(key, answer))
        do throws(LaunchFailure) {
            try begin(errand, as: id, for: owner, number)
        } catch {
            _ = accounts.takeAsked(id)
            throw error
        }
    }

    /// With the daemon's own rights where somebody is to be known, and with theirs where it is their session; nil where nobody
    /// waits for that any more.
    private func question(for key: AccountKey) -> (Errand, for: Account?)? {
        if case .session(let user) = key {
            return accounts.account(forSessionOf: key).map {
                (Errand(.ourselves([SessionEnvironment.mode]), for: user), for: $0)
            }
        }
        let question = AccountQuestion(
            key, sessions: settings.userRuntimeRoot, rules: settings.accountRules)
        let errand = Errand(
            .ourselves([AccountQuestion.mode] + question.words), for: settings.daemonUser,
            environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"])
        return (errand, for: nil)
    }

    private func unanswered(_ key: AccountKey, _ failure: LaunchFailure) -> [LaunchEvent] {
        if case .session(let user) = key { return settle(user, SessionEnvironment()) }
        return settle(key, .unknown("\(failure)"))
    }

    /// An errand is over: the answer, where it was a question of ours. Gives what became of those who waited for it.
    func accountErrandEnded(_ errand: ErrandID) -> [LaunchEvent]? {
        guard let asked = accounts.takeAsked(errand) else { return nil }
        let events: [LaunchEvent]
        if case .session(let user) = asked.key {
            let bytes = try? Self.bytes(of: asked.answer, limit: SessionEnvironment.mostBytes)
            events = settle(user, SessionEnvironment(bytes: bytes ?? []))
        } else {
            events = settle(asked.key, Self.read(asked.answer))
        }
        askForAccounts()
        return events
    }

    private static func bytes(of file: borrowing FileDescriptor, limit: Int) throws(SystemError) -> [UInt8] {
        try file.seek(to: 0)
        return try file.readToEnd(limit: limit)
    }

    private static func read(_ file: borrowing FileDescriptor) -> AccountAnswer {
        do throws(SystemError) {
            let bytes = try bytes(of: file, limit: AccountAnswer.mostBytes)
            return AccountAnswer(bytes: bytes) ?? .unknown("the process that asks for it has ended early")
        } catch {
            return .unknown("\(error)")
        }
    }

    private func settle(_ key: AccountKey, _ answer: AccountAnswer) -> [LaunchEvent] {
        var events: [LaunchEvent] = []
        for waiting in accounts.settle(key, answer, at: Clock.read(.monotonic)) {
            do throws(LaunchFailure) {
                try begin(waiting, answer)
            } catch {
                events.append(failure(of: waiting.name, error))
            }
        }
        // Last: what became of the runs of the one before is theirs, and goes out of the way with all else.
        if settings.daemonUser == .root, case .number(let user) = key, case .found(let account) = answer,
            accounts.name(of: user) != account.entry.name
        {
            events.append(.ownerFound(user, name: account.entry.name))
        }
        return events
    }

    private func settle(_ user: UserID, _ session: SessionEnvironment) -> [LaunchEvent] {
        accounts.settle(user, session, at: Clock.read(.monotonic)).compactMap { waiting in
            guard let account = waiting.account else { return nil }
            do throws(LaunchFailure) {
                try begin(waiting, as: account, session)
                return nil
            } catch {
                return failure(of: waiting.name, error)
            }
        }
    }

    private func failure(of name: TreeName, _ failure: LaunchFailure) -> LaunchEvent {
        switch name {
        case .run(let run): .launchFailed(run, failure)
        case .errand(let errand): .errandFailed(errand, failure)
        case .host(let run): .hostFailed(.started(run), failure)
        }
    }
}
