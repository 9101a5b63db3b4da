// The errors of org.bgrun.Applications.
import BGRunJSON
import BGRunJob

/// Why a request of an application is not carried out, as it crosses the wire.
package enum ApplicationsError: Error, Hashable, Sendable {
    case notPermitted(reason: String)
    case tooManyPending(kind: JobDescriptor.Kind, limit: Int)
    case notImmediate([BlockerReport])
    case notAnApplication(reason: String)
    case notAHost(reason: String)
    case notYourHost
    case withdrawn
    case versionNotSupported(supported: [Int])
    case invalidManifest(DescriptorMistake, others: [DescriptorMistake])
    case tooManyApplications(limit: Int)
    case tooManyAssertions(limit: Int)
    case unknownApplication(application: String)
    case ownerNotAllowed
    case unavailable(reason: String)
    case storageFailed(reason: String)
    case shuttingDown

    /// The names of the errors in the interface.
    package enum Name: String, CaseIterable, Sendable {
        case notPermitted = "NotPermitted"
        case tooManyPending = "TooManyPending"
        case notImmediate = "NotImmediate"
        case notAnApplication = "NotAnApplication"
        case notAHost = "NotAHost"
        case notYourHost = "NotYourHost"
        case withdrawn = "Withdrawn"
        case versionNotSupported = "VersionNotSupported"
        case invalidManifest = "InvalidManifest"
        case tooManyApplications = "TooManyApplications"
        case tooManyAssertions = "TooManyAssertions"
        case unknownApplication = "UnknownApplication"
        case ownerNotAllowed = "OwnerNotAllowed"
        case unavailable = "Unavailable"
        case storageFailed = "StorageFailed"
        case shuttingDown = "ShuttingDown"
    }

    package init(_ error: DescriptorError) {
        let mistakes = DescriptorMistake.all(of: error)
        precondition(!mistakes.isEmpty, "a manifest was refused for no mistake")
        self = .invalidManifest(mistakes[0], others: Array(mistakes.dropFirst()))
    }

    /// What the scheduler says no to, in this interface's words.
    package init(_ refusal: Refusal) {
        switch refusal {
        case .notPermitted(let reason): self = .notPermitted(reason: reason)
        case .tooManyPending(let kind, let limit): self = .tooManyPending(kind: kind, limit: limit)
        case .notImmediate(let blockers): self = .notImmediate(blockers.map(BlockerReport.init))
        case .notAHost(let reason): self = .notAHost(reason: reason)
        case .notYourHost: self = .notYourHost
        case .withdrawn: self = .withdrawn
        case .tooManyApplications(let limit): self = .tooManyApplications(limit: limit)
        case .tooManyAssertions(let limit): self = .tooManyAssertions(limit: limit)
        case .unknownApplication(let name): self = .unknownApplication(application: name)
        case .ownerNotAllowed: self = .ownerNotAllowed
        case .storage(let reason): self = .storageFailed(reason: reason)
        case .shuttingDown: self = .shuttingDown
        case .tooManyJobs(let limit):
            self = .unavailable(reason: "its user has \(limit) jobs, the most there may be")
        case .tooMuchText(let limit):
            self = .unavailable(
                reason:
                    "its user's descriptors and manifests may have \(limit) bytes together, and would have more"
            )
        case .away(let key):
            self = .unavailable(reason: "\(key): \(Refusal.reasonAway); \(Refusal.adviceAway)")
        case .unavailable(let reason): self = .unavailable(reason: reason)
        case .unknownJob, .unknownTag, .cycle, .ambiguousJob, .broughtByFile, .alreadyExists,
            .scheduledAndAtOnce, .notEdited, .namedTwice, .noneAccepted, .neverDue, .blocked,
            .notRunning,
            .alreadyRunning,
            .couldNotLaunch, .notExtended:
            preconditionFailure("an application was refused as only a job can be: \(refusal)")
        }
    }
}

extension ApplicationsError: InterfaceError {
    package static var interface: String { ApplicationsInterface.name }

    /// What errors carry.
    private struct Values {
        var reason: String?
        var kind: JobDescriptor.Kind?
        var limit: Int?
        var blockers: [BlockerReport]?
        var supported: [Int]?
        var mistake: DescriptorMistake?
        var others: [DescriptorMistake]?
        var application: String?
    }

    package var name: Name { parts.name }
    private var values: Values { parts.values }

