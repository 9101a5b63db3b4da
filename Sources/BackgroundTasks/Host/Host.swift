// The process as a host: handlers in, runs to their handlers, words to the daemon.
internal import BGRunCalendar
internal import BGRunClient
internal import BGRunJob
internal import BGRunLinux
internal import BGRunWire
internal import Dispatch
internal import Foundation
internal import Synchronization

/// Joins the lock around ``HostState`` with what acts: the speaking connection, the listening thread, the queues.
///
/// The rule of the lock: state is changed under it and nothing is called; connections, handlers and queues come after.
final class Host: TaskHost {
    let settings: Settings
    let log: Log
    private let state = Mutex(HostState())
    private let own: OwnApplication
    private let speaker: Speaker
    /// Nil where the system had no pipe left; then nothing is heard.
    private let wake: Wake?
    /// Held while the daemon is told of all handlers, so that an older list never comes after a newer one.
    private let serving = Mutex<Void>(())
    /// Where handlers are entered that were given no queue. One that blocks for its whole work keeps no other from starting.
    private let handlers = DispatchQueue(label: "org.bgrun.tasks", attributes: .concurrent)
    /// Where simulations are asked for, one after the other.
    private let simulations = DispatchQueue(label: "org.bgrun.simulations")
    /// Where expiration handlers are called.
    private let expirations = DispatchQueue(label: "org.bgrun.expirations", attributes: .concurrent)

    init(_ settings: Settings, _ log: Log) {
        self.settings = settings
        self.log = log
        own = OwnApplication(settings.application)
        speaker = Speaker(settings)
        wake = try? Wake()
        if let complaint = settings.complaint { log.say(complaint) }
        if settings.host != nil { OwnProcess.writeOutputByLines() }
    }

    /// The process's own.
    static let ofProcess = Host(.ofProcess, Log(isQuiet: Settings.ofProcess.isQuiet))

    /// The name of the application, as far as anybody has said it.
    var application: JobIdentifier? {
        state.withLock { $0.attached?.application } ?? own.name
    }

    func say(_ line: String) { log.say(line) }

    var savesPower: Bool? {
        guard let device = try? call(ConditionsCall()).device,
            let condition = device.conditions.first(where: { $0.requirement == .powerSaver })
        else { return nil }
        let isAskedOn = condition.text == Requirement.powerSaver(true).text
        switch condition.verdict {
        case .yes: return isAskedOn
        case .no: return !isAskedOn
        case .unknown: return nil
        }
    }

    /// Makes a call of either interface.
    func call<C: InterfaceCall>(_ call: C) throws(ClientError) -> C.Reply {
        let reply = try speaker.call(call)
        // There is a daemon. The thread that listens may not have seen it come.
        if state.withLock({ $0.hint() }) { wake?.poke() }
        return reply
    }

    /// Has something simulated, and then says what was wrong. The answer to a launch comes when its handler is entered,
    /// here perhaps: so nobody waits for it who could be needed for that.
    func simulate(_ simulation: Simulation, _ task: JobIdentifier) {
        simulations.async {
            // The daemon knows a job by its task's identifier too, where that means one.
            let job = self.application.flatMap { JobIdentifier(ofTask: task, of: $0) } ?? task
            do throws(ClientError) {
                _ = try self.speaker.callApart(SimulateCall(Target(identifier: job), simulation))
            } catch {
                self.say(error, simulating: task)
            }
        }
    }
}

// MARK: - Handlers

extension Host {
    /// Keeps a handler, and says whether the daemon permits its task. The first call waits for a daemon, 1 s at most.
    func register(
        _ name: String, _ queue: DispatchQueue?, _ handler: @escaping @isolated(any) (BGTask) -> Void
    ) -> Bool {
        guard let pattern = TaskPattern(name) else {
            log.say("\(name) can't be permitted: \(JobIdentifier.fault(inTask: name))")
            return false
        }
        guard state.withLock({ $0.reserve(pattern) }) else {
            let sentence =
                "a handler for \(name) is registered already; register each identifier once, while the program starts"
            log.shout(sentence)
            preconditionFailure(sentence)
        }
        attach()
        if state.withLock({ $0.objection(to: pattern) }) != nil { lookAtManifest() }
        let end = Connection.deadline(in: settings.patience.launch)
        let (objection, isFirst) = state.withLock { state -> (String?, Bool) in
            let objection = state.objection(to: pattern)
            state.settle(pattern, objection == nil ? Registration(queue ?? handlers, handler) : nil)
            return (objection, objection == nil && state.extendLaunch(until: end))
        }
        if let objection {
            log.say("\(name) is not permitted: \(objection); \(remedy(for: name))")
            return false
        }
        if isFirst { DispatchQueue.main.async { self.endLaunch() } }
        wake?.poke()
        return true
    }

    /// Who has attached is not told that its manifest has changed, so a no is asked for once more.
    private func lookAtManifest() {
        guard let application = state.withLock({ $0.attached?.application }),
            let list = try? call(ListApplicationsCall(owner: UserID(Machine.effectiveUser))).applications,
            let own = list.first(where: { $0.application == application })
        else { return }
        state.withLock { $0.isPermitted(own.permitted, as: application) }
    }

