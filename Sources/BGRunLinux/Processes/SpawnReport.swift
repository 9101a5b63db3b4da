// What a new child says of itself until it is the program.
import CLinux
import Glibc

/// A child that is about to become a program.
package struct SpawnedProcess: ~Copyable {
    package let process: ProcessDescriptor
    package let report: SpawnReport

    /// The process by itself, for whoever has the report.
    package consuming func takeProcess() -> ProcessDescriptor { process }
}

/// The end of the pipe that the child writes to.
///
/// It hangs up when the program runs, and when the child has ended: watch it for nothing but that. A child whose report
/// is let go of before that does not become the program.
package final class SpawnReport {
    package enum Progress: Equatable, Sendable {
        /// It has come so far, and that takes its time.
        case under(SpawnFailure.Step)
        /// The program runs, or the child was ended before it did.
        case begun
        /// It has ended by itself.
        case failed(SpawnFailure)
    }

    private let pipe: FileDescriptor
    /// Which of several files it is about.
    package private(set) var number = 0
    private var last = SpawnFailure.Step.clone

    init(_ pipe: consuming FileDescriptor) { self.pipe = pipe }

    package var rawValue: Int32 { pipe.rawValue }

    /// What it has said until now. Never waits.
    package func read() -> Progress {
        while true {
            var message = clinux_spawn_report()
            // The child writes a message at once or not at all.
            let count = unsafe Glibc.read(pipe.rawValue, &message, MemoryLayout<clinux_spawn_report>.size)
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN { return .under(last) }
            guard count == MemoryLayout<clinux_spawn_report>.size else { return .begun }
            last = SpawnFailure.Step(message.step)
            number = Int(message.number)
            if message.error != 0 {
                return .failed(
                    SpawnFailure(step: last, errno: message.error, program: ProgramFault(message)))
            }
        }
    }
}

extension SpawnFailure.Step {
    init(_ step: Int32) {
        self =
            switch clinux_spawn_step(UInt32(bitPattern: step)) {
            case clinux_step_arguments: .arguments
            case clinux_step_cgroup: .cgroup
            case clinux_step_session: .session
            case clinux_step_limits: .limits
            case clinux_step_priority: .priority
            case clinux_step_standard: .standardDescriptors
            case clinux_step_identity: .identity
            case clinux_step_privileges: .privileges
            case clinux_step_credential: .credential
            case clinux_step_environment: .environmentFile
            case clinux_step_make: .makingDirectory
            case clinux_step_directory: .workingDirectory
            case clinux_step_output: .output
            case clinux_step_exec: .execute
            case clinux_step_home: .home
            // A C enum is open; what is left is clinux_step_clone.
            default: .clone
            }
    }
}
