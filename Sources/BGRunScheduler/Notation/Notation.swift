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

func seconds(_ instant: some Instant) -> String {
    let whole = instant.microseconds / 1_000_000
    let fraction = String((instant.microseconds % 1_000_000).magnitude)
    guard fraction != "0" else { return String(whole) }
    return "\(whole)." + String(repeating: "0", count: 6 - fraction.utf8.count) + fraction
}

/// Text between quotes, on one line, so that a reason can't be taken for notation.
func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
        if scalar == "\n" {
            quoted += "\\n"
        } else {
            if scalar == "\"" || scalar == "\\" { quoted += "\\" }
            quoted.unicodeScalars.append(scalar.spoilsLine ? "?" : scalar)
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
            ([notation(of: "files", files.count, unreadable.count)] + files.map(\.notation)
                + unreadable.map(\.notation))
                .joined(separator: "\n")
        case .manifestsRead(let files, let unreadable):
            ([notation(of: "manifests", files.count, unreadable.count)] + files.map(\.notation)
                + unreadable.map(\.notation))
                .joined(separator: "\n")
        case .powerRead(let reading, let cause): "power \(reading.notation)\(cause == .asked ? " asked" : "")"
        case .networkRead(let reading): "network \(reading.notation)"
        case .observed(let subject, let observation): "observed \(subject.notation) \(observation.notation)"
        case .pressureRead(let reading): "pressure \(reading.notation)"
        case .presenceRead(let presence): "presence \(presence.rawValue)"
        case .zoneRead(let name, let zone): "zone \(name ?? "local") \(zone?.name ?? "missing")"
        case .sleepAnnounced: "sleepAnnounced"
        case .sleepOver: "sleepOver"
        case .shutdownAnnounced: "shutdownAnnounced"
        case .shutdownOver: "shutdownOver"
        case .loggedIn(let user): "loggedIn \(user)"
        case .unlocked(let user): "unlocked \(user)"
        case .sessionsRead(let fault): "sessionsRead" + (fault.map { " unknown \(quoted($0))" } ?? "")
        case .pathFound(let path, let newest): "pathFound \(path.notation) newest=\(newest.rfc3339)"
        case .pathChanged(let path, let newest): "pathChanged \(path.notation) newest=\(newest.rfc3339)"
        case .pathMissing(let path): "pathMissing \(path.notation)"
        case .pathUnwatchable(let path, let reason, let isInPart):
            "pathUnwatchable \(path.notation) \(quoted(reason))\(isInPart ? " inPart" : "")"
        case .submitted(let descriptor, let requester, let owner, let terms):
            "submit \(requester.notation) owner=\(owner) \(terms.notation)\(descriptor.maskedText)"
        case .submittedTogether(let descriptors, let requester, let owner, let ifExists):
            "submitAll \(requester.notation) owner=\(owner) \(SubmitTerms(ifExists: ifExists).notation)"
                + "[\(descriptors.map(\.maskedText).joined(separator: ","))]"
        case .cancelRequested(let target, let requester, let isNext):
            "cancel \(requester.notation) \(target.notation)\(isNext ? " next" : "")"
        case .purgeRequested(let id, let requester): "purge \(requester.notation) \(id)"
        case .runRequested(let target, let mode, let requester):
            "run \(requester.notation) \(target.notation) \(mode.rawValue)"
        case .stopRequested(let target, let requester): "stop \(requester.notation) \(target.notation)"
        case .simulationRequested(let target, .launch, let requester):
            "simulate \(requester.notation) \(target.notation) launch"
        case .simulationRequested(let target, .stop(let reason), let requester):
            "simulate \(requester.notation) \(target.notation) stop \(reason)"
        case .conditionSimulationRequested(let conditions, let span, let target, let requester):
            "simulateConditions \(requester.notation) \(target?.notation ?? "--all") "
                + (conditions.map { "for=\(span.text) \($0.text)" } ?? "end")
        case .waitRequested(let target, let requester, let since, let isOneRun):
            "wait \(requester.notation) \(target.notation)\(isOneRun ? " run" : "")"
                + (since.map { " since=\($0.rfc3339)" } ?? "")
        case .switchRequested(let turn, let selection, let requester):
            "\(turn.name) \(requester.notation) \(selection.notation)\(turn.words)"
        case .requestDropped(let request): "dropped \(request.notation)"
        case .ownerFound(let user, let name): "ownerFound \(user) \(quoted(name))"
        case .launched(let run, let process): "launched run=\(run) process=\(process)"
        case .launchFailed(let run, let fault): "launchFailed run=\(run) \(fault.notation)"
        case .mainExited(let run, let status): "mainExited run=\(run) \(status)"
        case .exited(let run, let status, let usage):
            "exited run=\(run) \(status)\(usage.exhaustion.map { " \(quoted($0))" } ?? "")"
                + (usage.leftBehind.map { " left=\(quoted($0))" } ?? "")
        case .hookEnded(let hook, let end, let owner):
            "hookEnded run=\(hook.run) owner=\(owner) \(HookReport(hook.kind, end).line)"
        case .earlierRunsRead(let run, let spans):
            (["earlierRuns run=\(run)"] + spans.map(\.text)).joined(separator: " ")
        case .runSpoke(let run, let words, let requester):
            "said \(requester.map { "\($0.notation) " } ?? "")run=\(run)\(words.notation)"
        case .permitted(let manifest, let owner, let requester):
            "permit \(requester.notation) owner=\(owner) \(manifest.maskedText)"
        case .forbidden(let application, let requester): "forbid \(requester.notation) \(application)"
        case .taskSubmitted(let request, let application, let host, let requester):
            "submitTask \(requester.notation) \(application) \(host.map { "\($0) " } ?? "")\(request.text)"
        case .taskCancelRequested(let task, let application, let host, let requester):
            "cancelTask \(requester.notation) \(application) \(host.map { "\($0) " } ?? "")\(task?.text ?? "--all")"
        case .hostStarted(let host, let process): "hostStarted \(host) process=\(process)"
        case .hostFailed(let host, let fault): "hostFailed \(host) \(fault.notation)"
        case .hostEnded(let host, let status): "hostEnded \(host) \(status)"
        case .hostAttached(let application, let started, let busy, let process, let requester):
            ([
                "attach \(requester.notation) \(application) \(started?.description ?? "guest") process=\(process)"
            ]
                + busy.map { "busy=\($0.run):\($0.task)" }).joined(separator: " ")
        case .hostServed(let host, let tasks, let requester):
            (["serve \(requester.notation) \(host)"] + tasks.map(\.description)).joined(separator: " ")
        case .hostLost(let host): "hostLost \(host)"
        case .taskBegan(let run, let host, let requester):
            "taskBegan \(requester.notation) \(host) run=\(run)"
        case .taskProgressed(let run, let host, let progress):
            ([
                "taskProgressed \(host) run=\(run) \(progress.completedUnits)/\(progress.totalUnits)"
            ] + [progress.title, progress.subtitle].compactMap { $0.map(quoted) }).joined(separator: " ")
        case .taskEnded(let run, let host, let success): "taskEnded \(host) run=\(run) \(success)"
        case .assertionAsked(let claim, let requester):
            "assert \(requester.notation) \(claim.host?.description ?? "-") process=\(claim.process)"
                + (claim.limit.map { " for=\($0.text)" } ?? "") + (claim.run.map { " run=\($0)" } ?? "")
        case .assertionEnded(let id): "assertionEnded \(id)"
        case .wokeUp: "wokeUp"
        case .clockChanged: "clockChanged"
        case .shutdownRequested: "shutdown"
        case .renewalRequested: "renew"
        case .saved: "saved"
        case .kept: "kept"
        case .notSaved(let reason): "notSaved \(quoted(reason))"
        }
    }

    private func notation(of listing: String, _ files: Int, _ unreadable: Int) -> String {
        "\(listing) \(files) unreadable \(unreadable)"
    }
}

