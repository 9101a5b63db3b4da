// What a turn of the loop is carried out with.
import BGRunJob
import BGRunScheduler
import BGRunStore

/// The acts behind the scheduler's effects, one for each. None of them decides or waits for the world.
protocol Hands: AnyObject {
    func deliver(_ signal: RunSignal, to run: RunID)
    /// What is found: the run goes on under our eyes, or nothing is left of it.
    func adopt(_ run: RunID, of job: JobID, endingBy signal: StopSignal) -> Event
    func readPower() -> Event
    func readPressure() -> Event
    /// What is known at once; a check is told of when its process has ended.
    func read(_ subject: Subject) -> [Event]
    func abandon(_ subject: Subject)
    func end(_ hook: HookID)
    /// All changes in one durable transaction, or none.
    func write(_ changes: [Change]) throws(StoreFailure)
    /// That it was launched is told later; what came of it here is that it can't be.
    func launch(_ order: LaunchOrder) -> [Event]
    /// The same for a host.
    func startHost(_ order: HostOrder) -> [Event]
    func handOver(_ order: TaskOrder, to host: HostID)
    func warn(_ host: HostID, of run: RunID, because reason: StopReason, grace: Duration)
    func deliver(_ signal: HostSignal, to host: HostID)
    func warn(_ assertion: AssertionID, because reason: StopReason, left: Duration)
    func end(_ assertion: AssertionID)
    /// What is found of a dead daemon's host: it is ended under our eyes, or nothing is left of it.
    func adopt(_ host: HostID, of application: ApplicationID) -> [Event]
    func answer(_ request: RequestID, _ reply: Reply)
    func leave()
    // A wish may bring something to light at once, such as a bus that is gone; the rest comes as events of its own.
    func observe(_ interest: Interest) -> [Event]
    func ignore(_ interest: Interest) -> [Event]
    func notify(_ notice: Notice) -> [Event]
    /// That it has ended is told later; what came of it here is that it can't be called.
    func call(_ call: HookCall) -> [Event]
    func holdAwake(_ inhibition: Inhibition) -> [Event]
    func letSleep() -> [Event]
    func letShutdown() -> [Event]
    func readPresence() -> [Event]
    func suspend() -> [Event]
}
