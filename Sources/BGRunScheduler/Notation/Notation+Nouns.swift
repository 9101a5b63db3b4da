// How what events and effects speak of is written: jobs, requests, readings, plans.
import BGRunCalendar
import BGRunJob

extension RequestID {
    package var notation: String { "#\(rawValue)" }
}

extension Requester {
    package var notation: String { "\(request.notation) by=\(user)\(isAway ? " away" : "")" }
}

extension Target {
    /// What stands behind the last `@` is the owner, also where an identifier has one of its own: then it is never left out.
    package var notation: String {
        if let owner { return "\(identifier)@\(owner)" }
        return identifier.instance == nil ? identifier.text : "\(identifier)@"
    }
}

extension Selection {
    var notation: String {
        switch self {
        case .job(let target): target.notation
        case .tagged(let tag): "--tag=\(tag)"
        case .all: "--all"
        }
    }
}

extension SwitchTurn {
    var name: String {
        switch self {
        case .pause: "pause"
        case .unpause: "unpause"
        case .enable: "enable"
        case .disable: "disable"
        case .snooze: "snooze"
        }
    }

    /// For how long, of a pause that ends by itself, and what for.
    var words: String {
        if case .snooze(let span) = self { return " for=\(span.text)" }
        guard case .pause(let span, let note) = self else { return "" }
        return (span.map { " for=\($0.text)" } ?? "") + (note.map { " note=\(quoted($0))" } ?? "")
    }
}

extension PauseScope {
    var notation: String {
        switch self {
        case .everybody: "everybody"
        case .owner(let user): "owner=\(user)"
        }
    }
}

extension Pause {
    var notation: String {
        "since=\(since.rfc3339)\(end.map { " for=\($0.span.text)" } ?? "")"
            + (note.map { " note=\(quoted($0))" } ?? "")
    }
}

extension WatchedPath {
    package var notation: String { "\(quoted(path)) owner=\(owner)\(isRecursive ? " recursive" : "")" }
}

extension Interest {
    package var notation: String {
        switch self {
        case .sleep: "sleep"
        case .shutdown: "shutdown"
        case .sessions: "sessions"
        case .path(let path): "path \(path.notation)"
        case .localZone: "localZone"
        case .subject(let subject): "subject \(subject.notation)"
        }
    }
}

extension Inhibition {
    package var notation: String {
        let words = (sleepAndIdle ? ["sleep", "idle"] : []) + (lidSwitch ? ["lidSwitch"] : [])
        return words.isEmpty ? "nothing" : words.joined(separator: " ") + " \(quoted(why))"
    }
}

extension PressureReading {
    var notation: String {
        "cpu=\(cpu.map(String.init) ?? "unknown") io=\(io.map(String.init) ?? "unknown")"
    }
}

extension PowerReading {
    var notation: String {
        let level = batteryLevel.map { " battery=\($0)" } ?? ""
        return
            "\(verdict.rawValue) \(quoted(reason))\(level)\(isContradicted ? " contradicted" : "")\(isDraining ? " draining" : "")\(isLasting ? " lasting" : "")"
    }
}

extension JobFile {
    var notation: String { "| file \(quoted(path)) owner=\(job.owner) \(descriptor.maskedText)" }
}

extension ManifestFile {
    var notation: String { "| manifest \(quoted(path)) \(manifest.maskedText)" }
}

extension LaunchFault {
    var notation: String {
        switch self {
        case .lasting(let reason): "lasting \(quoted(reason))"
        case .shortage(let reason): "shortage \(quoted(reason))"
        case .passing(let reason): "passing \(quoted(reason))"
        case .missing(let path, let reason): "missing \(quoted(path)) \(quoted(reason))"
        }
    }
}

extension UnreadableFile {
    var notation: String {
        "| unreadable \(quoted(file.path)) \(job.map { "\($0) " } ?? "")\(quoted(file.reason))"
    }
}

extension Recovery {
    var notation: String {
        var line = "recovered nextRun=\(nextRun)"
        if isPowerSilent { line += " silentPower" }
        if isNewBoot { line += " newBoot" }
        if let lastWritten { line += " lastWritten=\(lastWritten.rfc3339)" }
        let jobLines = jobs.map {
            "| job \($0.notation) accepted=\($0.accepted.rfc3339) \($0.descriptor.maskedText)"
        }
        let files = finishedFiles.map { "| finished \($0.job) \(String($0.fingerprint, radix: 16))" }
        let held = pauses.sorted { $0.key < $1.key }.map { "| pause \($0.key.notation) \($0.value.notation)" }
        let permitted = applications.map {
            "| permitted owner=\($0.owner) \($0.manifest.maskedText)"
        }
        if continued != nil { line += " goingOn" }
        let going = (continued ?? []).map { "| \($0.notation)" }
        return ([line] + jobLines + going + files + held + permitted).joined(separator: "\n")
    }
}

