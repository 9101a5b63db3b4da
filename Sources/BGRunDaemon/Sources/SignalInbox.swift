// The signals that people and the service manager send us.
import BGRunLinux
import Glibc

/// The signals that mean something to the daemon, as a descriptor.
struct SignalInbox: ~Copyable {
    enum Wish: Equatable {
        /// SIGTERM, SIGINT: end all runs and leave.
        case leave
        /// SIGHUP: read the jobs directories again, and go on as the installed program.
        case reload
    }

    private let queue: SignalQueue

    /// SIGPIPE is caught too, and means nothing: a write tells by itself that nobody reads.
    init() throws(SystemError) {
        queue = try SignalQueue([SIGTERM, SIGINT, SIGHUP, SIGPIPE])
    }

    var descriptor: Int32 { queue.descriptor.rawValue }

    /// Everything that waits.
    func wishes() throws(SystemError) -> [Wish] {
        var wishes: [Wish] = []
        while let signal = try queue.next() {
            switch signal.number {
            case SIGTERM, SIGINT: wishes.append(.leave)
            case SIGHUP: wishes.append(.reload)
            case _: break
            }
        }
        return wishes
    }
}
