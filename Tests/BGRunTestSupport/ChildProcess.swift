// A child process whose end can be waited for with a deadline.
import BGRunLinux
import Foundation
import Glibc

/// A program that was started and runs beside the test.
package final class ChildProcess: @unchecked Sendable {
    package let pid: Int32
    private let process: ProcessDescriptor
    private var status: Int32?

    /// - Parameters:
    ///   - input: The file that standard input is read from.
    ///   - output: The file that standard output is appended to, and standard error too where `errors` is nil.
    package init(
        _ program: String, _ arguments: [String], environment: [String: String],
        input: String = "/dev/null", output: String, errors: String? = nil
    ) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_APPEND, 0o644)
        if let errors {
            posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_APPEND, 0o644)
        } else {
            posix_spawn_file_actions_adddup2(&actions, 1, 2)
        }
        let words = ([program] + arguments).map { strdup($0) } + [nil]
        let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + variables { free(text) } }
        var pid: pid_t = 0
        let result = posix_spawn(&pid, program, &actions, nil, words, variables)
        guard result == 0 else {
            throw DaemonFixture.Fault(description: "\(program) can't be started: errno \(result)")
        }
        self.pid = pid
        process = try ProcessDescriptor(pid: pid)
    }

    deinit {
        if status == nil { _ = end(SIGKILL, seconds: 10) }
    }

    /// Sends a signal and waits for the end.
    package func end(_ signal: Int32, seconds: Int64) -> Int32? {
        if status == nil { try? process.send(signal: signal) }
        return wait(seconds: seconds)
    }

    /// The exit code, or 128 and the signal's number as a shell has it; nil where it does not end in time.
    package func wait(seconds: Int64) -> Int32? {
        if let status { return status }
        let deadline = Clock.read(.monotonic) + seconds * 1_000_000
        guard (try? Readiness.wait(for: watched, to: .read, until: deadline)) == true,
            let exit = try? process.waitForExit()
        else { return nil }
        switch exit.status {
        case .exited(let code): status = code
        case .signalled(let number): status = 128 + number
        }
        return status
    }

    /// To be watched together with something else: ready for reading once the program has ended.
    var watched: Int32 { process.descriptor.rawValue }
}
