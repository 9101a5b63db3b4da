// Who may connect, and how often.
import BGRunJob
import BGRunLaunch

/// The rule for new connections.
///
/// Attached programs may be there for days, and those that hold an assertion for minutes, so they have bounds of their
/// own, and don't keep their users from asking.
///
/// A connection costs memory and a descriptor, so there is an end to them: for all together, with some kept free
/// for root, and for each user, so that one can't shut out the others. A user is here the one against whose
/// limits a connection counts (``AccountStanding``).
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
    /// Of all user IDs without an account together.
    static let limitWithoutAccount = 8
    /// Connections of hosts, each of which has two.
    static let hostLimit = 512
    static let hostLimitPerUser = 128
    /// Connections of programs that are finishing something; of each user's the policy says how many.
    static let holderLimit = 256

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
    private var hostsPerUser: [UserID: Int] = [:]
    private var hostCount = 0
    private var holderCount = 0

    init(daemonUser: UserID, scope: Scope) {
        self.daemonUser = daemonUser
        self.scope = scope
    }

    /// Counts a connection in where it is welcome.
    mutating func admit(_ user: UserID) -> Verdict {
        let isPrivileged = user == .root || user == daemonUser
        if !isPrivileged {
            if scope == .daemonUser { return .stranger }
            let limit = user == .withoutAccount ? Self.limitWithoutAccount : Self.limitPerUser
            if perUser[user, default: 0] >= limit { return .tooMany }
        }
        // Those whose assertion is over count again, and may be more than are let in.
        let isKeptFor = user == .root && perUser[.root, default: 0] < Self.keptForRoot
        if count >= (user == .root ? Self.limit : Self.limit - Self.keptForRoot), !isKeptFor {
            return .tooMany
        }
        count += 1
        perUser[user, default: 0] += 1
        return .welcome
    }

    /// Counts a connection that was let in as one of a host from now on; false where there are too many of those.
    mutating func becomeHost(_ user: UserID) -> Bool {
        guard user != .withoutAccount, hostCount < Self.hostLimit,
            hostsPerUser[user, default: 0] < Self.hostLimitPerUser
        else {
            return false
        }
        leave(user)
        hostCount += 1
        hostsPerUser[user, default: 0] += 1
        return true
    }

    /// Counts a connection that was let in as one that holds an assertion from now on; false where there are too many.
    ///
    /// - Parameter isOfHost: Whether it counted as one of a host until now.
    mutating func becomeHolder(_ user: UserID, isOfHost: Bool = false) -> Bool {
        guard holderCount < Self.holderLimit else { return false }
        if isOfHost { leaveHost(user) } else { leave(user) }
        holderCount += 1
        return true
    }

    /// Counts a connection whose assertion is over as any other again.
    mutating func leaveHolder(_ user: UserID) {
        holderCount -= 1
        count += 1
        perUser[user, default: 0] += 1
    }

    /// Counts out a connection of a host.
    mutating func leaveHost(_ user: UserID) {
        hostCount -= 1
        let left = hostsPerUser[user, default: 1] - 1
        hostsPerUser[user] = left == 0 ? nil : left
    }

    /// Counts out a connection that was welcome.
    mutating func leave(_ user: UserID) {
        count -= 1
        let left = perUser[user, default: 1] - 1
        perUser[user] = left == 0 ? nil : left
    }
}
