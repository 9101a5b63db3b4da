// Whom a run belongs to, and the rights it takes for that.
import BGRunJob
import BGRunLinux

/// A job's owner as the machine knows them.
struct JobOwner {
    let account: UserAccount
    /// The rights the run changes to; nil where they are the daemon's own.
    let identity: SpawnRequest.Identity?

    init(_ user: UserID, daemon: UserID) throws(LaunchFailure) {
        guard daemon == .root || daemon == user else { throw .notOurs(user) }
        let found = try LaunchFailure.ifFails { () throws(SystemError) in
            try UserAccount.with(user: user.rawValue)
        }
        guard let found else { throw .noAccount(user) }
        account = found
        if daemon == .root {
            let groups = try LaunchFailure.ifFails { () throws(SystemError) in try found.groups() }
            identity = SpawnRequest.Identity(user: found.user, group: found.group, groups: groups)
        } else {
            identity = nil
        }
    }

    /// Whom to give files to that the run is to own; nil where they are ours and its own.
    var files: FileOwner? { identity.map { FileOwner(user: $0.user, group: $0.group) } }
}
