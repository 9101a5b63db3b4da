// Decisions without what users wrote for themselves alone: commands, environments, directories.
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
    fileprivate var masked: Event {
        if case .submitted(let descriptor, let requester, let owner) = self {
            return .submitted(descriptor.withoutCommands, requester, owner: owner)
        }
        if case .filesRead(let files, let unreadable) = self {
            return .filesRead(files.map(\.masked), unreadable: unreadable)
        }
        if case .recovered(var recovery) = self {
            for index in recovery.jobs.indices {
                recovery.jobs[index].descriptor = recovery.jobs[index].descriptor.withoutCommands
            }
            return .recovered(recovery)
        }
        if case .observed(let subject, let observation) = self {
            return .observed(subject.masked, observation)
        }
        return self
    }
}

extension JobFile {
    fileprivate var masked: JobFile {
        JobFile(job: job, path: path, descriptor: descriptor.withoutCommands)
    }
}

extension Effects {
    fileprivate var masked: Effects {
        var effects = self
        for (index, stop) in stops.enumerated() {
            if case .read(let subject) = stop { effects.stops[index] = .read(subject.masked) }
            if case .abandon(let subject) = stop { effects.stops[index] = .abandon(subject.masked) }
        }
        for (index, save) in saves.enumerated() {
            if case .note(.condition(let change)) = save {
                effects.saves[index] = .note(.condition(change.masked))
            }
        }
        for (index, wish) in wishes.enumerated() {
            if case .observe(.subject(let subject)) = wish {
                effects.wishes[index] = .observe(.subject(subject.masked))
            }
            if case .ignore(.subject(let subject)) = wish {
                effects.wishes[index] = .ignore(.subject(subject.masked))
            }
        }
        return effects
    }
}

extension Wakeup {
    /// The same without the command of a check.
    var masked: Wakeup {
        switch reason {
        case .settles(let requirement): Wakeup(moment, .settles(requirement.masked))
        case .lossCounts(let requirement): Wakeup(moment, .lossCounts(requirement.masked))
        case .changes(let requirement): Wakeup(moment, .changes(requirement.masked))
        case _: self
        }
    }
}

extension JobDescriptor {
    /// The same job, which does nothing: all that decides when it runs is as it was.
    fileprivate var withoutCommands: JobDescriptor {
        var job = self
        job.program = .command(["true"])
        job.environment = []
        job.standardInput = nil
        job.workingDirectory = nil
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
