// The road from a descriptor to a running program.
import BGRunJob
import BGRunLinux
import Glibc

extension Launcher {
    /// Makes what the run needs, starts it, and watches it. Throws with no process that is left to itself.
    func start(
        _ run: RunID, of job: JobID, as descriptor: JobDescriptor, _ told: [String: String],
        for owner: Account, at place: RunPlace
    ) throws(LaunchFailure) -> LiveTree {
        let resources = descriptor.launchRules.resources
        if let (hold, _) = resources.holds.first(where: { $0.hold.isLimit && unheld[$0.hold] != nil }) {
            throw .unheld(hold)
        }
        try LaunchFailure.ifFails(try place.make(for: job, group: owner.rights.group))
        let group = try LaunchFailure.ifFails(
            try cgroups?.makeGroup(settings.groupName(.run(run)), of: job.owner, heldTo: resources))
        var streams = try LaunchFailure.ifFails(
            try RunStreams(
                input: descriptor.standardInput, for: settings.newOwner(of: UserID(owner.entry.user))))
        var request = request(run, job, descriptor, told, owner, place, streams, group)
        request.copies = try LaunchFailure.ifFails(
            try place.makeCredentials(descriptor.launchRules.credentials))
        let live = try spawn(
            request, as: .run(run), of: job.owner, at: place, in: group,
            inHome: descriptor.workingDirectory == nil)
        live.memoryKillsBefore = cgroups?.memoryKills(of: job.owner) ?? 0
        live.hold(to: descriptor)
        return try watch(launched: live) { () throws(SystemError) in
            let output = try streams.takeOutput()
            // The run does not wait for this: what it writes waits in the pipe.
            let kept = newOutput(of: run)
            // For who looks for it where it is not.
            if let note = descriptor.launchRules.noteOfOutputs {
                kept.keep(Array(note.utf8)[...], from: .now(.standardOutput))
            }
            output.begin(run, kept)
            live.output = output
        }
    }

    func spawn(
        _ request: SpawnRequest, as name: TreeName, of owner: UserID, at place: RunPlace?,
        in group: RunGroup?, inHome isHome: Bool = false
    ) throws(LaunchFailure) -> LiveTree {
        do throws(SpawnFailure) {
            let child = try Spawn.start(request)
            let report = child.report
            let process = HeldProcess(child.takeProcess())
            let mark = ProcessTable.Mark(
                variable: settings.variable(of: name),
                owner: request.identity.map { UserID($0.user) } ?? owner, session: process.pid)
            let live = LiveTree(name, of: owner, at: place, mark: mark, group: group, main: process)
            live.beginning = Beginning(report, of: request, inHome: isHome)
            return live
        } catch {
            throw .step(error.step, errno: error.errno)
        }
    }

    /// Watches what was just started, with what else is to be done for it. What can't be watched is ended.
    func watch(
        launched live: LiveTree, after prepare: () throws(SystemError) -> Void = {}
    ) throws(LaunchFailure) -> LiveTree {
        do throws(SystemError) {
            try prepare()
            try watchLaunched(live)
            return live
        } catch {
            // Unwatched, its end would never be told: it ends here.
            live.kill()
            throw .system(error)
        }
    }

    private func request(
        _ run: RunID, _ job: JobID, _ descriptor: JobDescriptor, _ told: [String: String],
        _ owner: Account, _ place: RunPlace, _ streams: borrowing RunStreams,
        _ group: RunGroup?
    ) -> SpawnRequest {
        let environment = JobEnvironment(settings: settings, account: owner)
        var request = SpawnRequest(
            arguments: [],
            environment: environment.variables(
                for: run, of: job, descriptor, told, at: place,
                speaksTo: speechAddress(for: UserID(owner.entry.user))),
            workingDirectory: descriptor.workingDirectory ?? owner.entry.home,
            standardInput: streams.input.rawValue, standardOutput: streams.output.rawValue,
            standardError: streams.errors.rawValue)
        complete(&request, for: owner, in: group)
        request.privileges = descriptor.noNewPrivileges ? .fixed : .mayGrow
        request.isAudited = true
        take(descriptor.program, of: run, of: job, descriptor, for: &request)
        let rules = descriptor.launchRules
        if let mask = rules.umask { request.fileModeMask = mask.bits }
        request.environmentFile = rules.environmentFile.map { ($0.path, $0.isOptional) }
        if rules.makesWorkingDirectory { request.directoryRule = .made }
        // An account that works for root has a home seldom, and one without a home has this one (Debian's policy, 9.2.3).
        if descriptor.workingDirectory == nil, rules.user != nil || owner.entry.home == "/nonexistent" {
            request.directoryRule = .orRoot
        }
        request.outputs = rules.outputs
        switch descriptor.kind {
        case .processing, .continued, .service: giveWay(&request)
        case .refresh: break
        }
        take(rules.resources, for: &request)
        return request
    }

    private func take(
        _ program: JobDescriptor.Program, of run: RunID, of job: JobID, _ descriptor: JobDescriptor,
        for request: inout SpawnRequest
    ) {
        switch program {
        case .command, .shell: request.arguments = program.arguments ?? []
        case .unit(let unit):
            let scope: UnitOrder.Scope = job.owner == .root && !settings.isUsersOwn ? .system : .user
            become(&request, [UnitOrder.mode] + UnitOrder(unit, in: scope, descriptor).words)
            request.privileges = .fixed
            // Nothing of its own is there, and a home that is not there is no hindrance.
            request.workingDirectory = "/"
        case .task: preconditionFailure("the run \(run) of a task is a host's to carry out")
        }
    }

    /// Our own program is what is started.
    func become(_ request: inout SpawnRequest, _ arguments: [String]) {
        request.arguments = [settings.ownProgram ?? "bgrund"] + arguments
        request.isOurselves = settings.ownProgram == nil
    }

    /// What is the same for all that is started for an owner.
    func complete(_ request: inout SpawnRequest, for owner: Account?, in group: RunGroup?) {
        request.cgroup = group?.rawValue
        if settings.daemonUser == .root { request.identity = owner?.rights }
        request.limits = settings.limits
        // As login(1) and cron leave it, whatever the daemon's own.
        request.fileModeMask = 0o022
    }

    /// Work in the background gives way to whoever sits at the machine. We may be nicer still.
    func giveWay(_ request: inout SpawnRequest) {
        request.nice = max(Launcher.backgroundNice, Machine.nice)
        request.ioPriority = .idle
    }

    /// What the job says of its own priority. As a user's daemon we can't give more than we have.
    private func take(_ rules: ResourceRules, for request: inout SpawnRequest) {
        if let nice = rules.nice {
            let nice = Int32(nice)
            request.nice = settings.daemonUser == .root ? nice : max(nice, Machine.nice)
        }
        switch rules.ioClass {
        case .idle: request.ioPriority = .idle
        case .bestEffort: request.ioPriority = .byNice
        case nil: break
        }
    }

    private static let backgroundNice: Int32 = 10
}
