// What a run's need has lost, and whether it holds again.
import BGRunCalendar
import BGRunJob

extension Conditions {
    /// A requirement that a run has lost.
    struct Loss {
        let requirement: Requirement
        let isSimulated: Bool
    }

    /// What means that a run with the need has lost what it requires, of several the last; nil while it has it.
    ///
    /// What counts is how things stand, not what has just changed.
    func loss(of need: Need) -> Loss? { loss(of: need) { $0.isLostForRuns } }

    /// The same of what was seen lost, also where it has not been so for its settle time.
    func seenLoss(of need: Need) -> Loss? { loss(of: need) { $0.isLost } }

    private func loss(of need: Need, isLost: (Gate) -> Bool) -> Loss? {
        func isGone(_ place: GateTable.Place) -> Bool {
            gates[place].key.requirement.kind.isLosable && isLost(gates[place].gate)
        }
        for term in needs[need].terms {
            if term.holds({ !isGone($0) }) { continue }
            let gone = term.gates.filter { isGone($0) }
            let never = WallTime(microseconds: .min)
            return gone.max { gates[$0].gate.since ?? never < gates[$1].gate.since ?? never }.map {
                let key = gates[$0].key
                return Loss(requirement: key.requirement, isSimulated: key.simulation != nil)
            }
        }
        return nil
    }

    /// Whether it is by a simulation that the need goes on lacking the requirement.
    func isLossSimulated(of need: Need, _ kind: Requirement.Kind) -> Bool {
        needs[need].gates.contains {
            let (key, gate) = (gates[$0].key, gates[$0].gate)
            return key.simulation != nil && key.requirement.kind == kind && !gate.isOpen
        }
    }

    /// Whether all that a run with the need can lose holds, and counts.
    func holdsAgain(_ need: Need) -> Bool {
        needs[need].terms.allSatisfy { term in
            term.holds { !gates[$0].key.requirement.kind.isLosable || gates[$0].gate.isOpen }
        }
    }

    /// Whether a loss of power would be a loss of the need.
    func needsPower(_ need: Need) -> Bool {
        needs[need].gates.contains { gates[$0].key.requirement.isPower }
    }
}
