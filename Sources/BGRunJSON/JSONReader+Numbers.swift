// Numbers: the grammar decides what is one; Swift's own conversions give the value.

extension JSONReader {
    mutating func number() throws(Fault) -> JSONValue {
        let start = index
        var isInteger = true
        _ = take(UInt8(ascii: "-"))
        if take(UInt8(ascii: "0")) {
            guard !isAtDigit else { throw Fault(.leadingZero, at: start) }
        } else {
            try digits()
        }
        if take(UInt8(ascii: ".")) {
            isInteger = false
            try digits()
        }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            isInteger = false
            _ = take(UInt8(ascii: "+")) || take(UInt8(ascii: "-"))
            try digits()
        }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        if isInteger, let integer = Int64(text) { return .integer(integer) }
        guard let number = Double(text), number.isFinite else { throw Fault(.numberTooLarge, at: start) }
        return .number(number)
    }

    private mutating func digits() throws(Fault) {
        guard isAtDigit else { throw Fault(.badNumber, at: index) }
        while isAtDigit { index += 1 }
    }

    private var isAtDigit: Bool {
        peek().map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
    }
}
