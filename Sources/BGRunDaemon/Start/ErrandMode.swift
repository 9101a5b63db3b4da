// What the program does when the daemon has started it again, as a user, to ask or to tell something.
import BGRunDevice
import BGRunJob
import BGRunLinux

/// The modes of bgrund for errands.
///
/// They are no commands for people, so `--help` does not name them, but anyone may use them: they do nothing
/// that a user could not do without them. They read no settings and open no store, and print nothing; the
/// exit code is the answer.
enum ErrandMode: Equatable {
    /// `--check-reachable HOST PORT`: whether a connection can be opened.
    case checkReachable(Endpoint)
    /// `--notify`: shows a ``DesktopNotification``, read from standard input.
    case notify

    /// The exit code for a yes; the others are ``noAnswer`` and ``noAddress``.
    static let done: Int32 = 0
    static let noAnswer: Int32 = 1
    static let noAddress: Int32 = 2

    private static let patience: UInt32 = 10

    /// - Parameter words: the arguments behind the program's name.
    /// - Returns: nil for arguments that are no errand's.
    init?(_ words: some Collection<String>) {
        let words = Array(words)
        switch (words.first, words.count) {
        case ("--check-reachable", 3):
            guard let port = UInt16(words[2]) else { return nil }
            self = .checkReachable(Endpoint(host: words[1], port: port))
        case ("--notify", 1): self = .notify
        case _: return nil
        }
    }

    /// As ``init(_:)`` reads them.
    var arguments: [String] {
        switch self {
        case .checkReachable(let endpoint): ["--check-reachable", endpoint.host, "\(endpoint.port)"]
        case .notify: ["--notify"]
        }
    }

    /// Does it, and gives the exit code.
    func run() -> Int32 {
        // The daemon ends what takes too long. This is for the time after the daemon's own sudden end, and
        // for a resolver that waits for ever.
        OwnLimits.endAfter(seconds: Self.patience + 1)
        do throws(SystemError) {
            try OwnLimits.lower(.coreSize, to: 0)
            try OwnLimits.lower(.fileSize, to: 0)
            try OwnLimits.lower(.descriptors, to: 64)
            try OwnLimits.lower(.processorSeconds, to: 5)
            try OwnLimits.lower(.addressSpace, to: 512 << 20)
            switch self {
            case .checkReachable(let endpoint):
                // What a name server answers is read with no rights at all.
                try OwnLimits.leaveRoot()
                return Self.code(for: Reachability.find(endpoint))
            case .notify: return try Self.notify()
            }
        } catch {
            return Self.noAnswer
        }
    }

    private static func code(for reachability: Reachability) -> Int32 {
        switch reachability {
        case .reachable: done
        case .silent: noAnswer
        case .nameless: noAddress
        }
    }

    private static func notify() throws(SystemError) -> Int32 {
        let text = try FileDescriptor(owning: 0).readToEnd(limit: DesktopNotification.mostBytes)
        let deadline = Clock.read(.monotonic) + Int64(patience) * 1_000_000
        do throws(BusFault) {
            try DesktopNotifier.show(DesktopNotification(bytes: text), until: deadline)
            return done
        } catch {
            // Nobody is at a desktop, which is no fault. The journal has the same words.
            return noAnswer
        }
    }
}
