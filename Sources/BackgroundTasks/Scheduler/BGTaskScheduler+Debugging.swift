// Apple's two debugging hooks, through the daemon.
internal import BGRunClient
internal import BGRunJob
internal import BGRunWire

extension BGTaskScheduler {
    /// Has a pending request begin now, whatever its date and conditions are.
    ///
    /// As on Apple's systems there has to be a pending request for the task, else nothing happens but a line on standard
    /// error; unlike there it works outside a debugger too, and `bgrun simulate launch` does the same from any terminal. In
    /// lldb: `e -l swift -- BGTaskScheduler.shared._simulateLaunchForTask(withIdentifier: "…")`. The run is marked as
    /// simulated in history.
    public func _simulateLaunchForTask(withIdentifier identifier: String) {
        simulate(.launch, identifier)
    }

    /// Has a running task told to end, as if its time budget were used up.
    ///
    /// `bgrun simulate expire` does the same from any terminal. Where the task does not run, nothing happens but a line on
    /// standard error.
    public func _simulateExpirationForTask(withIdentifier identifier: String) {
        simulate(.stop(.timeBudget), identifier)
    }

    private func simulate(_ simulation: Simulation, _ identifier: String) {
        guard let task = JobIdentifier(identifier) else {
            return host.log.say("\(identifier) can't be simulated: it is no identifier")
        }
        // The daemon knows a job by its task's identifier too, where that means one.
        let job = host.application.flatMap { JobIdentifier(ofTask: task, of: $0) } ?? task
        do throws(ClientError) {
            _ = try host.call(SimulateCall(Target(identifier: job), simulation))
        } catch {
            host.log.say("\(identifier) can't be simulated: \(Complaint(error).line)")
        }
    }
}
