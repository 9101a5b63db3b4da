// A time zone as the machine has it: its name and the bytes that say what it does.

/// The contents of one TZif file (RFC 8536), not yet read, with the name it goes by.
package struct ZoneFile: Equatable, Sendable {
    /// The zone's name in the tz database; "localtime" for a machine's own rule without a name.
    package let name: String
    package let bytes: [UInt8]

    package init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }

    /// What a machine without any zone keeps to. It needs no file.
    package static let utc = ZoneFile(name: "UTC", bytes: Self.fixedBytes)

    /// Two blocks, the first for old readers, each with one type of no offset; then the footer's rule.
    private static let fixedBytes: [UInt8] = {
        let magic = Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15)
        // Of the six counts, only those of types (1) and of letters (4) are not zero.
        let counts: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 4]
        let type: [UInt8] = [0, 0, 0, 0, 0, 0]
        let block = magic + counts + type + Array("UTC\0".utf8)
        return block + block + Array("\nUTC0\n".utf8)
    }()
}
