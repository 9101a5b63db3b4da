// Sizes as people write them: a whole number of bytes, "4096", "64K", "1M", "10G" or "2T".

/// Reads and prints sizes in bytes; a unit is 1024 times the one before it.
package enum SizeText {
    private static let units: [(suffix: String, bytes: Int)] = [
        ("T", 1 << 40), ("G", 1 << 30), ("M", 1 << 20), ("K", 1 << 10), ("", 1),
    ]

    /// The bytes that `text` names, nil where it names none or more than an `Int` holds.
    static func size(of text: String) -> Int? {
        let digits = text.utf8.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        let suffix = text.utf8.dropFirst(digits.count)
        guard
            !digits.isEmpty, let count = Int(text.prefix(digits.count)),
            let unit = units.first(where: { suffix.elementsEqual($0.suffix.utf8) })
        else { return nil }
        let (size, overflow) = count.multipliedReportingOverflow(by: unit.bytes)
        return overflow ? nil : size
    }

    /// The text that is meant by one that is no size: `2GB`, `2 GiB`, `1.5g`. Nil where that can't be told.
    static func meant(by text: String) -> String? {
        guard text.utf8.count <= 24 else { return nil }
        let plain = text.uppercased().filter { $0 != " " }
        let number = plain.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == ",") }
        let unit = plain[number.endIndex...]
        guard
            let size = units.first(where: {
                unit == $0.suffix || unit == "\($0.suffix)B" || unit == "\($0.suffix)IB"
            }),
            let value = Double(number.map { $0 == "," ? "." : String($0) }.joined()), value >= 0
        else { return nil }
        let bytes = value * Double(size.bytes)
        return bytes < 0x1p62 ? self.text(of: Int(bytes)) : nil
    }

    /// The shortest text that means exactly `size` bytes.
    package static func text(of size: Int) -> String {
        let unit = units.first { size != 0 && size % $0.bytes == 0 } ?? units[units.count - 1]
        return "\(size / unit.bytes)\(unit.suffix)"
    }
}

extension SizeText {
    /// About so many bytes, for people: "9.5G"; rounded down.
    package static func rounded(_ size: Int) -> String {
        guard let unit = units.first(where: { size >= $0.bytes }), unit.bytes > 1 else {
            return text(of: size)
        }
        let (whole, tenth) = (size / unit.bytes, (size % unit.bytes) / (unit.bytes / 10 + 1))
        return tenth == 0 ? "\(whole)\(unit.suffix)" : "\(whole).\(tenth)\(unit.suffix)"
    }
}
