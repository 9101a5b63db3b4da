// From a request and what the manifest adds to it to the descriptor of the job that it becomes.
import BGRunCalendar
import BGRunJSON

extension ApplicationManifest {
    /// Why there is no job for a request.
    package enum Denial: Error, Hashable, Sendable {
        /// The manifest does not name the task, or by a prefix only.
        case notPermitted
        /// Application and task together have no name that a job may have.
        case nameTooLong
        /// What the two ask for together is more than a descriptor may hold.
        case tooLarge
    }

    /// The descriptor of a request's job. Of the requirements of the two both must hold.
    ///
    /// A request of an application is carried out once and is over with its run. A continued one begins now, whatever its
    /// date: somebody watches, who would not wait for what is only preferred.
    package func descriptor(for request: TaskRequest) -> Result<JobDescriptor, Denial> {
        guard let rules = rules(of: request.identifier, request.kind) else { return .failure(.notPermitted) }
        guard let name = JobIdentifier(ofTask: request.identifier, of: application) else {
            return .failure(.nameTooLong)
        }
        let kind = request.kind.jobKind
        var required = RequirementsDraft(rules.requirements)
        if request.requiresExternalPower { required[.externalPower] = [.externalPower] }
        // What is said of a network implies that there is one.
        if request.requiresNetwork { required[.network] = required[.network] ?? [.network] }
        if request.protection == .complete { required[.locked] = [.locked(false)] }
        var request = request
        request.title = request.title?.taskTitle
        request.subtitle = request.subtitle?.taskTitle
        var descriptor = JobDescriptor(
            identifier: name, title: request.title ?? rules.title ?? title, kind: kind,
            program: .task(application: application, request),
            earliestBegin: kind == .continued ? nil : request.earliestBegin,
            allowedHours: rules.allowedHours, latestBegin: rules.latestBegin,
            preference: kind == .continued ? nil : rules.preference, priority: rules.priority,
            keepAwake: rules.keepAwake, beforeSleep: rules.beforeSleep, requirements: required.requirements,
            timeBudget: rules.timeBudget ?? Self.defaultTimeBudget(of: kind),
            gracePeriod: rules.gracePeriod, onRequirementLost: rules.onRequirementLost,
            onExpiration: rules.onExpiration)
        // What is stored has to be read again.
        descriptor.textSize = TextSize(of: descriptor.json)
        guard descriptor.textSize.bytes <= JobDescriptor.byteLimit else { return .failure(.tooLarge) }
        return .success(descriptor)
    }
}
