// A request for work that its user has just begun and watches.
internal import BGRunJob

/// A request to go on with something that the user has begun, and whose progress is shown.
///
/// It is for the process that submits it and has registered its handler: the request is cancelled when that process or the
/// daemon ends. ``BGTaskRequest/earliestBeginDate`` is ignored. (Apple's contract; that it does not outlive its process is
/// how Apple treats applications that are closed.)
open class BGContinuedProcessingTaskRequest: BGTaskRequest {
    /// What becomes of a request that can't begin at once.
    public enum SubmissionStrategy: Int, Sendable {
        /// `submit` throws ``BGTaskScheduler/Error/Code/immediateRunIneligible`` with what is in the way.
        case fail = 0
        /// It waits.
        case queue = 1
    }

    /// What a task wants of the machine beside processor and memory.
    public struct Resources: OptionSet, Sendable {
        /// A bit for each resource, with Apple's numbers.
        public let rawValue: Int
        /// The resources of these bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Work on the graphics processor. bgrun does not hand it out, see ``BGTaskScheduler/supportedResources``.
        public static let gpu = Resources(rawValue: 1 << 0)
    }

    /// What is worked on, for people; at most 200 bytes of it are shown.
    open var title: String
    /// How far it is, in words; at most 200 bytes of it are shown.
    open var subtitle: String
    /// What becomes of it where it can't begin at once; by default it waits.
    open var strategy = SubmissionStrategy.queue
    /// What it wants of the machine; nothing by default. All else is ``BGTaskScheduler/Error/Code/notPermitted`` here.
    open var requiredResources: Resources = []

    /// A request to go on with the task now.
    ///
    /// - Parameters:
    ///   - identifier: Of the task. A handler may be registered for `PREFIX.*`, and takes all that begin with `PREFIX.`.
    ///   - title: What is worked on.
    ///   - subtitle: How far it is.
    public init(identifier: String, title: String, subtitle: String) {
        self.title = title
        self.subtitle = subtitle
        super.init(ofTask: identifier)
    }

    override func blank() -> BGTaskRequest {
        BGContinuedProcessingTaskRequest(identifier: identifier, title: title, subtitle: subtitle)
    }

    override func taking(from other: BGTaskRequest) -> BGTaskRequest {
        if let other = other as? BGContinuedProcessingTaskRequest {
            title = other.title
            subtitle = other.subtitle
            strategy = other.strategy
            requiredResources = other.requiredResources
        }
        return super.taking(from: other)
    }

    override var kind: TaskRequest.Kind? { .continued }

    override func describe(in request: inout TaskRequest) {
        request.earliestBegin = nil
        request.title = title
        request.subtitle = subtitle
        request.strategy =
            switch strategy {
            case .fail: .fail
            case .queue: .queue
            }
        request.resources = requiredResources.isEmpty ? [] : [.gpu]
    }

    override func take(from request: TaskRequest) {
        strategy =
            switch request.strategy {
            case .fail: .fail
            case .queue: .queue
            }
        requiredResources = request.resources.isEmpty ? [] : .gpu
    }
}
