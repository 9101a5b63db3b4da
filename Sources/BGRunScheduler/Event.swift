// Everything that can make the scheduler move: facts, and requests received.
import BGRunCalendar
import BGRunJob

/// The number of a request that waits for its answer; the daemon gives them out, the scheduler only returns them.
package struct RequestID: Hashable, Comparable, Sendable {
    package let rawValue: UInt64
    package init(_ rawValue: UInt64) { self.rawValue = rawValue }
    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// A request, with the number its answer goes to and the user the kernel says is asking.
package struct Requester: Hashable, Sendable {
    package let request: RequestID
    package let user: UserID

    package init(request: RequestID, user: UserID) {
        self.request = request
        self.user = user
    }
}

/// A descriptor found in a jobs directory.
package struct JobFile: Hashable, Sendable {
    package let job: JobID
    package let path: String
    package let descriptor: JobDescriptor

    package init(job: JobID, path: String, descriptor: JobDescriptor) {
        self.job = job
        self.path = path
        self.descriptor = descriptor
    }
}

/// A file of a jobs directory that does not parse, with the job it would bring.
package struct UnreadableFile: Hashable, Sendable {
    /// Nil where not even the file's name is an identifier.
    package let job: JobID?
    package let file: BrokenFile

    package init(job: JobID?, file: BrokenFile) {
        self.job = job
        self.file = file
    }
}

/// What the store held at start. Instants of the boot clock are those of this boot: the store has carried older
/// ones over.
package struct Recovery: Hashable, Sendable {
    package var jobs: [JobRecord]
    package var finishedFiles: [FinishedFile]
    /// The number the next run gets.
    package var nextRun: RunID
    /// The power supplies were seen changing without an event before, or no event of theirs can be heard.
    package var isPowerSilent: Bool

    package init(
        jobs: [JobRecord] = [], finishedFiles: [FinishedFile] = [], nextRun: RunID = RunID(1),
        isPowerSilent: Bool = false
    ) {
        self.jobs = jobs
        self.finishedFiles = finishedFiles
        self.nextRun = nextRun
        self.isPowerSilent = isPowerSilent
    }
}

/// Where a power reading came from; a change found without an event marks the machine as silent.
package enum PowerReadingCause: String, CaseIterable, Sendable {
    /// The kernel reported a change, or the daemon has just started.
    case event
    /// The scheduler asked for it.
    case asked
}

/// One thing that happened. Past tense: facts, or requests received.
package enum Event: Hashable, Sendable {
    case recovered(Recovery)
    case filesRead([JobFile], unreadable: [UnreadableFile])
    case powerRead(PowerReading, PowerReadingCause)
    case networkRead(NetworkReading)

    case submitted(JobDescriptor, Requester, owner: UserID)
    case cancelRequested(Target, Requester)
    case runRequested(Target, RunMode, Requester)
    case stopRequested(Target, Requester)
    case simulationRequested(Target, Simulation, Requester)
    case waitRequested(Target, Requester)
    /// The client went away; nobody reads the answer.
    case requestDropped(RequestID)

    case launched(RunID, process: Int32)
    case launchFailed(RunID, reason: String)
    /// The run is over: its main process has left and nothing of it is left. Exactly once for each run.
    case exited(RunID, ExitStatus, ResourceUsage)

    /// A timer fired. Too early or too often is harmless.
    case wokeUp
    /// The wall clock was set, or the machine resumed from sleep.
    case clockChanged
    case shutdownRequested

    /// The saves of this turn are on disk; its promises are being carried out.
    case saved
    /// The saves of this turn failed as a whole; none of its promises was carried out.
    case notSaved(reason: String)
}
