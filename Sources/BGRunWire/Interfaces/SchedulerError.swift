// The errors of org.bgrun.Scheduler: the daemon's "no", with what the caller needs to do better.
import BGRunJSON
import BGRunJob

/// Why a request is not carried out, as it crosses the wire.
package enum SchedulerError: Error, Hashable, Sendable {
    case unknownJob(identifier: String)
    case ambiguousJob(identifier: String, owners: [UserID])
    /// None of the jobs that are meant has it.
    case unknownTag(Label)
    case tooManyJobs(limit: Int)
    case tooMuchText(limit: Int)
    case ownerNotAllowed
    case broughtByFile(path: String)
    case alreadyExists(identifier: String)
    /// Of several jobs these can't be accepted, so none was.
    case noneAccepted([JobRefusal])
    case neverDue
    case blocked([BlockerReport])
    case notRunning
    case alreadyRunning(RunID)
    /// The caller is no process of an active run.
    case notInRun(reason: String)
    /// The caller's run can't have more time.
    case notExtended(reason: String)
    /// The run that this request started could not be launched.
    case couldNotLaunch(reason: String)
    case storageFailed(reason: String)
    case shuttingDown
    /// The mistakes of a descriptor: the first one, and all others.
    case invalidDescriptor(DescriptorMistake, others: [DescriptorMistake])
    /// An application has a task of that name.
    case notPermitted(reason: String)
    /// There is no output of that run: it is unknown, or too long ago.
    case unknownRun(RunID?)
    /// What that run wrote is kept no more: newer output of its owner's has taken its room.
    case outputDropped(RunID)

    /// The names of the errors in the interface.
    package enum Name: String, CaseIterable, Sendable {
        case unknownJob = "UnknownJob"
        case ambiguousJob = "AmbiguousJob"
        case unknownTag = "UnknownTag"
        case tooManyJobs = "TooManyJobs"
        case tooMuchText = "TooMuchText"
        case ownerNotAllowed = "OwnerNotAllowed"
        case broughtByFile = "BroughtByFile"
        case alreadyExists = "AlreadyExists"
        case noneAccepted = "NoneAccepted"
        case neverDue = "NeverDue"
        case blocked = "Blocked"
        case notRunning = "NotRunning"
        case alreadyRunning = "AlreadyRunning"
        case notInRun = "NotInRun"
        case notExtended = "NotExtended"
        case couldNotLaunch = "CouldNotLaunch"
        case storageFailed = "StorageFailed"
        case shuttingDown = "ShuttingDown"
        case invalidDescriptor = "InvalidDescriptor"
        case unknownRun = "UnknownRun"
        case outputDropped = "OutputDropped"
        case notPermitted = "NotPermitted"
    }

    package init(_ refusal: Refusal) {
        switch refusal {
        case .unknownJob(let identifier): self = .unknownJob(identifier: identifier)
        case .ambiguousJob(let identifier, let owners):
            self = .ambiguousJob(identifier: identifier, owners: owners)
        case .unknownTag(let tag): self = .unknownTag(tag)
        case .cycle(let cycle):
            self = .invalidDescriptor(
                DescriptorMistake(
                    keyPath: "after", reason: OrderCycle.reason(cycle), advice: OrderCycle.advice), others: []
            )
        case .tooManyJobs(let limit): self = .tooManyJobs(limit: limit)
        case .tooMuchText(let limit): self = .tooMuchText(limit: limit)
        case .ownerNotAllowed: self = .ownerNotAllowed
        case .away(let key):
            self = .invalidDescriptor(
                DescriptorMistake(keyPath: key, reason: Refusal.reasonAway, advice: Refusal.adviceAway),
                others: [])
        case .broughtByFile(let path): self = .broughtByFile(path: path)
        case .alreadyExists(let identifier): self = .alreadyExists(identifier: identifier.text)
        case .scheduledAndAtOnce:
            self = .invalidDescriptor(
                DescriptorMistake(
                    keyPath: "schedule", reason: "a job that starts now or not at all has no schedule",
                    advice: "remove it, or let the job wait for it"), others: [])
        case .notEdited(let fault): self = .invalidDescriptor(DescriptorMistake(fault), others: [])
        case .namedTwice:
            self = .invalidDescriptor(
                DescriptorMistake(
                    keyPath: "identifier", reason: "another of these jobs has the same",
                    advice: "give each its own"), others: [])
        case .noneAccepted(let jobs): self = .noneAccepted(jobs.map { JobRefusal($0) })
        case .neverDue: self = .neverDue
        case .blocked(let blockers): self = .blocked(blockers.map(BlockerReport.init))
        case .notRunning: self = .notRunning
        case .alreadyRunning(let run): self = .alreadyRunning(run)
        case .notExtended(let reason): self = .notExtended(reason: reason)
        case .couldNotLaunch(let reason): self = .couldNotLaunch(reason: reason)
        case .storage(let reason): self = .storageFailed(reason: reason)
        case .shuttingDown: self = .shuttingDown
        case .notPermitted(let reason): self = .notPermitted(reason: reason)
        case .unavailable, .tooManyPending, .notImmediate, .tooManyApplications, .tooManyAssertions,
            .unknownApplication, .notAHost, .notYourHost, .withdrawn:
            preconditionFailure("a job was refused as only an application can be: \(refusal)")
        }
    }

    package init(_ error: DescriptorError) {
        let mistakes = DescriptorMistake.all(of: error)
        precondition(!mistakes.isEmpty, "a descriptor was refused for no mistake")
        self = .invalidDescriptor(mistakes[0], others: Array(mistakes.dropFirst()))
    }
}

