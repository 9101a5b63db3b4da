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
        /// What was to end us meanwhile, and was passed on to it.
        package let interruption: Int32?
    }

    /// What a program that was asked to end has for that, in microseconds; who asks again has it killed.
    private static let farewell: Int64 = 10_000_000

    /// Runs it without any input.
    ///
    /// - Parameters:
    ///   - program: An absolute path; nothing is looked for.
    ///   - environment: Put in place of ours.
    ///   - limit: In bytes; of more the last ones are kept.
    ///   - deadline: Microseconds of the monotonic clock. What has not ended by then is killed.
    ///   - signals: What would end us meanwhile ends it in our place, and the caller is told. Where there are any, it and what it
    ///     starts is a session of its own, which no terminal reaches. They are unblocked afterwards.
    /// - Throws: ENOENT and the like where it can't be started.
    package static func run(
        _ program: String, _ arguments: [String], environment: [String: String], limit: Int,
        until deadline: Int64, passingOn signals: [Int32] = []
    ) throws(SystemError) -> Answer {
        let mask = ForegroundChild.Mask(but: signals)
        let queue = try SignalQueue(signals)
        defer { for number in signals { SignalQueue.unblock(number) } }
        var pipe = try Pipe()
        let reading = pipe.takeReadEnd()
        let child = try start(
            [program] + arguments, environment, mask, isSession: !signals.isEmpty,
            writing: pipe.takeWriteEnd())
        // Not yet waited for, it keeps its number, which is that of its group.
        let target = signals.isEmpty ? child.pid : -child.pid
        let events = try EventQueue()
        try events.add(reading.rawValue, for: .read, token: Source.output.rawValue)
        try events.add(child.descriptor.rawValue, for: .read, token: Source.end.rawValue)
        try events.add(queue.descriptor.rawValue, for: .read, token: Source.signal.rawValue)
        var (output, isOpen, hasEnded): ([UInt8], Bool, Bool) = ([], true, false)
        var (deadline, interruption): (Int64, Int32?) = (deadline, nil)
        var ready: [EventQueue.Ready] = []
        // What it has started may hold the output open, and it may have closed that and go on.
        while isOpen || !hasEnded {
            try events.wait(into: &ready, until: deadline)
            for source in ready.compactMap({ Source(rawValue: $0.token) }) {
                switch source {
                case .output:
                    isOpen = try take(from: reading, into: &output, limit)
                    if !isOpen { try events.remove(reading.rawValue) }
                case .end:
                    hasEnded = true
                    try events.remove(child.descriptor.rawValue)
                case .signal:
                    guard let signal = try queue.next() else { continue }
                    let now = Clock.read(.monotonic)
                    deadline = interruption == nil ? min(deadline, now &+ farewell) : now
                    interruption = signal.number
                    _ = kill(target, signal.number)
                }
            }
            // What writes on and on is always ready.
            if Clock.read(.monotonic) >= deadline { break }
        }
        let isLate = !hasEnded
        if isLate || isOpen { _ = kill(target, SIGKILL) }
        let status = try child.waitForExit().status
        return Answer(
            end: isLate ? .tooLong : .exited(status), output: Array(output.suffix(limit)),
            interruption: interruption)
    }

    private enum Source: UInt64 {
        case output, end, signal
    }

    /// - Returns: Whether more may come.
    private static func take(
        from reading: borrowing FileDescriptor, into output: inout [UInt8], _ limit: Int
    ) throws(SystemError) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 4096)
        switch try reading.read(into: &buffer) {
        case .bytes(let count):
            output += buffer.prefix(count)
            if output.count > 2 * limit { output.removeFirst(output.count - limit) }
            return true
        case .endOfFile: return false
        case .wouldBlock: return true
        }
    }

    /// - Parameter output: Closed here, since our end of the pipe would keep it from ending.
    private static func start(
        _ words: [String], _ environment: [String: String], _ mask: ForegroundChild.Mask,
        isSession: Bool, writing output: consuming FileDescriptor
    ) throws(SystemError) -> ProcessDescriptor {
        var attributes = mask.attributes(isSession ? Int32(clinux_spawn_session) : 0)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
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
        let errno = unsafe posix_spawn(&pid, words[0], &actions, &attributes, &texts, &values)
        guard errno == 0 else { throw SystemError(operation: "posix_spawn", path: words[0], errno: errno) }
        return try ProcessDescriptor(pid: pid)
    }
}
