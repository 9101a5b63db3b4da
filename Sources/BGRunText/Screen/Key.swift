// Keys of a terminal, out of the bytes that it sends.

/// A key that somebody has pressed.
package enum Key: Hashable, Sendable {
    case up, down, pageUp, pageDown, home, end, enter, escape
    case letter(Unicode.Scalar)

    /// The keys of what was read at once. An escape that nothing follows is the key itself; a sequence that stands for no
    /// key of ours is none.
    package static func keys(in bytes: some Sequence<UInt8>) -> [Key] {
        var rest = Array(bytes)[...]
        var keys: [Key] = []
        while let byte = rest.popFirst() {
            switch byte {
            case 0x1B:
                guard let opening = rest.first, opening == UInt8(ascii: "[") || opening == UInt8(ascii: "O")
                else {
                    keys.append(.escape)
                    continue
                }
                rest.removeFirst()
                let parameters = rest.prefix { !(0x40...0x7E).contains($0) }
                rest = rest.dropFirst(parameters.count)
                if let final = rest.popFirst(),
                    let key = key(final, String(decoding: parameters, as: UTF8.self))
                {
                    keys.append(key)
                }
            case 0x0A, 0x0D: keys.append(.enter)
            case 0x20...0x7E: keys.append(.letter(Unicode.Scalar(byte)))
            case _: continue
            }
        }
        return keys
    }

    /// By the final byte of a control sequence (ECMA-48), as xterm and the Linux console send them.
    private static func key(_ final: UInt8, _ parameters: String) -> Key? {
        switch (Unicode.Scalar(final), parameters) {
        case ("A", _): .up
        case ("B", _): .down
        case ("H", _), ("~", "1"), ("~", "7"): .home
        case ("F", _), ("~", "4"), ("~", "8"): .end
        case ("~", "5"): .pageUp
        case ("~", "6"): .pageDown
        case (_, _): nil
        }
    }
}
