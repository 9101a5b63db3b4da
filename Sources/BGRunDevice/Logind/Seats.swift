// Who has a session at the machine itself.
import BGRunJob
import CSystemd

/// The seats of this machine: a screen and a keyboard each.
package enum Seats {
    /// Whether none of the user's sessions is at a seat; so it is of a user without sessions. False where that is unknown, as without
    /// logind.
    ///
    /// Reads one file of logind's, sd_uid_get_seats(3), and asks no service.
    package static func isAway(_ user: UserID) -> Bool {
        unsafe csystemd_seats(SystemBus.soname, user.rawValue) == 0
    }
}
