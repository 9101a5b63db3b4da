// What is the same for every run of one daemon.
import BGRunJob
import BGRunLinux

/// The daemon's side of a launch, fixed at its start.
package struct LaunchSettings: Sendable {
    /// Names this state directory among all on the machine: two daemons never take each other's runs for
    /// theirs.
    package var instance: String
    /// Who the daemon runs as. Root runs each job as its owner; anyone else runs their own only.
    package var daemonUser: UserID
    /// Whether it is a user's own daemon, also root's: their services are those of the user's own manager.
    package var isUsersOwn = false
    /// Where jobs' own directories and the runs' output are kept. Others must be able to pass through it.
    package var stateDirectory: String
    /// Where stop reasons are put; gone with the boot.
    package var runtimeDirectory: String
    /// The address of the daemon's socket, told to each job.
    package var socket: String
    /// The value of LANG for jobs; nil: none.
    package var language: String?
    /// How many bytes of a run's output are kept, first and last half.
    package var outputLimit = 1 << 20
    /// The limits we were started with, where we have changed ours.
    package var limits: [SpawnRequest.Limit] = []
    /// What errands of our own are, in tests; else it is the program that runs.
    package var ownProgram: String?
    /// Where login sessions have their directories, by uid.
    package var userRuntimeRoot = "/run/user"
    /// What was learnt of an account counts for so many microseconds: the runs of one instant share an answer, and who is
    /// locked out is so at once.
    package var accountSpan: Int64 = 10_000_000
    /// The session variables of runs for which no service manager answers: those of a user's own daemon that was started by hand.
    package var ownSession = SessionEnvironment()
    /// Where PAM's rules lie, in tests; nil: where the system has them.
    package var accountRules: String?

    package init(
        instance: String, daemonUser: UserID, stateDirectory: String, runtimeDirectory: String,
        socket: String, language: String? = nil
    ) {
        self.instance = instance
        self.daemonUser = daemonUser
        self.stateDirectory = stateDirectory
        self.runtimeDirectory = runtimeDirectory
        self.socket = socket
        self.language = language
    }

    /// Whom files of a user's run are given to; nil where we are that user.
    func newOwner(of user: UserID) -> UInt32? { daemonUser == .root ? user.rawValue : nil }

    /// The value of BGRUN_RUN: names a run on the whole machine.
    package func mark(of run: RunID) -> String { "\(instance)-\(run)" }
}
