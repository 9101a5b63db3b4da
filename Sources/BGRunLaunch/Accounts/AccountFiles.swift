// What /etc/passwd and /etc/subuid say of numbers: which are accounts, and which are given to one for its containers.
import BGRunJob
import BGRunLinux
import Glibc

/// The user IDs of passwd(5) and the ranges of subuid(5): they tell of most callers without a query to a directory server.
struct AccountFiles {
    /// A range of subordinate user IDs.
    private struct Grant {
        let first: UInt32
        let last: UInt32
        let holder: UInt32
    }

    /// In order, as the ranges are: there may be as many as a company has people.
    private let users: [UInt32]
    private let ranges: [Grant]
    /// When subuid(5) was changed last, as it was read.
    private var changed: Int64?

    static let passwd = "/etc/passwd"
    static let subuid = "/etc/subuid"
    private static let mostBytes = 16 << 20

    /// Nil where they can't be read now, as with no descriptor left: that is no word about anybody, and is not to be kept.
    static func read() -> AccountFiles? {
        let changed = changeOfRanges
        guard let passwd = contents(passwd), let subuid = contents(subuid) else { return nil }
        var files = AccountFiles(passwd: passwd, subuid: subuid)
        files.changed = changed
        return files
    }

    private static var changeOfRanges: Int64? { (try? File.status(of: subuid))?.changed }

    /// Whether the ranges are others by now.
    var isOutdated: Bool { changed != Self.changeOfRanges }

    init(passwd: [UInt8], subuid: [UInt8]) {
        var users: [UInt32] = []
        var numbers: [ArraySlice<UInt8>: UInt32] = [:]
        Self.readLines(of: passwd) { fields in
            guard fields.count >= 7, let number = Self.number(passwd[fields[2]]) else { return }
            users.append(number)
            // The first of a name counts, as getpwnam(3) has it.
            if !subuid.isEmpty, numbers[passwd[fields[0]]] == nil { numbers[passwd[fields[0]]] = number }
        }
        var ranges: [Grant] = []
        Self.readLines(of: subuid) { fields in
            guard fields.count == 3, let first = Self.number(subuid[fields[1]]),
                let count = Self.number(subuid[fields[2]]), count > 0
            else { return }
            // Of an account that only a directory has, it is known that the numbers are none of their own.
            let named = Self.number(subuid[fields[0]]) ?? UserID.withoutAccount.rawValue
            let holder = numbers[subuid[fields[0]]] ?? named
            let (last, isBeyond) = first.addingReportingOverflow(count - 1)
            ranges.append(Grant(first: first, last: isBeyond ? .max : last, holder: holder))
        }
        self.users = users.sorted()
        self.ranges = ranges.sorted { $0.first < $1.first }
    }

    /// Empty where there is no such file.
    private static func contents(_ path: String) -> [UInt8]? {
        do throws(SystemError) {
            return try File.contents(of: path, limit: mostBytes)
        } catch {
            return error.errno == ENOENT ? [] : nil
        }
    }

    /// Passes the fields of each line that is no comment, as ranges. Byte by byte, since a call waits for it.
    private static func readLines(of bytes: [UInt8], _ body: ([Range<Int>]) -> Void) {
        var fields: [Range<Int>] = []
        var begin = 0
        for place in 0...bytes.count {
            let byte = place < bytes.count ? bytes[place] : UInt8(ascii: "\n")
            guard byte == UInt8(ascii: ":") || byte == UInt8(ascii: "\n") else { continue }
            fields.append(begin..<place)
            begin = place + 1
            guard byte == UInt8(ascii: "\n") else { continue }
            if !fields[0].isEmpty, bytes[fields[0].lowerBound] != UInt8(ascii: "#") { body(fields) }
            fields.removeAll(keepingCapacity: true)
        }
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> UInt32? {
        guard !digits.isEmpty, digits.count <= 10 else { return nil }
        var value: UInt64 = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            value = value * 10 + UInt64(digit - UInt8(ascii: "0"))
        }
        return UInt32(exactly: value)
    }

    func hasAccount(_ user: UserID) -> Bool {
        var (low, high) = (0, users.count)
        while low < high {
            let middle = (low + high) / 2
            if users[middle] < user.rawValue { low = middle + 1 } else { high = middle }
        }
        return low < users.count && users[low] == user.rawValue
    }

    /// The account whose containers have the number; nil where it is in no range.
    func holder(of user: UserID) -> UserID? {
        ranges.last { $0.first <= user.rawValue && user.rawValue <= $0.last }.map { UserID($0.holder) }
    }
}