extension ContinuedRun {
    /// `goesOn run=7 process=4321 due=… started=… boot=100 awake=90 progressed=90 budget=3h grace=10s`, and what is not so of most
    /// runs.
    fileprivate var notation: String {
        var words = [
            "goesOn run=\(run.id)", "process=\(process)", "due=\(run.due.rfc3339)",
            "started=\(run.started.notation)",
            "progressed=\(seconds(run.progressed))", "budget=\(run.timeBudget.text)",
            "grace=\(run.gracePeriod.text)",
        ]
        if run.isForced { words.append("forced") }
        if !run.isInHours { words.append("outOfHours") }
        if run.isSimulated { words.append("simulated") }
        if let limit = run.silenceLimit { words.append("silence=\(limit.text)") }
        if run.frozenFor > .zero { words.append("frozenFor=\(run.frozenFor.text)") }
        if let stillness {
            words += ["still=\(stillness.reason.cause.rawValue)", "since=\(seconds(stillness.since))"]
            if case .requirementLost(let kind, let until) = stillness.reason {
                words += [kind.rawValue, "until=\(seconds(until))"]
            }
        }
        switch deferral {
        case .usual?: words.append("deferred")
        case .by(let span)?: words.append("deferred=\(span.text)")
        case nil: break
        }
        return words.joined(separator: " ")
    }
}

extension JobRecord {
    /// Where the job stands: `org.example.backup@1000 1 due since=2026-11-20T10:00:00Z`.
    package var notation: String {
        var words = ["\(id)", "\(occurrence.number)"]
        if let active = activeRun {
            words.append("run=\(active.run)")
            if let reason = active.stopReason { words.append("stop=\(reason)") }
            if let status = active.mainExit { words.append("left=(\(status))") }
            if let host = active.host { words.append("host=\(host)") }
        } else if let since = occurrence.dueSince {
            words.append("due since=\(since.rfc3339)")
            if let rest = occurrence.rest { words.append("rests=\(rest.span.text)") }
        } else {
            words.append("scheduled \(occurrence.plan.notation)")
        }
        if occurrence.unfinishedRuns > 0 { words.append("unfinished=\(occurrence.unfinishedRuns)") }
        if occurrence.failedAttempts > 0 { words.append("attempts=\(occurrence.failedAttempts)") }
        if occurrence.isByHand { words.append("byHand") }
        if !progress.successes.isEmpty { words.append("succeeded=(\(progress.successes.text))") }
        if occurrence.isTriggeredAgain { words.append("again") }
        if occurrence.isWarned { words.append("warned") }
        if let enabled = switches.enabled { words.append(enabled ? "enabled" : "disabled") }
        if let pause = switches.pause { words.append("paused \(pause.notation)") }
        if successor != nil { words.append("successor") }
        if let failures { words.append(failures.notation) }
        if let hookFault { words.append("hookFault=\(hookFault.kind.rawValue)") }
        return words.joined(separator: " ")
    }
}

extension Failing {
    /// All of them, and how many were final where that is another number: `failing=3/1`.
    var notation: String { "failing=\(count)" + (givenUp == count ? "" : "/\(givenUp)") }
}

extension Plan {
    var notation: String {
        var words: [String] = []
        if let at { words.append("at=\(at.rfc3339)") }
        if let grid { words.append("grid=\(grid.rfc3339)") }
        if let after { words.append("after=\(after.span.text)") }
        if let called { words.append("called=\(called.span.text)") }
        return words.isEmpty ? "open" : words.joined(separator: " ")
    }
}

extension HistoryEntry {
    var notation: String {
        var words = ["run=\(run)", "\(job)", outcome.rawValue]
        if let stopReason { words.append("stop=\(stopReason)") }
        if let exit { words.append("(\(exit))") }
        if outcome != .couldNotLaunch, let failure { words.append(quoted(failure)) }
        if isSimulated { words.append("simulated") }
        if let attempt { words.append("attempt=\(attempt.number)/\(attempt.most)") }
        if let leftBehind { words.append("left=\(quoted(leftBehind))") }
        return words.joined(separator: " ")
    }
}

