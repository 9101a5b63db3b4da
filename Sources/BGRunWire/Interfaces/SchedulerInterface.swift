// org.bgrun.Scheduler: the contract between a daemon and its clients, as its description tells it.
import BGRunJob

/// The daemon's own interface. Its description is printed from the tables that read and write.
///
/// It stays flat, with named types: the scanner of the PyPI `varlink` client trips over nested empty structs,
/// and a description that it can't read makes the service unusable for it. No type has the name of a method:
/// that client keeps all members in one table.
package enum SchedulerInterface {
    package static let name = "org.bgrun.Scheduler"

    package static let description: String = {
        var text = InterfaceText(
            name,
            about: """
                Runs jobs at a good moment: the daemon bgrund and its clients.

                A date is text in RFC 3339, in UTC. A duration is text such as "90s", "15m", "6h" or "3d", or a \
                number of seconds where the field's name says so. A field of type ?T may be null or absent, which \
                mean the same. A user sees and changes only their own jobs; root sees all, and may name an owner. \
                Administrators see an outline of root's jobs.
                """)
        text.add(choice: JobState.self)
        text.add(choice: Outcome.self)
        text.add(choice: RecentEnds.End.self)
        text.add(choice: Verdict.self)
        text.add(choice: Requirement.Kind.self)
        text.add(BlockerReport.wire)
        text.add(RequirementReport.wire)
        text.add(JobStatus.Freeze.wire)
        text.add(TaskProgress.wire)
        text.add(choice: RunWords.Sign.self)
        text.add(choice: Overrun.Measure.self)
        text.add(Overrun.wire)
        text.add(JobStatus.Run.wire)
        text.add(JobRecord.LastRun.wire)
        text.add(Retry.wire)
        text.add(Failing.wire)
        text.add(choice: Trouble.self)
        text.add(Impediment.wire)
        text.add(choice: SkipReason.self)
        text.add(Skip.wire)
        text.add(PauseReport.wire)
        text.add(choice: TriggerEvent.Name.self)
        text.add(ScheduleReport.wire)
        text.add(choice: PowerCondition.self)
        text.add(KeepAwake.wire)
        text.add(ResourceRules.wire)
        text.add(OutputTarget.wire)
        text.add(TaskRequest.wire)
        text.add(JobConflict.wire)
        text.add(JobQueue.wire)
        text.add(DescriptorReport.wire)
        text.add(JobReport.wire)
        text.add(BrokenFile.wire)
        text.add(KeyOrigin.wire)
        text.add(AssertionStatus.wire)
        text.add(ConditionReport.wire)
        text.add(ConditionSimulation.wire)
        text.add(DeviceReport.wire)
        text.add(UnknownRequirement.wire)
        text.add(choice: ConditionChange.MachineState.self)
        text.add(ConditionChange.wire)
        text.add(HoldChange.wire)
        text.add(HeldBack.Cause.wire)
        text.add(HeldBack.Event.wire)
        text.add(PastMoment.Lack.wire)
        text.add(Forecast.Habit.Window.wire)
        text.add(Forecast.Habit.wire)
        text.add(Forecast.wire)
        text.add(DaemonReport.Loss.wire)
        text.add(DaemonReport.wire)
        text.add(HookReport.wire)
        text.add(HistoryLine.wire)
        text.add(EndedReport.wire)
        text.add(Transition.wire)
        text.add(PowerExplanation.Supply.wire)
        text.add(PowerExplanation.wire)
        text.add(NetworkExplanation.Road.wire)
        text.add(NetworkReading.Card.wire)
        text.add(NetworkExplanation.Connection.wire)
        text.add(NetworkExplanation.wire)
        text.add(DescriptorMistake.wire)
        text.add(UpcomingInstant.wire)
        text.add(SubmitCall.Reply.wire)
        text.add(JobRefusal.wire)
        text.add(WaitAllCall.End.wire)
        for method in SchedulerMethod.allCases { text.add(method) }
        SchedulerError.describe(in: &text)
        return text.text
    }()
}
