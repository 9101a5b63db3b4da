// Reads a compiled zone: the TZif format, versions 1 to 4, of RFC 8536 and RFC 9636.

/// What a TZif file says, checked, in the file's own terms.
///
/// The bytes are trusted in nothing: every count is compared with the bytes that are there before it is used.
struct ZoneFile {
    /// Seconds since 1970 UTC, strictly ascending.
    private(set) var transitions: [Int64] = []
    /// For each transition the index of what begins there. Every index is one of `offsets`.
    private(set) var kinds: [UInt8] = []
    /// The first is in force before the first transition. Never empty.
    private(set) var offsets: [ZoneOffset] = []
    /// In force from the last transition on.
    private(set) var rule: ZoneRule?

    /// The largest file of the zone database has 4 KB, so this is no zone's.
    private static let mostBytes = 65_536

    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: [UInt8]) throws(ZoneFault) {
        self.bytes = bytes
        guard bytes.count <= Self.mostBytes else {
            throw ZoneFault(reason: "a zone file has at most \(Self.mostBytes) bytes", byte: Self.mostBytes)
        }
        guard try header(timeBytes: 4) > 1 else {
            try readBlock(timeBytes: 4)
            return
        }
        // The first block repeats what 32 bits can hold of the second, for readers of long ago.
        place += counts.bytes(timeBytes: 4)
        guard try header(timeBytes: 8) > 1 else { throw fault("the second header is of version 1") }
        try readBlock(timeBytes: 8)
        try readFooter()
    }

    /// The counts of a header, in its order.
    private struct Counts {
        var isUTC = 0
        var isStandard = 0
        var leaps = 0
        var transitions = 0
        var offsets = 0
        var characters = 0

        func bytes(timeBytes: Int) -> Int {
            transitions * (timeBytes + 1) + offsets * 6 + characters + leaps * (timeBytes + 4) + isStandard
                + isUTC
        }
    }

    private var counts = Counts()

    /// Takes the magic and the counts, and returns the version: 1, or 2 for it and all later ones.
    ///
    /// - Parameter timeBytes: Of each time in the data that follows, all of whose bytes are then there.
    private mutating func header(timeBytes: Int) throws(ZoneFault) -> Int {
        guard bytes.count - place >= 44 else { throw fault("the header is cut off") }
        guard bytes[place..<place + 4].elementsEqual("TZif".utf8) else { throw fault("this is no TZif file") }
        let version = bytes[place + 4]
        guard version == 0 || version >= UInt8(ascii: "2") else { throw fault("the version is unknown") }
        place += 20
        counts.isUTC = integer(bytes: 4)
        counts.isStandard = integer(bytes: 4)
        counts.leaps = integer(bytes: 4)
        counts.transitions = integer(bytes: 4)
        counts.offsets = integer(bytes: 4)
        counts.characters = integer(bytes: 4)
        let size = counts.bytes(timeBytes: timeBytes)
        guard size <= bytes.count - place else { throw fault("\(size) bytes of data are announced") }
        return version == 0 ? 1 : 2
    }

    private mutating func readBlock(timeBytes: Int) throws(ZoneFault) {
        guard (1...256).contains(counts.offsets) else { throw fault("a zone has 1 to 256 kinds of time") }
        // The "right/" zones expect a clock that counts leap seconds, which Linux's does not.
        guard counts.leaps == 0 else { throw fault("the zone counts leap seconds") }
        try readTransitions(timeBytes: timeBytes)
        let characters = place + counts.offsets * 6
        for _ in 0..<counts.offsets { try readOffset(names: characters..<characters + counts.characters) }
        // Whether a rule was once written in UTC or in standard time changes no instant.
        place += counts.characters + counts.isStandard + counts.isUTC
    }

    private mutating func readTransitions(timeBytes: Int) throws(ZoneFault) {
        transitions.reserveCapacity(counts.transitions)
        kinds.reserveCapacity(counts.transitions)
        for _ in 0..<counts.transitions {
            let number = integer(bytes: timeBytes)
            let seconds = timeBytes == 4 ? Int64(Int32(truncatingIfNeeded: number)) : Int64(number)
            guard transitions.last.map({ $0 < seconds }) ?? true, seconds <= Zone.rim else {
                place -= timeBytes
                throw fault("a transition is not later than the one before, or beyond the year 294247")
            }
            transitions.append(seconds)
        }
        for _ in 0..<counts.transitions {
            guard bytes[place] < counts.offsets else {
                throw fault("a transition is to a kind that is not there")
            }
            kinds.append(bytes[place])
            place += 1
        }
    }

    private mutating func readOffset(names: Range<Int>) throws(ZoneFault) {
        let start = place
        let seconds = Int64(Int32(truncatingIfNeeded: integer(bytes: 4)))
        let (isDaylightSaving, name) = (bytes[place], names.lowerBound + Int(bytes[place + 1]))
        place = start
        guard ZoneOffset.secondsAllowed.contains(seconds) else {
            throw fault("an offset is \(seconds) seconds from UTC")
        }
        guard isDaylightSaving <= 1 else { throw fault("daylight saving is neither 0 nor 1") }
        guard name < names.upperBound, let end = bytes[name..<names.upperBound].firstIndex(of: 0) else {
            throw fault("an abbreviation lies outside of the file's")
        }
        let abbreviation = bytes[name..<end]
        guard abbreviation.count <= ZoneOffset.longestAbbreviation,
            abbreviation.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw fault("an abbreviation is too long or not printable") }
        offsets.append(
            ZoneOffset(
                seconds: seconds, isDaylightSaving: isDaylightSaving == 1,
                abbreviation: String(decoding: abbreviation, as: UTF8.self)))
        place = start + 6
    }

    /// A line of its own at the end: the rule, or nothing where none is known.
    private mutating func readFooter() throws(ZoneFault) {
        guard place < bytes.count else { return }
        guard bytes[place] == UInt8(ascii: "\n") else {
            throw fault("the rule does not begin on a line of its own")
        }
        place += 1
        guard let end = bytes[place...].firstIndex(of: UInt8(ascii: "\n")) else {
            throw fault("the rule's line does not end")
        }
        if place < end { rule = try ZoneRuleText.rule(bytes[place..<end]) }
    }

    /// The next big-endian number; `header()` has seen that its bytes are there.
    private mutating func integer(bytes count: Int) -> Int {
        let number = bytes[place..<place + count].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        place += count
        return Int(truncatingIfNeeded: number)
    }

    private func fault(_ reason: String) -> ZoneFault { ZoneFault(reason: reason, byte: place) }
}
