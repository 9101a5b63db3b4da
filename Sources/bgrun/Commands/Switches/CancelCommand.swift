// bgrun cancel: forget a job, or all of them.
import ArgumentParser
import BGRunClient
import BGRunJob
import BGRunLinux
import BGRunWire

struct CancelCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel",
        abstract: "End the current occurrence of a job and forget the job; one that a file brings stays.")

    @OptionGroup var jobs: JobSelectionArguments

    @Flag(help: "Take away its history, output and state directory as well, also of a job that is gone.")
    var purge = false

    @OptionGroup var call: CallOptions

    func run() throws {
        guard purge else {
            return try call.show(CancelCall(jobs.shown(of: call.daemon.owner)), words)
        }
        var connection = try call.daemon.connect()
        let owner = try owner(over: &connection)
        let cancelled = try cancel(jobs.shown(of: owner), over: &connection)
        for identifier in jobs.identifier.map({ [$0] }) ?? cancelled {
            try purge(
                Target(identifier: identifier, owner: owner), isCancelled: cancelled.contains(identifier),
                over: &connection)
        }
        if call.output.json { return Terminal.write(json: CancelCall.Reply(cancelled: cancelled)) }
        let purged = jobs.identifier.map { [$0] } ?? cancelled
        Terminal.write(
            purged.isEmpty ? "there was nothing to cancel\n" : purged.map { "\($0) was purged\n" }.joined())
    }

    /// A run that was told to end has its grace period first.
    ///
    /// - Parameter isCancelled: It was there, so that nothing to purge is no error.
    private func purge(
        _ target: Target, isCancelled: Bool, over connection: inout Connection
    ) throws {
        do {
            _ = try connection.call(PurgeCall(target))
        } catch {
            if isCancelled, case .refused(.scheduler(.unknownJob(_))) = error { return }
            guard case .refused(.scheduler(.alreadyRunning(_))) = error else { throw error }
            _ = try connection.call(WaitCall(target), until: nil)
            _ = try connection.call(PurgeCall(target))
        }
    }

    /// Whose jobs are meant, while they are there: what is purged after that must be theirs and nobody else's. Nil where none
    /// is there any more.
    private func owner(over connection: inout Connection) throws -> UserID? {
        if let owner = call.daemon.owner { return owner }
        guard let identifier = jobs.identifier else { return UserID(Machine.effectiveUser) }
        do {
            return try connection.call(StatusCall(JobSelection(identifier, of: nil))).jobs.first?.owner
        } catch {
            guard case .refused(.scheduler(.unknownJob(_))) = error else { throw error }
            return nil
        }
    }

    /// What is to be purged may be gone already.
    private func cancel(_ selection: JobSelection, over connection: inout Connection) throws
        -> [JobIdentifier]
    {
        do {
            return try connection.call(CancelCall(selection)).cancelled
        } catch {
            guard jobs.identifier != nil, case .refused(.scheduler(.unknownJob(_))) = error else {
                throw error
            }
            return []
        }
    }

    private func words(_ reply: CancelCall.Reply) -> String {
        reply.cancelled.isEmpty
            ? "there was nothing to cancel\n" : reply.cancelled.map { "\($0) was cancelled\n" }.joined()
    }
}
