// One number that tells contents from each other, the same in every process and on every machine.

/// FNV-1a in 64 bits (<http://www.isthe.com/chongo/tech/comp/fnv/>), since Swift's own hash differs in every process.
///
/// Not a defence: who wants two contents with one fingerprint can make them.
package enum Fingerprint {
    /// The number of some bytes.
    package static func of(_ bytes: [UInt8]) -> UInt64 { mixed(bytes) }

    /// The number of a text's bytes.
    package static func of(_ bytes: String.UTF8View) -> UInt64 { mixed(bytes) }

    /// What delays are drawn from on a machine: the daemon's are the same after a restart, and those of a rehearsal the same as the daemon's.
    package static func seed(ofInstallation identifier: [UInt8]?) -> UInt64 { of(identifier ?? []) }

    /// Not for other rooms: generic there, it would have the runtime search all conformances of the program.
    private static func mixed(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }

    /// 16 digits, for people to compare.
    package static func text(of fingerprint: UInt64) -> String {
        let digits = String(fingerprint, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Nil for what ``text(of:)`` does not print.
    package static func read(_ text: String) -> UInt64? {
        guard let number = UInt64(text, radix: 16), self.text(of: number) == text else { return nil }
        return number
    }
}
