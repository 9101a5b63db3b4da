// Which names of a table are accounts: each is asked for once, and not without end, since a network may have to answer.

struct AccountNames {
    private let isAccount: (String) -> Bool
    private var known: [String: Bool] = [:]

    /// The longest name that useradd(8) makes.
    private static let longest = 32
    /// More than begin the lines of any table.
    private static let most = 100

    init(isAccount: @escaping (String) -> Bool) { self.isAccount = isAccount }

    /// False, too, of a name that is not asked for any more.
    mutating func has(_ name: String) -> Bool {
        guard name.utf8.count <= Self.longest else { return false }
        if let known = known[name] { return known }
        guard known.count < Self.most else { return false }
        let answer = isAccount(name)
        known[name] = answer
        return answer
    }
}
