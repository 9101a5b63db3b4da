// The socket that the service manager keeps for us: sd_listen_fds(3)'s protocol.
import BGRunLinux
import Glibc

/// Finds the control socket among the descriptors that we were started with.
enum PassedSocket {
    private static let first: Int32 = 3
    /// Nobody has a reason to pass more.
    private static let most: Int32 = 16

    /// The number of the socket that listens at `path`; nil where nobody has passed it, and the daemon makes its own.
    ///
    /// What the environment says is no proof: it may be inherited, and anything may be open under these numbers. What is
    /// not taken stays open here; ``ProcessSetup`` closes it.
    static func find(at path: String, _ journal: Journal) -> Int32? {
        defer { for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsafe unsetenv(name) } }
        guard Machine.environment("LISTEN_PID") == "\(Machine.pid)",
            let count = Machine.environment("LISTEN_FDS").flatMap({ Int32($0) }), count > 0
        else { return nil }
        for number in first..<first + min(count, most) {
            do throws(SystemError) {
                try UnixListener.require(number, listensAt: path)
                return number
            } catch {
                journal.say(
                    .warning,
                    "The descriptor \(number) that was passed on is not the socket \(path), and is closed: \(error)."
                )
            }
        }
        return nil
    }
}
