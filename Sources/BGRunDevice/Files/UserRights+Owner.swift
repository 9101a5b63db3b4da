// The rights of a job's owner, as this machine knows them.
import BGRunJob
import BGRunLinux

extension UserRights {
    /// Nil for an owner without an entry in the user database, whose groups nobody knows. Our own user needs
    /// none: for ourselves no right is ever changed.
    init?(owner: UserID) {
        if owner.rawValue == Machine.effectiveUser {
            self.init(user: owner.rawValue, group: Machine.group, groups: [])
        } else if let account = try? UserAccount.with(user: owner.rawValue),
            let rights = try? Self(of: account)
        {
            self = rights
        } else {
            return nil
        }
    }
}
