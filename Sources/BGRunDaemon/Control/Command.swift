// A call that the scheduler has to carry out, from its events to its one answer.
import BGRunJob
import BGRunScheduler
import BGRunWire

/// What was asked of the scheduler for one call.
struct Command {
    enum Kind {
        case submit
        case submitAll
        case cancel
        case run
        case stop
        case purge
        /// A pause, a switch by hand, conditions that are simulated, or the end of any of them.
        case turn
        /// Something that a run says of itself.
        case speech
        /// The same, and how much time it has is the answer.
        case `extension`
        case attach
        case serve
        case taskBegan(in: HostID)
        case assert
        case submitTask
        case cancelTask
        case permit
        case forbid
        /// With the call, to be asked anew where the job has left before its waiter was noted.
        case wait(WaitCall)
        /// The same for several, with the ends that are known.
        case waitAll(WaitAllCall, ended: [JobIdentifier: WaitCall.Reply])
    }

    private(set) var kind: Kind
    /// The requests without an answer yet, each with the job it is about, or nil for one about all jobs. Only
    /// "cancel all" and "wait for all" have more than one.
    private(set) var open: [RequestID: JobIdentifier?]
    private var cancelled: [JobIdentifier] = []

    init(_ kind: Kind, _ open: [RequestID: JobIdentifier?]) {
        self.kind = kind
        self.open = open
    }

    /// Takes one reply in; true when it was the last one that is missing.
    mutating func take(_ reply: Reply, to request: RequestID) -> Bool {
        guard let identifier = open.removeValue(forKey: request) else { return false }
        if case .done = reply, let identifier { cancelled.append(identifier) }
        if case .ended(let outcome, let last) = reply, let identifier,
            case .waitAll(let call, var ended) = kind
        {
            ended[identifier] = WaitCall.Reply(outcome, last)
            kind = .waitAll(call, ended: ended)
        }
        return open.isEmpty
    }

    /// The question to ask instead of giving `reply` as the answer: a job that left between the question and the
    /// command is in history by now.
    func question(insteadOf reply: Reply) -> SchedulerRequest.Query? {
        switch (kind, reply) {
        case (.wait(let call), .refused(.unknownJob)): .wait(call)
        case (.waitAll(let call, let ended), .ended), (.waitAll(let call, let ended), .refused(.unknownJob)):
            WaitAllCall.Reply(call, ended) == nil ? .waitAll(call, ended: ended) : nil
        case (_, _): nil
        }
    }

    /// Gives the call its answer; `reply` is the last one of the scheduler.
    ///
    /// Of several jobs to cancel, one that could not be (it ended by itself meanwhile) is left out.
    ///
    /// - Returns: An answer that is to be told as it is read, in place of one that was given.
    func answer(_ conversation: inout Conversation, with reply: Reply) -> LongAnswer? {
        switch (kind, reply) {
        case (.cancel, .refused) where !cancelled.isEmpty, (.cancel, .done):
            let names = cancelled.sorted().map(\.text)
            return LongAnswer(CancelCall.Reply(cancelled: []), [(["cancelled"], .texts(names[...]))])
        case (_, .refused(let refusal)) where kind.isOfApplications:
            conversation.refuse(with: ApplicationsError(refusal))
        case (_, .refused(let refusal)): conversation.refuse(SchedulerError(refusal))
        case (.submitTask, .accepted(let job, let acceptance)):
            conversation.finish(SubmitTaskCall.Reply(identifier: job.identifier, acceptance: acceptance))
        case (.taskBegan, .started): conversation.finish(NoFields())
        case (_, .serving(let refused)): conversation.finish(ServeCall.Reply(refused: refused))
        case (_, .permitted(let application, let isReplaced)):
            conversation.finish(PermitCall.Reply(application: application.name, isReplaced: isReplaced))
        case (_, .attached): preconditionFailure("a host was told that it is one, and not by its stream")
        case (_, .asserted): preconditionFailure("an assertion was granted, and not by its stream")
        case (.run, .accepted): conversation.finish(RunCall.Reply(run: nil, isAgain: true))
        case (_, .accepted(let job, let acceptance)):
            conversation.finish(SubmitCall.Reply(AcceptedJob(job, acceptance)))
        case (_, .allAccepted(let jobs)):
            conversation.finish(SubmitAllCall.Reply(jobs: jobs.map { SubmitCall.Reply($0) }))
        case (_, .started(let run)): conversation.finish(RunCall.Reply(run: run))
        case (.extension, .heard(let left)): conversation.finish(ExtendRunCall.Reply(timeLeft: left))
        case (_, .heard): conversation.finish(NoFields())
        case (.run, .done): conversation.finish(RunCall.Reply(run: nil))
        case (.stop, .done), (.purge, .done), (.turn, .done), (.speech, .done), (.extension, .done),
            (.submit, .done), (.submitAll, .done), (.wait, .done), (.waitAll, .done),
            (.attach, .done), (.assert, .done), (.serve, .done), (.taskBegan, .done), (.submitTask, .done),
            (.cancelTask, .done), (.permit, .done), (.forbid, .done):
            conversation.finish(NoFields())
        case (_, .simulating(let until)):
            conversation.finish(SimulateConditionsCall.Reply(until: until))
        case (.waitAll(let call, let ended), .ended):
            guard let reply = WaitAllCall.Reply(call, ended) else {
                preconditionFailure("not all ends are known, and no question was asked for the others")
            }
            conversation.finish(reply)
        case (_, .ended(let outcome, let last)):
            conversation.finish(WaitCall.Reply(outcome, last))
        }
        return nil
    }
}

extension Command.Kind {
    /// Whether its errors are those of `org.bgrun.Applications`.
    fileprivate var isOfApplications: Bool {
        switch self {
        case .attach, .assert, .serve, .taskBegan, .submitTask, .cancelTask, .permit, .forbid: true
        case .submit, .submitAll, .cancel, .run, .stop, .purge, .turn, .speech, .extension, .wait, .waitAll:
            false
        }
    }
}
