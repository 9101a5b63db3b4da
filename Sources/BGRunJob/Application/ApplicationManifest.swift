// What says that an application may have tasks: its command, and their identifiers.
import BGRunCalendar

/// An application's manifest, valid by construction as a descriptor is.
package struct ApplicationManifest: Hashable, Sendable {
    /// What the daemon adds to each request of a task.
    package struct TaskRules: Hashable, Sendable {
        package var title: String?
        /// Nil: the kind's (``ApplicationManifest/defaultTimeBudget(of:)``).
        package var timeBudget: Duration?
        package var gracePeriod: Duration
        package var requirements: Requirements
        package var preference: Preference?
        package var allowedHours: AllowedHours?
        package var latestBegin: LatestBegin?
        package var priority: Priority
        package var keepAwake: KeepAwake
        package var beforeSleep: SleepRule
        package var onRequirementLost: JobDescriptor.RequirementLoss
        /// An application's request is over with its run: Apple's contract.
        package var onExpiration: JobDescriptor.Expiry

        package init(
            title: String? = nil, timeBudget: Duration? = nil,
            gracePeriod: Duration = JobDescriptor.defaultGracePeriod, requirements: Requirements = .none,
            preference: Preference? = nil, allowedHours: AllowedHours? = nil,
            latestBegin: LatestBegin? = nil, priority: Priority = .default, keepAwake: KeepAwake = .never,
            beforeSleep: SleepRule = .freeze, onRequirementLost: JobDescriptor.RequirementLoss = .stop,
            onExpiration: JobDescriptor.Expiry = .drop
        ) {
            self.title = title
            self.timeBudget = timeBudget
            self.gracePeriod = gracePeriod
            self.requirements = requirements
            self.preference = preference
            self.allowedHours = allowedHours
            self.latestBegin = latestBegin
            self.priority = priority
            self.keepAwake = keepAwake
            self.beforeSleep = beforeSleep
            self.onRequirementLost = onRequirementLost
            self.onExpiration = onExpiration
        }
    }

    package struct Task: Hashable, Sendable {
        package var pattern: TaskPattern
        package var rules: TaskRules

        package init(_ pattern: TaskPattern, _ rules: TaskRules = TaskRules()) {
            self.pattern = pattern
            self.rules = rules
        }
    }

    package static let mostTasks = 64

    package var application: JobIdentifier
    package var title: String?
    /// What is started when a task comes up and no host is there. Never empty, and the first is not empty.
    package var command: [String]
    /// Sorted by name; no name twice. Values are secrets.
    package var environment: [JobDescriptor.Variable]
    package var workingDirectory: String?
    package var isEnabled: Bool
    package var noNewPrivileges: Bool
    /// The least time from the end of a task's run to its next start; nil: the policy's.
    package var spacing: Duration?
    /// Sorted by pattern; no pattern twice, and no two with one job's name.
    package var tasks: [Task]
    /// Of the canonical text, where it was read from one.
    package internal(set) var textSize = TextSize()

    package init(
        application: JobIdentifier, title: String? = nil, command: [String],
        environment: [JobDescriptor.Variable] = [], workingDirectory: String? = nil, isEnabled: Bool = true,
        noNewPrivileges: Bool = false, spacing: Duration? = nil, tasks: [Task]
    ) {
        self.application = application
        self.title = title
        self.command = command
        self.environment = environment
        self.workingDirectory = workingDirectory
        self.isEnabled = isEnabled
        self.noNewPrivileges = noNewPrivileges
        self.spacing = spacing
        self.tasks = tasks
    }

    /// What it says of a task; nil where it does not permit it. An identifier of its own goes before a prefix, and a longer
    /// prefix before a shorter one. A prefix permits continued tasks only.
    package func rules(of task: JobIdentifier, _ kind: TaskRequest.Kind) -> TaskRules? {
        var best: Task?
        for candidate in tasks where candidate.pattern.matches(task) {
            switch candidate.pattern {
            case .exact: return candidate.rules
            case .below(let prefix):
                guard kind == .continued else { continue }
                if case .below(let before)? = best?.pattern, before.text.utf8.count > prefix.text.utf8.count {
                    continue
                }
                best = candidate
            }
        }
        return best?.rules
    }

    /// How long a task may work where its manifest says nothing else. Minutes, as on Apple's systems; a plain job's
    /// budget of hours would keep an application going that has forgotten to complete its task. A continued one may go on
    /// for as long as it reports progress.
    package static func defaultTimeBudget(of kind: JobDescriptor.Kind) -> Duration {
        switch kind {
        case .processing, .service: .seconds(600)
        case .refresh: .seconds(30)
        case .continued: JobDescriptor.Kind.continued.defaultTimeBudget
        }
    }
}
