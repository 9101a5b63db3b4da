// Decisions without what users wrote for themselves alone: commands, environments, directories, notes.
import BGRunJob
import BGRunScheduler

extension Decision {
    /// The same decision, as it may be read by others than the owner of a job, and played as a scenario.
    ///
    /// What is executed decides nothing, so `true` stands in its place. The command of a check tells checks apart, and
    /// becomes a name that is the same wherever that command stands.
    var masked: Decision {
        Decision(now: now, event: event.masked, effects: effects.masked)
    }
}

extension Event {
    // Each kind is named: one that is new must not go out with a command in it.
    fileprivate var masked: Event {
        switch self {
        case .submitted(let descriptor, let requester, let owner, let terms):
            return .submitted(descriptor.withoutCommands, requester, owner: owner, terms)
        case .submittedTogether(let descriptors, let requester, let owner, let ifExists):
            return .submittedTogether(descriptors.map(\.withoutCommands), requester, owner: owner, ifExists)
        case .filesRead(let files, let unreadable):
            return .filesRead(files.map(\.masked), unreadable: unreadable)
        case .manifestsRead(let files, let unreadable):
            return .manifestsRead(files.map(\.masked), unreadable: unreadable)
        case .recovered(var recovery):
            for index in recovery.jobs.indices {
                recovery.jobs[index].descriptor = recovery.jobs[index].descriptor.withoutCommands
            }
            for index in recovery.applications.indices {
                recovery.applications[index].manifest = recovery.applications[index].manifest.masked
            }
            recovery.pauses = recovery.pauses.mapValues(\.masked)
            return .recovered(recovery)
        case .permitted(let manifest, let owner, let requester):
            return .permitted(manifest.masked, owner: owner, requester)
        case .assertionAsked(var claim, let requester):
            claim.why = ""
            return .assertionAsked(claim, requester)
        case .runSpoke(let run, var words, let requester):
            words.text = words.text.map { _ in "" }
            return .runSpoke(run, words, requester)
        case .switchRequested(.pause(let span, note: .some), let target, let requester):
            return .switchRequested(.pause(for: span, note: "…"), target, requester)
        case .exited(let run, let status, var usage):
            usage.leftBehind = usage.leftBehind.map { _ in "…" }
            return .exited(run, status, usage)
        case .hookEnded(let hook, .exited(let status, saying: .some), let owner):
            return .hookEnded(hook, .exited(status), owner: owner)
        case .observed(let subject, let observation): return .observed(subject.masked, observation)
        case .powerRead, .networkRead, .pressureRead, .presenceRead, .zoneRead, .sleepAnnounced, .sleepOver,
            .loggedIn, .unlocked, .sessionsRead, .pathFound, .pathChanged, .pathMissing, .pathUnwatchable,
            .cancelRequested,
            .purgeRequested, .runRequested, .stopRequested, .simulationRequested,
            .conditionSimulationRequested, .waitRequested, .switchRequested, .requestDropped, .ownerFound,
            .launched, .launchFailed, .mainExited, .hookEnded, .earlierRunsRead, .forbidden,
            .taskSubmitted,
            .taskCancelRequested,
            .hostStarted, .hostFailed, .hostEnded, .hostAttached, .hostServed, .hostLost, .taskBegan,
            .taskProgressed, .taskEnded, .assertionEnded, .shutdownAnnounced, .shutdownOver, .wokeUp,
            .clockChanged, .shutdownRequested, .renewalRequested,
            .saved, .kept, .notSaved:
            return self
        }
    }
}

extension JobFile {
    fileprivate var masked: JobFile {
        JobFile(job: job, path: path, descriptor: descriptor.withoutCommands)
    }
}

extension ManifestFile {
    fileprivate var masked: ManifestFile { ManifestFile(path: path, manifest: manifest.masked) }
}

extension Effects {
    // Neither what is saved of a job nor what is launched is written out with its descriptor.
    fileprivate var masked: Effects {
        var effects = self
        effects.stops = stops.map(\.masked)
        effects.saves = saves.map(\.masked)
        effects.wishes = wishes.map(\.masked)
        return effects
    }
}

extension Effects.Stop {
    fileprivate var masked: Effects.Stop {
        switch self {
        case .read(let subject): .read(subject.masked)
        case .abandon(let subject): .abandon(subject.masked)
        case .signal, .adopt, .warn, .signalHost, .warnAssertion, .endAssertion, .adoptHost, .endHook,
            .readPower,
            .readPressure:
            self
        }
    }
}

extension Change {
    fileprivate var masked: Change {
        switch self {
        case .note(.condition(let change)): .note(.condition(change.masked))
        case .saveApplication(let manifest, let owner): .saveApplication(manifest.masked, owner: owner)
        case .savePause(let scope, let pause): .savePause(scope, pause?.masked)
        case .appendHook(let run, let job, let report): .appendHook(run, of: job, report.masked)
        case .note(.hold), .save, .forget, .saveEnd, .forgetEnd, .rememberFinishedFile,
            .forgetFinishedFile,
            .rememberSilentPower, .bindOwner, .setAside, .forgetApplication, .purge, .append:
            self
        }
    }
}

