// Owners' accounts: what is asked of the machine, who is refused, and who waits for whom.
import BGRunJob
import BGRunLinux
import BGRunTestSupport
import Foundation
import Glibc
import TestConditions
import Testing

@testable import BGRunLaunch

// B-43
@Suite struct `What is told of an account` {
    private static let entry = UserAccount(
        name: "ann", user: 1001, group: 100, home: "/home/ann", shell: "/bin/sh")

    @Test(arguments: [
        AccountAnswer.missing, .unknown("the database is away"),
        .found(Account(entry: entry, rights: UserRights(user: 1001, group: 100, groups: []))),
        .found(
            Account(
                entry: entry, rights: UserRights(user: 1001, group: 100, groups: [27, 100, 4_294_967_294]),
                hasSessionDirectory: true, refusal: "it has expired")),
    ]) func `is read as it is written`(answer: AccountAnswer) {
        #expect(AccountAnswer(bytes: answer.bytes) == answer)
        for count in 0..<answer.bytes.count {
            #expect(AccountAnswer(bytes: Array(answer.bytes.prefix(count))) != answer, "it ended early")
        }
        #expect(Self.others.allSatisfy { AccountAnswer(bytes: Array($0.utf8)) == nil })
    }

    /// Texts that are no answer.
    private static let others = [
        "", "\0", "found\0", "unknown\0", "missing\0more\0", "found\0ann\0x\01\0/\0/\00\01\0",
        "found\0ann\01\0-1\0/\0/\00\01\0", "found\0ann\01\01\0/\0/\00\01 4294967296\0",
    ]

    @Test func `is what the user database has`() throws {
        let us = try #require(try UserAccount.with(user: geteuid()))
        guard case .found(let account) = question(UserID(geteuid())).answer() else {
            Issue.record("we have an account")
            return
        }
        #expect(account.entry == us)
        #expect(account.rights == (try UserRights(of: us)))
        #expect(question(UserID(4_000_000_000)).answer() == .missing)
    }

    /// Also of lines that say nothing, and of ranges that reach beyond all numbers. (B-140)
    @Test func `is told from the numbers that /etc/subuid gives to somebody's containers`() {
        let files = AccountFiles(
            passwd: Array("root:x:0:0::/:/bin/sh\nann:x:1000:1000::/:/bin/sh\n+::::::\nx:y\n".utf8),
            subuid: Array(
                "# ann:1:1\nann:100000:65536\n1001:4294967290:65536\nann::5\nbob:7:1\nroot:300000:1\nann:8:0\n"
                    .utf8))
        let numbers: [UInt32] = [0, 1000, 1001, 99_999, 100_000, 165_535, 165_536, 300_000, .max, 8, 7]
        #expect(numbers.map { files.hasAccount(UserID($0)) } == numbers.map { $0 == 0 || $0 == 1000 })
        #expect(
            numbers.map { files.holder(of: UserID($0))?.rawValue }
                == [nil, nil, nil, nil, 1000, 1000, nil, 0, 1001, nil, .max])
    }

    /// Whatever the machine has for rules, these are the tests' own.
    @Test(
        .root,
        arguments: [
            ("account required pam_permit.so", nil),
            ("account required pam_deny.so", "Authentication failure"),
            ("account required pam_nologin.so file=RULES/nologin", "down for\u{7} repairs"),
            ("account required no_such_module.so", "Module is unknown"), (nil, nil),
        ] as [(String?, String?)]) func `is refused where PAM's rules say so`(rule: String?, refusal: String?)
        throws
    {
        let scratch = try ScratchDirectory()
        if let rule {
            try rule.replacingOccurrences(of: "RULES", with: scratch.path).appending("\n")
                .write(toFile: scratch.path("bgrun"), atomically: true, encoding: .utf8)
        }
        try "down for\u{7}\n repairs\n".write(
            toFile: scratch.path("nologin"), atomically: true, encoding: .utf8)
        guard case .found(let account) = question(Bench.nobody, rules: scratch.path).answer() else {
            Issue.record("nobody has an account")
            return
        }
        #expect(account.refusal == refusal?.replacingOccurrences(of: "\u{7}", with: ""))
    }

    private func question(_ user: UserID, rules: String? = nil) -> AccountQuestion {
        AccountQuestion(.number(user), sessions: "/run/user", rules: rules)
    }
}

