// The daemon's "no" in words: what happened, where, what to do.
import BGRunCalendar
import BGRunJob
import BGRunWire

/// An error for people: what is wrong, and what to do about it.
package struct Complaint: Hashable, Sendable {
    package var what: String
    package var advice: String?
    /// What to type, on a line of its own, so that it can be copied.
    package var command: String?

    /// How a line begins that is a command, which nothing may break.
    package static let commandStart = "  bgrun "

    /// Stands in advice for a job that is not known.
    package static let anyJob = "JOB"

    package init(_ what: String, advice: String? = nil) {
        self.what = what
        self.advice = advice
    }

    /// - Parameter words: What follows `bgrun `.
    package init(_ what: String, write words: String) {
        self.init(what, advice: "write:")
        command = words
    }

    /// Of several jobs none was accepted: a line or more for each that can't be.
    package static func noneAccepted(
        _ refusals: [JobRefusal], _ clock: LocalClock, called name: (JobRefusal) -> String
    ) -> Complaint {
        let lines = refusals.flatMap { refusal in
            refusal.error.reasons(clock).map { "  \(name(refusal)): \($0)" }
        }
        return Complaint((["none of the jobs was accepted:"] + lines).joined(separator: "\n"))
    }

    /// Lines without a program's name before them. After a list the advice is a line of its own.
    package var text: String {
        guard let advice else { return what }
        let text = what.contains("\n") ? "\(what)\n\(advice)" : "\(what); \(advice)"
        return command.map { "\(text)\n\(Self.commandStart)\($0)" } ?? text
    }
}

extension SchedulerError {
    /// - Parameter job: The one that it is about, as it is to be typed.
    package func complaint(_ clock: LocalClock, about job: String = Complaint.anyJob) -> Complaint {
        switch self {
        case .unknownJob(let identifier):
            Complaint("there is no job \(identifier.visible)", advice: "bgrun status lists your jobs")
        case .ambiguousJob(let identifier, let owners):
            Complaint(
                """
                several users have a job \(identifier.visible): \
                \(owners.map(\.description).joined(separator: ", "))
                """, advice: "say whose with --owner USER")
        case .unknownTag(let tag):
            Complaint(
                "no job has the tag \(tag)", advice: "bgrun status with a job's identifier shows its tags")
        case .tooManyJobs(let limit):
            Complaint(
                "you have as many jobs as the policy allows, \(limit)",
                advice: "cancel some with bgrun cancel")
        case .tooMuchText(let limit):
            Complaint(
                "your jobs' descriptors would have more than \(SizeText.rounded(limit)) together, all that the policy allows",
                advice: "cancel some with bgrun cancel, or put what is long into a file")
        case .ownerNotAllowed:
            Complaint(
                "this user may have no jobs: the policy does not let them, or the number has no account",
                advice: "see getent passwd NUMBER, and allowOwners and denyOwners in bgrund.json")
        case .broughtByFile(let path):
            Complaint("the job comes from the file \(path.visible)", advice: "change or remove that file")
        case .alreadyExists(let identifier):
            Complaint(
                "there is a job \(identifier.visible) already",
                advice: "--if-exists replace puts this one in its place, keep leaves it as it is")
        case .noneAccepted(let refusals):
            .noneAccepted(refusals, clock) { refusal in
                refusal.identifier?.text ?? "the descriptor at \(refusal.place)"
            }
        case .neverDue:
            Complaint(
                "the job would never be due: its schedule has no instant after now",
                advice: "correct its \"schedule\" or its \"until\"")
        case .blocked(let blockers):
            Complaint(
                (["the job can't start now:"] + blockers.map { "  \($0.words(clock))" })
                    .joined(separator: "\n"),
                advice: Self.wayAround(blockers))
        case .notRunning:
            Complaint("no run of the job is active", advice: "bgrun why \(job) tells what it waits for")
        case .alreadyRunning(let run):
            Complaint("run \(run) of the job is active already", advice: "bgrun stop \(job) ends it")
        case .notInRun(let reason):
            Complaint(
                "this is no process of a run: \(reason.visible)",
                advice: "bgrun job is for the programs of a job's own run")
        case .notExtended(let reason):
            Complaint(
                "the run gets no more time: \(reason.visible)",
                advice: "bgrun job time-left tells what it has")
        case .couldNotLaunch(let reason):
            Complaint(
                "the run could not be launched: \(reason.visible)",
                advice: "mend that, or correct the descriptor")
        case .storageFailed(let reason):
            Complaint(
                "nothing can be stored, so nothing was done: \(reason.visible)",
                advice:
                    "bgrun doctor says what is wrong with the state directory; try again when it takes changes"
            )
        case .shuttingDown:
            Complaint("the daemon is shutting down", advice: "try again when it is back")
        case .invalidDescriptor(let first, let others):
            Complaint(
                (["the descriptor was refused:"] + ([first] + others).map { "  \($0.text.visible)" })
                    .joined(separator: "\n"))
        case .notPermitted(let reason): Complaint(reason.visible, advice: "choose another name")
        case .unknownRun(nil):
            Complaint("the job has not run yet", advice: "bgrun why \(job) tells what it waits for")
        case .unknownRun(let run?):
            Complaint(
                "there is no output of run \(run)",
                advice: "bgrun history \(job) lists its runs; a task in a program that somebody has started "
                    + "writes where that does")
        case .outputDropped(let run):
            Complaint(
                "what run \(run) wrote is kept no more, as newer output of the same user has taken its room",
                advice: "\"outputPerOwner\" in bgrund.json says how much is kept")
        }
    }

