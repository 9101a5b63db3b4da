// The composition root: the parts of the daemon, put together in the one order that is safe.
import BGRunCalendar
import BGRunDevice
import BGRunJob
import BGRunLaunch
import BGRunLinux
import BGRunScheduler
import BGRunStore
import BGRunWire

/// Builds a daemon that is ready.
///
/// The store comes first: its lock keeps a second daemon from touching anything else. The socket comes before
/// the first evaluation, so that clients queue up instead of failing, and "ready" is said after it.
struct Assembly {
    private let settings: DaemonSettings
    private let policy: Policy
    private let journal: Journal
    /// What the program before us in this process has left.
    private let handover: Handover?

    private let started = Now.read()

    init(
        _ settings: DaemonSettings, _ policy: Policy, _ journal: Journal, after handover: Handover? = nil
    ) {
        self.handover = handover
        self.settings = settings
        self.policy = policy
        self.journal = journal
    }

    /// - Parameters:
    ///   - socket: The number of the one that the service manager keeps for us; nil where the daemon makes its own.
    ///   - program: What is to be tried before it takes over; nil where it is not known.
    func assemble(
        _ jobLimits: [SpawnRequest.Limit], _ socket: Int32?, trying program: String?
    ) throws(StartFailure) -> Loop {
        let signals = try StartFailure.unless("catch signals", try SignalInbox())
        do throws(SystemError) {
            try ProcessSetup.makeDirectories(settings)
        } catch {
            throw StartFailure(
                code: .unavailable, text: "can't make the directories: \(error)", isOfStorage: true)
        }
        let (store, opening, doubt) = try openStore()
        let launcher = try makeLauncher(store, jobLimits)
        let power = try StartFailure.unless(
            "read power supplies", try PowerSource(root: settings.sysfsRoot, supplies: policy.supplies))
        let rules = rules
        var fileRules = rules
        fileRules.owner = settings.user
        let files = try makeFiles(opening.recovered, fileRules)
        let faults = faults(of: opening)
        for fault in faults { journal.say(.error, fault) }
        let chronicle = Chronicle(journal, faults: faults, doubting: doubt, in: settings.runtimeDirectory)
        for loss in opening.losses where loss.found == started.wall { journal.say(.error, loss.text) }
        let queue = try StartFailure.unless("wait for events", try EventQueue())
        let bus = try StartFailure.unless("prepare for the system bus", try BusSource())
        bus.isWatchful = { launcher.hasRuns || launcher.hasHosts }
        let logind = LogindSource(bus, journal: journal)
        let checks = CheckSource(
            launcher, daemonUser: settings.user, onlineCheck: policy.onlineCheck)
        let notices = NoticeSource(
            launcher, journal: journal, daemonUser: settings.user, socket: settings.socket,
            usesDesktop: policy.notifications, administrators: Administrators(groups: administrators))
        let hooks = HookSource(launcher)
        let surveys = try StartFailure.unless("prepare for looks at paths", try SurveySource(launcher))
        let clearing = Clearing(launcher, journal: journal)
        let trial = trial(of: program, launcher)
        let launches = LaunchSource(
            launcher, checks: checks, notices: notices, hooks: hooks, surveys: surveys, clearing: clearing,
            trial: trial)
        for (user, name) in opening.recovered.owners { launcher.bind(user, to: name) }
        let sources = Sources(in: queue)
        try StartFailure.unless("begin", try sources.join(power, heardBy: power.tracker.descriptor))
        let network = sources.join(
            try StartFailure.unless(
                "read the network", try NetworkSource(at: sources.nextPost, sysfs: settings.sysfsRoot)))
        try StartFailure.unless("begin", try sources.join(launches, heardBy: launcher.rawDescriptor))
        try StartFailure.unless("begin", try sources.join(files, heardBy: files.descriptor))
        try StartFailure.unless("begin", try sources.join(bus, heardBy: bus.descriptor))
        try StartFailure.unless("begin", try sources.join(surveys, heardBy: surveys.descriptor))
        let subjects = SubjectSources(
            in: sources, logind: logind, checks: checks, surveys: surveys, sysfs: settings.sysfsRoot)
        network.changed = { [weak subjects] in subjects?.networkChanged() }
        let zones = sources.join(ZoneSource(ZoneFiles(), at: sources.nextPost, journal: journal))
        let accounts = sources.join(AccountSource(launcher, at: sources.nextPost, journal: journal))
        accounts.begin(
            with: opening.recovered.jobs.map(\.id.owner) + opening.recovered.applications.map(\.owner))
        clearing.sweep(store, isWhole: isWhole(opening))
        let outputs = sources.join(OutputRemoval(launcher))
        outputs.remove(orphanedOutputs(launcher, store, opening))
        let desk = Desk(
            report: report, store: store, launcher: launcher, power: power, network: network,
            subjects: subjects, journal: journal, limits: limits(of: launcher), faults: faults,
            chronicle: chronicle, losses: opening.losses, showEnded: policy.showEnded)
        let server = try listen(socket, queue, desk, rules)
        launches.hostEnded = { [weak server] in server?.hostEnded($0, $1) }
        let starter = Starter()
        let parts = Loop.Parts(
            sources: sources, power: power, network: network, bus: bus, files: files, zones: zones,
            store: store, launcher: launcher, server: server,
            hands: MachineHands(
                launcher: launcher, store: store, power: power, server: server, logind: logind, zones: zones,
                surveys: surveys, subjects: subjects, notices: notices, hooks: hooks, clearing: clearing,
                outputs: outputs,
                journal: journal),
            log: decisionLog, chronicle: chronicle, journal: journal, starter: starter,
            trial: trial)
        let continued = handover.map { takeOver($0, opening.recovered, launcher) }
        let recovery = recovery(opening.recovered, power, continued)
        let loop = try begin(parts, signals, recovery, Set(launcher.unheld.keys))
        let jobs = Self.count(recovery.jobs.count, "job")
        // Those with recorded runs were adopted in the first turn.
        launcher.endLeftHosts()
        let status: String
        if let continued {
            status = "\(Self.count(continued.count, "run")) and \(jobs)"
            journal.say(.notice, "bgrund \(ServiceIdentity.bgrun.version) has taken over \(status).")
        } else {
            status = "\(jobs) from the last time"
            journal.say(.notice, "bgrund \(ServiceIdentity.bgrun.version) has started with \(status).")
        }
        starter.ready(status)
        return loop
    }