extension SchedulerError: InterfaceError {
    package static var interface: String { SchedulerInterface.name }

    /// What errors carry.
    private struct Values {
        var identifier: String?
        var owners: [UserID]?
        var tag: Label?
        var limit: Int?
        var path: String?
        var blockers: [BlockerReport]?
        var run: RunID?
        var reason: String?
        var mistake: DescriptorMistake?
        var others: [DescriptorMistake]?
        var refusals: [JobRefusal]?
    }

    package var name: Name { parts.name }
    private var values: Values { parts.values }

    private var parts: (name: Name, values: Values) {
        switch self {
        case .unknownJob(let identifier): (.unknownJob, Values(identifier: identifier))
        case .ambiguousJob(let identifier, let owners):
            (.ambiguousJob, Values(identifier: identifier, owners: owners))
        case .unknownTag(let tag): (.unknownTag, Values(tag: tag))
        case .tooManyJobs(let limit): (.tooManyJobs, Values(limit: limit))
        case .tooMuchText(let limit): (.tooMuchText, Values(limit: limit))
        case .ownerNotAllowed: (.ownerNotAllowed, Values())
        case .broughtByFile(let path): (.broughtByFile, Values(path: path))
        case .alreadyExists(let identifier): (.alreadyExists, Values(identifier: identifier))
        case .noneAccepted(let refusals): (.noneAccepted, Values(refusals: refusals))
        case .neverDue: (.neverDue, Values())
        case .blocked(let blockers): (.blocked, Values(blockers: blockers))
        case .notRunning: (.notRunning, Values())
        case .alreadyRunning(let run): (.alreadyRunning, Values(run: run))
        case .notInRun(let reason): (.notInRun, Values(reason: reason))
        case .notExtended(let reason): (.notExtended, Values(reason: reason))
        case .couldNotLaunch(let reason): (.couldNotLaunch, Values(reason: reason))
        case .storageFailed(let reason): (.storageFailed, Values(reason: reason))
        case .shuttingDown: (.shuttingDown, Values())
        case .invalidDescriptor(let mistake, let others):
            (.invalidDescriptor, Values(mistake: mistake, others: others))
        case .unknownRun(let run): (.unknownRun, Values(run: run))
        case .outputDropped(let run): (.outputDropped, Values(run: run))
        case .notPermitted(let reason): (.notPermitted, Values(reason: reason))
        }
    }

