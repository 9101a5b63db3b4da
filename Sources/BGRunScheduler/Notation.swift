// How events, effects and wake-ups are written: one notation for the decision log and the scenario tests.
//
// A log excerpt pasted into a scenario is a test, so nothing here may lose what decides. Values of `environment`
// are the exception: they are secrets, and no decision depends on them.
import BGRunCalendar
import BGRunJob

extension Now {
    /// `2026-11-20T10:00:00Z boot=3600 awake=3600`, with microseconds where there are any.
    package var notation: String { "\(wall.rfc3339) boot=\(seconds(boot)) awake=\(seconds(awake))" }
}

private func seconds(_ instant: some Instant) -> String {
    let whole = instant.microseconds / 1_000_000
    let fraction = String((instant.microseconds % 1_000_000).magnitude)
    guard fraction != "0" else { return String(whole) }
    return "\(whole)." + String(repeating: "0", count: 6 - fraction.utf8.count) + fraction
}

/// Text between quotes, on one line, so that a reason can't be taken for notation.
private func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"": quoted += "\\\""
        case "\\": quoted += "\\\\"
        case "\n": quoted += "\\n"
        case _: quoted.unicodeScalars.append(scalar.value < 0x20 || scalar.value == 0x7F ? "?" : scalar)
        }
    }
    return quoted + "\""
}

extension Event {
    /// One line, but for a recovery and a listing, which have one more line for each of their members.
    package var notation: String {
        switch self {
        case .recovered(let recovery): recovery.notation
        case .filesRead(let files, let unreadable):
            ([notation(ofListing: files.count, unreadable.count)] + files.map(\.notation)
                + unreadable.map(\.notation))
                .joined(separator: "\n")
        case .powerRead(let reading, let cause): "power \(reading.notation)\(cause == .asked ? " asked" : "")"
        case .networkRead(let reading): "network \(reading.verdict.rawValue) \(quoted(reading.reason))"
        case .submitted(let descriptor, let requester, let owner):
            "submit \(requester.notation) owner=\(owner) \(descriptor.maskedText)"
        case .cancelRequested(let target, let requester): "cancel \(requester.notation) \(target.notation)"
        case .runRequested(let target, let mode, let requester):
            "run \(requester.notation) \(target.notation) \(mode.rawValue)"
        case .stopRequested(let target, let requester): "stop \(requester.notation) \(target.notation)"
        case .simulationRequested(let target, .launch, let requester):
            "simulate \(requester.notation) \(target.notation) launch"
        case .simulationRequested(let target, .stop(let reason), let requester):
            "simulate \(requester.notation) \(target.notation) stop \(reason)"
        case .waitRequested(let target, let requester): "wait \(requester.notation) \(target.notation)"
        case .requestDropped(let request): "dropped \(request.notation)"
        case .launched(let run, let process): "launched run=\(run) process=\(process)"
        case .launchFailed(let run, .lasting(let reason)): "launchFailed run=\(run) lasting \(quoted(reason))"
        case .launchFailed(let run, .passing(let reason)): "launchFailed run=\(run) passing \(quoted(reason))"
        case .exited(let run, let status, _): "exited run=\(run) \(status)"
        case .wokeUp: "wokeUp"
        case .clockChanged: "clockChanged"
        case .shutdownRequested: "shutdown"
        case .saved: "saved"
        case .notSaved(let reason): "notSaved \(quoted(reason))"
        }
    }

    private func notation(ofListing files: Int, _ unreadable: Int) -> String {
        "files \(files) unreadable \(unreadable)"
    }
}

extension RequestID {
    package var notation: String { "#\(rawValue)" }
}

extension Requester {
    package var notation: String { "\(request.notation) by=\(user)" }
}

extension Target {
    package var notation: String { owner.map { "\(identifier)@\($0)" } ?? identifier.text }
}

extension PowerReading {
    fileprivate var notation: String {
        let level = batteryLevel.map { " battery=\($0)" } ?? ""
        return "\(verdict.rawValue) \(quoted(reason))\(level)\(isContradicted ? " contradicted" : "")"
    }
}

extension JobFile {
    fileprivate var notation: String { "| file \(quoted(path)) owner=\(job.owner) \(descriptor.maskedText)" }
}

extension UnreadableFile {
    fileprivate var notation: String {
        "| unreadable \(quoted(file.path)) \(job.map { "\($0) " } ?? "")\(quoted(file.reason))"
    }
}

extension Recovery {
    fileprivate var notation: String {
        var line = "recovered nextRun=\(nextRun)"
        if isPowerSilent { line += " silentPower" }
        let jobLines = jobs.map {
            "| job \($0.notation) accepted=\($0.accepted.rfc3339) \($0.descriptor.maskedText)"
        }
        let files = finishedFiles.map { "| finished \($0.job) \(String($0.fingerprint, radix: 16))" }
        return ([line] + jobLines + files).joined(separator: "\n")
    }
}