    private static func count(_ number: Int, _ noun: String) -> String {
        number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
    }

    // MARK: - After a program in the same process

    /// The runs that go on. What can't be taken over is found and ended as after a crash.
    private func takeOver(_ handover: Handover, _ recovered: Recovered, _ launcher: Launcher)
        -> [ContinuedRun]
    {
        var records: [RunID: JobRecord] = [:]
        for record in recovered.jobs { if let active = record.activeRun { records[active.run] = record } }
        return handover.runs.compactMap { handed in
            let run = handed.run.run.id
            guard let record = records[run] else {
                journal.say(
                    .error, "Run \(run) was handed on, and the store knows nothing of it. It is killed.")
                launcher.kill(handed.tree)
                return nil
            }
            do throws(SystemError) {
                try launcher.take(handed.tree, as: run, of: record.id, record.descriptor)
                return handed.run
            } catch {
                journal.say(.error, "Run \(run) can't be taken over, and is ended: \(error).")
                return nil
            }
        }
    }

    /// The program that would take over sees whether it could, with the settings that we were started with.
    private func trial(of program: String?, _ launcher: Launcher) -> RenewalTrial {
        let settings = settings
        return RenewalTrial(launcher, for: settings.user, journal: journal) {
            guard let program else { return nil }
            let scope =
                switch settings.scope {
                case .system: "--system"
                case .user: "--user"
                }
            let isThere = settings.isPolicyNamed || (try? File.statusOfLink(at: settings.policy)) != nil
            return [program, "--check", scope, "--runtime-directory", settings.runtimeDirectory]
                + (isThere ? ["--policy", settings.policy] : [])
        }
    }

    private var decisionLog: DecisionLog {
        var file: DecisionFile?
        do throws(SystemError) {
            file = try DecisionFile(in: settings.runtimeDirectory)
        } catch {
            journal.say(.warning, "The last decisions can't be kept for reports: \(error).")
        }
        return DecisionLog(file, settings.showsDecisions || policy.decisions ? journal : nil)
    }

    private func begin(
        _ parts: Loop.Parts, _ signals: consuming SignalInbox, _ recovery: Recovery,
        _ unheld: Set<ResourceRules.Hold>
    ) throws(StartFailure) -> Loop {
        do {
            let scheduler = Scheduler(
                policy: policy, seed: Fingerprint.seed(ofInstallation: Machine.installationIdentifier),
                unheld: unheld)
            let loop = try Loop(parts, scheduler: scheduler, signals: signals)
            try loop.begin(with: recovery)
            return loop
        } catch {
            throw StartFailure(code: .unavailable, text: "can't begin: \(error)")
        }
    }

    // MARK: - The store