    package static func table(of name: Name) -> WireTable<SchedulerError> {
        switch name {
        case .unknownJob:
            WireTable(
                about: "There is no such job of the caller. Another user's job is unknown too.",
                .of("identifier", .string, \.values.identifier),
                make: { .unknownJob(identifier: $0) })
        case .ambiguousJob:
            WireTable(
                about: "Several users have a job of this name: name the owner.",
                .of("identifier", .string, \.values.identifier),
                .of(
                    "owners", .list(.user),
                    \.values.owners),
                make: { .ambiguousJob(identifier: $0, owners: $1) })
        case .unknownTag:
            WireTable(
                about: "None of the jobs that the caller may change has the tag.",
                .of("tag", .label, \.values.tag), make: { .unknownTag($0) })
        case .tooManyJobs:
            WireTable(
                about: "The owner has as many jobs as the policy allows.",
                .of("limit", .integer, \.values.limit),
                make: { .tooManyJobs(limit: $0) })
        case .tooMuchText:
            WireTable(
                about:
                    "The owner's descriptors and manifests would have more bytes together than the policy allows.",
                .of("limit", .integer, \.values.limit),
                make: { .tooMuchText(limit: $0) })
        case .ownerNotAllowed:
            WireTable(
                about:
                    "This user may have no jobs: by the policy, as a number without an account, or since the caller named somebody else.",
                make: { .ownerNotAllowed })
        case .broughtByFile:
            WireTable(
                about: "A file of a jobs directory brings this job: change the file.",
                .of("path", .string, \.values.path),
                make: { .broughtByFile(path: $0) })
        case .alreadyExists:
            WireTable(
                about: "There is a job of that name, and the caller wants none of it replaced.",
                .of("identifier", .string, \.values.identifier),
                make: { .alreadyExists(identifier: $0) })
        case .noneAccepted:
            WireTable(
                about: "None of the jobs was accepted, since these can't be.",
                .of("refusals", .list(.object), \.values.refusals), make: { .noneAccepted($0) })
        case .neverDue:
            WireTable(about: "The schedule of the job has no instant after now.", make: { .neverDue })
        case .blocked:
            WireTable(
                about: "The job can't start now, for these reasons.",
                .of(
                    "blockers", .list(.object),
                    \.values.blockers),
                make: { .blocked($0) })
        case .notRunning: WireTable(about: "No run of the job is active.", make: { .notRunning })
        case .alreadyRunning:
            WireTable(
                about: "A run of the job is active already.",
                .of("run", .run, \.values.run),
                make: { .alreadyRunning($0) })
        case .notInRun:
            WireTable(
                about: "The calling process is not of an active run.",
                .of("reason", .string, \.values.reason), make: { .notInRun(reason: $0) })
        case .notExtended:
            WireTable(
                about: "The run can't have more time.",
                .of("reason", .string, \.values.reason), make: { .notExtended(reason: $0) })
        case .couldNotLaunch:
            WireTable(
                about: "The run that this request started could not be launched.",
                .of("reason", .string, \.values.reason),
                make: { .couldNotLaunch(reason: $0) })
        case .storageFailed:
            WireTable(
                about: "Nothing can be stored, so nothing was done.",
                .of("reason", .string, \.values.reason),
                make: { .storageFailed(reason: $0) })
        case .shuttingDown:
            WireTable(
                about:
                    "The daemon is about to leave, and nothing was done. The connection ends when it has left: call the next one then.",
                make: { .shuttingDown })
        case .invalidDescriptor:
            WireTable(
                about: "The descriptor breaks a rule: its first mistake, and all others.",
                .keys(
                    DescriptorMistake.wire,
                    \.values.mistake),
                .of(
                    "others", .list(.object),
                    \.values.others),
                make: { .invalidDescriptor($0, others: $1) })
        case .unknownRun:
            WireTable(
                about: "There is no output of that run: it is unknown, or too long ago.",
                .key("run", .optional(.run), \.values.run),
                make: { .unknownRun($0) })
        case .notPermitted:
            WireTable(
                about: "The name is that of an application's task.",
                .of("reason", .string, \.values.reason), make: { .notPermitted(reason: $0) })
        case .outputDropped:
            WireTable(
                about:
                    "What that run wrote is kept no more: newer output of the same user has taken its room (outputPerOwner of the policy).",
                .of("run", .run, \.values.run),
                make: { .outputDropped($0) })
        }
    }
}
