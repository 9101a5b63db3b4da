// What /etc/passwd and /etc/subuid say of numbers: which are accounts, and which are given to one for its containers.
import BGRunJob
import BGRunLinux

/// The numbers in passwd(5) and subuid(5). Read when they change, so that nobody waits for a directory server to be told who calls.
struct AccountFiles {
    private struct Range {
        let first: UInt32
        let last: UInt32
        let holder: UInt32
    }

    /// In order, as the ranges are: there may be as many as a company has people.
    private let users: [UInt32]
    private let ranges: [Range]

    static let passwd = "/etc/passwd"
    static let subuid = "/etc/subuid"
    private static let mostBytes = 16 << 20

    /// Empty where they can't be read: then nothing is known of anybody.
    init() {
        self.init(passwd: Self.read(Self.passwd), subuid: Self.read(Self.subuid))
    }

    init(passwd: [UInt8], subuid: [UInt8]) {
        var (numbers, names): ([UInt32], [ArraySlice<UInt8>: UInt32]) = ([], [:])
        for fields in Self.lines(of: passwd) where fields.count >= 7 {
            guard let number = Self.number(fields[2]) else { continue }
            numbers.append(number)
            names[fields[0]] = number
        }
        var ranges: [Range] = []
        for fields in Self.lines(of: subuid) where fields.count == 3 {
            guard let holder = names[fields[0]] ?? Self.number(fields[0]), let first = Self.number(fields[1]),
                let count = Self.number(fields[2]), count > 0
            else { continue }
            let (last, isBeyond) = first.addingReportingOverflow(count - 1)
            ranges.append(Range(first: first, last: isBeyond ? .max : last, holder: holder))
        }
        users = numbers.sorted()
        self.ranges = ranges.sorted { $0.first < $1.first }
    }

    private static func read(_ path: String) -> [UInt8] {
        (try? File.contents(of: path, limit: mostBytes)) ?? []
    }

    private static func lines(of bytes: [UInt8]) -> some Sequence<[ArraySlice<UInt8>]> {
        bytes.split(separator: UInt8(ascii: "\n")).lazy
            .filter { $0.first != UInt8(ascii: "#") }
            .map { $0.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false) }
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
