// One session that logind knows of.

import BGRunJob

/// One session, as its properties say.
struct LogindSession: Equatable {
    let path: String
    let user: UserID
    /// It is a person's, not a greeter, a service manager or a cron job.
    let isPersons: Bool
    /// Its desktop says when nobody uses it.
    let isGraphical: Bool
    let hasSeat: Bool
    /// Where it runs, below /dev: "tty2", "pts/0". Nil where it has none.
    let terminal: String?
    let isIdle: Bool
    /// In microseconds of the monotonic clock: of a desktop, when it began to be idle or to be used; of a terminal, when
    /// somebody last typed there. Nil where logind does not know.
    let idleSince: Int64?
    /// Its person has left it; something in it still runs.
    var isClosing: Bool
    var isLocked: Bool

    /// Whether the user is there by it.
    var counts: Bool { isPersons && !isClosing }
    /// Whether its person sits before the machine; not one who came over the network, whose screen is elsewhere.
    var canBeLocked: Bool { counts && (hasSeat || isGraphical) }

    static let interface = "org.freedesktop.login1.Session"
    /// Of these, Active tells only that something has changed: State has no signal of its own.
    static let names = [
        "User", "Class", "State", "LockedHint", "Type", "Seat", "TTY", "IdleHint", "IdleSinceHintMonotonic",
        "Active",
    ]
    /// Types whose desktop says IdleHint; of others logind looks at the terminal (systemd's session_get_idle_hint).
    private static let graphicalTypes = ["x11", "wayland", "mir"]
    /// People's sessions; since version 256 root and users with a home of their own have classes apart.
    private static let classes = ["user", "user-early", "user-light", "user-early-light"]

    init(path: String, properties: [String: BusValue]) throws(BusFault) {
        guard case .numbered(let user, _)? = properties["User"] else {
            throw .misunderstood("a session says no user")
        }
        self.path = path
        self.user = UserID(user)
        isPersons = Self.classes.contains { properties["Class"] == .text($0) }
        isGraphical = Self.graphicalTypes.contains { properties["Type"] == .text($0) }
        isClosing = properties["State"] == .text("closing")
        isLocked = properties["LockedHint"] == .truth(true)
        isIdle = properties["IdleHint"] == .truth(true)
        if case .named(let seat, _)? = properties["Seat"] { hasSeat = !seat.isEmpty } else { hasSeat = false }
        if case .text(let name)? = properties["TTY"], TerminalInput.isName(name) {
            terminal = name
        } else {
            terminal = nil
        }
        if case .longNumber(let instant)? = properties["IdleSinceHintMonotonic"], instant > 0 {
            idleSince = Int64(clamping: instant)
        } else {
            idleSince = nil
        }
    }
}
