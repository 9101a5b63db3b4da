// What a person asks for, valid by construction: if a `JobDescriptor` exists, every key in it may be trusted.
import BGRunCalendar

/// One job as its author wrote it.
///
/// Only the reader (`JobDescriptor(json:…)`) makes one from outside text, and it refuses whatever breaks a
/// rule, so nobody re-checks a descriptor after it.
package struct JobDescriptor: Hashable, Sendable {
    /// What the job is for; it sets the default budget.
    package enum Kind: String, CaseIterable, Sendable {
        /// Work that takes its time: backups, indexing. Budget 3 h unless written.
        case processing
        /// A short look outside. Budget 30 s unless written.
        case refresh
        /// Begun by a user now, who watches its progress. Only an application asks for it.
        case continued
        /// Runs while its requirements hold, without a budget.
        case service

        /// What a descriptor may name.
        package static let written: [Kind] = [.processing, .refresh, .service]

        package var defaultTimeBudget: Duration {
            switch self {
            case .processing: .seconds(3 * 3600)
            case .refresh: .seconds(30)
            // It is told to end where it makes no progress.
            case .continued: .seconds(30 * 86_400)
            // A century: it is ended by what it requires.
            case .service: Duration.longestText
            }
        }
    }

    /// What is executed.
    package enum Program: Hashable, Sendable {
        /// An argument vector, run without a shell. Never empty, and the first is not empty.
        case command([String])
        /// A line for `/bin/sh -c`.
        case shell(String)
        /// A service of systemd, which is started and watched.
        case unit(UnitName)
        /// What an application has asked for is done in a host of its.
        indirect case task(application: JobIdentifier, TaskRequest)

        /// Nil where no program of the job's own is started for the run alone.
        package var arguments: [String]? {
            switch self {
            case .command(let arguments): arguments
            case .shell(let line): ["/bin/sh", "-c", line]
            case .unit, .task: nil
            }
        }

        /// The service that is started, where it is one.
        package var unit: UnitName? {
            switch self {
            case .command, .shell, .task: nil
            case .unit(let unit): unit
            }
        }

        /// The request of an application, where it is one.
        package var applicationTask: (application: JobIdentifier, request: TaskRequest)? {
            switch self {
            case .command, .shell, .unit: nil
            case .task(let application, let request): (application, request)
            }
        }
    }

    /// One variable of the job's environment. Values are secrets: nothing prints them.
    package struct Variable: Hashable, Sendable {
        package let name: String
        package let value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Not before this.
    package enum EarliestBegin: Hashable, Sendable {
        case date(WallTime)
        /// `"+15m"`: counted from acceptance, time in suspend included.
        case after(Duration)
    }

    /// What happens to a run when a requirement is lost.
    package enum RequirementLoss: String, CaseIterable, Sendable {
        case stop
        /// The run stands still until the requirement holds again, for the policy's `freezeLimit` at most.
        case freeze
        case finish
    }

    /// What becomes of an occurrence whose run expired.
    package enum Expiry: String, CaseIterable, Sendable {
        /// It stays due and is run again after a rest.
        case `continue`
        /// It is over: Apple's contract.
        case drop
    }

    package static let defaultGracePeriod: Duration = .seconds(10)
    package static let longestGracePeriod: Duration = .seconds(90)
    /// What may come up at any time of a day names no instant.
    package static let longestAccuracy: Duration = .seconds(86_400)
    /// A descriptor's text has at most this many bytes.
    package static let byteLimit = 65_536
    package static let longestNotes = 4096

    package var identifier: JobIdentifier
    package var title: String?
    package var kind: Kind
    package var program: Program
    /// Sorted by name; no name twice.
    package var environment: [Variable]
    package var workingDirectory: String?
    /// Text that the job reads from its standard input; without it the input is empty.
    package var standardInput: String?
    package var earliestBegin: EarliestBegin?
    /// What makes occurrences due; empty for a job that runs once.
    package var schedules: [Schedule]
    package var missed: MissedRule
    private var limitsApart: Apart<TimeLimits>?
    private var endsApart: Apart<EndRules>?
    var launchApart: Apart<LaunchRules>?
    private var notesApart: Apart<String>?
    package var priority: Priority
    package var keepAwake: KeepAwake
    package var wakeSystem: PowerCondition
    package var beforeSleep: SleepRule
    package var requirements: Requirements
    package var timeBudget: Duration
    package var gracePeriod: Duration
    package var onRequirementLost: RequirementLoss
    package var onExpiration: Expiry
    package var isEnabled: Bool
    package var noNewPrivileges: Bool
    /// Of the text that it was read from; where it came in a message, of the canonical one.
    package internal(set) var textSize = TextSize()
    private var orderApart: Apart<OrderRules>?
    private var originsApart: Apart<[KeyOrigin]>?

    package init(
        identifier: JobIdentifier, title: String? = nil, kind: Kind = .processing, program: Program,
        environment: [Variable] = [], workingDirectory: String? = nil, standardInput: String? = nil,
        earliestBegin: EarliestBegin? = nil, schedules: [Schedule] = [], missed: MissedRule = .once,
        maxLateness: Duration? = nil, randomDelay: Duration? = nil, fixedDelay: Duration? = nil,
        spacing: Duration? = nil,
        until: WallTime? = nil, maxRuns: Int? = nil, allowedHours: AllowedHours? = nil,
        latestBegin: LatestBegin? = nil, preference: Preference? = nil, priority: Priority = .default,
        keepAwake: KeepAwake = .never,
        wakeSystem: PowerCondition = .never, beforeSleep: SleepRule = .freeze,
        requirements: Requirements = .none,
        timeBudget: Duration? = nil, gracePeriod: Duration = defaultGracePeriod,
        onRequirementLost: RequirementLoss = .stop, onExpiration: Expiry = .continue, isEnabled: Bool = true,
        noNewPrivileges: Bool = false, launchRules: LaunchRules = LaunchRules(),
        order: OrderRules = OrderRules()
    ) {
        self.identifier = identifier
        self.title = title
        self.kind = kind
        self.program = program
        self.environment = environment
        self.workingDirectory = workingDirectory
        self.standardInput = standardInput
        self.earliestBegin = earliestBegin
        self.schedules = schedules
        self.missed = missed
        let limits = TimeLimits(
            maxLateness: maxLateness, randomDelay: randomDelay, fixedDelay: fixedDelay, spacing: spacing,
            until: until,
            maxRuns: maxRuns, allowedHours: allowedHours, latestBegin: latestBegin,
            preference: preference)
        limitsApart = limits == TimeLimits() ? nil : .value(limits)
        self.priority = priority
        self.keepAwake = keepAwake
        self.wakeSystem = wakeSystem
        self.beforeSleep = beforeSleep
        self.requirements = requirements
        self.timeBudget = timeBudget ?? kind.defaultTimeBudget
        self.gracePeriod = gracePeriod
        self.onRequirementLost = onRequirementLost
        self.onExpiration = onExpiration
        self.isEnabled = isEnabled
        self.noNewPrivileges = noNewPrivileges
        self.launchRules = launchRules
        self.order = order
    }

    /// What whoever looks after the job should know.
    package var notes: String? {
        get { notesApart?.value }
        set { notesApart = newValue.map { .value($0) } }
    }

    var ends: EndRules {
        get { endsApart?.value ?? EndRules() }
        set { endsApart = newValue == EndRules() ? nil : .value(newValue) }
    }

    /// What of it its author's own text does not say. Most say all of it.
    package var origins: [KeyOrigin] {
        get { originsApart?.value ?? [] }
        set { originsApart = newValue.isEmpty ? nil : .value(newValue) }
    }

    /// Whether it says anything of other jobs. Most don't.
    package var hasOrder: Bool { orderApart != nil }

    /// What it has to do with other jobs.
    package var order: OrderRules {
        get { orderApart?.value ?? OrderRules() }
        set { orderApart = newValue == OrderRules() ? nil : .value(newValue) }
    }

    var limits: TimeLimits {
        get { limitsApart?.value ?? TimeLimits() }
        set { limitsApart = newValue == TimeLimits() ? nil : .value(newValue) }
    }
}
