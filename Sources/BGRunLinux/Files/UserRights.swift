// Who a process or a file is to be, as the kernel asks for it.

/// A user's rights, as a process takes them and a file's owner has them.
package struct UserRights: Hashable, Sendable {
    package let user: UInt32
    package let group: UInt32
    /// All supplementary groups; the first one may be among them. A file has none.
    package let groups: [UInt32]

    package init(user: UInt32, group: UInt32, groups: [UInt32]) {
        self.user = user
        self.group = group
        self.groups = groups
    }

    /// The rights of an account of this machine. Its groups are looked up now.
    package init(of account: UserAccount) throws(SystemError) {
        try self.init(user: account.user, group: account.group, groups: account.groups())
    }
}