// B-43
@Suite struct `An owner who is being asked for` {
    private func refused() throws -> Bench {
        let bench = try Bench(.sessions) { settings in
            let rules = settings.stateDirectory
            settings.accountRules = rules
            try? "account required pam_deny.so\n".write(
                toFile: "\(rules)/bgrun", atomically: true, encoding: .utf8)
        }
        return bench
    }

    @Test(.root) func `and is refused has no run and no host, and no command of theirs asks anything`() throws
    {
        let bench = try refused()
        let refusal = LaunchFailure.refused(name: "nobody", reason: "Authentication failure")
        #expect(throws: refusal) { try bench.launch(shell: "true", of: Bench.nobody) }
        #expect(refusal.fault == .shortage(reason: "PAM refuses the account nobody: Authentication failure"))
        #expect(throws: refusal) { try bench.end(of: try bench.start(shell: "true", of: Bench.nobody)) }
        #expect(throws: refusal) { try bench.startHost(shell: "true", of: Bench.nobody) }
        #expect(bench.launcher.trees.isEmpty)
        #expect(!bench.launcher.hasRuns)
    }

    @Test(.root) func `and is refused has errands of ours all the same`() throws {
        let bench = try refused()
        let errand = Errand(.ourselves(["--check-reachable", "127.0.0.1", "1"]), for: Bench.nobody)
        #expect(try bench.end(of: try bench.launcher.start(errand)) == .code(1))
    }

    @Test func `is asked for once by all that wait, and each is begun`() throws {
        let bench = try Bench(.sessions)
        for number in Int64(1)...3 {
            try bench.launcher.launch(
                RunID(number), of: Bench.job(),
                as: JobDescriptor(identifier: Bench.job().identifier, program: .shell("exit \(number)")))
        }
        #expect(bench.launcher.hasRuns)
        #expect(bench.launcher.trees.count == 1, "one process asks")
        for number in Int64(1)...3 { #expect(try bench.exit(of: number) == .code(Int32(number))) }
    }

    /// The user database is on a server that has gone.
    @Test func `in vain has runs that are given up, and holds nobody else up`() throws {
        let bench = try Bench(.sessions) { settings in
            settings.ownProgram = "\(settings.stateDirectory)/bgrund"
            settings.daemonUser = .root
        }
        try bench.scratch.file(
            "state/bgrund",
            """
            #!/bin/sh
            [ "$2" != 65534 ] || sleep 1000
            exec \(Repository.program("bgrund")) "$@"

            """, mode: 0o755)
        let job = Bench.job(of: Bench.nobody)
        try bench.launcher.launch(
            RunID(1), of: job, as: JobDescriptor(identifier: job.identifier, program: .shell("true")))
        let errand = try bench.launcher.start(Errand(.command(["true"]), for: Bench.nobody))
        try asRoot("a run beside a user database that hangs") {
            try bench.launch(2, shell: "exit 2")
            #expect(try bench.exit(of: 2) == .code(2))
        }
        bench.launcher.kill(RunID(1))
        bench.launcher.endErrand(errand)
        let failure = LaunchFailure.accountInTime(Bench.nobody)
        try bench.wait { bench.events.contains(.launchFailed(RunID(1), failure)) }
        try bench.wait { bench.events.contains(.errandFailed(errand, failure)) }
        #expect(!bench.launcher.hasRuns)
        #expect(failure.fault == .shortage(reason: failure.description))
    }

    @Test func `by a process that ends early is unknown, and is asked for again`() throws {
        let bench = try Bench(.sessions) { settings in
            settings.ownProgram = "/bin/false"
            settings.accountSpan = 0
        }
        for number in Int64(1)...2 {
            #expect(
                throws: LaunchFailure.accountUnknown(
                    Bench.us, reason: "the process that asks for it has ended early")
            ) { try bench.launch(number, shell: "true") }
        }
    }
}

