// The hands of the real daemon: launcher, store, socket, and what is observed of the machine.
import BGRunCalendar
import BGRunDevice
import BGRunJob
import BGRunLaunch
import BGRunLinux
import BGRunScheduler
import BGRunStore
import BGRunWire

/// Carries out effects on this machine.
final class MachineHands: Hands {
    private let launcher: Launcher
    private let store: Store
    private let power: PowerSource
    private let server: ControlServer
    private let logind: LogindSource
    private let zones: ZoneSource
    private let surveys: SurveySource
    private let subjects: SubjectSources
    private let notices: NoticeSource
    private let hooks: HookSource
    private let clearing: Clearing
    private let outputs: OutputRemoval
    private let journal: Journal
    /// Set when nothing is left to do but to leave.
    private(set) var isLeaving = false

    init(
        launcher: Launcher, store: Store, power: PowerSource, server: ControlServer,
        logind: LogindSource, zones: ZoneSource, surveys: SurveySource, subjects: SubjectSources,
        notices: NoticeSource, hooks: HookSource, clearing: Clearing, outputs: OutputRemoval, journal: Journal
    ) {
        self.launcher = launcher
        self.store = store
        self.power = power
        self.server = server
        self.logind = logind
        self.zones = zones
        self.surveys = surveys
        self.subjects = subjects
        self.notices = notices
        self.hooks = hooks
        self.clearing = clearing
        self.outputs = outputs
        self.journal = journal
    }

    func deliver(_ signal: RunSignal, to run: RunID) {
        switch signal {
        case .terminate(let reason): launcher.terminate(run, because: reason)
        case .kill: launcher.kill(run)
        // What can't be frozen goes on working; the kernel stops it with all else when the machine sleeps.
        case .freeze: try? launcher.freeze(run)
        case .thaw: try? launcher.thaw(run)
        }
    }

    func adopt(_ run: RunID, of job: JobID, endingBy signal: StopSignal) -> Event {
        do {
            let events = try launcher.adopt(run, of: job, endingBy: signal)
            return events.compactMap(Event.init).first ?? .launched(run, process: 0)
        } catch {
            // What can't be watched is ended at once: it must not outlive its job.
            launcher.kill(run)
            return .exited(run, .lost, ResourceUsage())
        }
    }

    func readPower() -> Event { power.read(.asked) }

    func readPressure() -> Event { .pressureRead(.read()) }

    func read(_ subject: Subject) -> [Event] { subjects.read(subject) }

    func abandon(_ subject: Subject) { subjects.abandon(subject) }

    func end(_ hook: HookID) { hooks.end(hook) }

    func write(_ changes: [Change]) throws(StoreFailure) {
        for case .setAside(let owner, _, let date) in changes { try setAsidePlaces(of: owner, until: date) }
        // Output outlives its run as long as history does.
        outputs.remove(try store.write(changes.map(countingOutput)))
        // So does what a job keeps between its runs.
        for job in store.takeGoneJobs() { clearing.clear(job) }
        for change in changes { note(change) }
    }

    /// What the host of a run has written up to the run's end is kept with it, and counted; so is what one wrote that did not begin
    /// the run that it was started for.
    private func countingOutput(_ change: Change) -> Change {
        guard case .append(.run(var entry)) = change else { return change }
        if let host = server.hostDesk.host(of: entry.run) {
            entry.usage.outputBytes = launcher.endOutput(of: entry.run, in: host)
        } else if entry.outcome == .couldNotLaunch {
            entry.usage.outputBytes = launcher.keepEarlyOutput(of: entry.run, for: entry.job.owner)
        }
        return .append(.run(entry))
    }

    /// Before it is stored that they are: after a crash in between it is done once more. Where it fails, so does the save,
    /// and nothing is started until it is done: whoever has the number now would find what lies there.
    private func setAsidePlaces(of owner: UserID, until date: WallTime) throws(StoreFailure) {
        do throws(SystemError) {
            try launcher.setAsidePlaces(of: owner, until: date.rfc3339)
        } catch {
            throw StoreFailure(operation: "set aside", path: "jobs/\(owner)", reason: "\(error)")
        }
    }

