// One condition over time: since when it counts as held, and since when as lost.
import BGRunCalendar
import BGRunJob

/// Which condition, whose, and in which simulation.
struct LeafKey: Hashable {
    let requirement: Requirement
    let owner: UserID?
    let simulation: Int?

    init(_ requirement: Requirement, owner: UserID, simulation: Int?) {
        self.requirement = requirement
        self.owner = requirement.kind.isOwned ? owner : nil
        self.simulation = simulation
    }

    func rests(on subject: Subject) -> Bool {
        simulation == nil && requirement.subjects(of: owner ?? .root).contains(subject)
    }
}

/// A condition that somebody asks for.
struct Leaf {
    enum State: Equatable {
        case unread
        case held
        case lost
    }

    private(set) var state = State.unread
    /// From when on its state counts.
    private(set) var counts = AwakeTime(microseconds: 0)
    /// There was nothing before that it could contradict.
    private(set) var isFirst = true
    /// After waking no gain counts before this.
    private var gainsFrom = AwakeTime(microseconds: 0)
    var users = 0

    mutating func read(_ verdict: Verdict, settle: Duration, lossSettle: Duration, at now: Now) {
        let isHeld = verdict == .yes
        switch state {
        case .unread:
            // What settled as it was forgotten goes on settling.
            counts = isHeld ? max(counts, now.awake) : now.awake
            isFirst = true
        case .held:
            guard !isHeld else { return }
            counts = now.awake.advanced(by: lossSettle)
            isFirst = false
        case .lost where isHeld:
            counts = max(gainsFrom, now.awake.advanced(by: settle))
            isFirst = false
        case .lost: counts = min(counts, now.awake.advanced(by: lossSettle))
        }
        state = isHeld ? .held : .lost
    }

    mutating func woke(_ policy: Policy, at now: Now) {
        gainsFrom = now.awake.advanced(by: policy.settle.wake)
        guard state != .unread else { return }
        let settle = state == .held ? policy.settle.wake : policy.lossSettle.wake
        counts = max(counts, now.awake.advanced(by: settle))
        isFirst = false
    }

    /// That it holds counts no more.
    mutating func forget() { if state == .held { state = .unread } }

    /// Whether a start may rest on it.
    func counts(at now: Now) -> Bool { state == .held && counts <= now.awake }

    /// Whether a run may be told of its loss.
    func isLost(at now: Now) -> Bool { state == .lost && (isFirst || counts <= now.awake) }
}

extension Requirement.Kind {
    /// Whether each user has their own answer.
    var isOwned: Bool { [.locked, .freeSpace, .pathExists, .command, .reachable].contains(self) }

    /// Whether it is looked at before a start.
    var isLookedAt: Bool { [.load, .freeSpace, .temperature, .command, .online, .reachable].contains(self) }

    /// Whether another network may give another answer.
    var isOfHosts: Bool { [.online, .reachable].contains(self) }

    /// Whether a run can lose it.
    var isLosable: Bool { !isLookedAt && self != .pressure }

    var isOfPower: Bool { [.externalPower, .batteryLevel, .charging].contains(self) }

    private var isOfNetwork: Bool {
        [.network, .unmetered, .interface, .transport, .ssid, .vpn].contains(self)
    }

    func settle(_ policy: Policy) -> Duration {
        if isOfPower { return policy.settle.externalPower }
        if isOfNetwork { return policy.settle.network }
        return isLookedAt || self == .idle || self == .pressure ? .zero : policy.settle.others
    }

    func lossSettle(_ policy: Policy, isContradicted: Bool) -> Duration {
        if isOfNetwork { return policy.lossSettle.network }
        guard isOfPower else { return policy.lossSettle.others }
        return isContradicted && self != .batteryLevel
            ? policy.lossSettle.contradictedPower : policy.lossSettle.externalPower
    }
}

extension Requirements {
    /// From when on it comes to what is asked of it, with the instant of each leaf; nil for never.
    func instant(isNegated: Bool = false, _ leaf: (Requirement) -> AwakeTime?) -> AwakeTime? {
        let parts = terms.map { term -> AwakeTime? in
            switch term {
            case .requirement(let requirement): leaf(isNegated ? requirement.opposite : requirement)
            case .not(let opposite): opposite.instant(isNegated: !isNegated, leaf)
            case .anyOf(let alternatives):
                Self.join(alternatives.map { $0.instant(isNegated: isNegated, leaf) }, all: isNegated)
            }
        }
        return Self.join(parts, all: !isNegated)
    }

    private static func join(_ parts: [AwakeTime?], all: Bool) -> AwakeTime? {
        let known = parts.compactMap { $0 }
        guard all else { return known.min() }
        return known.count == parts.count ? known.max() ?? AwakeTime(microseconds: 0) : nil
    }

    /// The same with yes and no.
    func holds(_ leaf: (Requirement) -> Bool) -> Bool {
        instant { leaf($0) ? AwakeTime(microseconds: 0) : nil } != nil
    }
}
