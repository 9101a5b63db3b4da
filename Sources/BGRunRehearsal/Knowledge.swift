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

    init(of jobs: [JobDescriptor], owner: UserID, power: PowerReading, network: NetworkReading) {
        var seen: Set<Requirement> = []
        for job in jobs {
            let leaves =
                job.requirements.leaves + (job.preference?.requirements.leaves ?? [])
                + job.awaitedRequirements.leaves
            for leaf in leaves { seen.insert(leaf.condition) }
        }
        asked = seen.sorted { $0.text < $1.text }.map { ($0, owner) }
        self.power = power
        self.network = network
    }

    /// A reading says more than a verdict that was told before.
    mutating func take(_ reading: PowerReading) {
        power = reading
        forget(.externalPower)
    }

    mutating func take(_ reading: NetworkReading) {
        network = reading
        forget(.network)
    }

    private mutating func forget(_ kind: Requirement.Kind) {
        told = told.filter { $0.key.text != kind.rawValue }
    }

    /// - Returns: Which subjects are others now.
    mutating func take(_ name: ConditionName, _ verdict: Verdict) -> Set<Subject> {
        told[name] = verdict
        if name.text == Requirement.Kind.externalPower.rawValue {
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
            if let verdict = verdict(on: condition, owner) { verdicts[condition] = verdict }
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