    /// - Returns: The doubt about the clock, too.
    private func openStore() throws(StartFailure) -> (Store, Opening, ClockDoubt?) {
        var doubt: ClockDoubt?
        let isSynchronized = Clock.isSynchronized
        let boot = try StartFailure.unless("name this boot", try Machine.bootIdentifier())
        do {
            let (store, opening) = try Store.open(
                directory: settings.stateDirectory, bootID: boot, now: started,
                presume: { lastWritten in
                    doubt =
                        doubt
                        ?? ClockDoubt(
                            in: settings.runtimeDirectory, boot: boot, at: started,
                            isSynchronized: isSynchronized)
                        ?? ClockDoubt(started, lastWritten: lastWritten, isSynchronized: isSynchronized)
                    doubt?.take(in: settings.runtimeDirectory, boot: boot)
                    return doubt == nil ? started : Now.read()
                },
                historyLimit: policy.historyLimit, outputPerOwner: policy.outputPerOwner)
            if let doubt { journal.say(.warning, doubt.sentence) }
            return (store, opening, doubt)
        } catch {
            throw StartFailure(code: .unavailable, text: "\(error)", isOfStorage: true)
        }
    }

    private func recovery(
        _ recovered: Recovered, _ power: PowerSource, _ continued: [ContinuedRun]?
    ) -> Recovery {
        Recovery(
            jobs: recovered.jobs, ended: recovered.ended, finishedFiles: recovered.finishedFiles,
            nextRun: recovered.nextRun,
            isPowerSilent: recovered.isPowerSilent || power.tracker.descriptor == nil,
            pauses: recovered.pauses, isNewBoot: recovered.isNewBoot,
            lastWritten: recovered.lastWritten, owners: recovered.owners,
            applications: recovered.applications, continued: continued)
    }

    /// What was put aside, said loudly: in the journal now, and by `doctor` from now on.
    private func faults(of opening: Opening) -> [String] {
        var faults: [String] = []
        for row in opening.setAside.prefix(20) {
            faults.append(row.complaint)
        }
        if opening.setAside.count > 20 {
            faults.append("\(opening.setAside.count - 20) further rows were set aside.")
        }
        return faults
    }

    // MARK: - The rest

    private func makeLauncher(
        _ store: Store, _ limits: [SpawnRequest.Limit]
    ) throws(StartFailure) -> Launcher {
        var launch = LaunchSettings(
            instance: store.instance, daemonUser: settings.user, stateDirectory: settings.stateDirectory,
            runtimeDirectory: settings.runtimeDirectory, socket: settings.socket,
            language: Machine.environment("LANG"))
        launch.isUsersOwn = settings.scope == .user
        // A service manager tells of the session as it is now, and not as it was at our start.
        if launch.isUsersOwn, Machine.environment("INVOCATION_ID") == nil {
            launch.ownSession = .ofThisProcess
        }
        launch.outputLimit = policy.outputLimit
        launch.limits = limits
        return try StartFailure.unless(
            "prepare for runs",
            try Launcher(launch, CgroupTree.find(for: audience), left: handover?.left ?? []))
    }

    /// Runs that have left history, and whose output was not removed before a daemon's end.
    ///
    /// Without any history there are none: the database may have been set aside, and its logs with it. Where some of it was,
    /// only what is older than all that is left is taken for gone.
    private func orphanedOutputs(_ launcher: Launcher, _ store: Store, _ opening: Opening) -> [RunID] {
        guard let kept = try? launcher.keptOutputs(), !kept.isEmpty, let known = try? store.runNumbers(),
            let oldest = known.min()
        else { return [] }
        let active = Set(opening.recovered.jobs.compactMap { $0.activeRun?.run })
        let isWhole = isWhole(opening)
        return kept.filter { !active.contains($0) && (isWhole ? !known.contains($0) : $0 < oldest) }
    }

    /// Whether the store tells of all jobs there were: no database and no row was set aside, and nothing was lost, as far
    /// back as it knows.
    private func isWhole(_ opening: Opening) -> Bool {
        guard case .normal = opening.database, opening.losses.isEmpty, opening.setAside.isEmpty else {
            return false
        }
        let names = try? Directory(path: settings.stateDirectory).names(limit: 1024)
        return names.map { !$0.contains { $0.hasPrefix("bgrun.sqlite.") } } ?? false
    }

    /// What descriptors are held to here, beside their own form.
    private var rules: DescriptorRules {
        let zones = ZoneFiles()
        return DescriptorRules(
            policy: policy, wakeFault: wakeFault, zoneFault: { ZoneSource.fault(of: $0, in: zones) })
    }

