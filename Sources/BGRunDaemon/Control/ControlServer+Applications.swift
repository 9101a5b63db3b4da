// Calls of applications: who is calling, what is asked of the scheduler, and what hosts are told.
import BGRunJSON
import BGRunJob
import BGRunLaunch
import BGRunLinux
import BGRunScheduler
import BGRunWire

extension ControlServer {
    // MARK: - Calls in

    /// What a host says of its runs is passed on at once: its end may come right behind it. For all else it has to be known
    /// first whose it is.
    func take(_ request: ApplicationsRequest, _ connection: ClientConnection) {
        switch request {
        case .command(.taskBegan(let call)):
            ask(.taskBegan(in: call.host), of: call.host, connection) {
                .taskBegan(call.run, in: call.host, $0)
            }
        case .command(.serve(let call)):
            ask(.serve, of: call.host, connection) { .hostServed(call.host, call.identifiers, $0) }
        case .command(.taskEnded(let call)):
            say(.taskEnded(call.run, in: call.host, success: call.success), of: call.host, connection)
        case .command(.taskProgressed(let call)):
            say(.taskProgressed(call.run, in: call.host, call.progress.bounded), of: call.host, connection)
        case .command(.permit), .command(.forbid), .command(.submitTask), .command(.cancelTask),
            .command(.cancelAllTasks), .query, .attach, .assert:
            connection.work = .resolving(request)
            attend(to: connection.token)
        }
    }

    /// What a host asks, where its process does.
    private func ask(
        _ kind: Command.Kind, of host: HostID, _ connection: ClientConnection,
        _ event: (Requester) -> Event
    ) {
        guard speaks(connection, for: host) else {
            return connection.conversation.refuse(with: ApplicationsError.notYourHost)
        }
        let requester = newRequester(for: connection)
        connection.work = .command(Command(kind, [requester.request: nil]))
        events.add(event(requester), of: connection.payer)
    }

    /// What a host says without waiting for an answer.
    private func say(_ event: Event, of host: HostID, _ connection: ClientConnection) {
        guard speaks(connection, for: host) else {
            return connection.conversation.refuse(with: ApplicationsError.notYourHost)
        }
        events.add(event, of: connection.payer)
        connection.conversation.finish(NoFields())
    }

    /// Whether the connection is of the process that has attached as the host. That is seen once, while the process lives: a
    /// number may be another's later, and what it has said before its end counts. From then on the connection counts for it.
    private func speaks(_ connection: ClientConnection, for host: HostID) -> Bool {
        if connection.host == host { return true }
        guard hostDesk.isHost(host, connection.caller) else { return false }
        connection.host = host
        if !connection.isOfHost, admission.becomeHost(connection.payer) { connection.isOfHost = true }
        return true
    }

    // MARK: - Whose it is

    /// Goes on with a call once the scheduler can be looked at.
    func resolve(_ request: ApplicationsRequest, _ connection: ClientConnection, _ scheduler: Scheduler) {
        connection.work = .none
        do throws(ApplicationsError) {
            switch request {
            case .attach(let call): try attach(call, connection, scheduler)
            case .assert(let call): try ask(call, connection)
            case .query(.pendingTasks(let call)):
                let application = try application(call.application, connection, scheduler)
                connection.conversation.finish(
                    PendingTasksCall.Reply(requests: scheduler.pendingTasks(of: application)))
            case .query(.list(let call)):
                connection.work = .listing(try list(call, connection, scheduler))
            case .command(let command): try begin(command, connection, scheduler)
            }
        } catch {
            connection.conversation.refuse(with: error)
        }
    }

