// The user database, as far as it is a file: when it changes, owners are asked for again.
import BGRunDevice
import BGRunLaunch
import BGRunLinux
import BGRunScheduler

/// Notices that a number was given to somebody else, before they can ask for what the one before them had.
///
/// What a directory server changes is noticed when something is started for the owner.
final class AccountSource: Source {
    private static let file = "/etc/passwd"

    private let launcher: Launcher
    private let lookout: Lookout<PlaceWatch>
    private let journal: Journal

    init(_ launcher: Launcher, at post: Post, journal: Journal) {
        self.launcher = launcher
        lookout = Lookout(at: post, rest: nil, opening: try PlaceWatch([Self.file], of: .files))
        self.journal = journal
    }

    /// It may have changed while nobody looked.
    func begin() {
        do throws(SystemError) {
            _ = try lookout.open()
        } catch {
            journal.say(.warning, "a change of \(Self.file) goes unseen: \(error)")
        }
        launcher.identifyAnew()
    }

    func news() -> [Event] {
        if lookout.watch?.drain() == true { launcher.identifyAnew() }
        return []
    }
}
