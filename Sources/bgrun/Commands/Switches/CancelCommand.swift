// bgrun cancel: forget a job, or all of them.
import ArgumentParser
import BGRunClient
import BGRunJob
import BGRunLinux
import BGRunWire

struct CancelCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel",
        abstract: "End the current occurrence of a job and forget the job; one that a file brings stays.",
        aliases: ["rm"])

    @OptionGroup var jobs: JobSelectionArguments

    @Flag(help: "Take away its history, output and state directory as well, also of a job that is gone.")
    var purge = false

    @OptionGroup var call: CallOptions

    func run() throws {
        guard jobs.names.isEmpty else {
            return try call.daemon.each(jobs.names, .ending(purge ? "cancel --purge" : "cancel")) {
                try purge ? purge($0, asLine: $1) : call.show(CancelCall(.job($0)), asLine: $1, words)
            }
        }
        let all = jobs.shown(
            of: purge ? call.daemon.asker : call.daemon.owner)
        guard purge else { return try call.show(CancelCall(all), words) }
        var connection = try call.daemon.connect()
        let reply = try connection.call(CancelCall(all))
        for identifier in reply.cancelled {
            try purge(Target(identifier: identifier, owner: all.owner), isThere: true, over: &connection)
        }
        try show(reply.cancelled, reply, asLine: false)
    }

    // MARK: - Purging

    /// Cancels one job, or finds it gone, and takes away what is left of it.
    private func purge(_ job: Target, asLine: Bool) throws {
        var connection = try call.daemon.connect()
        let target = Target(identifier: job.identifier, owner: try owner(of: job, over: &connection))
        let cancelled = try cancel(target, over: &connection)
        try call.daemon.naming {
            try purge(target, isThere: !cancelled.isEmpty, over: &connection)
        }
        try show([job.identifier], CancelCall.Reply(cancelled: cancelled), asLine: asLine)
    }

    private func show(_ purged: [JobIdentifier], _ reply: CancelCall.Reply, asLine: Bool) throws {
        try call.show(
            reply, asLine: asLine,
            by: { _ in
                Terminal.write(
                    sentences: purged.isEmpty
                        ? "there was nothing to cancel\n" : purged.map { "\($0) was purged\n" }.joined())
            })
    }

    /// A run that was told to end has its grace period first.
    ///
    /// - Parameter isThere: The job was there until now, so that nothing to purge is no error.
    private func purge(_ target: Target, isThere: Bool, over connection: inout Connection) throws {
        do {
            _ = try connection.call(PurgeCall(target))
        } catch {
            if isThere, case .refused(.scheduler(.unknownJob(_))) = error { return }
            guard case .refused(.scheduler(.alreadyRunning(_))) = error else { throw error }
            _ = try connection.call(WaitCall(target), until: nil)
            _ = try connection.call(PurgeCall(target))
        }
    }

    /// Whose job is meant, while it is there: what is purged after that must be theirs and nobody else's. Nil where it is gone.
    private func owner(of job: Target, over connection: inout Connection) throws -> UserID? {
        if let owner = job.owner { return owner }
        do {
            return try connection.call(StatusCall(.job(job))).jobs.first?.owner
        } catch {
            guard case .refused(.scheduler(.unknownJob(_))) = error else { throw error }
            return nil
        }
    }

    /// What is to be purged may be gone already.
    private func cancel(_ target: Target, over connection: inout Connection) throws -> [JobIdentifier] {
        do {
            return try connection.call(CancelCall(.job(target))).cancelled
        } catch {
            guard case .refused(.scheduler(.unknownJob(_))) = error else { throw error }
            return []
        }
    }

    private func words(_ reply: CancelCall.Reply) -> String {
        reply.cancelled.isEmpty
            ? "there was nothing to cancel\n" : reply.cancelled.map { "\($0) was cancelled\n" }.joined()
    }
}
