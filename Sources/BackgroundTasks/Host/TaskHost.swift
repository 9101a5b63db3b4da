// What a scheduler asks of its process, whoever decides: a daemon, or a test.
package import BGRunClient
package import BGRunJob
internal import BGRunWire
package import Dispatch

/// The process as `BGTaskScheduler` sees it: joined to a daemon, or to the machine that a test makes up.
package protocol TaskHost: AnyObject, Sendable {
    /// Whether the machine saves power; nil where nobody can say.
    var savesPower: Bool? { get }

    func register(
        _ name: String, _ queue: DispatchQueue?, _ handler: @escaping @isolated(any) (BGTask) -> Void
    ) -> Bool
    func submit(_ request: TaskRequest) throws(ClientError)
    func cancel(_ task: JobIdentifier) throws(ClientError)
    func cancelAll() throws(ClientError)
    func pending() throws(ClientError) -> [TaskRequest]
    func simulate(_ simulation: Simulation, _ task: JobIdentifier)

    /// Says a line to people.
    func say(_ line: String)
    /// What is to be done where a task was refused; nil: what goes for every program.
    func remedy(for task: JobIdentifier, after error: ClientError) -> String?
}

extension TaskHost {
    /// Says why nothing was simulated.
    package func say(_ error: ClientError, simulating task: JobIdentifier) {
        guard case .refused(.scheduler(.unknownJob)) = error else {
            return say("\(task) can't be simulated: \(Complaint(error).line)")
        }
        say("\(task) can't be simulated: no request for it is pending; submit one")
    }

    /// The same about a task, with what permits it.
    func complaint(_ error: ClientError, about task: JobIdentifier) -> Complaint {
        var complaint = Complaint(error)
        if let remedy = remedy(for: task, after: error) { complaint.remedy = remedy }
        return complaint
    }
}
