// A short process of a user's that is no run: it answers a check, or shows a notification.
import BGRunJob

/// What an errand is to do.
///
/// It has the rights of its owner and nothing of ours: its input is a few bytes or nothing, of its output the last
/// line is kept where that is asked for, and it gives way to all else on the machine. There is no record of it and no history; an errand
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
    /// Whether the last line that it writes is told with its end.
    package var keepsLastLine: Bool
    /// Whether a run waits for it, so that it gives way to nobody.
    var isAwaited = false

    package init(
        _ program: Program, for owner: UserID, input: [UInt8] = [], environment: [String: String] = [:],
        keepsLastLine: Bool = false
    ) {
        self.program = program
        self.owner = owner
        self.input = input
        self.environment = environment
        self.keepsLastLine = keepsLastLine
    }
}

/// Names an errand on one machine; no two daemons of a boot use one twice.
package struct ErrandID: Hashable, Sendable, CustomStringConvertible {
    /// Part of the name, so that the rights of one that was left behind are known without any record.
    package let owner: UserID
    /// The instant of the boot clock at which its launcher was made.
    let era: Int64
    let number: Int64

    init(owner: UserID, era: Int64, number: Int64) {
        self.owner = owner
        self.era = era
        self.number = number
    }

    /// As ``description`` has it.
    init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, let owner = UInt32(parts[0]), let era = Int64(parts[1]),
            let number = Int64(parts[2])
        else { return nil }
        self.init(owner: UserID(owner), era: era, number: number)
        // "+7" is a number too, and no name that we have given.
        if description != text { return nil }
    }

    package var description: String { "\(owner)-\(era)-\(number)" }
}
