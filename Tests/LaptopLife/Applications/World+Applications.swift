// What people and files do with applications, and what applications ask for.
import BGRunCalendar
import BGRunJob
import BGRunScheduler

extension World {
    func happenToApplications() throws {
        switch Int.random(in: 0..<60, using: &dice) {
        case 0..<22: try submitTasks()
        case 22..<25: try turn([taskCancel()])
        case 25..<31: try turn([byHand(taskTarget())])
        case 31..<34: try changeManifests()
        case 34..<37: try turn([permit()])
        case 37..<38: try turn([.forbidden(anyApplication(), requester())])
        case 38..<46: bringGuest()
        case 46..<48: try dropStream()
        case 48..<50: try leave()
        case 50..<54: try speakOutOfTurn()
        case 54..<58: try applyTogether()
        case _: try shutDown()
        }
    }

    /// Several of an application's often come together.
    private func submitTasks() throws {
        let application = anyApplication()
        var events = (0..<pick([1, 1, 2, 4])).map { _ in taskSubmission(of: application) }
        // Without a throw of the dice: somebody starts one by hand that waits for its program.
        if requests % 5 == 0, case .taskSubmitted(let request, _, _, let requester)? = events.first {
            let job = ToyApplications.job(of: request.identifier, of: application)
            let target = Target(identifier: job.identifier, owner: job.owner)
            events.append(
                .runRequested(
                    target, requests % 2 == 0 ? .force : .now,
                    Requester(
                        request: self.requester().request, user: requester.user)))
        }
        try turn(events)
    }

    func anyApplication() -> ApplicationID { pick(ToyApplications.all) }

    // MARK: - Requests

    private static let tasks = ["refresh", "news", "index", "still", "scan", "export.1", "export.2"]

    private func anyTask(of application: ApplicationID) -> JobIdentifier {
        // One that stands still with its host is seldom seen to, so it is asked for more often.
        let word = pick(Self.tasks + ["still", "still", "still"])
        // Some begin with their application's name.
        return ToyApplications.identifier(word == "refresh" ? "\(application.name).\(word)" : word)
    }

    func taskSubmission(of application: ApplicationID) -> Event {
        taskSubmission(request(for: anyTask(of: application)), of: application)
    }

    /// By one of its hosts, or by a process that is none.
    private func taskSubmission(_ request: TaskRequest, of application: ApplicationID) -> Event {
        .taskSubmitted(request, of: application, from: caller(of: application), requester(of: application))
    }

    private func caller(of application: ApplicationID) -> HostID? {
        let hosts = applications.hosts.values.filter { $0.application == application && $0.isAttached }
            .compactMap(\.id).sorted()
        return pick(hosts + [nil])
    }

    /// A host submits once more what it has a handler of.
    func taskSubmission(of handler: ToyHost.Handler, from toy: ToyHost) -> Event {
        .taskSubmitted(
            handler.request, of: toy.application, from: toy.id, requester(of: toy.application))
    }

    func requester(of application: ApplicationID) -> Requester {
        Requester(request: requester().request, user: application.owner)
    }

    func request(for task: JobIdentifier) -> TaskRequest {
        let date = now.wall.advanced(by: span(-9000...9000))
        let kind: TaskRequest.Kind =
            if task.text.hasSuffix("refresh") || task.text == "news" {
                .refresh
            } else if task.text.hasPrefix("export") {
                .continued
            } else {
                pick([.processing, .processing, .healthResearch])
            }
        return TaskRequest(
            identifier: task, kind: kind,
            earliestBegin: pick([nil, nil, nil, .after(span(1...4000)), .date(date)]),
            requiresExternalPower: Int.random(in: 0..<6, using: &dice) == 0,
            requiresNetwork: Int.random(in: 0..<6, using: &dice) == 0,
            protection: kind == .healthResearch ? pick([nil, .complete]) : nil,
            strategy: kind == .continued ? pick([.queue, .queue, .fail]) : .queue)
    }

    private func taskCancel() -> Event {
        let application = anyApplication()
        return .taskCancelRequested(
            pick([nil, anyTask(of: application), anyTask(of: application)]), of: application,
            from: caller(of: application), requester(of: application))
    }

    func taskTarget() -> Target {
        let application = anyApplication()
        let task = anyTask(of: application)
        let job = ToyApplications.job(of: task, of: application)
        return Target(identifier: pick([job.identifier, task]), owner: pick([nil, application.owner]))
    }