    private func begin(
        _ command: ApplicationsRequest.Command, _ connection: ClientConnection, _ scheduler: Scheduler
    ) throws(ApplicationsError) {
        switch command {
        case .submitTask(let call):
            let application = try application(call.application, connection, scheduler)
            let host = host(of: application, connection)
            order(.submitTask, connection) { .taskSubmitted(call.request, of: application, from: host, $0) }
        case .cancelTask(let call):
            let application = try application(call.application, connection, scheduler)
            let host = host(of: application, connection)
            order(.cancelTask, connection) {
                .taskCancelRequested(call.identifier, of: application, from: host, $0)
            }
        case .cancelAllTasks(let call):
            let application = try application(call.application, connection, scheduler)
            let host = host(of: application, connection)
            order(.cancelTask, connection) { .taskCancelRequested(nil, of: application, from: host, $0) }
        case .permit(let call):
            let manifest: ApplicationManifest
            do throws(DescriptorError) {
                manifest = try ApplicationManifest(value: .object(call.manifest), rules: rules)
            } catch {
                throw ApplicationsError(error)
            }
            let owner = try applicationOwner(call.owner, connection)
            guard mayBeOwner(owner, named: call.owner, connection) else { throw .ownerNotAllowed }
            order(.permit, connection, awakeKeys: manifest.awakeKeys) {
                .permitted(manifest, owner: owner, $0)
            }
        case .forbid(let call):
            let owner = try applicationOwner(call.owner, connection)
            order(.forbid, connection) {
                .forbidden(ApplicationID(owner: owner, name: call.application), $0)
            }
        case .serve, .taskBegan, .taskProgressed, .taskEnded:
            preconditionFailure("what a host says of itself waits for nothing")
        }
    }

    func order(
        _ kind: Command.Kind, _ connection: ClientConnection, awakeKeys: Set<String> = [],
        _ event: (Requester) -> Event
    ) {
        let requester = newRequester(for: connection, awakeKeys: awakeKeys)
        connection.work = .command(Command(kind, [requester.request: nil]))
        events.add(event(requester), of: connection.payer)
    }

    /// Whose application is permitted or forbidden.
    private func applicationOwner(
        _ named: UserID?, _ connection: ClientConnection
    ) throws(ApplicationsError) -> UserID {
        let owner = owner(named: named, connection)
        guard named ?? owner == owner, connection.user == .root || connection.user == owner else {
            throw .ownerNotAllowed
        }
        return owner
    }

    private func list(
        _ call: ListApplicationsCall, _ connection: ClientConnection, _ scheduler: Scheduler
    ) throws(ApplicationsError) -> LongAnswer {
        let user = connection.user
        var owners = [
            try call.owner.map { owner throws(ApplicationsError) in
                guard user == .root || user == owner else { throw .ownerNotAllowed }
                return owner
            } ?? user
        ]
        if user == .root, call.owner == nil { owners = Set(owners + scheduler.applicationOwners).sorted() }
        let applications = owners.flatMap(scheduler.applications)
        return LongAnswer(
            ListApplicationsCall.Reply(applications: []),
            [(["applications"], .applications(applications[...], for: user))])
    }

    // MARK: - Who is calling

    /// The application that the caller's process is of: by what it says of itself, else by its program.
    private func application(
        _ named: JobIdentifier?, _ connection: ClientConnection, _ scheduler: Scheduler
    ) throws(ApplicationsError) -> ApplicationID {
        let owner = connection.user
        if let named {
            let application = ApplicationID(owner: owner, name: named)
            // What its manifest lacks, the scheduler says.
            return application
        }
        guard let caller = connection.caller, let executable = caller.executable else {
            throw .notAnApplication(reason: "the calling process has ended, or can't be looked into")
        }
        let programs = scheduler.programs(of: owner)
        // By the path alone: what a user has named may lie where nothing answers.
        let found = programs.filter { $0.program == executable }
        guard let first = found.first else {
            throw .notAnApplication(reason: "no manifest has the command \(executable)")
        }
        guard found.count == 1 else {
            let names = found.map(\.application.text).joined(separator: ", ")
            throw .notAnApplication(
                reason:
                    "\(executable) is the command of several applications: \(names); BGRUN_APPLICATION says which"
            )
        }
        return ApplicationID(owner: owner, name: first.application)
    }

    /// The host that the caller's process is, or is in the tree of: it may submit before it has attached, or have a helper do it.
    private func host(of application: ApplicationID, _ connection: ClientConnection) -> HostID? {
        if let host = hostDesk.host(connection.caller, of: application) { return host }
        guard case .started(let host)? = connection.caller?.host(in: launcher) else { return nil }
        return host
    }

    // MARK: - Hosts

