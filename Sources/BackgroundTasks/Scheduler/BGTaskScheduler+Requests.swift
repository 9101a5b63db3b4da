// Requests: submitted, taken back and listed.
internal import BGRunClient
internal import BGRunJob
internal import Dispatch

extension BGTaskScheduler {
    /// Asks for one run of a task.
    ///
    /// When this returns the request is stored for good: it survives the program, the daemon and the machine's restart. It
    /// replaces the pending request for the task; one that is submitted after the task's handler was entered comes after
    /// that run, and so does one that a program submits as the daemon starts it for the task. The process that submits need not have registered the task; Apple ends one that has not.
    ///
    /// It blocks: for a daemon that lets nobody in 1 s at most, for the answer of one that has accepted the connection 5 s,
    /// and while another thread's call is under way. Usually it takes as long as a synced write. Apple has deprecated it in
    /// SDK 27 for the sake of ``submitTaskRequest(_:completionHandler:)``; here both say the same.
    ///
    /// - Parameter taskRequest: Of one of the four subclasses.
    /// - Throws: ``Error``. Where it is ``Error/Code/unavailable`` because a daemon did not answer in time, the request may
    ///   have been accepted; submitting it again replaces it.
    public func submit(_ taskRequest: BGTaskRequest) throws {
        try submit(described(taskRequest))
    }

    /// Asks for one run of a task, and tells how that went.
    ///
    /// The request is read before this returns; changing it afterwards changes nothing. Nothing blocks the caller.
    ///
    /// - Parameters:
    ///   - taskRequest: Of one of the four subclasses.
    ///   - completionHandler: Called once, on a queue of the library's: nil where the request is stored for good, else an
    ///     ``Error``, for the same reasons as in ``submit(_:)``.
    public func submitTaskRequest(
        _ taskRequest: BGTaskRequest, completionHandler: @escaping @Sendable ((any Swift.Error)?) -> Void
    ) {
        let request = Result { () throws(Error) in try described(taskRequest) }
        Self.calls.async {
            completionHandler(
                Result { () throws(Error) in try self.submit(request.get()) }.failure)
        }
    }

    /// Asks for one run of a task. The same as ``submit(_:)`` without blocking a thread of Swift's concurrency.
    ///
    /// It can't be cancelled: where the calling task is, the request is submitted all the same.
    ///
    /// - Parameter taskRequest: Of one of the four subclasses. It is read before anything is waited for.
    /// - Throws: ``Error``, for the same reasons as ``submit(_:)``.
    nonisolated(nonsending) public func submitTaskRequest(_ taskRequest: BGTaskRequest) async throws {
        let request = try described(taskRequest)
        try await Self.run { () throws(Error) in try self.submit(request) }
    }

    /// Takes the pending request for a task back, where there is one.
    ///
    /// A run whose handler was entered goes on, as does what the daemon has started the program for; what was submitted after
    /// it is taken back. Where the daemon can't be reached
    /// nothing happens but a line on standard error. It blocks as ``submit(_:)`` does, and may be called from any thread.
    ///
    /// - Parameter identifier: Of the task.
    public func cancel(taskRequestWithIdentifier identifier: String) {
        // Of what is no identifier there can be no request.
        guard let task = JobIdentifier(identifier) else { return }
        do throws(ClientError) {
            try host.cancel(task)
        } catch {
            host.say("\(identifier) was not cancelled: \(Complaint(error).line)")
        }
    }

    /// Takes all pending requests of the application back. Runs whose handlers were entered go on.
    ///
    /// Where the daemon can't be reached nothing happens but a line on standard error. It blocks as ``submit(_:)`` does.
    public func cancelAllTaskRequests() {
        do throws(ClientError) {
            try host.cancelAll()
        } catch {
            host.say("the requests were not cancelled: \(Complaint(error).line)")
        }
    }

    /// Tells the pending requests of the application, also those that other processes of it have submitted.
    ///
    /// A request is in the list from the return of ``submit(_:)`` until its handler is entered. (Ours: Apple lists it until
    /// the task is complete, and a handler that submits only where nothing of its name is pending would never submit
    /// again.) They are copies: changing one changes nothing.
    ///
    /// - Parameter completionHandler: Called once, on a queue of the library's, or on the actor that it belongs to. The list
    ///   is empty where there are none, and where the daemon can't be reached, which a line on standard error says.
    public func getPendingTaskRequests(
        completionHandler: @escaping @isolated(any) ([BGTaskRequest]) -> Void
    ) {
        let listener = PendingListener(call: completionHandler)
        Task(executorPreference: Self.executor) {
            await listener.hear(self.pending())
        }
    }

    /// The pending requests of the application, as ``getPendingTaskRequests(completionHandler:)`` tells them.
    ///
    /// - Returns: Copies. None where there are none, and where the daemon can't be reached, which a line on standard error
    ///   says.
    public func pendingTaskRequests() async -> sending [BGTaskRequest] {
        let requests = await Self.run { self.pending() }
        return requests.map(\.libraryRequest)
    }
}

/// Who asked for the pending requests. It is called once.
private struct PendingListener: @unchecked Sendable {
    let call: @isolated(any) ([BGTaskRequest]) -> Void

    func hear(_ requests: [TaskRequest]) async {
        await hear(requests, on: call.isolation)
    }

    /// The requests of the library are made where they are handed over: they belong to one thread.
    private func hear(_ requests: [TaskRequest], on isolation: isolated (any Actor)?) async {
        await call(requests.map(\.libraryRequest))
    }
}

extension BGTaskScheduler {
    /// Calls that block, so that they block no thread of the program's.
    private static let calls = DispatchQueue(label: "org.bgrun.calls", attributes: .concurrent)
    private static let executor = QueueExecutor(calls)

    private static func run<Value: Sendable, Failure: Swift.Error>(
        _ body: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result = await withCheckedContinuation { continuation in
            calls.async { continuation.resume(returning: Result { () throws(Failure) in try body() }) }
        }
        return try result.get()
    }

    /// What is asked for, where anything can permit it.
    private func described(_ request: BGTaskRequest) throws(Error) -> TaskRequest {
        if let request = request as? BGContinuedProcessingTaskRequest,
            !Self.supportedResources.isSuperset(of: request.requiredResources)
        {
            throw Error(
                Complaint(
                    .notPermitted, "bgrun gives tasks none of the required resources",
                    "submit it without requiredResources: supportedResources tells what there is"))
        }
        if let request = TaskRequest(request) { return request }
        let isBase = request.kind == nil && JobIdentifier(request.identifier) != nil
        let fault =
            isBase ? "a request is of one of the subclasses" : JobIdentifier.fault(inTask: request.identifier)
        throw Error(
            Complaint(
                .notPermitted, "\(request.identifier) can't be permitted: \(fault)",
                "name the task as the manifest does"))
    }

    private func submit(_ request: TaskRequest) throws(Error) {
        do throws(ClientError) {
            try host.submit(request)
        } catch {
            let complaint = host.complaint(error, about: request.identifier)
            if complaint.code == .unavailable { host.say(complaint.line) }
            throw Error(complaint)
        }
    }

    private func pending() -> [TaskRequest] {
        do throws(ClientError) {
            return try host.pending()
        } catch {
            host.say("the pending requests are not known: \(Complaint(error).line)")
            return []
        }
    }
}

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
