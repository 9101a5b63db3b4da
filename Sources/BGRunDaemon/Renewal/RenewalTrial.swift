// The installed program is tried before it takes over.
import BGRunJob
import BGRunLaunch
import BGRunLinux
import BGRunScheduler

/// Has the program that would take over check itself and the settings, as an errand: one that does not start, or refuses its
/// settings, would leave the runs without a daemon.
final class RenewalTrial {
    private let launcher: Launcher
    private let journal: Journal
    /// The program and its arguments; nil where it is not known what we were started from.
    private let command: () -> [String]?
    private let user: UserID
    private var errand: ErrandID?

    init(_ launcher: Launcher, for user: UserID, journal: Journal, command: @escaping () -> [String]?) {
        self.launcher = launcher
        self.user = user
        self.journal = journal
        self.command = command
    }

    /// Begins a trial, in place of one that is under way. Its end is an event, where it has come out well.
    func begin() {
        guard let command = command() else {
            return refuse("it is not known where this one was started from")
        }
        if let errand { launcher.endErrand(errand) }
        do throws(LaunchFailure) {
            errand = try launcher.start(Errand(.command(command), for: user, keepsLastLine: true))
        } catch {
            errand = nil
            refuse("it can't be tried: \(error)")
        }
    }

    /// An errand has ended, of whatever kind.
    func ended(_ errand: ErrandID, _ status: ExitStatus, saying line: String?) -> [Event] {
        guard errand == self.errand else { return [] }
        self.errand = nil
        if status == .code(0) { return [.renewalRequested] }
        refuse(line ?? "it has ended with \(status)")
        return []
    }

    /// An errand did not begin, of whatever kind.
    func failed(_ errand: ErrandID, _ failure: LaunchFailure) {
        guard errand == self.errand else { return }
        self.errand = nil
        refuse("it can't be started: \(failure)")
    }

    private func refuse(_ reason: String) {
        journal.say(.error, "The reload failed, and the running program goes on: \(reason)")
    }
}