extension Reply {
    package var notation: String {
        switch self {
        case .accepted(let job, let acceptance): "accepted \(job) \(acceptance.rawValue)"
        case .allAccepted(let jobs):
            "accepted " + jobs.map { "\($0.job) \($0.acceptance.rawValue)" }.joined(separator: ", ")
        case .done: "done"
        case .started(let run): "started run=\(run)"
        case .simulating(let until): "simulating \(until.map { "until=\($0.rfc3339)" } ?? "nothing")"
        case .ended(let outcome, let last): "ended \(outcome.rawValue)\(last.map { " run=\($0.run)" } ?? "")"
        case .attached(let host, let application, _): "attached \(host) \(application)"
        case .serving(let refused):
            "serving"
                + (refused.isEmpty ? "" : " without \(refused.map(\.description).joined(separator: ","))")
        case .permitted(let application, let isReplaced):
            "permitted \(application) \(isReplaced ? "replaced" : "new")"
        case .asserted(let id, let span, _, let sleep):
            "asserted assertion=\(id) for=\(span.text)\(sleep.map { " sleepsIn=\($0.text)" } ?? "")"
        case .heard(let left): "heard left=\(left.text)"
        case .refused(let refusal): "refused \(refusal.notation)"
        }
    }
}

extension Refusal {
    package var notation: String {
        switch self {
        case .unknownJob(let name): "unknownJob \(name)"
        case .ambiguousJob(let name, let owners):
            "ambiguousJob \(name) \(owners.map(\.description).joined(separator: ","))"
        case .cycle(let cycle): "cycle \(cycle.map(\.text).joined(separator: ","))"
        case .unknownTag(let tag): "unknownTag \(tag)"
        case .tooManyJobs(let limit): "tooManyJobs \(limit)"
        case .tooMuchText(let limit): "tooMuchText \(limit)"
        case .ownerNotAllowed: "ownerNotAllowed"
        case .away(let key): "away \(key)"
        case .broughtByFile(let path): "broughtByFile \(quoted(path))"
        case .alreadyExists(let name): "alreadyExists \(name)"
        case .scheduledAndAtOnce: "scheduledAndAtOnce"
        case .notEdited(.changed): "notEdited changed"
        case .notEdited(.nothingHidden(let keyPath)): "notEdited nothingHidden \(keyPath)"
        case .notEdited(.tooLong): "notEdited tooLong"
        case .namedTwice: "namedTwice"
        case .noneAccepted(let jobs):
            "noneAccepted " + jobs.map { "\($0.place):\($0.refusal.notation)" }.joined(separator: " ")
        case .neverDue: "neverDue"
        case .blocked(let blockers): "blocked \(blockers.map(\.name).joined(separator: ","))"
        case .notRunning: "notRunning"
        case .alreadyRunning(let run): "alreadyRunning run=\(run)"
        case .couldNotLaunch(let reason): "couldNotLaunch \(quoted(reason))"
        case .storage(let reason): "storage \(quoted(reason))"
        case .shuttingDown: "shuttingDown"
        case .unavailable(let reason): "unavailable \(quoted(reason))"
        case .notPermitted(let reason): "notPermitted \(quoted(reason))"
        case .tooManyPending(let kind, let limit): "tooManyPending \(kind.rawValue) \(limit)"
        case .notImmediate(let blockers): "notImmediate \(blockers.map(\.name).joined(separator: ","))"
        case .tooManyApplications(let limit): "tooManyApplications \(limit)"
        case .notExtended(let reason): "notExtended \(quoted(reason))"
        case .tooManyAssertions(let limit): "tooManyAssertions \(limit)"
        case .unknownApplication(let name): "unknownApplication \(name)"
        case .notAHost(let reason): "notAHost \(quoted(reason))"
        case .notYourHost: "notYourHost"
        case .withdrawn: "withdrawn"
        }
    }
}

extension RunWords {
    /// ` 40% "copying" stopping by=5m defer=1h alive`, each where it was said.
    var notation: String {
        var words: [String] = []
        if let percent { words.append("\(percent)%") }
        if let text { words.append(quoted(text)) }
        if let sign { words.append(sign.rawValue) }
        switch `extension` {
        case .by(let span): words.append("by=\(span.text)")
        case .atLeast(let span): words.append("atLeast=\(span.text)")
        case nil: break
        }
        switch deferral {
        case .usual: words.append("defer")
        case .by(let span): words.append("defer=\(span.text)")
        case nil: break
        }
        switch life {
        case .alive: words.append("alive")
        case .hanging: words.append("hangs")
        case nil: break
        }
        return words.map { " \($0)" }.joined()
    }
}

extension SubmitTerms {
    /// Each word with a blank behind it; nothing for what is usual.
    var notation: String {
        (ifExists == .replace ? "" : "ifExists=\(ifExists.rawValue) ") + (isNowOrFail ? "nowOrFail " : "")
            + (edited.map { "edited=\(Fingerprint.text(of: $0)) " } ?? "")
    }
}