extension Pause {
    fileprivate var masked: Pause {
        var pause = self
        pause.note = note.map { _ in "…" }
        return pause
    }
}

extension HookReport {
    /// The same without the last line that the program wrote.
    fileprivate var masked: HookReport {
        guard case .exited(let status, saying: .some) = end else { return self }
        return HookReport(kind, .exited(status))
    }
}

extension ApplicationManifest {
    /// The same without what its owner executes and wrote for that alone.
    fileprivate var masked: ApplicationManifest {
        var manifest = self
        manifest.command = ["true"]
        manifest.environment = []
        manifest.workingDirectory = nil
        for place in manifest.tasks.indices {
            let rules = manifest.tasks[place].rules
            manifest.tasks[place].rules.requirements = rules.requirements.masked
            manifest.tasks[place].rules.preference = rules.preference.map {
                Preference($0.requirements.masked, for: $0.span)
            }
        }
        return manifest
    }
}

extension Effects.Wish {
    fileprivate var masked: Effects.Wish {
        switch self {
        case .observe(let interest): .observe(interest.masked)
        case .ignore(let interest): .ignore(interest.masked)
        case .readPresence, .notify, .call, .holdAwake, .letSleep, .letShutdown, .suspend: self
        }
    }
}

extension Interest {
    fileprivate var masked: Interest {
        switch self {
        case .subject(let subject): .subject(subject.masked)
        case .sleep, .shutdown, .sessions, .path, .localZone: self
        }
    }
}

extension Wakeup {
    /// The same without the command of a check.
    var masked: Wakeup {
        switch reason {
        case .settles(let requirement): Wakeup(moment, .settles(requirement.masked))
        case .lossCounts(let requirement): Wakeup(moment, .lossCounts(requirement.masked))
        case .changes(let requirement): Wakeup(moment, .changes(requirement.masked))
        case .occurrenceDue, .restEnds, .budgetEnds, .silenceEnds, .proves, .graceEnds, .launchEnds, .work,
            .look,
            .checkEnds,
            .freezeEnds, .assertionEnds, .hostStep, .hostsReturn, .hostStarts, .relaxes, .warns, .overruns,
            .simulationEnds,
            .powerSecondLook,
            .powerPoll,
            .saveRetry, .exit,
            .launchRetry, .hookEnds, .pauseEnds, .pathSettles, .tooLate, .overdue, .hoursChange, .catchUp,
            .sleepStep:
            self
        }
    }
}

extension JobDescriptor {
    /// The same job, which does nothing: all that decides when it runs is as it was.
    fileprivate var withoutCommands: JobDescriptor {
        var job = self
        if program.arguments != nil { job.program = .command(["true"]) }
        job.environment = []
        job.standardInput = nil
        job.workingDirectory = nil
        job.notes = nil
        var rules = LaunchRules()
        rules.stopSignal = launchRules.stopSignal
        job.launchRules = rules
        for kind in HookKind.allCases {
            job[hook: kind] = job[hook: kind].map {
                HookCommand(arguments: ["true"], timeBudget: $0.timeBudget)
            }
        }
        job.requirements = requirements.masked
        job.preference = preference.map { Preference($0.requirements.masked, for: $0.span) }
        return job
    }
}

extension Requirements {
    fileprivate var masked: Requirements {
        Requirements(
            terms.map { term in
                switch term {
                case .requirement(let requirement): .requirement(requirement.masked)
                case .anyOf(let alternatives): .anyOf(alternatives.map(\.masked))
                case .not(let opposite): .not(opposite.masked)
                }
            })
    }
}

extension Requirement {
    fileprivate var masked: Requirement {
        if case .command(let check) = self { return .command(check.masked) }
        if case .not(let opposite) = self { return .not(opposite.masked) }
        return self
    }
}

extension Subject {
    fileprivate var masked: Subject {
        guard case .check(let check) = self, case .command(let command) = check.question else { return self }
        return .check(Check(.command(command.masked), owner: check.owner))
    }
}

extension CommandCheck {
    fileprivate var masked: CommandCheck {
        CommandCheck(
            arguments: [Self.name(of: text[...])], interval: interval, timeBudget: timeBudget)
    }

    /// The same for the same command, and nothing that it could be read from; absolute, as a check's program is.
    fileprivate static func name(of text: Substring) -> String {
        "/check-" + String(Fingerprint.of(Array(text.utf8)), radix: 16)
    }
}

extension ConditionChange {
    /// Its text is that of the requirement: `command ARGUMENTS every=1m timeBudget=10s`.
    fileprivate var masked: ConditionChange {
        let word = "command "
        guard case .requirement(let text, let owner, let verdict) = what, text.hasPrefix(word) else {
            return self
        }
        let operand = text.utf8.dropFirst(word.utf8.count)
        let mark = " every=".utf8
        var end = operand.endIndex
        var place = operand.startIndex
        while place < operand.endIndex {
            if operand[place...].starts(with: mark) { end = place }
            place = operand.index(after: place)
        }
        let command = Substring(operand[..<end])
        var change = self
        change.what = .requirement(
            word + CommandCheck.name(of: command) + String(Substring(operand[end...])), owner: owner, verdict)
        return change
    }
}
