// A descriptor as it is written, and the descriptor that comes of it.
import BGRunCalendar
import BGRunJSON

extension JobDescriptor {
    /// A descriptor as it is written: nil is a key that is left out.
    struct Draft: Hashable, Sendable {
        var identifier: JobIdentifier?
        /// Only a template has them, which no descriptor comes of.
        var instances: [Label]?
        var title: String?
        var notes: String?
        var kind: Kind?
        /// Not a key: what only the store keeps stands beside the table.
        var task: Program?
        var command: [String]?
        var shell: String?
        var unit: UnitName?
        var environment: [Variable]?
        var workingDirectory: WorkingDirectory?
        var umask: FileModeMask?
        var resources: ResourceRules?
        var user: String?
        var group: String?
        var sessionEnvironment: Bool?
        var environmentFile: EnvironmentFile?
        var credentials: [Credential]?
        var standardInput: String?
        var standardOutput: OutputTarget?
        var standardError: OutputTarget?
        var earliestBegin: EarliestBegin?
        var schedule: [Schedule]?
        var missed: MissedRule?
        var maxLateness: Duration?
        var randomDelay: Duration?
        var fixedDelay: Duration?
        var accuracy: Duration?
        var spacing: Duration?
        var until: WallTime?
        var maxRuns: Int?
        var allowedHours: AllowedHours?
        var onAllowedHoursEnd: HoursEnd?
        var latestBegin: LatestBegin?
        var priority: Priority?
        var keepAwake: KeepAwake?
        var wakeSystem: PowerCondition?
        var beforeSleep: SleepRule?
        var requiresExternalPower: Bool?
        var requiresNetwork: Bool?
        var requires: Requirements?
        var prefers: Preference?
        var timeBudget: Duration?
        var maxTimeBudget: Duration?
        var watchdog: Duration?
        var gracePeriod: Duration?
        var stopSignal: StopSignal?
        var onRequirementLost: RequirementLoss?
        var onExpiration: Expiry?
        var successExitCodes: [Int]?
        var deferExitCodes: [Int]?
        var retry: Retry?
        var disableAfterFailures: Int?
        var notify: NotifyRule?
        var onFailure: HookCommand?
        var onRecovery: HookCommand?
        var onSuccess: HookCommand?
        var enabled: Bool?
        var noNewPrivileges: Bool?
        var tags: [Label]?
        var conflictGroup: Label?
        var conflicts: [JobConflict]?
        var exclusive: Bool?
        var queue: JobQueue?
        var after: [JobIdentifier]?
    }
}

extension JobDescriptor.Draft {
    /// The descriptor with everything left out that is its default.
    init(_ descriptor: JobDescriptor) {
        identifier = descriptor.identifier
        title = descriptor.title
        notes = descriptor.notes
        kind = descriptor.kind == .processing ? nil : descriptor.kind
        switch descriptor.program {
        case .command(let arguments): command = arguments
        case .shell(let line): shell = line
        case .unit(let name): unit = name
        // Its request tells the kind.
        case .task: (task, kind) = (descriptor.program, nil)
        }
        environment = descriptor.environment.isEmpty ? nil : descriptor.environment
        let launch = descriptor.launchRules
        workingDirectory = descriptor.workingDirectory.map {
            .init(path: $0, isMade: launch.makesWorkingDirectory)
        }
        umask = launch.umask
        user = launch.user
        group = launch.group
        sessionEnvironment = launch.takesSession ? nil : false
        environmentFile = launch.environmentFile
        credentials = launch.credentials.isEmpty ? nil : launch.credentials
        standardOutput = launch.standardOutput
        standardError = launch.standardError
        resources = launch.resources == ResourceRules() ? nil : launch.resources
        standardInput = descriptor.standardInput
        earliestBegin = descriptor.earliestBegin
        schedule = descriptor.schedules.isEmpty ? nil : descriptor.schedules
        missed = descriptor.missed == .once ? nil : descriptor.missed
        maxLateness = descriptor.maxLateness
        randomDelay = descriptor.randomDelay
        fixedDelay = descriptor.fixedDelay
        accuracy = descriptor.accuracy
        spacing = descriptor.spacing
        until = descriptor.until
        maxRuns = descriptor.maxRuns
        allowedHours = descriptor.allowedHours
        onAllowedHoursEnd = descriptor.onAllowedHoursEnd
        latestBegin = descriptor.latestBegin
        priority = descriptor.priority == .default ? nil : descriptor.priority
        keepAwake = descriptor.keepAwake == .never ? nil : descriptor.keepAwake
        wakeSystem = descriptor.wakeSystem == .never ? nil : descriptor.wakeSystem
        beforeSleep = descriptor.beforeSleep == .freeze ? nil : descriptor.beforeSleep
        let requirements = descriptor.requirements
        if requirements.terms.allSatisfy({
            $0 == .requirement(.externalPower) || $0 == .requirement(.network)
        }) {
            requiresExternalPower = requirements.contains(.externalPower) ? true : nil
            requiresNetwork = requirements.contains(.network) ? true : nil
        } else {
            requires = requirements
        }
        prefers = descriptor.preference
        let budget = descriptor.timeBudget
        timeBudget = budget == descriptor.kind.defaultTimeBudget ? nil : budget
        maxTimeBudget = descriptor.maxTimeBudget
        watchdog = descriptor.watchdog
        let grace = descriptor.gracePeriod
        gracePeriod = grace == JobDescriptor.defaultGracePeriod ? nil : grace
        stopSignal = launch.stopSignal == .TERM ? nil : launch.stopSignal
        onRequirementLost = descriptor.onRequirementLost == .stop ? nil : descriptor.onRequirementLost
        onExpiration = descriptor.onExpiration == .continue ? nil : descriptor.onExpiration
        successExitCodes = descriptor.successExitCodes
        deferExitCodes = descriptor.deferExitCodes
        retry = descriptor.retry
        disableAfterFailures = descriptor.disableAfterFailures
        notify = descriptor.notify
        onFailure = descriptor[hook: .onFailure]
        onRecovery = descriptor[hook: .onRecovery]
        onSuccess = descriptor[hook: .onSuccess]
        enabled = descriptor.isEnabled ? nil : false
        noNewPrivileges = descriptor.noNewPrivileges ? true : nil
        tags = descriptor.tags.isEmpty ? nil : descriptor.tags
        let order = descriptor.order
        conflictGroup = order.conflictGroup
        conflicts = order.conflicts.isEmpty ? nil : order.conflicts
        exclusive = order.isExclusive ? true : nil
        queue = order.queue
        after = order.after.isEmpty ? nil : order.after
    }