extension JobRecord {
    /// Where the job stands: `org.example.backup@1000 1 due since=2026-11-20T10:00:00Z`.
    package var notation: String {
        var words = ["\(id)", "\(occurrence.number)"]
        if let active = activeRun {
            words.append("run=\(active.run)")
            if let reason = active.stopReason { words.append("stop=\(reason)") }
        } else if let since = occurrence.dueSince {
            words.append("due since=\(since.rfc3339)")
            if let rest = occurrence.rest { words.append("rests=\(rest.span.text)") }
        } else {
            words.append("scheduled \(occurrence.due.notation)")
        }
        if occurrence.unfinishedRuns > 0 { words.append("unfinished=\(occurrence.unfinishedRuns)") }
        if successor != nil { words.append("successor") }
        return words.joined(separator: " ")
    }
}

extension JobRecord.Occurrence.Due {
    fileprivate var notation: String {
        switch self {
        case .at(let instant): "at=\(instant.rfc3339)"
        case .after(let deadline): "after=\(deadline.span.text)"
        }
    }
}

extension Effect {
    package var notation: String {
        switch self {
        case .signal(let run, .terminate(let reason)): "terminate run=\(run) \(reason)"
        case .signal(let run, .kill): "kill run=\(run)"
        case .adopt(let run, let job): "adopt run=\(run) \(job)"
        case .readPower: "readPower"
        case .save(let record): "save \(record.notation)"
        case .forget(let job): "forget \(job)"
        case .appendHistory(let entry): "history \(entry.notation)"
        case .rememberFinishedFile(let file): "rememberFinishedFile \(file.job)"
        case .forgetFinishedFile(let job): "forgetFinishedFile \(job)"
        case .rememberSilentPower: "rememberSilentPower"
        case .launch(let order): "launch run=\(order.run) \(order.job)"
        case .reply(let request, let reply): "reply \(request.notation) \(reply.notation)"
        case .exit: "exit"
        }
    }
}

extension HistoryEntry {
    fileprivate var notation: String {
        var words = ["run=\(run)", "\(job)", outcome.rawValue]
        if let stopReason { words.append("stop=\(stopReason)") }
        if let exit { words.append("(\(exit))") }
        if isSimulated { words.append("simulated") }
        return words.joined(separator: " ")
    }
}

extension Reply {
    package var notation: String {
        switch self {
        case .accepted(let job, let acceptance): "accepted \(job) \(acceptance.rawValue)"
        case .done: "done"
        case .started(let run): "started run=\(run)"
        case .ended(let outcome, let last): "ended \(outcome.rawValue)\(last.map { " run=\($0.run)" } ?? "")"
        case .refused(let refusal): "refused \(refusal.notation)"
        }
    }
}

extension Refusal {
    fileprivate var notation: String {
        switch self {
        case .unknownJob(let name): "unknownJob \(name)"
        case .ambiguousJob(let name, let owners):
            "ambiguousJob \(name) \(owners.map(\.description).joined(separator: ","))"
        case .tooManyJobs(let limit): "tooManyJobs \(limit)"
        case .ownerNotAllowed: "ownerNotAllowed"
        case .broughtByFile(let path): "broughtByFile \(quoted(path))"
        case .blocked(let blockers): "blocked \(blockers.map(\.name).joined(separator: ","))"
        case .notRunning: "notRunning"
        case .alreadyRunning(let run): "alreadyRunning run=\(run)"
        case .couldNotLaunch(let reason): "couldNotLaunch \(quoted(reason))"
        case .storage(let reason): "storage \(quoted(reason))"
        case .shuttingDown: "shuttingDown"
        }
    }
}

extension Wakeup {
    /// `+5s settles externalPower`: how far ahead it lies, and why.
    package func notation(at now: Now) -> String { "+\(deadline.left(at: now).text) \(reason.notation)" }
}

extension Wakeup.Reason {
    package var notation: String {
        switch self {
        case .occurrenceDue(let job): "occurrenceDue \(job)"
        case .restEnds(let job): "restEnds \(job)"
        case .budgetEnds(let job): "budgetEnds \(job)"
        case .graceEnds(let job): "graceEnds \(job)"
        case .settles(let requirement): "settles \(requirement.rawValue)"
        case .lossCounts(let requirement): "lossCounts \(requirement.rawValue)"
        case .powerSecondLook: "powerSecondLook"
        case .powerPoll: "powerPoll"
        case .saveRetry: "saveRetry"
        }
    }
}
