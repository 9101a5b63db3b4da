// What is known of the machine at an instant of a rehearsal.
import BGRunJob
import BGRunScheduler

/// The machine as the scheduler is told of it.
struct Knowledge {
    /// What jobs may ask for: never an opposite.
    private let asked: [(condition: Requirement, owner: UserID)]
    private(set) var power: PowerReading
    private(set) var network: NetworkReading
    private var told: [ConditionName: Verdict] = [:]
    /// Power was told as it is read, and not by its requirements alone.
    private var hasReading = true

    init(of jobs: [JobDescriptor], owner: UserID, power: PowerReading, network: NetworkReading) {
        asked = Rehearsal.conditions(of: jobs).map { ($0, owner) }
        self.power = power
        self.network = network
    }

    /// A reading says more than what was told before of what rests on it.
    mutating func take(_ reading: PowerReading) {
        power = reading
        hasReading = true
        forget([.externalPower, .charging] + (reading.batteryLevel == nil ? [] : [.batteryLevel]))
    }

    /// Without a network nothing that it is said to be like holds.
    mutating func take(_ reading: NetworkReading) {
        network = reading
        let isGone = reading.verdict != .yes
        forget(isGone ? [.network, .unmetered, .interface, .transport, .ssid, .vpn, .online] : [.network])
    }

    private mutating func forget(_ kinds: [Requirement.Kind]) {
        told = told.filter { name, _ in !kinds.contains { name.isOf($0) } }
    }

    /// - Returns: The subjects that have changed.
    mutating func take(_ name: ConditionName, _ verdict: Verdict) -> Set<Subject> {
        // The name of a kind alone is the last word on each requirement of it.
        if let kind = Requirement.Kind(rawValue: name.text) { forget([kind]) }
        told[name] = verdict
        if name.text == Requirement.Kind.externalPower.rawValue {
            hasReading = false
            power.verdict = verdict
            power.reason = verdict == .unknown ? "nothing is told of it" : "as told"
        }
        if name.text == Requirement.Kind.network.rawValue {
            network = NetworkReading(
                verdict: verdict, reason: verdict == .unknown ? "nothing is told of it" : "as told")
        }
        return Set(
            asked.filter { name.text == $0.condition.text || name.text == $0.condition.kind.rawValue }
                .flatMap { $0.condition.kind.row.subjects($0.condition, $0.owner) })
    }

    /// Whether any job asks for what is named.
    func isAsked(_ name: ConditionName) -> Bool {
        name.text == Requirement.Kind.externalPower.rawValue || name.text == Requirement.Kind.network.rawValue
            || asked.contains { name.text == $0.condition.text || name.text == $0.condition.kind.rawValue }
    }

    /// What is told of a subject that is observed.
    func observation(of subject: Subject) -> Observation {
        var verdicts: [Requirement: Verdict] = [:]
        for (condition, owner) in asked where condition.kind.row.subjects(condition, owner).contains(subject)
        {
            if let verdict = verdict(on: condition, owner) {
                verdicts[condition] = verdict
            } else if subject == .power, !hasReading {
                // A reading that is made up of a verdict says nothing of the batteries.
                verdicts[condition] = .unknown
            }
        }
        if !verdicts.isEmpty { return .recorded(verdicts) }
        let nothing = "nothing is told of it"
        return subject == .connection ? .absent(nothing) : .unknown(nothing)
    }

    /// Of one requirement before one kind, and of one user before everybody.
    private func verdict(on condition: Requirement, _ owner: UserID) -> Verdict? {
        for text in [condition.text, condition.kind.rawValue] {
            for whose in [owner, nil] {
                if let verdict = told[ConditionName(text, owner: whose)] { return verdict }
            }
        }
        return nil
    }
}

extension Rehearsal {
    /// What jobs require, prefer or are brought up by, each once and never as an opposite: of these a story has to tell.
    package static func conditions(of jobs: [JobDescriptor]) -> [Requirement] {
        let leaves = jobs.flatMap { job in
            job.requirements.leaves + (job.preference?.requirements.leaves ?? [])
                + job.awaitedRequirements.leaves
        }
        return Set(leaves.map(\.condition)).sorted { $0.text < $1.text }
    }
}