    /// The command that permits the task, and all others that the program has: it takes the place of the one before.
    private func remedy(for task: String) -> String {
        let program = ShellWord.typed(Self.executable ?? "COMMAND")
        let others = state.withLock { $0.wanted }.map(\.description).filter { $0 != task }
        let tasks = (others + [task]).map { "--task \(ShellWord.typed($0))" }.joined(separator: " ")
        let daemon =
            settings.socket == SocketChoice.system ? "" : " --socket \(ShellWord.typed(settings.socket))"
        let name = application?.text ?? Self.application(of: task)
        return "permit it: bgrun permit \(name) \(tasks)\(daemon) -- \(program)"
    }

    private static let executable = try? FileManager.default.destinationOfSymbolicLink(
        atPath: "/proc/self/exe")

    /// What a program is likely to be called that has the task: `com.example.news` for `com.example.news.refresh`.
    private static func application(of task: String) -> String {
        let parts = task.split(separator: ".").filter { $0 != "*" }
        if parts.count > 2 { return parts.dropLast().joined(separator: ".") }
        let program = executable?.split(separator: "/").last.map(String.init) ?? ""
        return JobIdentifier(program) == nil ? "APPLICATION" : program
    }

    /// The command that permits it, where the daemon has none of the task.
    func remedy(for task: JobIdentifier, after error: ClientError) -> String? {
        let isPermitted = state.withLock { $0.attached != nil && $0.objection(to: .exact(task)) == nil }
        switch error {
        case .refused(.applications(.notPermitted)): return isPermitted ? nil : remedy(for: task.text)
        case .refused(.applications(.notAnApplication)):
            return "\(remedy(for: task.text)); or set BGRUN_APPLICATION to the one that it is"
        case .refused, .noDaemon, .unreachable, .timedOut, .connectionLost, .senselessAnswer: return nil
        }
    }

    /// Has the thread listen, and waits until its first attempt is over.
    private func attach() {
        let (isNew, firstAttempt) = state.withLock { $0.begin() }
        if isNew, let wake {
            Listener.start(self, wake, settings)
        } else if isNew {
            isAway(because: "tasks can't be heard of: there was no descriptor left when the program started")
        }
        wake?.poke()
        guard let firstAttempt else { return }
        let span = settings.patience.connection.components
        let nanoseconds = Int(span.seconds * 1_000_000_000 + span.attoseconds / 1_000_000_000)
        switch firstAttempt.wait(timeout: .now() + .nanoseconds(nanoseconds)) {
        // Others may wait too.
        case .success: firstAttempt.signal()
        // Nor does the next handler wait for this daemon.
        case .timedOut: endFirstAttempt()
        }
    }

    private func endFirstAttempt() {
        state.withLock { $0.takeFirstAttempt() }?.signal()
    }

    /// The main queue has turned: the program has started.
    private func endLaunch() {
        state.withLock { $0.endLaunch() }
        wake?.poke()
    }
}

// MARK: - Requests

extension Host {
    func submit(_ request: TaskRequest) throws(ClientError) {
        if request.kind == .continued { serve { $0.takeService(for: request.identifier) } }
        _ = try ask { SubmitTaskCall(application: $0, request: request) }
    }

    func cancel(_ task: JobIdentifier) throws(ClientError) {
        _ = try ask { CancelTaskCall(application: $0, identifier: task) }
    }

    func cancelAll() throws(ClientError) {
        _ = try ask { CancelAllTasksCall(application: $0) }
    }

    func pending() throws(ClientError) -> [TaskRequest] {
        try ask { PendingTasksCall(application: $0) }.requests
    }

    /// Makes a call of the application's, by its name where that had to be found.
    private func ask<C: InterfaceCall>(_ make: (JobIdentifier?) -> C) throws(ClientError) -> C.Reply {
        do throws(ClientError) {
            return try call(make(own.name))
        } catch {
            guard isNamed(after: error) else { throw error }
        }
        return try call(make(own.name))
    }

    /// Whether a daemon that knew no application for this program is worth one more question, by a name.
    func isNamed(after error: ClientError) -> Bool {
        guard case .refused(.applications(.notAnApplication)) = error else { return false }
        // The listening thread asks this as it attempts. Were the answer a hint for it, it would attempt again at once, and
        // who registers meanwhile would be told what that attempt hears.
        return own.isFound { try? speaker.call(ListApplicationsCall()).applications }
    }
}

// MARK: - What the listening thread tells

extension Host {
    /// What is said to a daemon to become a host.
    func attachCall() -> AttachCall {
        AttachCall(
            application: own.name, host: settings.host, busy: state.withLock { $0.attach() })
    }

    func isAttached(_ attached: AttachCall.Attached) {
        let ended = state.withLock { $0.isAttached(attached) }
        endFirstAttempt()
        for (run, success) in ended.sorted(by: { $0.key < $1.key }) {
            speaker.tell(TaskEndedCall(host: attached.host, run: run, success: success))
        }
    }

