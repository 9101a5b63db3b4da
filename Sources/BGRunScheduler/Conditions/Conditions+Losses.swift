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
    func loss(of need: Need) -> Loss? {
        for term in needs[need].terms {
            let isLost = !term.holds { place in
                !gates[place].key.requirement.kind.isLosable || !gates[place].gate.isLostForRuns
            }
            guard isLost else { continue }
            let gone = term.gates.filter {
                gates[$0].gate.isLostForRuns && gates[$0].key.requirement.kind.isLosable
            }
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
