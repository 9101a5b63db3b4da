// What an application asks for: one run of one of its tasks.
import BGRunCalendar

/// One request of an application, as it was submitted.
package struct TaskRequest: Hashable, Sendable {
    /// By the class of the request in the library.
    package enum Kind: String, CaseIterable, Sendable {
        case refresh, processing
        /// Processing, for an application of a study.
        case healthResearch
        /// Begun by its user now, who watches its progress.
        case continued

        /// The kind of the job it becomes.
        package var jobKind: JobDescriptor.Kind {
            switch self {
            case .refresh: .refresh
            case .processing, .healthResearch: .processing
            case .continued: .continued
            }
        }

        /// Whose limit of pending requests it counts for.
        package var limitKind: JobDescriptor.Kind { jobKind }
    }

    /// When the data that it works on can be read.
    package enum Protection: String, CaseIterable, Sendable {
        /// Only while the owner's sessions are unlocked.
        case complete
        case completeUnlessOpen, completeUntilFirstUserAuthentication, none
    }

    /// What becomes of a continued request that can't start at once.
    package enum Strategy: String, CaseIterable, Sendable { case fail, queue }

    /// What a continued task wants of the machine beside processor and memory.
    package enum Resource: String, CaseIterable, Sendable { case gpu }

    package var identifier: JobIdentifier
    package var kind: Kind
    /// Nil: at once.
    package var earliestBegin: JobDescriptor.EarliestBegin?
    package var requiresExternalPower: Bool
    package var requiresNetwork: Bool
    /// Of a health research request; nil: none.
    package var protection: Protection?
    /// Of a continued request, for people.
    package var title: String?
    package var subtitle: String?
    package var strategy: Strategy
    package var resources: [Resource]

    package init(
        identifier: JobIdentifier, kind: Kind, earliestBegin: JobDescriptor.EarliestBegin? = nil,
        requiresExternalPower: Bool = false, requiresNetwork: Bool = false, protection: Protection? = nil,
        title: String? = nil, subtitle: String? = nil, strategy: Strategy = .queue,
        resources: [Resource] = []
    ) {
        self.identifier = identifier
        self.kind = kind
        self.earliestBegin = earliestBegin
        self.requiresExternalPower = requiresExternalPower
        self.requiresNetwork = requiresNetwork
        self.protection = protection
        self.title = title
        self.subtitle = subtitle
        self.strategy = strategy
        self.resources = resources
    }
}