    /// The same as lines that each stand for themselves.
    fileprivate func reasons(_ clock: LocalClock) -> [String] {
        if case .invalidDescriptor(let first, let others) = self {
            return ([first] + others).map(\.text.visible)
        }
        return complaint(clock).text.split(separator: "\n").map { String($0) }
    }

    /// What would start the job in spite of these.
    private static func wayAround(_ blockers: [BlockerReport]) -> String? {
        let kinds = Set(blockers.compactMap { Blocker.Kind(rawValue: $0.requirement) })
        guard kinds.isDisjoint(with: [.invalid, .storage]) else { return nil }
        var ways: [String] = []
        if !kinds.contains(.disabled) { ways.append("--when-possible starts it as soon as it can") }
        if kinds.isDisjoint(with: [.limit, .conflict, .queue, .sleep]) {
            ways.append("--force starts it all the same")
        }
        return ways.isEmpty ? nil : ways.joined(separator: ", ")
    }
}

extension ApplicationsError {
    package func complaint(_ clock: LocalClock) -> Complaint {
        switch self {
        case .notPermitted(let reason):
            Complaint(
                "this is not permitted: \(reason.visible)",
                advice: "rename the task, or take the other application back with bgrun forbid")
        case .tooManyPending(let kind, let limit):
            Complaint(
                "the application has \(limit) \(kind.rawValue) requests pending, the most there may be",
                advice: "wait until they have run, or cancel some")
        case .notImmediate(let blockers):
            Complaint(
                (["the task can't start at once:"] + blockers.map { "  \($0.words(clock))" })
                    .joined(separator: "\n"))
        case .notAnApplication(let reason):
            Complaint(reason.visible, advice: "bgrun permit lets an application have tasks")
        case .notAHost(let reason): Complaint("the process can't have tasks: \(reason.visible)")
        case .notYourHost: Complaint("the tasks of that process are another's")
        case .withdrawn: Complaint("the run is not to begin any more")
        case .versionNotSupported:
            Complaint("the daemon is of another version", advice: "restart it, or use its library")
        case .invalidManifest(let first, let others):
            Complaint(
                (["the manifest was refused:"] + ([first] + others).map { "  \($0.text.visible)" })
                    .joined(separator: "\n"))
        case .tooManyApplications(let limit):
            Complaint(
                "you have permitted as many applications as the policy allows, \(limit)",
                advice: "take one back with bgrun forbid APPLICATION")
        case .tooManyAssertions(let limit):
            Complaint(
                "as many assertions are held as there may be, \(limit)",
                advice: "bgrun status lists them, and who holds them")
        case .unknownApplication(let application):
            Complaint(
                "no application \(application.visible) was permitted by you",
                advice: "bgrun applications lists them")
        case .ownerNotAllowed: SchedulerError.ownerNotAllowed.complaint(clock)
        case .unavailable(let reason): Complaint(reason.visible)
        case .storageFailed(let reason): SchedulerError.storageFailed(reason: reason).complaint(clock)
        case .shuttingDown: SchedulerError.shuttingDown.complaint(clock)
        }
    }
}

extension CallError {
    /// - Parameter job: The one that it is about, as it is to be typed.
    package func complaint(_ clock: LocalClock, about job: String = Complaint.anyJob) -> Complaint {
        switch self {
        case .scheduler(let error): error.complaint(clock, about: job)
        case .applications(let error): error.complaint(clock)
        case .service(.invalidParameter(let parameter)):
            Complaint(
                "the daemon does not take the parameter \(parameter.visible)",
                advice: "use a bgrun of the daemon's version")
        case .service(.interfaceNotFound), .service(.methodNotFound), .service(.methodNotImplemented),
            .service(.expectedMore):
            Complaint("the daemon does not know this call", advice: "use a bgrun of the daemon's version")
        case .service(.permissionDenied): Complaint("this is not for you to do", advice: "try as root")
        case .unknown(let name): Complaint("the daemon refused: \(name.visible)")
        }
    }
}
