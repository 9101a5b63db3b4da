// A property list in Apple's binary form as a value, read within bounds.

/// Reads a binary property list. Foundation's decoder follows a list that contains itself until the process ends, so this one
/// counts levels and values.
struct BinaryPlist {
    private static let deepest = 16
    private static let mostValues = 4096
    /// Bytes of a key: hashing a long text of somebody's takes as long as the square of it.
    private static let longestKey = 256

    private let bytes: [UInt8]
    private let offsets: [Int]
    private let referenceSize: Int
    private var values = 0
    /// Bytes of texts that were read: one that is referred to again and again counts each time.
    private var textBytes = 0

    /// - Returns: Nil where the bytes are no such list, or one beyond the bounds.
    static func value(_ bytes: [UInt8]) -> PlistValue? {
        guard var list = BinaryPlist(bytes), let top = list.number(bytes.count - 16, 8) else { return nil }
        return list.value(top, level: 0)
    }

    private init?(_ bytes: [UInt8]) {
        guard bytes.count >= 40, bytes.starts(with: "bplist00".utf8) else { return nil }
        self.bytes = bytes
        let trailer = bytes.count - 32
        let (offsetSize, size) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
        referenceSize = size
        guard (1...8).contains(offsetSize), (1...8).contains(size),
            let count = Self.number(bytes, trailer + 8, 8), let table = Self.number(bytes, trailer + 24, 8),
            count <= Self.mostValues, table <= trailer, count * offsetSize <= trailer - table
        else { return nil }
        offsets = (0..<count).map { Self.number(bytes, table + $0 * offsetSize, offsetSize) ?? .max }
    }

    private static func number(_ bytes: [UInt8], _ place: Int, _ size: Int) -> Int? {
        guard 0 <= place, size <= bytes.count, place <= bytes.count - size else { return nil }
        var number: UInt64 = 0
        for byte in bytes[place..<place + size] {
            guard number < 1 << 55 else { return nil }
            number = number << 8 | UInt64(byte)
        }
        return Int(number)
    }

    private func number(_ place: Int, _ size: Int) -> Int? { Self.number(bytes, place, size) }

    private mutating func value(_ index: Int, level: Int) -> PlistValue? {
        values += 1
        guard level <= Self.deepest, values <= Self.mostValues, offsets.indices.contains(index) else {
            return nil
        }
        let place = offsets[index]
        guard bytes.indices.contains(place), place < bytes.count - 32 else { return nil }
        let (kind, low) = (bytes[place] >> 4, Int(bytes[place] & 0x0f))
        switch kind {
        case 0x0: return low == 8 ? .bool(false) : low == 9 ? .bool(true) : .other
        case 0x1:
            guard low <= 3, let number = number(place + 1, 1 << low) else { return .other }
            return .number(Int64(number))
        case 0x5, 0x6, 0xa, 0xd: return compound(kind, place, low, level)
        default: return .other
        }
    }

    /// A text, a list or a dictionary: its length, and then what it consists of.
    private mutating func compound(_ kind: UInt8, _ place: Int, _ low: Int, _ level: Int) -> PlistValue? {
        var (count, begin) = (low, place + 1)
        if low == 0x0f {
            guard bytes.indices.contains(begin), bytes[begin] >> 4 == 1 else { return nil }
            let size = 1 << Int(bytes[begin] & 0x0f)
            guard size <= 8, let length = number(begin + 1, size) else { return nil }
            (count, begin) = (length, begin + 1 + size)
        }
        let width = kind == 0x5 ? 1 : kind == 0x6 ? 2 : kind == 0xa ? referenceSize : 2 * referenceSize
        guard begin <= bytes.count, count <= (bytes.count - begin) / width else { return nil }
        if kind == 0x5 || kind == 0x6 {
            textBytes += count * width
            guard textBytes <= 16 * bytes.count else { return nil }
        }
        if kind == 0x5 { return .text(String(decoding: bytes[begin..<begin + count], as: UTF8.self)) }
        if kind == 0x6 {
            let units = (0..<count).map {
                UInt16(bytes[begin + 2 * $0]) << 8 | UInt16(bytes[begin + 2 * $0 + 1])
            }
            return .text(String(decoding: units, as: UTF16.self))
        }
        var members: [PlistValue] = []
        for number in 0..<(kind == 0xa ? count : 2 * count) {
            guard let index = self.number(begin + number * referenceSize, referenceSize),
                let value = value(index, level: level + 1)
            else { return nil }
            members.append(value)
        }
        if kind == 0xa { return .list(members) }
        var object: [String: PlistValue] = [:]
        for (key, value) in zip(members.prefix(count), members.suffix(count)) {
            guard let key = key.string, key.utf8.count <= Self.longestKey else { return nil }
            object[key] = value
        }
        return .object(object)
    }
}
