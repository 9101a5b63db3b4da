// Which of its user's applications the program is, where the path of its executable does not say it.
internal import BGRunJob
internal import BGRunLinux
internal import BGRunWire
internal import Synchronization

/// The name by which the program calls itself to the daemon.
///
/// The daemon compares paths and looks at no file that a user has named: that may lie where nothing answers. The program may
/// look, with its user's rights and in its own time. So a command that is a symbolic link, as those of `.build/debug` are,
/// is found here.
final class OwnApplication: Sendable {
    private let said: JobIdentifier?
    private let found = Mutex<JobIdentifier?>(nil)

    /// - Parameter said: What `BGRUN_APPLICATION` says; then it decides.
    init(_ said: JobIdentifier?) { self.said = said }

    /// Nil while the path has to tell.
    var name: JobIdentifier? { said ?? found.withLock { $0 } }

    /// Whether one more attempt makes sense after a daemon has found no application.
    ///
    /// - Parameter list: What the daemon knows of this user's applications.
    func isFound(in list: () -> [ApplicationReport]?) -> Bool {
        guard name == nil, let own = try? File.status(of: "/proc/self/exe"), let reports = list() else {
            return false
        }
        let fitting = reports.filter { report in
            guard let program = report.program, program.hasPrefix("/"),
                let status = try? File.status(of: program)
            else { return false }
            return (status.device, status.inode) == (own.device, own.inode)
        }
        // Two that fit: the daemon's refusal says what to do, as it does for two with one path.
        guard let first = fitting.first, fitting.allSatisfy({ $0.application == first.application }) else {
            return false
        }
        found.withLock { $0 = first.application }
        return true
    }
}
