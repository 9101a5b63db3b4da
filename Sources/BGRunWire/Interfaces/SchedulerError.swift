// The errors of org.bgrun.Scheduler: the daemon's "no", with what the caller needs to do better.
import BGRunJSON
import BGRunJob

/// Why a request is not carried out, as it crosses the wire.
package enum SchedulerError: Error, Hashable, Sendable {
    case unknownJob(identifier: String)
    case ambiguousJob(identifier: String, owners: [UserID])
    case tooManyJobs(limit: Int)
    case ownerNotAllowed
    case broughtByFile(path: String)
    case neverDue
    case blocked([BlockerReport])
    case notRunning
    case alreadyRunning(RunID)
    /// The run that this request started could not be launched.
    case couldNotLaunch(reason: String)
    case storageFailed(reason: String)
    case shuttingDown
    /// The descriptor breaks a rule: where, what is wrong, and what to write instead.
    case invalidDescriptor(DescriptorMistake, others: [DescriptorMistake])
    /// There is no output of that run: it is unknown, or too long ago.
    case unknownRun(RunID?)

    /// The names of the errors in the interface.
    package enum Name: String, CaseIterable, Sendable {
        case unknownJob = "UnknownJob"
        case ambiguousJob = "AmbiguousJob"
        case tooManyJobs = "TooManyJobs"
        case ownerNotAllowed = "OwnerNotAllowed"
        case broughtByFile = "BroughtByFile"
        case neverDue = "NeverDue"
        case blocked = "Blocked"
        case notRunning = "NotRunning"
        case alreadyRunning = "AlreadyRunning"
        case couldNotLaunch = "CouldNotLaunch"
        case storageFailed = "StorageFailed"
        case shuttingDown = "ShuttingDown"
        case invalidDescriptor = "InvalidDescriptor"
        case unknownRun = "UnknownRun"
    }

    package init(_ refusal: Refusal) {
        switch refusal {
        case .unknownJob(let identifier): self = .unknownJob(identifier: identifier)
        case .ambiguousJob(let identifier, let owners):
            self = .ambiguousJob(identifier: identifier, owners: owners)
        case .tooManyJobs(let limit): self = .tooManyJobs(limit: limit)
        case .ownerNotAllowed: self = .ownerNotAllowed
        case .broughtByFile(let path): self = .broughtByFile(path: path)
        case .neverDue: self = .neverDue
        case .blocked(let blockers): self = .blocked(blockers.map(BlockerReport.init))
        case .notRunning: self = .notRunning
        case .alreadyRunning(let run): self = .alreadyRunning(run)
        case .couldNotLaunch(let reason): self = .couldNotLaunch(reason: reason)
        case .storage(let reason): self = .storageFailed(reason: reason)
        case .shuttingDown: self = .shuttingDown
        }
    }

    package init(_ error: DescriptorError) {
        let mistakes = DescriptorMistake.all(of: error)
        precondition(!mistakes.isEmpty, "a descriptor was refused for no mistake")
        self = .invalidDescriptor(mistakes[0], others: Array(mistakes.dropFirst()))
    }

    package var name: Name {
        switch self {
        case .unknownJob: .unknownJob
        case .ambiguousJob: .ambiguousJob
        case .tooManyJobs: .tooManyJobs
        case .ownerNotAllowed: .ownerNotAllowed
        case .broughtByFile: .broughtByFile
        case .neverDue: .neverDue
        case .blocked: .blocked
        case .notRunning: .notRunning
        case .alreadyRunning: .alreadyRunning
        case .couldNotLaunch: .couldNotLaunch
        case .storageFailed: .storageFailed
        case .shuttingDown: .shuttingDown
        case .invalidDescriptor: .invalidDescriptor
        case .unknownRun: .unknownRun
        }
    }

    package var answer: Answer {
        .error("\(SchedulerInterface.name).\(name.rawValue)", JSONObject(fields.map(\.member)))
    }

    private var fields: [Field] {
        switch self {
        case .unknownJob(let identifier): [Field("identifier", .string, identifier)]
        case .ambiguousJob(let identifier, let owners):
            [Field("identifier", .string, identifier), Field("owners", .list(of: .user), owners)]
        case .tooManyJobs(let limit): [Field("limit", .integer(Int.self), limit)]
        case .broughtByFile(let path): [Field("path", .string, path)]
        case .blocked(let blockers):
            [Field("blockers", .list(of: .object(BlockerReport.self)), blockers)]
        case .alreadyRunning(let run): [Field("run", .run, run)]
        case .couldNotLaunch(let reason), .storageFailed(let reason): [Field("reason", .string, reason)]
        case .invalidDescriptor(let first, let others):
            first.fields + [Field("others", .list(of: .object(DescriptorMistake.self)), others)]
        case .unknownRun(let run): [Field("run", .run, orNull: run)]
        case .ownerNotAllowed, .neverDue, .notRunning, .shuttingDown: []
        }
    }

    package init(_ name: Name, parameters: JSONObject) throws(FieldFault) {
        var fields = FieldReader(parameters)
        switch name {
        case .unknownJob: self = .unknownJob(identifier: try fields.required("identifier", .string))
        case .ambiguousJob:
            self = .ambiguousJob(
                identifier: try fields.required("identifier", .string),
                owners: try fields.required("owners", .list(of: .user)))
        case .tooManyJobs: self = .tooManyJobs(limit: try fields.required("limit", .integer(Int.self)))
        case .ownerNotAllowed: self = .ownerNotAllowed
        case .broughtByFile: self = .broughtByFile(path: try fields.required("path", .string))
        case .neverDue: self = .neverDue
        case .blocked:
            self = .blocked(try fields.required("blockers", .list(of: .object(BlockerReport.self))))
        case .notRunning: self = .notRunning
        case .alreadyRunning: self = .alreadyRunning(try fields.required("run", .run))
        case .couldNotLaunch: self = .couldNotLaunch(reason: try fields.required("reason", .string))
        case .storageFailed: self = .storageFailed(reason: try fields.required("reason", .string))
        case .shuttingDown: self = .shuttingDown
        case .invalidDescriptor:
            self = .invalidDescriptor(
                try DescriptorMistake(fields: &fields),
                others: try fields.required("others", .list(of: .object(DescriptorMistake.self))))
        case .unknownRun: self = .unknownRun(try fields.optional("run", .run))
        }
    }
}
