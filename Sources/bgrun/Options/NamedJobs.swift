// From the names that people give to the jobs that they mean: the one place where that is decided.
import BGRunClient
import BGRunJob
import BGRunText
import BGRunWire

/// What is to be done with a job that was named by less than its whole identifier.
enum Deed {
    /// It takes nothing away.
    case harmless
    /// It ends or removes something, so that somebody has to agree who has written less than the whole name.
    case ending(String)
    /// The same where it is for all that a pattern matches.
    case holding(String)

    /// What is asked about; nil where nobody is asked.
    var verb: String? {
        switch self {
        case .harmless: nil
        case .ending(let verb), .holding(let verb): verb
        }
    }

    fileprivate func verb(for name: JobName) -> String? {
        if case .holding = self, !name.isPattern { return nil }
        return verb
    }
}

extension DaemonOptions {
    /// Does something with the job that a name means. A daemon that knows the name is asked nothing else.
    func job<Value>(
        _ name: JobName, _ deed: Deed = .harmless, _ body: (Target) throws -> Value
    ) throws -> Value {
        func done(_ target: Target) throws -> Value { try advising(about: target) { try body(target) } }
        if let identifier = name.identifier {
            do {
                return try done(Target(identifier: identifier, owner: owner))
            } catch let unknown as UnknownJob where unknown.identifier == identifier.text && !exact {
                let found = known?.meant(by: name).map(\.identifier) ?? []
                // One that is over and was named in full is what was meant, and is not there.
                guard let first = found.first, first != identifier else { throw unknown }
                if Set(found).count == 1 {
                    try agree(name, [first], deed)
                    return try done(Target(identifier: first, owner: owner))
                }
                throw Failure(.refused, NameWords(name, for: Set(found).sorted()).doubt)
            }
        }
        let found = try matches(of: name)
        guard found.count == 1 else {
            throw Failure(.refused, NameWords(name, for: found.map(\.identifier)).doubt)
        }
        try agree(name, found.map(\.identifier), deed)
        return try done(target(found[0]))
    }

    /// The same with all jobs where there is no name.
    func jobs<Value>(
        _ name: JobName?, _ tagged: TagOption? = nil, _ body: (JobSelection) throws -> Value
    ) throws -> Value {
        guard let name else { return try body(tagged?.selection(nil, of: owner) ?? .all(owner: owner)) }
        return try job(name) { try body(.job($0)) }
    }

    /// Does something with each of the jobs that the names mean: each for itself, so that one that fails keeps no other from
    /// it.
    ///
    /// - Parameter body: Is told whether it is one of several.
    func each(
        _ names: [JobName], _ deed: Deed = .harmless, _ body: (Target, _ isOneOfSeveral: Bool) throws -> Void
    ) throws {
        if names.count == 1, !names[0].isPattern { return try job(names[0], deed) { try body($0, false) } }
        let failures = Failures()
        var done: Set<Target> = []
        func takeOnce(_ target: Target) throws {
            guard done.insert(target).inserted else { return }
            try failures.take(of: target) { try advising(about: target) { try body(target, true) } }
        }
        for name in names {
            try failures.take {
                guard name.isPattern else {
                    return try job(name, deed) { try takeOnce($0) }
                }
                let found = try matches(of: name)
                try agree(name, found.map(\.identifier), deed)
                for target in found.map(target) { try failures.take { try takeOnce(target) } }
            }
        }
        try failures.end()
    }

    /// The jobs that several names mean, before anything is done with them; what can't be found is said.
    ///
    /// - Parameter isOfPast: A pattern means those that are over as well.
    func targets(_ names: [JobName], _ failures: Failures, isOfPast: Bool = false) throws -> [Target] {
        var found: [Target] = []
        for name in names {
            try failures.take {
                let jobs = try name.isPattern ? matches(of: name, isOfPast: isOfPast) : [the(name)]
                found += jobs.map(target).filter { !found.contains($0) }
            }
        }
        return found
    }

    // MARK: - Whom there are

    private func target(_ job: JobID) -> Target {
        Target(identifier: job.identifier, owner: owner ?? job.owner)
    }

    private func matches(of pattern: JobName, isOfPast: Bool = false) throws -> [JobID] {
        let found = try asked().meant(by: pattern, isOfPast: isOfPast)
        if found.isEmpty { throw Failure(.refused, NameWords(pattern, for: []).doubt) }
        return found
    }

    private func the(_ name: JobName) throws -> JobID {
        let found = try asked().meant(by: name)
        guard let first = found.first else { throw UnknownJob(identifier: name.text, daemon: self) }
        guard found.count == 1 else {
            throw Failure(.refused, NameWords(name, for: found.map(\.identifier)).doubt)
        }
        return first
    }

    /// Nil where no daemon answers in time.
    private var known: KnownJobs? {
        glance { connection, deadline in
            (try? connection.call(StatusCall(.all(owner: owner)), until: deadline)).map(KnownJobs.init)
        }
    }

    private func asked() throws -> KnownJobs {
        var connection = try connect()
        return KnownJobs(try connection.call(StatusCall(.all(owner: owner))))
    }

    private func agree(_ name: JobName, _ jobs: [JobIdentifier], _ deed: Deed) throws {
        guard let verb = deed.verb(for: name) else { return }
        let words = NameWords(name, for: jobs)
        guard Terminal.canAsk else { throw Failure(.refused, words.refusal(verb)) }
        try Terminal.agree(NameWords.question(verb, jobs))
    }
}

/// The jobs that a daemon tells of, and those that are over since a short time.
private struct KnownJobs {
    let jobs: [JobID]
    let ended: [JobID]

    init(_ status: StatusCall.Reply) {
        jobs = status.jobs.map(\.id)
        ended = status.ended.map(\.job)
    }

    /// One that is over is meant where no other is, where it is named in full, or where the past is asked for.
    func meant(by name: JobName, isOfPast: Bool = false) -> [JobID] {
        if isOfPast { return name.meant(among: jobs + ended, called: \.identifier) }
        let named = (jobs + ended).filter { $0.identifier == name.identifier }
        if !named.isEmpty { return named }
        let found = name.meant(among: jobs, called: \.identifier)
        return found.isEmpty ? name.meant(among: ended, called: \.identifier) : found
    }
}

/// What went wrong with some of several jobs: each is said when it does, and the first decides how the program ends.
final class Failures {
    private var first: Failure?

    /// Does what is for one of them, or for a name.
    ///
    /// - Parameter job: Whose name stands before what went wrong. That it is not there says its name by itself, and may mean
    ///   that another is meant, so that is left to others.
    func take(of job: Target? = nil, _ body: () throws -> Void) throws {
        do {
            try body()
        } catch {
            guard let failure = Failure(any: error), failure.code != .noDaemon,
                job == nil || !(error is UnknownJob)
            else { throw error }
            if let text = failure.complaint?.text {
                Terminal.writeError("bgrun: \(job.map { "\($0.identifier): " } ?? "")\(text)\n")
            }
            first = first ?? Failure(failure.code, nil)
        }
    }

    func end() throws {
        if let first { throw first }
    }
}
