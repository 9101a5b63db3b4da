// Who a file is to belong to.

/// A user and a group, as chown(2) takes them.
package struct FileOwner: Equatable, Sendable {
    package let user: UInt32
    package let group: UInt32

    package init(user: UInt32, group: UInt32) {
        self.user = user
        self.group = group
    }
}
