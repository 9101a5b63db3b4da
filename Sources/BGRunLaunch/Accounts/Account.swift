// Whom a run belongs to, as the machine knows them.
import BGRunJob
import BGRunLinux

/// An owner's account, with the rights that a run takes for it.
package struct Account: Equatable, Sendable {
    package let entry: UserAccount
    package let rights: UserRights
    /// Whether its login sessions have a directory, and it is really the owner's.
    package let hasSessionDirectory: Bool
    /// Why PAM lets it have no programs now; nil where it lets it, or is not asked.
    package let refusal: String?
    /// What its login session has set, where that is wanted.
    var session = SessionEnvironment()

    package init(
        entry: UserAccount, rights: UserRights, hasSessionDirectory: Bool = false, refusal: String? = nil
    ) {
        self.entry = entry
        self.rights = rights
        self.hasSessionDirectory = hasSessionDirectory
        self.refusal = refusal
    }
}

/// What asking for an account came to.
package enum AccountAnswer: Equatable, Sendable {
    case found(Account)
    /// The user database has no entry for the number.
    case missing
    /// The group database has no entry for the name that was asked for with it.
    case noGroup
    /// It can't be told.
    case unknown(String)
}

extension AccountAnswer {
    /// No answer is longer: 65,536 groups are all that a process can have.
    static let mostBytes = 1 << 20

    private static let separator: UInt8 = 0

    /// As a process of ours writes it: fields with a zero byte after each, since no other text can have one.
    var bytes: [UInt8] {
        let fields: [String] =
            switch self {
            case .missing: ["missing"]
            case .noGroup: ["noGroup"]
            case .unknown(let reason): ["unknown", reason]
            case .found(let account):
                [
                    "found", account.entry.name, "\(account.entry.user)", "\(account.entry.group)",
                    account.entry.home, account.entry.shell, account.hasSessionDirectory ? "1" : "0",
                    account.rights.groups.map { "\($0)" }.joined(separator: " "),
                ] + (account.refusal.map { [$0] } ?? [])
            }
        return Array(fields.joined(separator: "\0").utf8) + [Self.separator]
    }

    /// - Returns: Nil for what is no whole answer.
    init?(bytes: [UInt8]) {
        guard bytes.last == Self.separator else { return nil }
        let fields = bytes.dropLast().split(separator: Self.separator, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        switch (fields.first, fields.count) {
        case ("missing", 1): self = .missing
        case ("noGroup", 1): self = .noGroup
        case ("unknown", 2): self = .unknown(fields[1])
        case ("found", 8), ("found", 9):
            guard let user = UInt32(fields[2]), let group = UInt32(fields[3]) else { return nil }
            let groups = fields[7].split(separator: " ").map { UInt32($0) }
            guard groups.allSatisfy({ $0 != nil }) else { return nil }
            self = .found(
                Account(
                    entry: UserAccount(
                        name: fields[1], user: user, group: group, home: fields[4], shell: fields[5]),
                    rights: UserRights(user: user, group: group, groups: groups.compactMap(\.self)),
                    hasSessionDirectory: fields[6] == "1", refusal: fields.count == 9 ? fields[8] : nil))
        case _: return nil
        }
    }
}
