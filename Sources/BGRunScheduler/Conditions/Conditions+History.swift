// What history is told of the device: each change of a verdict, once.
import BGRunCalendar
import BGRunJob

extension Conditions {
    /// Keeps a gate's verdict, where it is another one than the last. Opposites are kept as what they are the opposite of.
    mutating func remember(_ place: GateTable.Place, at now: Now) {
        let entry = gates[place]
        guard entry.gate.state != .unread else { return }
        let isOpposite = if case .not = entry.key.requirement { true } else { false }
        let verdict = isOpposite ? entry.gate.verdict.opposite : entry.gate.verdict
        let known = RememberedCondition(entry.key)
        let last = remembered.updateValue(Remembered(verdict: verdict, place: place), forKey: known)
        guard last?.verdict != verdict else { return }
        orders.saves.append(
            .note(
                .condition(
                    ConditionChange(
                        at: now.wall, .requirement(known.text, owner: known.owner, verdict),
                        reason: entry.gate.reason, isSimulated: known.isSimulated))))
    }

    /// Nobody asks for it any more. Where it was simulated, history goes on with what is seen.
    mutating func forget(_ key: GateKey, at now: Now) {
        let known = RememberedCondition(key)
        let last = remembered.removeValue(forKey: known)
        guard key.simulation != nil else {
            // Its opposite may have a gate that is still asked for.
            let opposite = GateKey(key.requirement.opposite, owner: key.owner ?? .root)
            if let place = gates.place(of: opposite), let last {
                remembered[known] = Remembered(verdict: last.verdict, place: place)
            } else if last != nil {
                orders.saves.append(
                    .note(
                        .condition(
                            ConditionChange(
                                at: now.wall, .requirement(known.text, owner: known.owner, .unknown),
                                reason: "no job asks for it"))))
            }
            return
        }
        // Its opposite was simulated too, and has gone before it.
        guard last != nil else { return }
        let real = GateKey(real: key)
        guard let place = gates.place(of: real) else {
            forget(real, at: now)
            return
        }
        remembered[RememberedCondition(real)] = nil
        remember(place, at: now)
    }

    /// What history was told of was not kept, so it is new once more.
    mutating func forgetRemembered() { remembered = SplitDictionary() }
}

/// What history was told last of a condition, and a gate that asks for it.
struct Remembered {
    let verdict: Verdict
    let place: GateTable.Place
}

/// One line of what history knows.
struct RememberedCondition: Hashable {
    let text: String
    let owner: UserID?
    let isSimulated: Bool
    /// Worked out once, as a gate's is.
    private let digest: Int

    /// An opposite is known as what it is the opposite of.
    init(_ key: GateKey) {
        self.init(
            text: key.requirement.condition.text, owner: key.owner, isSimulated: key.simulation != nil)
    }

    init(text: String, owner: UserID?, isSimulated: Bool) {
        self.text = text
        self.owner = owner
        self.isSimulated = isSimulated
        var hasher = Hasher()
        hasher.combine(text)
        hasher.combine(owner)
        hasher.combine(isSimulated)
        digest = hasher.finalize()
    }

    func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}