    private var audience: CgroupTree.Audience {
        switch settings.scope {
        case .system: .everybody
        case .user: .oneUser
        }
    }

    /// What does not work here, for `doctor`.
    private func limits(of launcher: Launcher) -> [String] {
        var limits: [String] = []
        let ability = Machine.wakeAbility(sysfs: settings.sysfsRoot)
        if ability != .possible { limits.append("\(ability). Without it, wakeSystem wakes nothing.") }
        for reason in Set(launcher.unheld.values).sorted() {
            let names = ResourceRules.Hold.allCases.filter { launcher.unheld[$0] == reason }.map(\.rawValue)
            limits.append("Runs are not held to \(names.joined(separator: ", ")) of resources: \(reason).")
        }
        switch audience {
        case .oneUser: break
        case .everybody:
            if let reason = launcher.undivided {
                limits.append("One user's runs can take what those of others need: \(reason).")
            }
            if AccountQuestion.isWithoutRules {
                limits.append(
                    "PAM is not asked whether an owner's account has expired or is locked: it has no rules for "
                        + "\(AccountQuestion.service). Packages bring them as pam.d/\(AccountQuestion.service)."
                )
            }
        }
        return limits
    }

    /// Why jobs can't have the machine woken. A machine without an alarm clock is no reason to refuse what works on
    /// others; `doctor` tells of it.
    private var wakeFault: String? {
        let ability = Machine.wakeAbility(sysfs: settings.sysfsRoot)
        return ability == .notPermitted ? ability.description : nil
    }

    private func makeFiles(
        _ recovered: Recovered, _ rules: DescriptorRules
    ) throws(StartFailure) -> DirectoriesSource {
        let jobs = JobsDirectories(
            settings.jobsDirectories, owner: settings.user, trust: settings.trust, rules: rules)
        let manifests = ManifestDirectories(
            settings.applicationsDirectories, owner: settings.user, trust: settings.trust, rules: rules)
        let permitted = Set(recovered.applications.map(\.id))
        for job in recovered.jobs {
            if case .file(let path) = job.origin {
                jobs.remember(job.id, from: path, dropIns: job.descriptor.origins.dropIns)
            }
            guard let application = job.descriptor.program.applicationTask?.application,
                !permitted.contains(ApplicationID(owner: job.id.owner, name: application))
            else { continue }
            manifests.remember(application)
        }
        // Who may ask for something is known before what has been asked for.
        return try StartFailure.unless(
            "watch the jobs directories", try DirectoriesSource([manifests, jobs]))
    }

    private func listen(
        _ passed: Int32?, _ queue: EventQueue, _ desk: Desk, _ rules: DescriptorRules
    ) throws(StartFailure) -> ControlServer {
        let permissions: UInt32
        let scope: Admission.Scope
        switch settings.scope {
        case .system: (permissions, scope) = (0o666, .everyone)
        case .user: (permissions, scope) = (0o600, .daemonUser)
        }
        return try StartFailure.unless(
            "listen at \(settings.socket)",
            try ControlServer(
                listener(passed, permissions), in: queue,
                tokens: (Token.listener.rawValue, Token.firstConnection),
                admission: Admission(daemonUser: settings.user, scope: scope),
                administrators: administrators, rules: rules, desk: desk, launcher: desk.launcher,
                journal: journal))
    }

    /// The numbers of the policy's `administrators`; none for a user's own daemon, which has no jobs of root's.
    private var administrators: Set<UInt32> {
        guard settings.scope == .system else { return [] }
        return UserAccount.groups(named: policy.administrators)
    }

    private func listener(_ passed: Int32?, _ permissions: UInt32) throws(SystemError) -> UnixListener {
        if let passed { return try UnixListener(passed: passed, path: settings.socket) }
        // Nobody else may have taken its place in the file system.
        if let made = handover?.listener,
            let listener = try? UnixListener(passed: made, path: settings.socket, isOurs: true)
        {
            return listener
        }
        return try UnixListener(path: settings.socket, permissions: permissions)
    }

    private var report: DaemonReport {
        DaemonReport(
            scope: settings.scope, owner: settings.user, version: ServiceIdentity.bgrun.version,
            process: Machine.pid, started: started.wall, stateDirectory: settings.stateDirectory,
            runtimeDirectory: settings.runtimeDirectory, maxRuns: policy.maxRuns,
            sysfs: settings.sysfsRoot == "/sys" ? nil : settings.sysfsRoot,
            maxTimeBudget: policy.maxTimeBudget, wakeFault: wakeFault)
    }
}
