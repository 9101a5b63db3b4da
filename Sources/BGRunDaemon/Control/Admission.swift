// Who may connect, and how often.
import BGRunJob

/// The rule for new connections.
///
/// A connection costs memory and a descriptor, so there is an end to them: for all together, with some kept free
/// for root, and for each user, so that one can't shut out the others.
struct Admission {
    enum Verdict: Equatable {
        case welcome
        /// A user's own daemon is nobody else's.
        case stranger
        case tooMany
    }

    static let limit = 1024
    static let keptForRoot = 64
    static let limitPerUser = 64

    /// The user the daemon runs as.
    let daemonUser: UserID
    let scope: Scope

    enum Scope: Equatable {
        case everyone
        /// Only the daemon's user, and root.
        case daemonUser
    }

    private var perUser: [UserID: Int] = [:]
    private var count = 0

    init(daemonUser: UserID, scope: Scope) {
        self.daemonUser = daemonUser
        self.scope = scope
    }

    /// Counts a connection in where it is welcome.
    mutating func admit(_ user: UserID) -> Verdict {
        let isPrivileged = user == .root || user == daemonUser
        if !isPrivileged {
            if scope == .daemonUser { return .stranger }
            if perUser[user, default: 0] >= Self.limitPerUser { return .tooMany }
        }
        if count >= (user == .root ? Self.limit : Self.limit - Self.keptForRoot) { return .tooMany }
        count += 1
        perUser[user, default: 0] += 1
        return .welcome
    }

    /// Counts out a connection that was welcome.
    mutating func leave(_ user: UserID) {
        count -= 1
        let left = perUser[user, default: 1] - 1
        perUser[user] = left == 0 ? nil : left
    }
}