// B-20
@Suite struct `A run of somebody who is logged in` {
    private let bench: Bench

    init() throws { bench = try Bench(.sessions) { $0.ownSession = SessionEnvironment(["DISPLAY=:5"]) } }

    private let listing =
        "env | grep -E '^(SSH_AUTH_SOCK|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|LD_PRELOAD)=' | sort"

    private func finds(
        _ number: Int64, of owner: UserID = Bench.nobody, _ change: (inout JobDescriptor) -> Void = { _ in }
    ) throws -> String {
        try bench.launch(number, shell: listing, of: owner, change)
        _ = try bench.exit(of: number)
        return try bench.output(of: number)
    }

    @Test(.root) func `finds what the session has set, below what its job says, and waits a second for it`()
        throws
    {
        let session = "\(bench.scratch.path)/user/\(Bench.nobody)"
        try FileManager.default.createDirectory(atPath: session, withIntermediateDirectories: true)
        chown(session, Bench.nobody.rawValue, Bench.nobody.rawValue)
        // It takes connections and says nothing. The second run does not ask anew.
        let listener = try UnixListener(path: "\(session)/bus", permissions: 0o666)
        let begun = Clock.read(.monotonic)
        for number in Int64(1)...2 { #expect(try finds(number) == "DISPLAY=:5\n") }
        let took = Clock.read(.monotonic) - begun
        #expect((900_000..<10_000_000).contains(took), "\(took)")
        withExtendedLifetime(listener.descriptor.rawValue) {}

        let bus = try PrivateBus("start-bus", "start\tsystemd")
        try bus.admitEveryone()
        unlink("\(session)/bus")
        symlink(bus.socket, "\(session)/bus")
        bench.launcher.accounts.forgetAnswers()
        #expect(try finds(3) == "DISPLAY=:7\nSSH_AUTH_SOCK=/run/agent\n")
        let own = try finds(4) { $0.environment = [.init(name: "DISPLAY", value: ":9")] }
        #expect(own == "DISPLAY=:9\nSSH_AUTH_SOCK=/run/agent\n")
        #expect(try bench.report(listing, of: Bench.nobody) == ["DISPLAY=:7", "SSH_AUTH_SOCK=/run/agent"])
        #expect(try finds(5) { $0.launchRules.takesSession = false } == "")
        #expect(try finds(6, of: .root) == "", "root's jobs are nobody's session's")
        let said = "DISPLAY=:1\0SSH_AUTH_SOCK=/a\u{1B}b\0XAUTHORITY=/x\0PATH=/x\0WAYLAND_DISPLAY=\0DISPLAY=:2"
        #expect(
            SessionEnvironment(bytes: Array(said.utf8)).variables == ["DISPLAY": ":1", "XAUTHORITY": "/x"])
    }
}

// B-45
@Suite struct `The number of an owner` {
    @Test(.root) func `is told with its account's name, once it is bound no more`() throws {
        let bench = try Bench(.sessions)
        let bin = UserID(2)
        #expect(try bench.end(of: try bench.start(shell: "true", of: bin)) == .code(0))
        #expect(bench.events.count { $0 == .ownerFound(bin, name: "bin") } == 1)
        bench.launcher.bind(bin, to: "bin")
        bench.launcher.identify(bin)
        bench.launcher.identifyAnew()
        #expect(try bench.end(of: try bench.start(shell: "true", of: bin)) == .code(0))
        #expect(bench.events.count { $0 == .ownerFound(bin, name: "bin") } == 1)
    }