    /// What a person does with a job.
    private func byHand(_ target: Target) -> Event {
        pick([
            .simulationRequested(target, .launch, requester()),
            .simulationRequested(target, .launch, requester()),
            .simulationRequested(target, simulation(), requester()),
            .runRequested(target, pick(RunMode.allCases), requester()), .stopRequested(target, requester()),
            .cancelRequested(target, requester()),
        ])
    }

    /// Several in one turn, in the order in which they are read.
    private func applyTogether() throws {
        let application = anyApplication()
        let hosts = applications.hosts.values.filter { $0.application == application && $0.isAttached }
            .compactMap(\.id).sorted()
        var events: [Event] = [
            taskSubmission(of: application), taskSubmission(of: application), taskCancel(),
            .stopRequested(taskTarget(), requester()), byHand(taskTarget()), submission(),
        ]
        if let host = hosts.first, let toy = applications[host] {
            events += [serving(of: toy), taskSubmission(of: application)]
        }
        events.shuffle(using: &dice)
        try turn(Array(events.prefix(4)))
    }

    // MARK: - Manifests

    private func manifest(_ application: JobIdentifier) -> ApplicationManifest {
        let words = Self.tasks.filter { _ in Int.random(in: 0..<16, using: &dice) > 0 }
        var patterns = words.filter { !$0.hasPrefix("export") }.map {
            TaskPattern.exact(
                ToyApplications.identifier($0 == "refresh" ? "\(application).\($0)" : $0))
        }
        if words.contains("export.1") { patterns.append(.below(ToyApplications.identifier("export"))) }
        let tasks = patterns.sorted().map { ApplicationManifest.Task($0, rules(of: $0)) }
        // The last one's is that of the policy.
        let spacing: Duration? = application == ToyApplications.names[0] ? .seconds(20) : nil
        return ApplicationManifest(
            application: application, command: ["/usr/bin/toy"],
            isEnabled: Int.random(in: 0..<20, using: &dice) > 0,
            spacing: application == ToyApplications.names[1] ? .zero : spacing, tasks: tasks)
    }

    private func rules(of pattern: TaskPattern) -> ApplicationManifest.TaskRules {
        let isStill = pattern.description == "still"
        return ApplicationManifest.TaskRules(
            timeBudget: pick([nil, span(5...600), span(5...600)]),
            gracePeriod: pick([.zero, .seconds(5), .seconds(10)]),
            requirements: isStill ? [.externalPower] : pick([.none, .none, .none, requirements()]),
            preference: pick([nil, nil, nil, preference(hasEnd: false)]),
            allowedHours: nil, priority: pick(Priority.allCases),
            keepAwake: pick([.never, .never, KeepAwake(when: .always)]),
            beforeSleep: pick([.freeze, .freeze, .stop]),
            onRequirementLost: isStill ? .freeze : pick([.stop, .freeze, .freeze, .finish]),
            onExpiration: pick([.drop, .drop, .drop, .continue]))
    }

    /// Packages are installed, upgraded, removed, and broken.
    private func changeManifests() throws {
        let name = pick(Array(ToyApplications.names.prefix(2)))
        switch Int.random(in: 0..<8, using: &dice) {
        case 0: applications.files[name] = nil
        case 1: applications.broken.insert(name)
        case _: bringManifest(of: name)
        }
        try turn([manifestListing])
    }

    func bringManifest(of name: JobIdentifier) {
        applications.files[name] = manifest(name)
        applications.broken.remove(name)
    }

    var manifestListing: Event {
        let path = { (name: JobIdentifier) in "/etc/bgrun/applications.d/\(name).json" }
        let found = applications.files.filter { !applications.broken.contains($0.key) }
            .sorted { $0.key < $1.key }.map { ManifestFile(path: path($0.key), manifest: $0.value) }
        let broken = applications.broken.sorted().map { name in
            UnreadableFile(
                job: JobID(owner: .root, identifier: name),
                file: BrokenFile(path: path(name), reason: "it is empty"))
        }
        return .manifestsRead(found, unreadable: broken)
    }

    private func permit() -> Event {
        let application = pick([ToyApplications.all[4], ToyApplications.all[4], anyApplication()])
        return .permitted(
            manifest(application.name), owner: application.owner, requester(of: application))
    }

    // MARK: - The daemon is told to leave

    /// It ends what it has started, and only then leaves.
    func shutDown() throws {
        counts["shutdowns", default: 0] += 1
        log.append("-- the daemon is told to leave")
        isShuttingDown = true
        hasExited = false
        try turn([.shutdownRequested])
        var steps = 0
        while !hasExited {
            steps += 1
            guard steps < 2000 else { throw Broken("the daemon does not leave") }
            try live(upTo: .seconds(30)) { _ in }
        }
        try expectNothingLeft()
        try startDaemon()
    }
}