extension Effects {
    /// One line for each, in the order in which they are carried out.
    package var notation: [String] {
        stops.map(\.notation) + saves.map(\.notation) + promises.map(\.notation) + wishes.map(\.notation)
    }
}

extension Effects.Stop {
    package var notation: String {
        switch self {
        case .signal(let run, .terminate(let reason)):
            "terminate run=\(run)\(reason.map { " \($0)" } ?? "")"
        case .signal(let run, .kill): "kill run=\(run)"
        case .signal(let run, .freeze): "freeze run=\(run)"
        case .signal(let run, .thaw): "thaw run=\(run)"
        case .adopt(let run, let job, .TERM): "adopt run=\(run) \(job)"
        case .adopt(let run, let job, let signal): "adopt run=\(run) \(job) by=\(signal)"
        case .warn(let host, let run, let reason, let grace):
            "warn \(host) run=\(run) \(reason) grace=\(grace.text)"
        case .signalHost(let host, let signal): "\(signal.rawValue) \(host)"
        case .warnAssertion(let id, let reason, let left): "warn assertion=\(id) \(reason) left=\(left.text)"
        case .endAssertion(let id): "end assertion=\(id)"
        case .adoptHost(let host, let application): "adopt \(host) \(application)"
        case .endHook(let hook): "endHook run=\(hook.run) \(hook.kind.rawValue)"
        case .abandon(let subject): "abandon \(subject.notation)"
        case .readPower: "readPower"
        case .readPressure: "readPressure"
        case .read(let subject): "read \(subject.notation)"
        }
    }
}

