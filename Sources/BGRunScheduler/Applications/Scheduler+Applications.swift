// Which applications may have tasks: what files bring, and what users permit and forbid.
import BGRunCalendar
import BGRunJob

extension Scheduler {
    /// A whole listing of the applications directories. What is pending goes on, and waits where its manifest is gone: a
    /// package that is being replaced takes nothing away.
    mutating func readManifests(_ files: [ManifestFile], unreadable: [UnreadableFile], at now: Now) {
        applications.read(files, unreadable: unreadable)
        reported.noteChange()
        for application in applications.withJobs { refresh(application, at: now) }
    }

    mutating func permit(
        _ manifest: ApplicationManifest, to owner: UserID, _ requester: Requester, at now: Now
    ) {
        guard requester.user == .root || requester.user == owner, policy.allows(owner) else {
            return refuse(requester, .ownerNotAllowed)
        }
        if isShuttingDown { return refuse(requester, .shuttingDown) }
        let application = ApplicationID(owner: owner, name: manifest.application)
        let before = applications.permitted(application)
        let isFull = applications.countPermitted(by: owner) >= policy.applications.limit
        if before == nil, isFull, owner != .root {
            return refuse(requester, .tooManyApplications(limit: policy.applications.limit))
        }
        let bytes = manifest.textSize.bytes - (before?.textSize.bytes ?? 0)
        if let refusal = refusal(ofMore: 0, bytes: bytes, for: owner) { return refuse(requester, refusal) }
        if let refusal = refusal(
            toStayAwake: manifest.awakeKeys, before: before?.awakeKeys, for: owner, requester)
        {
            return refuse(requester, refusal)
        }
        for other in applications.manifests(for: owner) where other.application != manifest.application {
            if let name = manifest.clash(with: other) {
                return refuse(
                    requester,
                    .notPermitted("\(other.application) has a task of that name already: \(name)"))
            }
        }
        applications.permit(manifest, to: owner)
        ledger.promised(.manifest(application, before: before))
        turn.effects.saves.append(.saveApplication(manifest, owner: owner))
        hosts.noteMended(application)
        reported.noteChange()
        refresh(application, at: now)
        accept(requester, .permitted(application, isReplaced: before != nil))
    }

    /// Pending requests are cancelled; what has begun goes on to its end.
    mutating func forbid(_ application: ApplicationID, _ requester: Requester, at now: Now) {
        guard requester.user == .root || requester.user == application.owner,
            applications.permitted(application) != nil
        else { return refuse(requester, .unknownApplication(application.name.text)) }
        let before = applications.forbid(application)
        ledger.promised(.manifest(application, before: before))
        turn.effects.saves.append(.forgetApplication(application))
        reported.noteChange()
        // A file may go on permitting it.
        if applications[application] == nil {
            hosts.noteMended(application)
            for id in applications.jobs(of: application) { withdraw(id, at: now) }
            for host in hosts.all(of: application) { move(host.id, .dismissed, at: now) }
        }
        refresh(application, at: now)
        accept(requester, .done)
    }

    /// What was permitted or forbidden could not be stored.
    mutating func restore(_ manifest: ApplicationManifest?, of application: ApplicationID, at now: Now) {
        if let manifest {
            applications.permit(manifest, to: application.owner)
        } else {
            _ = applications.forbid(application)
            hosts.noteMended(application)
        }
        refresh(application, at: now)
    }

    // MARK: - Who is calling

    /// The applications of a user with their programs, by which a caller's process is known.
    package func programs(of user: UserID) -> [(application: JobIdentifier, program: String)] {
        applications.manifests(for: user).compactMap { manifest in
            manifest.command.first.map { (manifest.application, $0) }
        }
    }

    // MARK: - The list

    /// One application as people see it.
    package struct ApplicationStatus: Hashable, Sendable {
        package var application: ApplicationID
        package var manifest: ApplicationManifest?
        package var path: String?
        package var fault: String?
        package var hosts: [HostStatus]
        package var pending: [JobIdentifier]
    }

    /// One of its hosts.
    package struct HostStatus: Hashable, Sendable {
        package var host: HostID
        package var process: Int32?
        package var tasks: [TaskPattern]
        package var runs: [RunID]
    }

    /// All that the owner may use, by name.
    package func applications(of owner: UserID) -> [ApplicationID] {
        applications.names(for: owner).map { ApplicationID(owner: owner, name: $0) }
    }

    package func status(of application: ApplicationID) -> ApplicationStatus {
        ApplicationStatus(
            application: application, manifest: applications[application],
            path: applications.file(of: application), fault: applications.fault(of: application),
            hosts: hosts.all(of: application).map { host in
                HostStatus(
                    host: host.id, process: host.process, tasks: host.tasks?.all ?? [],
                    runs: host.entries.map(\.run))
            }, pending: pendingTasks(of: application).map(\.identifier))
    }

    /// Who has permitted an application, has a host, or has requests; sorted.
    package var applicationOwners: [UserID] {
        Set(
            applications.owners + applications.withJobs.map(\.owner)
                + hosts.ids.compactMap { hosts[$0]?.application.owner }
        ).sorted()
    }
}
