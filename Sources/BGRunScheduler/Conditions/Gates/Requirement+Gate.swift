// What a requirement means for its gate: whose it is, what it rests on, and how long it settles.
import BGRunCalendar
import BGRunJob

/// What the row of a requirement's kind says for its gate.
extension Requirement {
    /// Whether each user has their own answer.
    var isOwned: Bool { kind.row.isOwned }

    /// Whether it rests on the power supplies, which are read again before a start and now and then.
    var isPower: Bool { kind.row.isPower }

    /// How long a gain has to hold before it counts.
    func settle(_ policy: Policy) -> Duration {
        switch kind.row.settle {
        case .externalPower, .battery: policy.settle.externalPower
        case .network: policy.settle.network
        case .atOnce: .zero
        case .others: policy.settle.others
        }
    }

    /// How long a loss has to last before runs are told.
    func lossSettle(_ policy: Policy, isContradicted: Bool) -> Duration {
        switch kind.row.settle {
        case .externalPower:
            isContradicted ? policy.lossSettle.contradictedPower : policy.lossSettle.externalPower
        case .battery: policy.lossSettle.externalPower
        case .network: policy.lossSettle.network
        case .atOnce, .others: policy.lossSettle.others
        }
    }

    /// What is cheap is looked at first.
    var stage: Int { kind.row.stage?.rawValue ?? 0 }

    /// What has to be known to judge it.
    func subjects(of owner: UserID) -> [Subject] { kind.row.subjects(condition, owner) }
}

extension Subject {
    /// What is to be observed for it; nil for what is always observed, and for what is looked at.
    var interest: Interest? {
        switch telling {
        case .observed: .subject(self)
        case .always, .looked, .asked: nil
        }
    }
}
