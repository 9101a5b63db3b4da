// Whose sessions are locked.

/// The sessions of people, as far as they can be locked.
package struct LockReading: Hashable, Sendable {
    /// Users with a session, and whether all of the user's sessions are locked.
    package var users: [UserID: Bool]

    package init(users: [UserID: Bool]) {
        self.users = users
    }
}
