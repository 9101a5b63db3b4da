// The user database, as far as it is a file: when it changes, owners are asked for again.
import BGRunDevice
import BGRunJob
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
    ///
    /// - Parameter owners: Who has something kept, each as often as they have. Of some it may not be known yet whose
    ///   their number is: the power failed before that was stored, or an earlier version did not store it.
    func begin(with owners: [UserID]) {
        do throws(SystemError) {
            _ = try lookout.open()
        } catch {
            journal.say(.warning, "a change of \(Self.file) goes unseen: \(error)")
        }
        launcher.identifyAnew()
        for owner in owners { launcher.identify(owner) }
    }

    func news() -> [Event] {
        if lookout.watch?.drain() == true { launcher.identifyAnew() }
        return []
    }
}
