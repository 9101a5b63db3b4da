// What happens to the machine in a rehearsal, and when.
import BGRunCalendar
import BGRunJob

/// What happens to a machine over some time: as it was recorded, or as somebody has made it up.
package struct Story: Sendable {
    /// Something that happens to the machine, or to what runs on it.
    package enum Happening: Hashable, Sendable {
        case power(PowerReading)
        case network(NetworkReading)
        /// From now on the condition holds, or does not, or nobody knows.
        case condition(ConditionName, Verdict)
        /// The machine falls asleep; it is told before, where somebody asks for that.
        case sleep
        case wake
        /// The machine is shut down, or the daemon stopped.
        case shutdown
        /// The machine or the daemon ends without a word.
        case crash
        case start
        case login
        case unlock
        case changed(path: String)
        /// How runs of the job go from now on.
        case work(JobIdentifier, Work)
        /// How long programs of the application take from now on until they have registered their tasks, or end instead.
        case launch(application: JobIdentifier, Work)
        /// The application asks for a task.
        case submit(Submission)
    }

    /// A request of a task, and who submits it again.
    package struct Submission: Hashable, Sendable {
        package var application: JobIdentifier
        /// The one that it becomes.
        package var job: JobIdentifier
        package var request: TaskRequest
        /// Nil: nobody.
        package var renewal: Renewal?
    }

    /// When a program submits its request anew.
    package enum Renewal: Hashable, Sendable {
        /// First of all in each run of it.
        case run
        /// Each time that it is started.
        case launch
    }

    /// How long runs of a job work, and how they end where nothing ends them before.
    package struct Work: Hashable, Sendable {
        package var span: Duration
        package var exit: ExitStatus
        /// The handler of a task does not heed that it is told to end.
        package var isStubborn: Bool

        package init(_ span: Duration, exit: ExitStatus = .code(0), isStubborn: Bool = false) {
            self.span = span
            self.exit = exit
            self.isStubborn = isStubborn
        }
    }

    package struct Moment: Sendable {
        package var at: WallTime
        package var happening: Happening?
        /// As it was written; nil where the story was not.
        package var text: String?
        /// What is to follow until the next moment.
        package var expectations: [Expectation] = []

        package init(_ at: WallTime, _ happening: Happening?, text: String? = nil) {
            self.at = at
            self.happening = happening
            self.text = text
        }
    }

    package var begin: WallTime
    /// In the order of time.
    package var moments: [Moment]
    package var end: WallTime

    package init(from begin: WallTime, to end: WallTime, _ moments: [Moment]) {
        self.begin = begin
        self.moments = moments
        self.end = max(begin, end)
    }

    /// What applications ask for in it.
    var requests: [TaskRequest] {
        moments.compactMap {
            if case .submit(let submission)? = $0.happening { submission.request } else { nil }
        }
    }
}

/// A condition by name, as history and stories name it: one requirement, or all of a kind.
package struct ConditionName: Hashable, Sendable {
    /// ``Requirement/text`` of what is no opposite, or the name of a kind alone.
    package let text: String
    /// Whose answer it is, where each user has their own; nil for everybody.
    package let owner: UserID?

    package init(_ text: String, owner: UserID? = nil) {
        self.text = text
        self.owner = owner
    }

    /// Whether it names the kind, or a requirement of it.
    func isOf(_ kind: Requirement.Kind) -> Bool { text.prefix { $0 != " " } == kind.rawValue }
}