    @Test(.root) func `that is another's begins nothing of what the one before had`() throws {
        let bench = try Bench(.sessions)
        bench.launcher.bind(Bench.nobody, to: "ann")
        let failure = LaunchFailure.anotherOwner(Bench.nobody, was: "ann", name: "nobody")
        #expect(throws: failure) { try bench.launch(shell: "true", of: Bench.nobody) }
        #expect(throws: failure) { try bench.end(of: try bench.start(shell: "true", of: Bench.nobody)) }
        #expect(bench.events.contains(.ownerFound(Bench.nobody, name: "nobody")))
        #expect(failure.fault == .lasting(reason: "user 65534 was ann, and is nobody now"))
    }

    @Test(.root) func `that is another's has none of the directories of the one before`() throws {
        let bench = try Bench(.sessions)
        let jobs = "\(bench.scratch.path)/state/jobs"
        for (run, date) in [(Int64(1), "yesterday"), (2, "today")] {
            try bench.launch(run, shell: "echo \(date) > $BGRUN_STATE_DIRECTORY/kept", of: Bench.nobody)
            #expect(try bench.exit(of: run) == .code(0))
            try bench.launcher.setAsidePlaces(of: Bench.nobody, until: date)
        }
        try bench.launcher.setAsidePlaces(of: Bench.nobody, until: "tomorrow")
        let left = try Directory(path: jobs).names(limit: 9)
        #expect(left == ["\(Bench.nobody)-until-today", "\(Bench.nobody)-until-yesterday"])
        for date in ["yesterday", "today"] {
            let place = try Directory(path: "\(jobs)/\(Bench.nobody)-until-\(date)")
            #expect(try place.descriptor.status().permissions == 0o700)
            #expect(
                try place.directory("org.example.job").contents(of: "kept", limit: 99)
                    == Array("\(date)\n".utf8))
        }
        try bench.launch(3, shell: "test ! -e $BGRUN_STATE_DIRECTORY/kept", of: Bench.nobody)
        #expect(try bench.exit(of: 3) == .code(0))
    }

    @Test(.root) func `is asked for anew when the user database has changed`() throws {
        let bench = try Bench(.sessions)
        bench.launcher.bind(Bench.nobody, to: "ann")
        bench.launcher.identifyAnew()
        try bench.wait { bench.events.contains(.ownerFound(Bench.nobody, name: "nobody")) }
    }

    @Test func `is nothing to a user's own daemon, which has its own user by whatever name`() throws {
        let bench = try Bench(.sessions) { $0.daemonUser = UserID(1000) }
        bench.launcher.identify(UserID(1000))
        bench.launcher.identifyAnew()
        #expect(bench.launcher.trees.count <= 1)
        #expect(!bench.launcher.hasWaiting)
    }
}

// B-44
@Suite struct `What a run has of its own` {
    /// The number of the session keyring, by keyctl(2), without making one.
    private static let keyring =
        "python3 -c 'import ctypes; print(ctypes.CDLL(None).syscall(\(number), 0, -3, 0))'"
    #if arch(x86_64)
        private static let number = 250
    #else
        private static let number = 219
    #endif

    @Test(.root) func `is a session keyring, where the daemon is root's`() throws {
        let ours = try Command.run(["/bin/sh", "-c", Self.keyring]).output
        let bench = try Bench(.sessions)
        var rings: Set<String> = [ours]
        for (number, owner) in [(Int64(1), Bench.us), (2, Bench.us), (3, Bench.nobody)] {
            try bench.launch(number, shell: Self.keyring, of: owner)
            _ = try bench.exit(of: number)
            rings.insert(try bench.output(of: number))
        }
        // A kernel without keyrings, or a filter against them, gives -1 to all.
        #expect(rings == ["-1\n"] || rings.count == 4)
    }

    @Test(.root) func `is its owner's number in the audit log, or that of whoever logged the daemon in`()
        throws
    {
        let bench = try Bench(.sessions)
        let ours = (try? String(contentsOfFile: "/proc/self/loginuid", encoding: .utf8)) ?? ""
        let number = try bench.run("cat /proc/self/loginuid 2>/dev/null || true", of: Bench.nobody)
        #expect(number == "65534" || number == ours)
    }
}
