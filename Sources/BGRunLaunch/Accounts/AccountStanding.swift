// Whether a caller's user ID has an account, and whose limits it counts against.
import BGRunJob

/// The standing of a user ID in the user database.
package enum AccountStanding: Hashable, Sendable {
    case account
    /// /etc/subuid gives it to an account for its containers (subuid(5)): it is that person, by another number.
    case subordinate(of: UserID)
    /// The user database has said that there is no such account.
    case missing
    /// Nobody has said anything definite yet: a directory server may know it.
    case unknown

    /// The user whose limits on connections, memory and turns it counts against.
    package func payer(for user: UserID) -> UserID {
        switch self {
        case .account: user
        // Whole containers of root's are nobody's that root knows.
        case .subordinate(of: let holder): holder == .root ? .withoutAccount : holder
        case .missing, .unknown: .withoutAccount
        }
    }

    /// Whether it may have jobs. What is not known for certain is no reason to refuse somebody.
    package var mayHaveJobs: Bool {
        switch self {
        case .account, .unknown: true
        case .subordinate, .missing: false
        }
    }
}

extension UserID {
    /// Stands for all user IDs without an account: (uid_t)-1 is never one (setuid(2)).
    package static let withoutAccount = UserID(.max)
}
