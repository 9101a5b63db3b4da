// The process at the other end of a connection: held, and looked at when it is asked who it is.
import BGRunJob
import BGRunLaunch
import BGRunLinux

/// A calling process. A class, as it is held where it stands for a host.
final class Caller {
    private let process: ProcessDescriptor
    var pid: Int32 { process.pid }
    /// Readable once the process has ended.
    var rawValue: Int32 { process.descriptor.rawValue }

    /// Nil where the process has ended, or can't be told apart from another.
    init?(of socket: borrowing UnixSocket) {
        guard let process = try? socket.peerProcess() else { return nil }
        self.process = process
    }

    /// Where the program lies that it executes now; nil where it may not be looked into.
    var executable: String? { Executable(of: process)?.path }

    /// The started host in whose tree it is.
    func host(in launcher: Launcher) -> ContainingHost? { launcher.host(containing: process) }

    /// The active run in whose tree it is.
    func run(in launcher: Launcher) -> RunID? { launcher.run(containing: process) }

    /// Whether it is this one: while both have not ended, a number is one process's.
    func isSame(as other: Caller) -> Bool {
        pid == other.pid && (try? process.hasEnded()) == false && (try? other.process.hasEnded()) == false
    }
}
