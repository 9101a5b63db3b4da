// Run a program to its end, and keep what it has written.
import CLinux
import Glibc

/// A program that answers by what it writes: for processes that have nothing else to do meanwhile.
package enum CapturedChild {
    package enum End: Equatable, Sendable {
        case exited(ProcessExit.Status)
        /// It was ended, since it took too long.
        case tooLong
    }

    /// How it ended, and what it wrote.
    package struct Answer: Sendable {
        package let end: End
        /// To standard output and standard error together; of much, the end.
        package let output: [UInt8]
    }

    /// Runs it without any input.
    ///
    /// - Parameters:
    ///   - program: An absolute path; nothing is looked for.
    ///   - environment: Put in place of ours.
    ///   - limit: In bytes; of more the last ones are kept.
    ///   - deadline: Microseconds of the monotonic clock. A program that has not ended by then is killed.
    /// - Throws: ENOENT and the like where it can't be started.
    package static func run(
        _ program: String, _ arguments: [String], environment: [String: String], limit: Int,
        until deadline: Int64
    ) throws(SystemError) -> Answer {
        var pipe = try Pipe()
        let reading = pipe.takeReadEnd()
        let child = try start([program] + arguments, environment, writing: pipe.takeWriteEnd())
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        reading: while true {
            guard try Readiness.wait(for: reading.rawValue, to: .read, until: deadline) else { break }
            switch try reading.read(into: &buffer) {
            case .bytes(let count):
                output += buffer.prefix(count)
                if output.count > 2 * limit { output.removeFirst(output.count - limit) }
            case .endOfFile: break reading
            case .wouldBlock: continue
            }
        }
        output = Array(output.suffix(limit))
        // It may have closed both and go on.
        guard try Readiness.wait(for: child.descriptor.rawValue, to: .read, until: deadline) else {
            try child.send(signal: SIGKILL)
            _ = try child.waitForExit()
            return Answer(end: .tooLong, output: output)
        }
        return Answer(end: .exited(try child.waitForExit().status), output: output)
    }

    /// - Parameter output: Closed here, since our end of the pipe would keep it from ending.
    private static func start(
        _ words: [String], _ environment: [String: String], writing output: consuming FileDescriptor
    ) throws(SystemError) -> ProcessDescriptor {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, output.rawValue, 1)
        unsafe posix_spawn_file_actions_adddup2(&actions, output.rawValue, 2)
        let variables = environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        var texts: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) } + [nil]
        var values: [UnsafeMutablePointer<CChar>?] = unsafe variables.map { unsafe strdup($0) } + [nil]
        defer { unsafe (texts + values).forEach { unsafe free($0) } }
        var pid: pid_t = 0
        let errno = unsafe posix_spawn(&pid, words[0], &actions, nil, &texts, &values)
        guard errno == 0 else { throw SystemError(operation: "posix_spawn", path: words[0], errno: errno) }
        return try ProcessDescriptor(pid: pid)
    }
}
