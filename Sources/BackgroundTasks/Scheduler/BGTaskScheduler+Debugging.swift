// Apple's two debugging hooks, through the daemon.
internal import BGRunJob

extension BGTaskScheduler {
    /// Has a pending request begin now, whatever its date and conditions are. That is its one run.
    ///
    /// As on Apple's systems there has to be a pending request for the task, else nothing happens but a line on standard
    /// error; unlike there it works outside a debugger too, and `bgrun simulate launch` does the same from any terminal. In
    /// lldb: `e -l swift -- BGTaskScheduler.shared._simulateLaunchForTask(withIdentifier: "…")`. The run is marked as
    /// simulated in history. It returns at once.
    public func _simulateLaunchForTask(withIdentifier identifier: String) {
        simulate(.launch, identifier)
    }

    /// Has a running task told to end, as if its time budget were used up.
    ///
    /// `bgrun simulate expire` does the same from any terminal. Where the task does not run, nothing happens but a line on
    /// standard error. It returns at once; one after a simulated launch waits until that has begun.
    public func _simulateExpirationForTask(withIdentifier identifier: String) {
        simulate(.stop(.timeBudget), identifier)
    }

    private func simulate(_ simulation: Simulation, _ identifier: String) {
        guard let task = JobIdentifier(identifier) else {
            return host.say("\(identifier) can't be simulated: it is no identifier")
        }
        host.simulate(simulation, task)
    }
}
