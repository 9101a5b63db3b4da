// Whom a run belongs to, and the rights it takes for that.
import BGRunJob
import BGRunLinux

/// A job's owner as the machine knows them.
struct JobOwner {
    let account: UserAccount
    /// The rights the run changes to, and whom files are given to that it is to own; nil where they are the daemon's own.
    let identity: UserRights?

    init(_ user: UserID, daemon: UserID) throws(LaunchFailure) {
        guard daemon == .root || daemon == user else { throw .notOurs(user) }
        let found = try LaunchFailure.ifFails(try UserAccount.with(user: user.rawValue))
        guard let found else { throw .noAccount(user) }
        account = found
        if daemon == .root {
            identity = try LaunchFailure.ifFails(try UserRights(of: found))
        } else {
            identity = nil
        }
    }
}
