// A umask as people write it: three octal digits, with a zero before them or not.

/// The permissions that files and directories of a run don't get.
package struct FileModeMask: Hashable, Sendable {
    /// 0 to 0777.
    package let bits: UInt32

    /// Nil for more than the nine permissions there are.
    package init?(bits: UInt32) {
        guard bits <= 0o777 else { return nil }
        self.bits = bits
    }

    /// Nil where the text is none.
    init?(_ text: String) {
        let digits = text.utf8
        guard digits.count == 3 || digits.count == 4 && digits.first == UInt8(ascii: "0"),
            digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "7")).contains($0) }),
            let bits = UInt32(text, radix: 8)
        else { return nil }
        self.init(bits: bits)
    }

    /// Four digits, such as `0077`.
    package var text: String {
        let digits = String(bits, radix: 8)
        return String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }
}