    private var parts: (name: Name, values: Values) {
        switch self {
        case .notPermitted(let reason): (.notPermitted, Values(reason: reason))
        case .tooManyPending(let kind, let limit): (.tooManyPending, Values(kind: kind, limit: limit))
        case .notImmediate(let blockers): (.notImmediate, Values(blockers: blockers))
        case .notAnApplication(let reason): (.notAnApplication, Values(reason: reason))
        case .notAHost(let reason): (.notAHost, Values(reason: reason))
        case .notYourHost: (.notYourHost, Values())
        case .withdrawn: (.withdrawn, Values())
        case .versionNotSupported(let supported): (.versionNotSupported, Values(supported: supported))
        case .invalidManifest(let mistake, let others):
            (.invalidManifest, Values(mistake: mistake, others: others))
        case .tooManyApplications(let limit): (.tooManyApplications, Values(limit: limit))
        case .tooManyAssertions(let limit): (.tooManyAssertions, Values(limit: limit))
        case .unknownApplication(let application):
            (.unknownApplication, Values(application: application))
        case .ownerNotAllowed: (.ownerNotAllowed, Values())
        case .unavailable(let reason): (.unavailable, Values(reason: reason))
        case .storageFailed(let reason): (.storageFailed, Values(reason: reason))
        case .shuttingDown: (.shuttingDown, Values())
        }
    }

    package static func table(of name: Name) -> WireTable<ApplicationsError> {
        switch name {
        case .notPermitted:
            WireTable(
                about: "No manifest lets the application have this task, or have it in this way.",
                .of("reason", .string, \.values.reason), make: { .notPermitted(reason: $0) })
        case .tooManyPending:
            WireTable(
                about: "The application has as many requests of the kind pending as the policy allows.",
                .of("kind", .choice, \.values.kind), .of("limit", .integer, \.values.limit),
                make: { .tooManyPending(kind: $0, limit: $1) })
        case .notImmediate:
            WireTable(
                about: "A continued request that is to start at once can't, for these reasons.",
                .of("blockers", .list(.object), \.values.blockers), make: { .notImmediate($0) })
        case .notAnApplication:
            WireTable(
                about: "The caller's process is no application of its user's, or may be more than one.",
                .of("reason", .string, \.values.reason), make: { .notAnApplication(reason: $0) })
        case .notAHost:
            WireTable(
                about: "The caller's process can't be a host.", .of("reason", .string, \.values.reason),
                make: { .notAHost(reason: $0) })
        case .notYourHost:
            WireTable(
                about: "The caller is not the process that has attached as this host.", make: { .notYourHost }
            )
        case .withdrawn:
            WireTable(
                about: "The run is not to begin: it was taken back, is over, or has begun.",
                make: { .withdrawn })
        case .versionNotSupported:
            WireTable(
                about: "The daemon does not speak this version of the protocol.",
                .of("supported", .list(.integer), \.values.supported),
                make: { .versionNotSupported(supported: $0) })
        case .invalidManifest:
            WireTable(
                about: "The manifest breaks a rule: its first mistake, and all others.",
                .keys(DescriptorMistake.wire, \.values.mistake),
                .of("others", .list(.object), \.values.others), make: { .invalidManifest($0, others: $1) })
        case .tooManyApplications:
            WireTable(
                about: "The owner has permitted as many applications as the policy allows.",
                .of("limit", .integer, \.values.limit), make: { .tooManyApplications(limit: $0) })
        case .tooManyAssertions:
            WireTable(
                about: "The caller's user, or all users together, hold as many assertions as there may be.",
                .of("limit", .integer, \.values.limit), make: { .tooManyAssertions(limit: $0) })
        case .unknownApplication:
            WireTable(
                about: "No application of this name was permitted by the owner.",
                .of("application", .string, \.values.application),
                make: { .unknownApplication(application: $0) })
        case .ownerNotAllowed:
            WireTable(
                about:
                    "This user may have no jobs: by the policy, as a number without an account, or since the caller named somebody else.",
                make: { .ownerNotAllowed })
        case .unavailable:
            WireTable(
                about: "Nothing can be scheduled for the application now.",
                .of("reason", .string, \.values.reason), make: { .unavailable(reason: $0) })
        case .storageFailed:
            WireTable(
                about: "Nothing can be stored, so nothing was done.",
                .of("reason", .string, \.values.reason), make: { .storageFailed(reason: $0) })
        case .shuttingDown:
            WireTable(
                about: "The daemon is about to leave, and nothing was done. Call the next one.",
                make: { .shuttingDown })
        }
    }
}
