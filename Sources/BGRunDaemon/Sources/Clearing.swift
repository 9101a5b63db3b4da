// Takes away the state directories of jobs that are gone.
import BGRunJob
import BGRunLaunch
import BGRunLinux
import BGRunStore

/// Empties what jobs have left by errands of their owners, one of each owner's at a time.
///
/// The directory goes out of the way first, so a later job of that name begins with a new one. What can't be emptied
/// (somebody else has made something there, or has mounted something) stays, and is tried again at the next start.
final class Clearing {
    private let launcher: Launcher
    private let journal: Journal
    private var waiting: [UserID: [LeftPlace]] = [:]
    private var current: [UserID: (errand: ErrandID, place: LeftPlace)] = [:]

    init(_ launcher: Launcher, journal: Journal) {
        self.launcher = launcher
        self.journal = journal
    }

    /// What a sudden end has left, and what was kept of jobs that had gone before.
    ///
    /// - Parameter isWhole: Whether the store tells of all jobs there were. Else nothing of them is taken away.
    func sweep(_ store: Store, isWhole: Bool) {
        guard let places = try? launcher.places() else { return }
        for place in places.left { clear(place) }
        if !isWhole { return }
        for job in places.jobs where !isKept(job, store) { clear(job) }
    }

    /// What can't be read counts as kept.
    private func isKept(_ job: JobID, _ store: Store) -> Bool { (try? store.isGone(job)) != true }

    /// The job is gone, and so is its history.
    func clear(_ job: JobID) {
        do throws(SystemError) {
            if let place = try launcher.leavePlace(of: job) { clear(place) }
        } catch {
            journal.say(.warning, "\(job): its state directory could not be taken away: \(error)")
        }
    }

    private func clear(_ place: LeftPlace) {
        waiting[place.owner, default: []].append(place)
        goOn(for: place.owner)
    }

    private func goOn(for owner: UserID) {
        while current[owner] == nil, let place = waiting[owner]?.popLast() {
            let errand = Errand(.ourselves(ErrandMode.clear(place.path).arguments), for: owner)
            do {
                current[owner] = (try launcher.start(errand), place)
            } catch {
                tell(of: place, error)
            }
        }
        if waiting[owner]?.isEmpty == true { waiting[owner] = nil }
    }

    /// An errand has ended, of whatever kind.
    func ended(_ errand: ErrandID) {
        guard let (id, place) = current[errand.owner], id == errand else { return }
        current[errand.owner] = nil
        do throws(SystemError) {
            try launcher.remove(place)
        } catch {
            tell(of: place, error)
        }
        goOn(for: errand.owner)
    }

    private func tell(of place: LeftPlace, _ error: any Error) {
        journal.say(
            .warning, "\(place.path) could not be emptied (\(error)). bgrund tries again at its next start.")
    }
}
