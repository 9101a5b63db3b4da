// Who has a session at the machine itself.
import BGRunJob
import CSystemd

/// The seats of this machine: a screen and a keyboard each.
package enum Seats {
    /// Whether the user has sessions, but none of them is at a seat; or none at all. False where nobody can know, as without logind.
    ///
    /// It reads one file of logind's, and waits for nobody.
    package static func isAway(_ user: UserID) -> Bool {
        unsafe csystemd_seats(SystemBus.soname, user.rawValue) == 0
    }
}