    private func attach(
        _ call: AttachCall, _ connection: ClientConnection, _ scheduler: Scheduler
    ) throws(ApplicationsError) {
        guard call.version == AttachCall.version else {
            throw .versionNotSupported(supported: [AttachCall.version])
        }
        let application = try application(call.application, connection, scheduler)
        guard let caller = connection.caller else {
            throw .notAHost(reason: "the calling process has ended")
        }
        var started: HostID?
        switch caller.host(in: launcher) {
        case nil: break
        case .started(let id): started = id
        case .left: throw .notAHost(reason: "it was started by a daemon that is gone")
        }
        // One that was refused before and asks again on the same connection counts once.
        guard connection.isOfHost || admission.becomeHost(connection.payer) else {
            throw .unavailable(reason: "as many programs of this user are attached as there may be")
        }
        connection.isOfHost = true
        let busy = call.busy.map { BusyTask(run: $0.run, task: $0.identifier) }
        order(.attach, connection) {
            .hostAttached(application, started: started, busy: busy, process: caller.pid, $0)
        }
    }

    /// The scheduler has taken the host in: its stream begins.
    func begin(
        _ host: HostID, of application: ApplicationID, _ permitted: [TaskPattern],
        at connection: ClientConnection
    ) {
        guard let caller = connection.caller else {
            events.add(.hostLost(host), of: application.owner)
            connection.work = .none
            return connection.conversation.refuse(
                with: ApplicationsError.notAHost(reason: "the calling process has ended"))
        }
        var watch: UInt64?
        if case .guest = host { watch = watchEnd(of: caller) }
        hostDesk.enter(host, of: application, stream: connection.token, caller, watch: watch)
        connection.host = host
        connection.work = .hosting(host)
        connection.conversation.stream(
            AttachCall.Reply(
                attached: AttachCall.Attached(
                    host: host, application: application.name, permitted: permitted)))
    }

    /// Tells a host something. One that does not read what it is told is dropped as every stream is, and so lost.
    func tell(_ host: HostID, _ message: AttachCall.Reply) {
        guard let token = hostDesk.stream(of: host), let connection = connections[token] else { return }
        connection.conversation.stream(message)
        attend(to: token)
    }

    /// Has the end of a process heard, since a child may hold its socket for longer; by which token.
    func watchEnd(of caller: Caller) -> UInt64 {
        let token = nextToken
        nextToken += 1
        try? queue.add(caller.rawValue, for: .read, token: token)
        return token
    }

    /// The process of a guest, or of who holds an assertion, has ended, whoever may hold its socket.
    func processEnded(_ token: UInt64) {
        if holderEnded(token) { return }
        guard let host = hostDesk.host(watchedBy: token), let stream = hostDesk.stream(of: host),
            let connection = connections[stream]
        else { return }
        lose(host)
        connection.conversation.drop()
        attend(to: stream)
    }

    /// The connection is closed; where it was a host's stream, so is the host gone.
    func leaveHost(of connection: ClientConnection) {
        guard let host = connection.host, hostDesk.stream(of: host) == connection.token else { return }
        lose(host)
    }

    /// What it has said before its end counts.
    private func lose(_ host: HostID) {
        guard let owner = hostDesk.owner(of: host) else { return }
        hearOut(host)
        if let caller = hostDesk.leave(host) { try? queue.remove(caller.rawValue) }
        events.add(.hostLost(host), of: owner)
    }

    /// Nothing of a started host is left. It is told to the scheduler behind what the host had said.
    func hostEnded(_ host: HostID, _ status: ExitStatus) {
        if hostDesk.owner(of: host) != nil { hearOut(host) }
        events.add(.hostEnded(host, status), of: hostDesk.ended(host) ?? .root)
    }

    private func hearOut(_ host: HostID) {
        hearOut(connections.values.filter { $0.host == host }.sorted { $0.token < $1.token })
    }
}

extension ApplicationReport {
    init(_ status: Scheduler.ApplicationStatus) {
        self.init(
            application: status.application.name,
            owner: status.path != nil && status.hosts.isEmpty && status.pending.isEmpty
                ? nil : status.application.owner,
            title: status.manifest?.title, path: status.path, program: status.manifest?.command.first,
            isEnabled: status.manifest?.isEnabled ?? false,
            fault: status.fault, permitted: status.manifest?.tasks.map(\.pattern) ?? [],
            hosts: status.hosts.map {
                Host(host: $0.host, process: $0.process, identifiers: $0.tasks, runs: $0.runs)
            }, pending: status.pending)
    }
}
