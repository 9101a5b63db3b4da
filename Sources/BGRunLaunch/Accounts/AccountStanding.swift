// Whether a number that calls is somebody, and who answers for it.
import BGRunJob

/// What is known of the account behind a number.
package enum AccountStanding: Hashable, Sendable {
    case account
    /// /etc/subuid gives it to an account for its containers (subuid(5)): it is that person, by another number.
    case subordinate(of: UserID)
    /// The user database has said that there is no such account.
    case missing
    /// Nobody has said anything definite yet: a directory server may know it.
    case unknown

    /// Who takes up room with what the number does.
    package func payer(for user: UserID) -> UserID {
        switch self {
        case .account: user
        // Whole containers of root's are nobody's that root knows.
        case .subordinate(of: let holder): holder == .root ? .nobodys : holder
        case .missing, .unknown: .nobodys
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
    /// All numbers without an account, as one: (uid_t)-1 is no user's (setuid(2)).
    package static let nobodys = UserID(.max)
}
