// What jobs need, each kept once, and which of it holds.
import BGRunJob

/// All needs that were taken, however many share one.
///
/// A change of a gate looks at the needs that it is part of, and never at a job.
struct NeedTable {
    /// What tells needs apart.
    struct Key: Hashable {
        let requirements: Requirements
        /// What is preferred beside them, while that counts.
        let preferred: Requirements
        /// Whose: who is next is chosen among owners, and looks at nobody's needs who has had their share.
        let owner: UserID
        let simulation: SimulationID?
        /// Whom its jobs run beside: who is held back by a run is passed over with all that are held back like it.
        let standing: Standing
        /// Worked out once, as a gate's is: there may be dozens of requirements.
        private let digest: Int

        init(
            _ requirements: Requirements, preferred: Requirements, owner: UserID,
            simulation: SimulationID?, standing: Standing
        ) {
            self.requirements = requirements
            self.preferred = preferred
            self.owner = owner
            self.simulation = simulation
            self.standing = standing
            var hasher = Hasher()
            hasher.combine(requirements)
            hasher.combine(preferred)
            hasher.combine(owner)
            hasher.combine(simulation)
            hasher.combine(standing)
            digest = hasher.finalize()
        }

        func hash(into hasher: inout Hasher) { hasher.combine(digest) }
    }

    struct Entry {
        let key: Key
        /// One for each term of what is required.
        let terms: [Formula]
        /// One for each term of what is preferred beside it.
        let preferred: [Formula]
        /// How often it was taken and not given back.
        var users = 0
        /// How many due jobs wait with it.
        var waiting = 0
        /// All that is told by events holds and counts.
        var isOpen = false
        /// Power is all that does not hold and count, beside what is looked at.
        var lacksOnlyPower = false
        /// It was tried, and nothing new was seen of it since.
        fileprivate(set) var isTried = false
        /// Each gate once, in a fixed order.
        let gates: [GateTable.Place]
        /// Something of it is read before a start, as no event can be relied on.
        let isRead: Bool

        init(key: Key, terms: [Formula], preferred: [Formula]) {
            self.key = key
            self.terms = terms
            self.preferred = preferred
            gates = Set((terms + preferred).flatMap(\.gates)).sorted()
            isRead = (key.requirements.leaves + key.preferred.leaves).contains {
                $0.kind.isLookedAt || $0.isPower
            }
        }

        /// What it costs to look at it, see ``Portion``.
        var cost: Int { 1 + gates.count }

        /// What it comes to where these gates count as open.
        func holds(_ open: Set<GateTable.Place>) -> Bool {
            terms.allSatisfy { $0.holds(open.contains) } && preferred.allSatisfy { $0.holds(open.contains) }
        }
    }

    private var entries: [Entry?] = []
    private var free: [Need] = []
    private var needs: [Key: Need] = [:]
    /// Where a job waits and all that is told by events holds, by owner.
    private(set) var open: [UserID: Set<Need>] = [:]
    /// Those of them that were not tried since something was seen of them, by owner.
    private(set) var untried: [UserID: Set<Need>] = [:]
    /// Where a job waits.
    private(set) var waiting: Set<Need> = []
    /// Where a job waits and lacks only power.
    private(set) var lackingPower: Set<Need> = []

    subscript(need: Need) -> Entry {
        guard let entry = entries[Int(need.index)] else { preconditionFailure("\(need) was given back") }
        return entry
    }

    func isThere(_ need: Need) -> Bool {
        entries.indices.contains(Int(need.index)) && entries[Int(need.index)] != nil
    }

    /// What is kept under the key; nil where nothing is.
    func need(for key: Key) -> Need? { needs[key] }

    mutating func add(_ entry: Entry) -> Need {
        let need = free.popLast() ?? Need(index: Int32(entries.count))
        if Int(need.index) == entries.count {
            entries.append(entry)
        } else {
            entries[Int(need.index)] = entry
        }
        needs[entry.key] = need
        return need
    }

    mutating func use(_ need: Need) { entries[Int(need.index)]?.users += 1 }

    /// Given back once; true when nobody has it any more, and it is to be removed.
    mutating func release(_ need: Need) -> Bool {
        entries[Int(need.index)]?.users -= 1
        return self[need].users == 0
    }

    mutating func remove(_ need: Need) {
        let key = self[need].key
        needs[key] = nil
        entries[Int(need.index)] = nil
        close(need, of: key.owner)
        waiting.remove(need)
        lackingPower.remove(need)
        free.append(need)
    }

    mutating func set(open: Bool, lacksOnlyPower: Bool, at need: Need) {
        guard self[need].isOpen != open || self[need].lacksOnlyPower != lacksOnlyPower else { return }
        entries[Int(need.index)]?.isOpen = open
        entries[Int(need.index)]?.lacksOnlyPower = lacksOnlyPower
        sort(need)
    }

    /// One job more waits with it, or one fewer.
    mutating func wait(with need: Need, by count: Int) {
        entries[Int(need.index)]?.waiting += count
        sort(need)
    }

    /// Whether a job waits with it and all that is told by events holds.
    func isPromising(_ need: Need) -> Bool { self[need].waiting > 0 && self[need].isOpen }

    /// It was tried, or something new was seen of it.
    mutating func set(tried: Bool, at need: Need) {
        let index = Int(need.index)
        guard index < entries.count, let isTried = entries[index]?.isTried, isTried != tried else { return }
        entries[index]?.isTried = tried
        sort(need)
    }

    private mutating func sort(_ need: Need) {
        let entry = self[need]
        let isAwaited = entry.waiting > 0
        let isOpen = isAwaited && entry.isOpen
        if isAwaited { waiting.insert(need) } else { waiting.remove(need) }
        if isAwaited && entry.lacksOnlyPower { lackingPower.insert(need) } else { lackingPower.remove(need) }
        if isOpen {
            open[entry.key.owner, default: []].insert(need)
        } else {
            close(need, of: entry.key.owner)
        }
        if isOpen && !entry.isTried {
            untried[entry.key.owner, default: []].insert(need)
        } else {
            Self.remove(need, of: entry.key.owner, from: &untried)
        }
    }

    private mutating func close(_ need: Need, of owner: UserID) {
        Self.remove(need, of: owner, from: &open)
        Self.remove(need, of: owner, from: &untried)
    }

    private static func remove(_ need: Need, of owner: UserID, from sets: inout [UserID: Set<Need>]) {
        guard sets[owner]?.remove(need) != nil, sets[owner]?.isEmpty == true else { return }
        sets[owner] = nil
    }
}
