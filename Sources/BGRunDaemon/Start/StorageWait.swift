// The wait for a state directory that can't be used: calls are refused with the reason, and the start is tried again.
import BGRunCalendar
import BGRunDevice
import BGRunLinux
import BGRunWire

/// Refuses calls until the state directory may be usable.
///
/// A service manager restarts a failed daemon at once, and gives up after some restarts in a minute: a file system that is read-only
/// for that long would end the daemon for good. So a daemon with a passed socket stays.
struct StorageWait {
    private enum Source: UInt64 { case signals, listener, mounts }

    /// Between two tries at first; then after twice as long each time.
    private static let first = Duration.seconds(1)
    private static let longest = Duration.seconds(300)
    /// The shortest time between two tries, however many clients connect.
    private static let shortest = Duration.seconds(1)
    /// How long a client may take to send its call: unread bytes at the close may cost it the answer.
    private static let hearing: Duration = .milliseconds(20)

    private let path: String
    private let journal: Journal
    private let starter: Starter
    private var pause = first
    private var reason: String?

    /// - Parameter path: Of the socket.
    init(at path: String, _ journal: Journal, _ starter: Starter = Starter()) {
        self.path = path
        self.journal = journal
        self.starter = starter
    }

    /// Stays until it is time for another try: some time has passed, something was mounted, or somebody asks.
    ///
    /// - Parameter socket: The number of the one that is kept for us, which stays open.
    /// - Returns: False where the daemon was told to leave. What is to go on as another program fails, and is started anew.
    mutating func outlast(_ failure: StartFailure, _ socket: Int32) throws(StartFailure) -> Bool {
        tell(failure.text)
        do {
            let listener = try UnixListener(
                passed: try FileDescriptor.inheritable(socket).release(), path: path)
            let signals = try SignalInbox()
            let mounts = try MountChanges()
            let queue = try EventQueue()
            try queue.add(signals.descriptor, for: .read, token: Source.signals.rawValue)
            try queue.add(listener.descriptor.rawValue, for: .read, token: Source.listener.rawValue)
            try queue.add(mounts.descriptor, for: .read, token: Source.mounts.rawValue)
            let now = Now.read().awake
            let soonest = now.advanced(by: Self.shortest)
            var end = now.advanced(by: pause)
            pause = min(pause * 2, Self.longest)
            var ready: [EventQueue.Ready] = []
            while Now.read().awake < end {
                try queue.wait(into: &ready, until: end.microseconds)
                for source in ready.compactMap({ Source(rawValue: $0.token) }) {
                    switch source {
                    case .signals:
                        for wish in try signals.wishes() {
                            switch wish {
                            case .leave: return false
                            case .reload: throw failure
                            }
                        }
                    // A user may mount without end (fusermount).
                    case .mounts: if mounts.drain() { end = soonest }
                    // Those for whose sake it was tried are refused.
                    case .listener:
                        if soonest <= Now.read().awake { return true }
                        try refuseNext(listener)
                    }
                }
            }
            return true
        } catch let failure as StartFailure {
            throw failure
        } catch {
            throw StartFailure(code: .unavailable, text: "\(failure.text); and can't wait for it: \(error)")
        }
    }

    /// Once for each reason.
    private mutating func tell(_ text: String) {
        guard reason != text else { return }
        reason = text
        journal.say(.error, "Nothing is accepted or started: \(text). It is tried again and again.")
        starter.ready("Nothing is accepted or started: \(text)")
    }

    /// One client at a time: a flood of connections delays no try.
    private func refuseNext(_ listener: borrowing UnixListener) throws(SystemError) {
        guard let client = try listener.accept() else { return }
        let end = Now.read().awake.advanced(by: Self.hearing).microseconds
        _ = try Readiness.wait(for: client.descriptor.rawValue, to: .read, until: end)
        var refusal: [UInt8] = []
        SchedulerError.storageFailed(reason: reason ?? "").answer.write(to: &refusal)
        _ = try? client.send(refusal[...])
    }
}
