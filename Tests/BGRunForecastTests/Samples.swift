// Rows of history and jobs, in few words.
import BGRunCalendar
import BGRunJob
import Testing

extension ConditionChange {
    static func seen(
        _ requirement: Requirement, _ verdict: Verdict, at: WallTime, owner: UserID? = nil,
        reason: String = "", isSimulated: Bool = false
    ) -> ConditionChange {
        ConditionChange(
            at: at, .requirement(requirement.text, owner: owner, verdict), reason: reason,
            isSimulated: isSimulated)
    }

    static func machine(_ state: MachineState, at: WallTime) -> ConditionChange {
        ConditionChange(at: at, .machine(state))
    }
}

extension JobID {
    static func sample() throws -> JobID {
        JobID(owner: UserID(1000), identifier: try #require(JobIdentifier("org.example.backup")))
    }
}

extension HistoryEntry {
    static func sample(
        _ run: Int64, due: WallTime, started: WallTime, ended: WallTime, _ outcome: Outcome = .succeeded,
        stopReason: StopReason? = nil
    ) throws -> HistoryEntry {
        HistoryEntry(
            run: RunID(run), job: try .sample(), due: due, started: started, ended: ended, outcome: outcome,
            stopReason: stopReason)
    }
}
