// What the machine says of an account: the user database, the groups, PAM, the session's directory.
import BGRunJob
import BGRunLinux
import CPAM
import Glibc

/// Asks for an account. Each of these may wait for a server, or for ever: it is carried out by a process of its own,
/// which has the daemon's rights.
package struct AccountQuestion: Equatable, Sendable {
    /// The argument of our own program before ``words``.
    package static let mode = "--account"
    /// The name by which PAM has rules for us.
    package static let service = "bgrun"
    private static let soname = "libpam.so.0"

    let key: AccountKey
    /// Where login sessions have their directories, by uid.
    let sessions: String
    /// Where PAM's rules lie, in tests; nil: where the system has them.
    let rules: String?

    init(_ key: AccountKey, sessions: String, rules: String?) {
        self.key = key
        self.sessions = sessions
        self.rules = rules
    }

    /// As ``words`` writes it.
    package init?(words: [String]) {
        guard (4...5).contains(words.count) else { return nil }
        let key: AccountKey
        switch (UInt32(words[0]), words[1]) {
        case (let user?, _): key = .number(UserID(user))
        case (nil, let name) where words[0].isEmpty && !name.isEmpty:
            key = .name(name, group: words[2].isEmpty ? nil : words[2])
        case (nil, _): return nil
        }
        self.init(key, sessions: words[3], rules: words.count == 5 ? words[4] : nil)
    }

    /// A number or a name, and what goes with the name.
    package var words: [String] {
        let who: [String] =
            switch key {
            case .number(let user): ["\(user)", "", ""]
            case .name(let name, let group): ["", name, group ?? ""]
            case .session:
                preconditionFailure("what a session has set is asked for as its user, and not as an account")
            }
        return who + [sessions] + (rules.map { [$0] } ?? [])
    }

    /// Asks, and writes the answer to the file.
    package func carryOut(to file: borrowing FileDescriptor) throws(SystemError) {
        try file.write(all: answer().bytes)
    }

    func answer() -> AccountAnswer {
        do throws(SystemError) {
            let found: UserAccount?
            var group: String?
            switch key {
            case .number(let user), .session(let user): found = try UserAccount.with(user: user.rawValue)
            case .name(let name, let named): (found, group) = (try UserAccount.with(name: name), named)
            }
            guard var entry = found else { return .missing }
            // Where there are more groups than a process can have, nothing can be begun for it.
            var rights = try UserRights(of: entry)
            if let group {
                guard let number = try UserAccount.group(named: group) else { return .noGroup }
                rights = UserRights(user: rights.user, group: number, groups: rights.groups)
                entry = UserAccount(
                    name: entry.name, user: entry.user, group: number, home: entry.home, shell: entry.shell)
            }
            return .found(
                Account(
                    entry: entry, rights: rights, hasSessionDirectory: hasSessionDirectory(of: entry.user),
                    refusal: refusal(of: entry.name)))
        } catch {
            return .unknown("\(error)")
        }
    }

    private func hasSessionDirectory(of user: UInt32) -> Bool {
        guard let directory = try? Directory(path: "\(sessions)/\(user)"),
            let status = try? directory.descriptor.status()
        else { return false }
        return status.user == user
    }

    /// A user's own daemon has their rights already, and no others to give.
    private func refusal(of name: String) -> String? {
        guard Machine.effectiveUser == 0, Self.hasRules(in: rules) else { return nil }
        var text = [CChar](repeating: 0, count: 256)
        let verdict = unsafe text.withUnsafeMutableBufferPointer { text in
            unsafe cpam_account(Self.soname, Self.service, name, rules, text.baseAddress, text.count)
        }
        guard verdict == Int32(cpam_refused) else { return nil }
        let words = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return Self.line(String(decoding: words, as: UTF8.self))
    }

    /// Whether the machine has rules for us. Without any, PAM would follow those for "other", which deny everything on
    /// many machines.
    private static func hasRules(in directory: String?) -> Bool {
        (directory.map { [$0] } ?? ["/etc/pam.d", "/usr/lib/pam.d"]).contains {
            unsafe access("\($0)/\(service)", F_OK) == 0
        }
    }

    /// Whether this machine has PAM, and that has no rules for us.
    package static var isWithoutRules: Bool {
        unsafe access("/etc/pam.d", F_OK) == 0 && !hasRules(in: nil)
    }

    /// One line, of what may be several, and without anything that steers a terminal.
    private static func line(_ text: String) -> String {
        let words = text.unicodeScalars.split { $0.value < 0x21 || (0x7F...0x9F).contains($0.value) }
        let line = words.map { String($0) }.joined(separator: " ")
        return line.isEmpty ? "PAM gives no reason" : line
    }
}
