// A user's rights, and touching files with them instead of our own for a moment.
import CLinux
import Glibc

/// Who a process or a file is to be: what the kernel asks for when it checks a path.
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

/// Runs `body` with another's rights to files, and takes our own back however it ends.
///
/// For paths that a user gave to root: whatever links and directories it leads through, `body` reaches what that
/// user could reach, and nothing else. Only this thread changes, and nothing but its rights to files: signals and
/// descriptors that are open already are the same (credentials(7), setfsuid(2)). Where the rights are those of our
/// own user, `body` simply runs.
///
/// - Throws: EPERM where we may not become that user, with `body` not run; else what `body` throws.
package func withRights<Result: ~Copyable>(
    of rights: UserRights, _ body: () throws(SystemError) -> Result
) throws(SystemError) -> Result {
    if Machine.effectiveUser == rights.user { return try body() }
    let before = try OwnRights()
    do throws(SystemError) {
        try take(rights)
    } catch {
        before.restore()
        throw error
    }
    defer { before.restore() }
    return try body()
}

/// The user last: with another one, the right to choose the groups' files may be gone.
private func take(_ rights: UserRights) throws(SystemError) {
    try SystemError.check("setgroups") {
        unsafe clinux_set_groups(rights.groups.count, rights.groups)
    }
    try SystemError.check("setfsgid") { clinux_set_file_group(rights.group) }
    try SystemError.check("setfsuid") { clinux_set_file_user(rights.user) }
}

/// What is given back at the end.
private struct OwnRights {
    private let groups: [UInt32]
    /// The kernel takes a process whose user changes for one with secrets, and keeps that opinion.
    private let isDumpable: Bool

    init() throws(SystemError) {
        let count = try SystemError.check("getgroups") { getgroups(0, nil) }
        var groups = [gid_t](repeating: 0, count: Int(count))
        let found = try SystemError.check("getgroups") { unsafe getgroups(count, &groups) }
        self.groups = Array(groups.prefix(Int(found)))
        isDumpable = clinux_is_dumpable() == 1
    }

    /// A daemon that goes on with a user's rights, or half of them, would do everything that follows as the wrong
    /// one: nothing is right then but to end.
    func restore() {
        guard clinux_set_file_user(geteuid()) == 0, clinux_set_file_group(getegid()) == 0,
            unsafe clinux_set_groups(groups.count, groups) == 0
        else { preconditionFailure("the kernel does not give a thread its own rights to files back") }
        if isDumpable { _ = clinux_make_dumpable() }
    }
}