extension Change {
    package var notation: String {
        switch self {
        case .save(let record): "save \(record.notation)"
        case .forget(let job): "forget \(job)"
        case .saveEnd(let job): "end \(job.id)\(job.failures.map { " \($0.notation)" } ?? "")"
        case .forgetEnd(let job): "forgetEnd \(job)"
        case .append(.run(let entry)): "history \(entry.notation)"
        case .appendHook(let run, _, let report): "hook run=\(run) \(report.line)"
        case .append(.skip(let skip, let job, _)):
            "skip \(job) \(skip.reason.rawValue) due=\(skip.due.rfc3339)"
        case .savePause(let scope, let pause): "savePause \(scope.notation) \(pause?.notation ?? "over")"
        case .rememberFinishedFile(let file): "rememberFinishedFile \(file.job)"
        case .forgetFinishedFile(let job): "forgetFinishedFile \(job)"
        case .rememberSilentPower: "rememberSilentPower"
        case .bindOwner(let user, let name): "bindOwner \(user) \(quoted(name))"
        case .setAside(let owner, let reason, _): "setAside \(owner) \(quoted(reason))"
        case .saveApplication(let manifest, let owner):
            "saveApplication \(ApplicationID(owner: owner, name: manifest.application))"
        case .forgetApplication(let application): "forgetApplication \(application)"
        case .purge(let job): "purge \(job)"
        case .note(.condition(let change)): "condition \(change.notation)"
        case .note(.hold(let change)): "hold \(change.notation)"
        }
    }
}

extension Effects.Promise {
    package var notation: String {
        switch self {
        case .startHost(let order): "start \(order.host) \(order.application)"
        case .handOver(let host, let order): "handOver \(host) run=\(order.run) \(order.request.identifier)"
        case .launch(let order):
            (["launch run=\(order.run) \(order.job)"] + order.relaxed.map { "without=\($0)" })
                .joined(separator: " ")
        case .reply(let request, let reply): "reply \(request.notation) \(reply.notation)"
        case .exit: "exit"
        }
    }
}

extension Effects.Wish {
    package var notation: String {
        switch self {
        case .readPresence: "readPresence"
        case .observe(let interest): "observe \(interest.notation)"
        case .ignore(let interest): "ignore \(interest.notation)"
        case .call(let call): "call run=\(call.entry.run) \(call.kind.rawValue) \(call.job)"
        case .notify(let notice): "notify \(notice.notation)"
        case .holdAwake(let inhibition): "holdAwake \(inhibition.notation)"
        case .letSleep: "letSleep"
        case .letShutdown: "letShutdown"
        case .suspend: "suspend"
        }
    }
}

extension Wakeup {
    /// `+5s settles externalPower`: how far ahead it lies, and why.
    package func notation(at now: Now) -> String { "+\(moment.left(at: now).text) \(reason.notation)" }
}

extension Wakeup.Reason {
    package var notation: String {
        switch self {
        case .occurrenceDue(let job): "occurrenceDue \(job)"
        case .restEnds(let job): "restEnds \(job)"
        case .budgetEnds(let job): "budgetEnds \(job)"
        case .silenceEnds(let job): "silenceEnds \(job)"
        case .proves(let job): "proves \(job)"
        case .graceEnds(let job): "graceEnds \(job)"
        case .launchEnds(let job): "launchEnds \(job)"
        case .settles(let requirement): "settles \(requirement.text)"
        case .lossCounts(let requirement): "lossCounts \(requirement.text)"
        case .changes(let requirement): "changes \(requirement.text)"
        case .work: "work"
        case .look: "look"
        case .checkEnds: "checkEnds"
        case .hookEnds(let job): "hookEnds \(job)"
        case .freezeEnds(let job): "freezeEnds \(job)"
        case .relaxes(let job): "relaxes \(job)"
        case .warns(let job): "warns \(job)"
        case .overruns(let job): "overruns \(job)"
        case .simulationEnds: "simulationEnds"
        case .powerSecondLook: "powerSecondLook"
        case .powerPoll: "powerPoll"
        case .assertionEnds(let id): "assertionEnds \(id)"
        case .saveRetry: "saveRetry"
        case .hostStep(let host): "hostStep \(host)"
        case .hostsReturn: "hostsReturn"
        case .hostStarts(let application): "hostStarts \(application)"
        case .exit: "exit"
        case .launchRetry: "launchRetry"
        case .pauseEnds: "pauseEnds"
        case .pathSettles(let job): "pathSettles \(job)"
        case .tooLate(let job): "tooLate \(job)"
        case .overdue(let job): "overdue \(job)"
        case .hoursChange(let job): "hoursChange \(job)"
        case .catchUp: "catchUp"
        case .sleepStep: "sleepStep"
        }
    }
}
