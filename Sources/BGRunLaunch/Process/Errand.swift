// A short process of a user's that is no run: it answers a check, or shows a notification.
import BGRunJob

/// What an errand is to do.
///
/// It has the rights of its owner and nothing of ours: its input is a few bytes or nothing, its output goes
/// nowhere, and it gives way to all else on the machine. There is no record of it and no history; an errand
/// that a sudden end of the daemon has left behind is ended by the next one.
package struct Errand: Sendable {
    package enum Program: Sendable {
        /// A program and its arguments, as a job has them: looked for on the owner's PATH, started in their
        /// home.
        case command([String])
        /// Our own program with these arguments, without any chance of new rights, started in `/`.
        case ourselves([String])
    }

    package var owner: UserID
    package var program: Program
    /// What it reads; other users can't see it, as they could see arguments.
    package var input: [UInt8]
    /// Added to the owner's environment, or put in place of what is there.
    package var environment: [String: String]

    package init(
        _ program: Program, for owner: UserID, input: [UInt8] = [], environment: [String: String] = [:]
    ) {
        self.program = program
        self.owner = owner
        self.input = input
        self.environment = environment
    }
}
