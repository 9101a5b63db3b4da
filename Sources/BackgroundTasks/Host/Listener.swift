// The thread that listens: it attaches, hears of runs, and attaches again when the daemon has gone.
internal import BGRunCalendar
internal import BGRunClient
internal import BGRunJob
internal import BGRunLinux
internal import BGRunWire
internal import Foundation

/// Lives on its thread, which sleeps in one place until the daemon speaks, the program pokes, or a chore is due.
struct Listener: ~Copyable {
    private let host: Host
    private let wake: Wake
    private let settings: Settings
    private let queue: EventQueue
    private var ready: [EventQueue.Ready] = []

    /// How many attempts one sign of a daemon is good for. Its socket is there before it listens.
    private static let attempts = 5
    private enum Token: UInt64 { case wake, stream, watch }

    /// Starts the thread.
    static func start(_ host: Host, _ wake: Wake, _ settings: Settings) {
        Thread.detachNewThread {
            // Foundation names a thread only where it has noted it already.
            OwnProcess.nameThread("BackgroundTasks")
            OwnProcess.blockSignals()
            do {
                var listener = try Listener(host, wake, settings)
                try listener.run()
            } catch {
                // The program may have closed all descriptors that it did not know.
                host.isAway(because: "tasks can't be heard of any more: \(error)")
            }
        }
    }

    private init(_ host: Host, _ wake: Wake, _ settings: Settings) throws(SystemError) {
        let queue = try EventQueue()
        try queue.add(wake.descriptor, for: .read, token: Token.wake.rawValue)
        self.host = host
        self.wake = wake
        self.settings = settings
        self.queue = queue
    }

    private enum Attempt: ~Copyable {
        /// A daemon says that this process is no host.
        case refused
        /// No daemon, or none that can be talked to.
        case failed
        case attached(Connection)
    }

    private mutating func run() throws(SystemError) {
        var left = Self.attempts
        var watch: SocketWatch?
        while true {
            switch attempt() {
            case .refused: left = 0
            case .failed: left -= 1
            case .attached(var connection):
                watch = nil
                let begin = Connection.deadline(in: .zero)
                host.isLost(because: try follow(&connection))
                // One that dies as soon as we come is not to be tried for ever.
                let isLasting = begin.advanced(by: .seconds(1)) < Connection.deadline(in: .zero)
                left = isLasting ? Self.attempts : left - 1
            }
            // Watched before the next attempt, so that none comes unseen in between.
            if watch == nil { watch = SocketWatch(for: settings.socket) }
            if left > 0 {
                try rest()
            } else {
                try waitForSign(&watch)
                left = Self.attempts
            }
        }
    }

    // MARK: Away

    /// A pause between two attempts.
    private mutating func rest() throws(SystemError) {
        let end = Connection.deadline(in: settings.patience.attempt)
        while Connection.deadline(in: .zero) < end {
            try sleep(until: end)
            wake.clear()
        }
    }

    /// Sleeps until a daemon may have come.
    private mutating func waitForSign(_ watch: inout SocketWatch?) throws(SystemError) {
        let number = watch?.descriptor
        if let number { try? queue.add(number, for: .read, token: Token.watch.rawValue) }
        defer { if let number { try? queue.remove(number) } }
        while true {
            let isSeen = watch?.hasNews() ?? false
            if host.takesHint() || isSeen { return }
            try sleep(until: nil)
            wake.clear()
        }
    }

    private mutating func sleep(until deadline: AwakeTime?) throws(SystemError) {
        try queue.wait(into: &ready, until: deadline?.microseconds)
    }

    // MARK: Attached

    private func attempt() -> Attempt {
        do throws(ClientError) {
            var connection = try Connection(to: settings.socket, within: settings.patience.connection)
            try connection.stream(host.attachCall(), until: Connection.deadline(in: settings.patience.answer))
            // A daemon that is about to come has our call in its queue: however long that takes.
            guard let attached = try connection.receive(AttachCall.self, until: nil).value.attached else {
                throw .senselessAnswer(
                    socket: settings.socket, reason: "the field \"attached\" is missing")
            }
            host.isAttached(attached)
            return .attached(connection)
        } catch {
            if host.isNamed(after: error) { return attempt() }
            return host.isRefused(error) ? .refused : .failed
        }
    }

    /// Hears what the daemon has to say until it has gone.
    private mutating func follow(_ connection: inout Connection) throws(SystemError) -> ClientError {
        let number = connection.descriptor
        defer { try? queue.remove(number) }
        try queue.add(number, for: .read, token: Token.stream.rawValue)
        while true {
            do throws(ClientError) {
                while true {
                    let reply = try connection.receive(AttachCall.self, until: AwakeTime(microseconds: 0))
                    host.hear(reply.value)
                    if case .last = reply { return .connectionLost(socket: settings.socket) }
                }
            } catch {
                if !error.isTimeout { return error }
            }
            host.doChores(at: Connection.deadline(in: .zero))
            try sleep(until: host.nextChore)
            if ready.contains(where: { $0.token == Token.wake.rawValue }) { wake.clear() }
        }
    }
}
