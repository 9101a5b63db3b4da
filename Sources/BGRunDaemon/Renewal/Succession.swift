// One program of the daemon's after the other, in one process: what the leaving one does last, and the next one first.
import BGRunCalendar
import BGRunJSON
import BGRunLinux
import Glibc

/// The step from one program to the next: same process, so that its children and its name for the service manager stay.
///
/// What is handed on lies in a sealed file in memory, whose number stands in the environment. All else that is open is closed
/// by the step.
struct Succession: ~Copyable {
    private static let variable = "BGRUND_HANDOVER"
    /// Where sd_listen_fds(3) has the first descriptor.
    private static let firstPassed: Int32 = 3

    /// The program that this process was started from, and where it was started: arguments may be meant from there.
    struct Origin: Sendable {
        let program: String
        let directory: String

        /// Nil where it can't be known; then there is no renewal.
        static func find() -> Origin? {
            guard let program = Machine.programPath, let directory = Machine.workingDirectory else {
                return nil
            }
            return Origin(program: program, directory: directory)
        }
    }

    private let origin: Origin
    private let handover: FileDescriptor
    /// The socket that the service manager keeps; nil where the daemon has made its own.
    private let passed: FileDescriptor?
    private let jobLimits: [SpawnRequest.Limit]

    /// - Parameters:
    ///   - passed: Taken over.
    ///   - jobLimits: The limits that we were started with, where we have changed ours.
    init(
        to origin: Origin, _ handover: Handover, passed: Int32?, jobLimits: [SpawnRequest.Limit]
    ) throws(SystemError) {
        self.origin = origin
        self.jobLimits = jobLimits
        let file = try MemoryFile.sealed("bgrund-handover", contents: handover.json.bytes())
        self.handover = try FileDescriptor.inheritable(file.rawValue)
        self.passed = if let passed { FileDescriptor(owning: passed) } else { nil }
    }

    /// Executes the next program. All that the daemon has held is to be let go of before.
    consuming func begin() throws(StartFailure) -> Never {
        for limit in jobLimits { OwnLimits.restore(limit) }
        if let passed {
            try StartFailure.unless("hand on the socket", try passed.place(at: Self.firstPassed))
            OwnProgram.setVariable("LISTEN_PID", to: "\(Machine.pid)")
            OwnProgram.setVariable("LISTEN_FDS", to: "1")
        }
        OwnProgram.setVariable(Self.variable, to: "\(handover.rawValue)")
        do throws(SystemError) {
            try OwnProgram.replace(with: origin.program, in: origin.directory)
        } catch {
            throw StartFailure(code: .software, text: "can't go on as the installed program: \(error)")
        }
    }

    // MARK: - In the next program

    /// What the program before us has left; nil where there was none, or where that can't be read: then the store says what
    /// was running, and what still runs is ended as after a crash.
    static func take(_ journal: Journal) -> Handover? {
        guard let text = Machine.environment(variable) else { return nil }
        OwnProgram.setVariable(variable, to: nil)
        do throws(SystemError) {
            guard let number = Int32(text), number > 2 else {
                throw SystemError(operation: "read", path: variable, errno: EINVAL)
            }
            let file = try FileDescriptor(inherited: number)
            if let handover = Handover(
                bytes: try MemoryFile.contents(ofSealed: file, limit: Handover.limits.bytes))
            {
                if handover.unreadable > 0 {
                    journal.say(
                        .error,
                        "Of what the program before has left \(handover.unreadable) runs can't be read. They are ended, and their jobs are due again."
                    )
                }
                return handover
            }
            journal.say(
                .error,
                "What the program before has left is in a form that this one does not know. Its runs are ended, and their jobs are due again."
            )
        } catch {
            journal.say(.error, "What the program before has left can't be read: \(error).")
        }
        return nil
    }
}
