// bgrun cancel: forget a job, or all of them.
import ArgumentParser
import BGRunClient
import BGRunJob
import BGRunLinux
import BGRunText
import BGRunWire

struct CancelCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel",
        abstract: "End the current occurrence of a job and forget the job; one that a file brings stays.",
        discussion: """
            A job of a file comes back as long as the file is there, so only what is due or runs is cancelled of it; \
            before that, remove the file, or use bgrun disable. With --next the occurrence alone is let go that is next, \
            and the job stays, also one that was submitted.
            """,
        aliases: ["rm", "remove", "delete"])

    @OptionGroup var jobs: JobSelectionArguments

    @Flag(
        help:
            "Take away its history, output, state directory and what is remembered of it as well, also of a job that is gone."
    )
    var purge = false

    @Flag(help: "Let the next run go that has not begun, and keep the job.")
    var next = false

    @OptionGroup var call: CallOptions

    func validate() throws {
        if next, purge || jobs.names.isEmpty { throw ValidationError("--next goes with identifiers alone") }
    }

    func run() throws {
        let verb = "cancel" + (purge ? " --purge" : next ? " --next" : "")
        guard jobs.names.isEmpty else {
            return try call.daemon.each(jobs.names, .ending(verb)) {
                try purge ? purge($0, asLine: $1) : cancel($0, asLine: $1)
            }
        }
        let all = jobs.shown(
            of: purge ? call.daemon.asker : call.daemon.owner)
        // Root cancels its own.
        try jobs.agree(verb, on: jobs.tagged.jobs(call, of: call.daemon.asker))
        guard purge else { return try cancelAll(all) }
        var connection = try call.daemon.connect()
        let reply = try connection.call(CancelCall(all))
        for identifier in reply.cancelled {
            try purge(Target(identifier: identifier, owner: all.owner), isThere: true, over: &connection)
        }
        try show(reply.cancelled, reply, asLine: false)
    }

    /// One job, and what comes of it all the same.
    private func cancel(_ job: Target, asLine: Bool) throws {
        let before = call.output.json ? nil : report(of: job)
        if next, let before, before.due == nil {
            throw Failure(
                .refused,
                Complaint(
                    "\(job.identifier) has no date, so there is no next run to let go",
                    advice: "bgrun why \(job.identifier) tells what it waits for"))
        }
        do {
            try call.show(CancelCall(.job(job), isNext: next), asLine: asLine) { _ in
                let text = CancelText(
                    before: before, after: report(of: job), by: UserID(Machine.effectiveUser),
                    clock: LocalZone.clock)
                return text.sentence(job.identifier) + "\n"
            }
        } catch let error as ClientError {
            guard case .refused(.scheduler(.broughtByFile(let path))) = error else { throw error }
            throw Failure(
                .refused,
                CancelText.refusal(job.identifier, file: path, due: before?.due, clock: LocalZone.clock))
        }
    }

    /// Nil where it is gone, or over.
    private func report(of job: Target) -> JobReport? {
        call.daemon.glance { (try? $0.call(StatusCall(.job(job)), until: $1))?.jobs.first }
    }

    private func cancelAll(_ jobs: JobSelection) throws {
        var cancelled: [JobIdentifier] = []
        var connection = try call.daemon.connect()
        do {
            cancelled = try connection.call(CancelCall(jobs)).cancelled
        } catch {
            guard case .refused(.scheduler(.broughtByFile)) = error else { throw error }
        }
        // Those that are over, too, or what has failed would go on being shown as that. Root sees everybody's, and cancels its own.
        let ended = (try? connection.call(StatusCall(jobs)))?.ended.map(\.job) ?? []
        for over in ended where over.owner == call.daemon.asker {
            let target = Target(identifier: over.identifier, owner: over.owner)
            if (try? connection.call(CancelCall(.job(target)))) != nil { cancelled.append(over.identifier) }
        }
        try call.show(
            CancelCall.Reply(cancelled: cancelled), asLine: false,
            by: { reply in
                let staying = (try? connection.call(StatusCall(jobs)))?.jobs.filter { $0.file != nil } ?? []
                Terminal.write(sentences: words(reply, staying))
            })
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
            switch error {
            case .refused(.scheduler(.unknownJob)): return []
            // It stays, and what it has left goes.
            case .refused(.scheduler(.broughtByFile)): return [target.identifier]
            case _: throw error
            }
        }
    }

    private func words(_ reply: CancelCall.Reply, _ staying: [JobReport]) -> String {
        let stay = Set(staying.map(\.identifier))
        let done = reply.cancelled.map { "\($0)\(stay.contains($0) ? ": its run" : "") was cancelled\n" }
        let rest =
            stay.isEmpty
            ? ""
            : "\(stay.count == 1 ? "1 job comes from a file and stays" : "\(stay.count) jobs come from files and stay"); remove the file, or use bgrun disable\n"
        return (done.isEmpty ? "there was nothing to cancel\n" : done.joined()) + rest
    }
}
