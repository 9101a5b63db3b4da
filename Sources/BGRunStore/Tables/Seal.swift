// A number for the values of a row, kept with it: SQLite does not notice when the disk gives back other bytes.

/// What the values of a row come to, one after another. Any one value that is another makes it another number.
struct Seal {
    /// A job's row has two, as where it stands is written without what was requested.
    enum Part { case request, standing }

    /// What is being sealed; nil for values that are not.
    var part: Part?
    private var request: UInt64 = 0x9E37_79B9_7F4A_7C15
    private var standing: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// As a column holds it.
    func value(of part: Part) -> Int64 {
        switch part {
        case .request: Int64(bitPattern: request)
        case .standing: Int64(bitPattern: standing)
        }
    }

    mutating func take(_ number: Int64?) {
        guard part != nil else { return }
        mix(number == nil ? 0 : 1)
        mix(UInt64(bitPattern: number ?? 0))
    }

    mutating func take(_ text: UnsafeBufferPointer<UInt8>) {
        guard part != nil else { return }
        mix(2)
        mix(UInt64(text.count))
        var place = 0
        while place + 8 <= text.count {
            mix(unsafe UnsafeRawBufferPointer(text).loadUnaligned(fromByteOffset: place, as: UInt64.self))
            place += 8
        }
        var rest: UInt64 = 0
        while place < text.count {
            rest = rest << 8 | UInt64(unsafe text[place])
            place += 1
        }
        mix(rest)
    }

    /// Each step can be undone, so two numbers never become the same one.
    private mutating func mix(_ word: UInt64) {
        switch part {
        case .request: request = Self.mixed(request, word)
        case .standing: standing = Self.mixed(standing, word)
        case nil: break
        }
    }

    private static func mixed(_ number: UInt64, _ word: UInt64) -> UInt64 {
        let product = (number ^ word) &* 0xFF51_AFD7_ED55_8CCD
        return product ^ product >> 32
    }
}