    /// The descriptor with every default filled in; nil while its name or its program is missing.
    var descriptor: JobDescriptor? {
        guard let identifier, let program else { return nil }
        var required = RequirementsDraft(requires ?? .none)
        if requiresExternalPower == true { required[.externalPower] = [.externalPower] }
        if requiresNetwork == true { required[.network] = [.network] }
        var descriptor = JobDescriptor(
            identifier: identifier, title: title,
            kind: kind ?? program.applicationTask?.request.kind.jobKind ?? .processing,
            program: program,
            environment: environment ?? [], workingDirectory: workingDirectory?.path,
            standardInput: standardInput,
            earliestBegin: earliestBegin, schedules: schedule ?? [], missed: missed ?? .once,
            maxLateness: maxLateness, randomDelay: randomDelay, fixedDelay: fixedDelay, spacing: spacing,
            until: until,
            maxRuns: maxRuns, allowedHours: allowedHours, latestBegin: latestBegin,
            preference: prefers, priority: priority ?? .default, keepAwake: keepAwake ?? .never,
            wakeSystem: wakeSystem ?? .never, beforeSleep: beforeSleep ?? .freeze,
            requirements: required.requirements,
            timeBudget: timeBudget, gracePeriod: gracePeriod ?? JobDescriptor.defaultGracePeriod,
            onRequirementLost: onRequirementLost ?? .stop, onExpiration: onExpiration ?? .continue,
            isEnabled: enabled ?? true, noNewPrivileges: noNewPrivileges ?? false,
            launchRules: launchRules, order: order)
        descriptor.onAllowedHoursEnd = onAllowedHoursEnd
        descriptor.accuracy = accuracy
        descriptor.maxTimeBudget = maxTimeBudget
        descriptor.notes = notes
        descriptor.watchdog = watchdog
        descriptor.ends = EndRules(
            successExitCodes: successExitCodes, deferExitCodes: deferExitCodes, retry: retry,
            disableAfterFailures: disableAfterFailures, notify: notify, onFailure: onFailure,
            onRecovery: onRecovery, onSuccess: onSuccess)
        return descriptor
    }

    private var launchRules: LaunchRules {
        var rules = LaunchRules()
        rules.stopSignal = stopSignal ?? .TERM
        rules.umask = umask
        rules.user = user
        rules.group = group
        rules.takesSession = sessionEnvironment ?? true
        rules.environmentFile = environmentFile
        rules.credentials = credentials ?? []
        rules.standardOutput = standardOutput
        rules.standardError = standardError
        rules.resources = resources ?? ResourceRules()
        rules.makesWorkingDirectory = workingDirectory?.isMade ?? false
        return rules
    }

    private var order: OrderRules {
        OrderRules(
            tags: tags ?? [], conflictGroup: conflictGroup, conflicts: conflicts ?? [],
            isExclusive: exclusive ?? false,
            queue: queue, after: after ?? [])
    }

    private var program: JobDescriptor.Program? {
        task ?? command.map { .command($0) } ?? shell.map { .shell($0) } ?? unit.map { .unit($0) }
    }
}
