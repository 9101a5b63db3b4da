// What the launcher holds of a run.
import BGRunCalendar
import BGRunJob

/// A process that the launcher holds.
struct Process {
    let job: JobID
    /// What stands still, and why.
    enum StandStill: String { case sleep, loss, hours }

    /// What it may lose: nothing for a run that was forced.
    let needs: Requirements
    let loss: JobDescriptor.RequirementLoss
    var timeBudget: Duration
    /// What it is to be told to end with, whatever its job says since.
    var stopSignal = StopSignal.TERM
    /// Its job says itself what exit codes mean.
    var hasOwnCodes = false
    /// The hours that end it, or have it stand still, and what they do; nil where they do nothing.
    var hours: (windows: AllowedHours, end: HoursEnd)?
    /// When it ends by itself; moves on while it stands still.
    var endsAt: AwakeTime
    var status: ExitStatus
    var ignoresTerminate: Bool
    var wasTold = false
    var isKilled = false
    /// What its main process leaves behind works on for so long.
    let rest: Duration?
    /// Its main process has left, and so has the run's outcome been settled.
    var isMainGone = false
    /// Of a task: the host in which it runs, by which it is halted and ended.
    var host: HostID?
    var frozenAt: AwakeTime?
    var stillFor: StandStill?
    /// The machine has slept since it began.
    var hasSlept = false
    /// Since when it works, what stood still left out.
    var worksSince: AwakeTime
    /// How long it may work without progress or a sign of life, and since when there was none; nil for what owes none.
    var progressLimit: Duration?
    var progressed = AwakeTime(microseconds: 0)
    /// It has stood still in name only, while its host went on for another.
    var isChargedLess = false

    mutating func freeze(for cause: StandStill, at now: Now) {
        stillFor = stillFor ?? cause
        frozenAt = frozenAt ?? now.awake
    }

    mutating func thaw(at now: Now) {
        guard let since = frozenAt else { return }
        frozenAt = nil
        stillFor = nil
        let still = since.duration(to: now.awake)
        endsAt = endsAt.advanced(by: still)
        worksSince = worksSince.advanced(by: still)
        progressed = progressed.advanced(by: still)
    }
}

/// A sleep of which the machine has spoken, and which it holds back for a while.
struct AnnouncedSleep {
    let announced: AwakeTime
    /// When the machine sleeps, or does not after all.
    var goesAt: AwakeTime
    var isLet = false
    let isCalledOff: Bool
    /// Nobody says that it was called off.
    let isSilent: Bool
}