    /// An attempt has failed. Whether the daemon has said that this process is no host.
    func isRefused(_ error: ClientError) -> Bool {
        let complaint = Complaint(error)
        defer { endFirstAttempt() }
        // It is followed by another, which is told of when it does not come.
        if error == .refused(.applications(.shuttingDown)) { return false }
        // A handler that is registered from now on is answered so. Those of before were told that nobody knows.
        if !complaint.isFinal || state.withLock({ $0.isRefused(because: complaint.reason) }) {
            log.say(complaint.line)
        }
        return complaint.isFinal
    }

    /// No daemon can be listened to, from now on.
    func isAway(because reason: String) {
        log.say(reason)
        endFirstAttempt()
        for task in state.withLock({ $0.isLost() }) { task.expire(.daemonRestart) }
    }

    /// The stream broke: what the daemon can't ask for any more is told to end.
    func isLost(because error: ClientError) {
        if !error.isLoss { log.say(Complaint(error).line) }
        let tasks = state.withLock { $0.isLost() }
        for task in tasks { task.expire(.daemonRestart) }
    }

    func takesHint() -> Bool { state.withLock { $0.takeHint() } }

    var nextChore: AwakeTime? {
        let now = Connection.deadline(in: .zero)
        return state.withLock { $0.nextChore(sampling: settings.patience.sample, at: now) }
    }

    func doChores(at now: AwakeTime) {
        serve(at: now)
        let tasks = state.withLock { $0.sample(every: settings.patience.sample, at: now) }
        for task in tasks {
            let (run, progress) = (task.work.run, task.report)
            guard state.withLock({ $0.isNews(progress, of: run) }),
                let attached = state.withLock({ $0.asker(of: run) })
            else { continue }
            speaker.tell(TaskProgressedCall(host: attached.host, run: run, progress: progress))
        }
    }

    /// Tells the daemon of all handlers, where launch is over and there are new ones.
    private func serve(at now: AwakeTime) {
        serve { $0.takeService(at: now) }
    }

    private func serve(_ take: (inout HostState) -> ServeCall?) {
        serving.withLock { _ in
            guard let service = state.withLock({ take(&$0) }) else { return }
            do throws(ClientError) {
                for task in try call(service).refused {
                    log.say("\(task) is not permitted any more; \(remedy(for: task.description))")
                }
            } catch {
                log.say("the daemon was not told of the handlers: \(Complaint(error).line)")
                guard case .refused = error else {
                    let next = Connection.deadline(in: settings.patience.answer)
                    return state.withLock { $0.isNotServed(until: next) }
                }
            }
        }
    }

    func hear(_ reply: AttachCall.Reply) {
        if let launch = reply.launch { handOver(launch) }
        if let expire = reply.expire, let task = state.withLock({ $0.task(expire.run) }) {
            task.expire(expire.reason)
        }
    }

}

// MARK: - Runs

extension Host {
    private func handOver(_ launch: AttachCall.Launch) {
        let request = launch.request
        let registration = state.withLock { $0.registration(of: request.identifier, request.kind) }
        guard let registration else {
            log.say("\(request.identifier) came up and has no handler; register one for it")
            return
        }
        let queue = registration.isOfMainActor ? DispatchQueue.main : expirations
        let work = TaskWork(launch.run, request, expiringOn: queue) { run, success in
            self.isComplete(run, success)
        }
        let task = BGTask.make(work)
        state.withLock { $0.add(task, epoch: $0.epoch) }
        registration.enter(task) { self.begins(work) }
    }

    /// Asks for a run right before its handler would be entered.
    private func begins(_ work: TaskWork) -> Bool {
        guard !work.isComplete, let attached = state.withLock({ $0.asker(of: work.run) }) else {
            isWithdrawn(work)
            return false
        }
        do throws(ClientError) {
            _ = try call(TaskBeganCall(host: attached.host, run: work.run))
        } catch {
            isWithdrawn(work)
            if error != .refused(.applications(.withdrawn)) {
                log.say("\(work.request.identifier) did not begin: \(Complaint(error).line)")
                // The daemon may think that it did.
                speaker.tell(TaskEndedCall(host: attached.host, run: work.run, success: false))
            }
            return false
        }
        state.withLock { $0.begin(work.run) }
        // A continued task is looked at from now on.
        if work.request.kind == .continued { wake?.poke() }
        return !work.isComplete
    }

    private func isWithdrawn(_ work: TaskWork) {
        work.forget()
        _ = state.withLock { $0.end(work.run, success: false) }
    }

    private func isComplete(_ run: RunID, _ success: Bool) {
        // The daemon takes what was written until it hears the word.
        if settings.host != nil { OwnProcess.flushOutput() }
        guard let attached = state.withLock({ $0.end(run, success: success) }) else { return }
        speaker.tell(TaskEndedCall(host: attached.host, run: run, success: success))
    }
}

extension JobIdentifier {
    /// Why a text is no identifier of a task. Only jobs have instances, behind an @.
    static func fault(inTask text: String) -> String {
        text.contains("@") ? "a task's identifier has no '@'" : fault(in: text) ?? "it is no identifier"
    }
}