    /// Whose an owner's number is, is learnt as soon as something of theirs is kept.
    private func note(_ change: Change) {
        switch change {
        case .save(let record): launcher.identify(record.id.owner)
        case .bindOwner(let user, let name): launcher.bind(user, to: name)
        case .setAside(_, let reason, _): journal.say(.warning, "set aside: \(reason)")
        case .saveApplication(_, let owner): launcher.identify(owner)
        case .append(.run(let entry)): server.hostDesk.closed(entry.run)
        case .forget, .saveEnd, .forgetEnd, .savePause, .rememberFinishedFile, .forgetFinishedFile,
            .rememberSilentPower, .append,
            .appendHook, .note, .forgetApplication, .purge:
            break
        }
    }

    func launch(_ order: LaunchOrder) -> [Event] {
        do {
            try launcher.launch(
                order.run, of: order.job, as: order.descriptor,
                telling: [
                    "BGRUN_DUE": order.due.rfc3339,
                    "BGRUN_RELAXED": order.relaxed.joined(separator: " "),
                ])
            return []
        } catch {
            return [.launchFailed(order.run, error.fault)]
        }
    }

    // MARK: - Hosts

    func startHost(_ order: HostOrder) -> [Event] {
        server.hostDesk.started(order.host, for: order.application.owner)
        do {
            try launcher.startHost(order)
            return []
        } catch {
            return [.hostFailed(order.host, error.fault)]
        }
    }

    func handOver(_ order: TaskOrder, to host: HostID) {
        server.tell(
            host,
            AttachCall.Reply(
                launch: AttachCall.Launch(
                    run: order.run, request: order.request, isSimulated: order.isSimulated)))
    }

    func warn(_ host: HostID, of run: RunID, because reason: StopReason, grace: Duration) {
        server.tell(
            host, AttachCall.Reply(expire: AttachCall.Expire(run: run, reason: reason, grace: grace)))
    }

    func warn(_ assertion: AssertionID, because reason: StopReason, left: Duration) {
        server.warn(assertion, because: reason, left: left)
    }

    func end(_ assertion: AssertionID) { server.end(assertion) }

    func deliver(_ signal: HostSignal, to host: HostID) {
        switch signal {
        case .terminate: launcher.terminateHost(host)
        case .kill: launcher.killHost(host)
        case .freeze: try? launcher.freezeHost(host)
        case .thaw: try? launcher.thawHost(host)
        }
    }

    func adopt(_ host: HostID, of application: ApplicationID) -> [Event] {
        server.hostDesk.started(host, for: application.owner)
        do {
            let events = try launcher.adoptHost(host, of: application)
            return events.isEmpty ? [.hostStarted(host, process: 0)] : events.compactMap(Event.init)
        } catch {
            // What can't be watched is ended at once: it must not outlive its runs.
            launcher.killHost(host)
            return [.hostEnded(host, .lost)]
        }
    }

    func answer(_ request: RequestID, _ reply: Reply) { server.answer(request, reply) }

    func leave() { isLeaving = true }

    // MARK: - Wishes

    func observe(_ interest: Interest) -> [Event] { follow(interest, true) }

    func ignore(_ interest: Interest) -> [Event] { follow(interest, false) }

    private func follow(_ interest: Interest, _ isWanted: Bool) -> [Event] {
        switch interest {
        case .sleep: return logind.observeSleep(isWanted)
        case .shutdown: return logind.observeShutdown(isWanted)
        case .sessions: return logind.observeSessions(isWanted)
        case .path(let path):
            isWanted ? surveys.observe(path) : surveys.ignore(path)
            return []
        case .localZone: return isWanted ? zones.observe() : zones.ignore()
        case .subject(let subject):
            let follower = subjects.follower(of: subject)
            return isWanted ? follower.observe(subject) : follower.ignore(subject)
        }
    }

    func notify(_ notice: Notice) -> [Event] {
        notices.tell(notice)
        return []
    }

    func call(_ call: HookCall) -> [Event] { hooks.call(call) }

    func holdAwake(_ inhibition: Inhibition) -> [Event] { logind.holdAwake(inhibition) }

    func letSleep() -> [Event] { logind.letSleep() }

    func letShutdown() -> [Event] { logind.letShutdown() }

    func readPresence() -> [Event] { logind.readPresence() }

    func suspend() -> [Event] { logind.suspend() }
}
