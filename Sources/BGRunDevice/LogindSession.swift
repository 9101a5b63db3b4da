// One session that logind knows of.

import BGRunJob

/// One session, as its properties say.
struct LogindSession: Equatable {
    let path: String
    let user: UserID
    /// It is a person's, not a greeter, a service manager or a cron job.
    let isPersons: Bool
    /// Its person has left it; something in it still runs.
    var isClosing: Bool
    var isLocked: Bool

    /// Whether the user is there by it.
    var counts: Bool { isPersons && !isClosing }

    static let interface = "org.freedesktop.login1.Session"
    static let names = ["User", "Class", "State", "LockedHint"]

    init(path: String, properties: [String: BusValue]) throws(BusFault) {
        guard case .numbered(let user, _)? = properties["User"] else {
            throw .misunderstood("a session says no user")
        }
        self.path = path
        self.user = UserID(user)
        isPersons = properties["Class"] == .text("user")
        isClosing = properties["State"] == .text("closing")
        isLocked = properties["LockedHint"] == .truth(true)
    }
}
