// What is observed for the jobs, and what keeps the machine awake for the runs.
import BGRunJob

extension Scheduler {
    /// Asks for what has become of interest in this turn, and gives up what has not.
    mutating func settleWishes() {
        // Once there was a run there may be more: asking anew for each would cost more than watching.
        let isWanted = runs.isEmpty ? sleep.isObserved && jobs.count > 0 : true
        if isWanted != sleep.isObserved {
            sleep.isObserved = isWanted
            effects.wishes.append(isWanted ? .observe(.sleep) : .ignore(.sleep))
        }
        effects.wishes += interests.takeChanges()
        let inhibition = inhibition
        if inhibition != sleep.inhibition {
            sleep.inhibition = inhibition
            effects.wishes.append(.holdAwake(inhibition))
        }
    }
}
